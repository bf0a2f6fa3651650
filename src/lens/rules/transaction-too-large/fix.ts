import * as l10n from '@vscode/l10n';
import type { Place } from '../../../core/text/segments.ts';
import type { Span } from '../../../core/text/span.ts';
import type { Write } from '../../model/operations/operation.ts';
import { visibleNames } from '../../syntax/edits/visible-names.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { indentAt, isPath } from '../shared/code.ts';

/** A name that the fix gives. */
const START = 'start';

/** A loop that submits a list in parts, where the call is a statement and its argument a list by name, or each made of one. */
export function chunkFixes(context: RuleContext, write: Write, most: number): readonly Fix[] {
  const { argumentSpans, callSpan, file, receiver, via } = write;
  const [list, ...others] = argumentSpans;
  if (list === undefined || others.length > 0 || via !== undefined) return [];
  const source = context.sourceOf(file);
  const code = source.slice(list.start, list.end);
  const before = /(?<=^|[;{}\n])[^\S\n]*(await\s+)$/.exec(source.slice(0, callSpan.start));
  const after = /^\s*(?:;|(?=\n|\}|$))/.exec(source.slice(callSpan.end));
  const whole = isPath(code) ? { of: code, made: '' } : mappedOf(code);
  const isFree =
    !visibleNames(file, source, callSpan.start).has(START) && whole !== undefined && isPath(receiver.text);
  if (before === null || after === null || !isFree) return [];
  const start = callSpan.start - (before[1]?.length ?? 0);
  const indent = indentAt(source, start);
  const text = [
    `for (let start = 0; start < ${whole.of}.length; start += ${most}) {`,
    `${indent}  await ${receiver.text}.submitTransaction(${whole.of}.slice(start, start + ${most})${whole.made});`,
    `${indent}}`,
  ].join('\n');
  return [
    {
      title: l10n.t('Submit groups of {0} (several transactions, not one)', most),
      edits: [{ span: { start, end: callSpan.end + after[0].length }, text }],
    },
  ];
}

/** `rows.map((row) => …)`: what is mapped, and how, if the position does not matter. */
function mappedOf(code: string): { readonly of: string; readonly made: string } | undefined {
  const [, of, made] = /^([\w$.]+)(\.map\([^]*\))$/.exec(code) ?? [];
  if (of === undefined || made === undefined || !isPath(of) || !ONE_PARAMETER.test(made)) return undefined;
  let depth = 0;
  for (const [i, character] of Array.from(made).entries()) {
    if (character === '(') depth++;
    // what is called on the result may see all of it
    else if (character === ')' && --depth === 0 && i < made.length - 1) return undefined;
  }
  return depth === 0 ? { of, made } : undefined;
}

/** An arrow function that is given the element alone, not its place. */
const ONE_PARAMETER =
  /^\.map\(\s*(?:[\w$]+\s*|\(\s*(?:[\w$]+|\{[^{}()]*\})\s*(?::[^,()]+)?\)\s*(?::[^=()]+)?)=>/;

/** Parts of a constant size that is too large: where its constant is declared, or everywhere in the loop. */
export function sizeFixes(
  context: RuleContext,
  { callSpan, file, via }: Write,
  { place, count }: { readonly place?: Place; readonly count: number },
  most: number,
): readonly Fix[] {
  if (place?.file !== file || via !== undefined) return [];
  const source = context.sourceOf(file);
  const code = source.slice(place.span.start, place.span.end);
  const spans = /^[A-Za-z_$][\w$]*$/.test(code)
    ? declared(source, code)
    : inLoop(source, place.span, callSpan, code);
  const isSize = ({ start, end }: Span): boolean =>
    Number(source.slice(start, end).replaceAll('_', '')) === count;
  if (spans.length === 0 || !spans.every(isSize)) return [];
  return [
    {
      title: l10n.t('Submit groups of {0}', most),
      edits: spans.map((span) => ({ span, text: String(most) })),
    },
  ];
}

/** The number that the one constant of a name is declared with. */
function declared(source: string, name: string): readonly Span[] {
  const word = `(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`;
  const found = [
    ...source.matchAll(new RegExp(`\\bconst\\s+${word}\\s*(?::\\s*number\\s*)?=\\s*(?=(\\d[\\d_]*))`, 'g')),
  ];
  const [only] = found;
  if (only === undefined || found.length > 1) return [];
  const start = only.index + only[0].length;
  return [{ start, end: start + (only[1]?.length ?? 0) }];
}

/** A number wherever it stands between the beginning of the innermost loop before a call and the end of the call. */
function inLoop(source: string, { start, end }: Span, call: Span, number: string): readonly Span[] {
  const loops = [...source.slice(0, call.start).matchAll(/\b(?:for|while)\s*(?:await\s*)?\(/g)];
  const from = loops.at(-1)?.index;
  if (!/^\d[\d_]*$/.test(number) || from === undefined || start < from || call.end < end) return [];
  const spans = [
    ...source.slice(from, call.end).matchAll(new RegExp(`(?<![\\w.])${number}(?![\\w.])`, 'g')),
  ].map(({ index }) => ({ start: from + index, end: from + index + number.length }));
  // `slice(0, 200)` alone would lose what is behind
  return spans.length > 1 || PARTS.test(source.slice(from, start)) ? spans : [];
}

/** What stands before the size of the parts that something is divided into. */
const PARTS = /(?:splice\(\s*0\s*,|maxPageSize:|>=|===?|\((?<=(?:chunk|batch|split)\w*\()[^()]*,)\s*$/i;
