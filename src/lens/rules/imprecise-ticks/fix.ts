import * as l10n from '@vscode/l10n';
import type { Place } from '../../../core/text/segments.ts';
import { contains } from '../../../core/text/span.ts';
import type { NumberFact } from '../../model/operation.ts';
import type { Fix, RuleContext } from '../rule.ts';
import type { KeyPart } from '../shared/key-values.ts';
import { textAt } from '../shared/place.ts';

/**
 * The same arithmetic in bigint: where it stands in the key itself, or in a variable that only this key
 * uses. Undefined operators (`/`, `Math.…`) and unknown names would change meaning or fail: no fix then.
 */
export function bigintFixes(context: RuleContext, part: KeyPart, { place }: NumberFact): Fix[] {
  const where = isIn(part.place, place) ? part.place : ownVariable(context, part, place) ? place : undefined;
  const code = where && toBigint(textAt(context, where));
  if (where === undefined || code === undefined) return [];
  return [{ title: l10n.t('Compute it with bigint'), edits: [{ span: where.span, text: code }] }];
}

function isIn(outer: Place, inner: Place | undefined): boolean {
  return inner === undefined || (inner.file === outer.file && contains(outer.span, inner.span));
}

/** Whether the arithmetic is all that `const name = …` says, and `name` is used in this key alone. */
function ownVariable(context: RuleContext, part: KeyPart, place: Place | undefined): place is Place {
  if (place?.file !== context.file) return false;
  const source = context.sourceOf(place.file);
  const name = /\bconst\s+([A-Za-z_$][\w$]*)\s*=\s*$/.exec(source.slice(0, place.span.start))?.[1];
  if (name === undefined || !/^\s*(?:;|\r?\n)/.test(source.slice(place.span.end))) return false;
  const uses = source.match(new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g')) ?? [];
  return (
    uses.length === 2 &&
    new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(textAt(context, part.place))
  );
}

/** What may stand in the arithmetic, and what becomes of it. */
const TOKENS: readonly (readonly [pattern: RegExp, change: (code: string) => string])[] = [
  [/^\s+/, (code) => code],
  [/^\.toString\(\s*(?:10)?\s*\)/, () => '.toString()'],
  [/^\.padStart\(\s*\d+\s*,\s*(["'`])0\1\s*\)/, (code) => code],
  [/^String(?=\s*\()/, (code) => code],
  [/^BigInt\((?=(\s*Date\.now\(\)|\s*\d+)\s*\))[^()]*(?:\(\))?\s*\)/, (code) => code],
  [/^Date\.now\(\)/, (code) => `BigInt(${code})`],
  [/^(?:new\s+Date\([^()]*\)|[A-Za-z_$][\w$.]*)\.(?:getTime|valueOf)\(\)/, (code) => `BigInt(${code})`],
  [/^\d[\d_]*n(?![\w.])/, (code) => code],
  [/^\d[\d_]*(?![\w.])/, (code) => `${code}n`],
  [/^1e\d{1,2}(?![\w.])/i, (code) => `${BigInt(Number(code))}n`],
  [/^[-+()]|^\*(?!\*)/, (code) => code],
];

function toBigint(code: string): string | undefined {
  let rest = code;
  let result = '';
  while (rest !== '') {
    const token = TOKENS.find(([pattern]) => pattern.test(rest));
    if (token === undefined) return undefined;
    const text = token[0].exec(rest)?.[0] ?? '';
    result += token[1](text);
    rest = rest.slice(text.length);
  }
  return result;
}
