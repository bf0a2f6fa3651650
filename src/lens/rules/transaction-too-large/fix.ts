import * as l10n from '@vscode/l10n';
import { indentAt } from '../../../core/text/line.ts';
import type { Place } from '../../../core/text/segments.ts';
import type { Span } from '../../../core/text/span.ts';
import type { Write } from '../../model/operations/operation.ts';
import { awaitStatement } from '../../syntax/edits/await-statement.ts';
import { partSizes } from '../../syntax/edits/part-size.ts';
import { visibleNames } from '../../syntax/edits/visible-names.ts';
import type { Expression } from '../../syntax/program/program.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { isPath } from '../shared/code.ts';
import { expressionAt } from '../shared/code-at.ts';

/** A name that the fix gives. */
const START = 'start';

/** A loop that submits a list in parts, where the call is a statement and its argument a list by name, or each made of one. */
export function chunkFixes(context: RuleContext, write: Write, most: number): readonly Fix[] {
  const { argumentSpans, callSpan, file, receiver, via } = write;
  const [list, ...others] = argumentSpans;
  if (list === undefined || others.length > 0 || via !== undefined || !isPath(receiver.text)) return [];
  const source = context.sourceOf(file);
  const statement = awaitStatement(file, source, callSpan);
  const code = expressionAt(context, { file, span: list })?.expression;
  const listed = code && listedIn(code);
  if (statement === undefined || listed === undefined) return [];
  const of = source.slice(listed.start, listed.end);
  if (!isPath(of) || visibleNames(file, source, callSpan.start).has(START)) return [];
  const made = source.slice(listed.end, list.end);
  const indent = indentAt(source, statement.start);
  const text = [
    `for (let start = 0; start < ${of}.length; start += ${most}) {`,
    `${indent}  await ${receiver.text}.submitTransaction(${of}.slice(start, start + ${most})${made});`,
    `${indent}}`,
  ].join('\n');
  return [
    {
      title: l10n.t('Submit groups of {0} (several transactions, not one)', most),
      edits: [{ span: statement, text }],
    },
  ];
}

/** Of `rows` and of `rows.map((row) => …)`, which is not given the position, the list. */
function listedIn(code: Expression): Span | undefined {
  if (code.kind !== 'call') return code.span;
  const { callee, args } = code;
  const [made, ...others] = args;
  if (callee.kind !== 'member' || callee.name !== 'map' || callee.isOptional) return undefined;
  if (made?.kind !== 'function' || others.length > 0 || !made.fn.isArrow) return undefined;
  const [parameter, ...more] = made.fn.parameters;
  return parameter?.isRest === false && more.length === 0 ? callee.object.span : undefined;
}

/** Parts of a constant size that is too large: where its constant is declared, or everywhere in the loop. */
export function sizeFixes(
  context: RuleContext,
  { callSpan, file, via }: Write,
  { place, count }: { readonly place?: Place; readonly count: number },
  most: number,
): readonly Fix[] {
  if (place?.file !== file || via !== undefined) return [];
  const spans = partSizes(file, context.sourceOf(file), place.span, callSpan);
  const isSize = (span: Span): boolean => {
    const code = expressionAt(context, { file, span })?.expression;
    return code?.kind === 'number' && code.value === count;
  };
  if (spans.length === 0 || !spans.every(isSize)) return [];
  return [
    {
      title: l10n.t('Submit groups of {0}', most),
      edits: spans.map((span) => ({ span, text: String(most) })),
    },
  ];
}
