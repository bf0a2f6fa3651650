import * as l10n from '@vscode/l10n';
import type { TextEdit } from '../../../core/text/edit.ts';
import type { Place } from '../../../core/text/segments.ts';
import type { Span } from '../../../core/text/span.ts';
import type { Fix, RuleContext } from '../rule.ts';

/**
 * The same arithmetic in bigint: at the place itself, and in variables that are used for it alone. No fix
 * where an operator (`/`, `Math.…`) or a name would change its meaning or fail.
 */
export function bigintFixes(context: RuleContext, { place }: { readonly place: Place }): Fix[] {
  const edits = toBigint(context.sourceOf(context.file), place.span, new Set());
  if (edits === undefined || edits.length === 0) return [];
  return [{ title: l10n.t('Compute it with bigint'), edits }];
}

/** What may stand in the arithmetic, and what becomes of it. */
const TOKENS: readonly (readonly [pattern: RegExp, change: (code: string) => string])[] = [
  [/\s+/y, (code) => code],
  [/\.toString\(\s*(?:10\s*)?\)/y, () => '.toString()'],
  [/\.padStart\(\s*\d+\s*,\s*(["'`])0\1\s*\)/y, (code) => code],
  [/String(?=\s*\()/y, (code) => code],
  [/BigInt\(\s*(?:Date\.now\(\)|[\w$.]+\.(?:getTime|valueOf)\(\)|\d+)\s*\)/y, (code) => code],
  [/Date\.now\(\)/y, (code) => `BigInt(${code})`],
  [
    /(?:new\s+Date\([^()]*\)|[A-Za-z_$][\w$]*(?:\.[\w$]+)*)\.(?:getTime|valueOf)\(\)/y,
    (code) => `BigInt(${code})`,
  ],
  [/\d[\d_]*n(?![\w.])/y, (code) => code],
  [/\d[\d_]*(?![\w.])/y, (code) => `${code}n`],
  [/1[eE]\d{1,2}(?![\w.])/y, (code) => `${BigInt(Number(code))}n`],
  [/[-+()]|\*(?!\*)/y, (code) => code],
];

/** Variables that are followed, each used once. */
const MAX_NAMES = 20;

const NAME = /[A-Za-z_$][\w$]*(?![\w$.(])/y;

/** Edits that turn what stands at `span` into bigint arithmetic; undefined if that cannot be done. */
function toBigint(source: string, span: Span, seen: Set<string>): TextEdit[] | undefined {
  const edits: TextEdit[] = [];
  let at = span.start;
  while (at < span.end) {
    const found = TOKENS.map(([pattern, change]) => ({ code: matchAt(pattern, source, at), change })).find(
      ({ code }) => code !== undefined,
    );
    const name = found === undefined ? matchAt(NAME, source, at) : undefined;
    const code = found?.code ?? name;
    if (code === undefined || at + code.length > span.end) return undefined;
    if (name !== undefined) {
      // each is looked for in the whole file
      if (seen.has(name) || seen.size >= MAX_NAMES) return undefined;
      seen.add(name);
      const declared = ownConstant(source, name);
      const inner = declared && toBigint(source, declared, seen);
      if (inner === undefined) return undefined;
      edits.push(...inner);
    } else if (found !== undefined && found.change(code) !== code) {
      edits.push({ span: { start: at, end: at + code.length }, text: found.change(code) });
    }
    at += code.length;
  }
  return edits;
}

function matchAt(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0];
}

/** What `const name = …` is initialised with, if the name is used once. */
function ownConstant(source: string, name: string): Span | undefined {
  const word = `(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`;
  const uses = source.match(new RegExp(word, 'g')) ?? [];
  const declaration = new RegExp(`\\bconst\\s+${word}\\s*=\\s*(?=\\S)`).exec(source);
  if (uses.length !== 2 || declaration === null) return undefined;
  const start = declaration.index + declaration[0].length;
  const length = /^[^;\r\n]*/.exec(source.slice(start))?.[0].trimEnd().length ?? 0;
  return { start, end: start + length };
}
