import * as l10n from '@vscode/l10n';
import { indentAt } from '../../../core/text/line.ts';
import type { PointRead } from '../../model/operations/operation.ts';
import { forOfAround } from '../../syntax/edits/for-of.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { isPath } from './code.ts';

/** Reads that run at the same time: enough to hide the round trips, few for a partition's limits. */
const AT_ONCE = 20;

const NEW_NAMES = ['start', 'chunk', 'read'];

/**
 * The reads of a chunk together, where the loop begins with `const entity = await client.getEntity(…)` and then only
 * works with it, without waiting, leaving or catching.
 */
export function parallelFixes(
  context: RuleContext,
  { file, callSpan, repeated, via }: PointRead,
): readonly Fix[] {
  if (repeated === undefined || repeated.calledAt !== undefined || via !== undefined) return [];
  if (repeated.canEnd || repeated.isChained) return [];
  const source = context.sourceOf(file);
  const loop = forOfAround(file, source, callSpan);
  const [first, ...rest] = loop?.body ?? [];
  const name = first?.awaited?.name;
  const [next] = rest;
  if (loop === undefined || first === undefined || name === undefined || next === undefined) return [];
  const isCall = first.awaited?.call.start === callSpan.start && first.awaited.call.end === callSpan.end;
  if (!isCall || rest.some(({ isInvolved }) => isInvolved)) return [];
  const at = ({ start, end }: { start: number; end: number }): string => source.slice(start, end);
  const [array, variable, call] = [at(loop.array), at(loop.variable), at(callSpan)];
  if (!isPath(array) || /\bawait\b/.test(call) || NEW_NAMES.some((one) => loop.names.has(one))) return [];
  const isUsed = rest.some(({ names }) => !loop.isName || names.has(variable));
  if (isUsed && !loop.isName) return [];
  const indent = indentAt(source, loop.span.start);
  const bodyEnd = rest.at(-1)?.span.end ?? next.span.end;
  const text = [
    `for (let start = 0; start < ${array}.length; start += ${AT_ONCE}) {`,
    `${indent}  const chunk = ${array}.slice(start, start + ${AT_ONCE});`,
    isUsed
      ? `${indent}  const read = await Promise.all(chunk.map(async (${variable}) => ({ ${variable}, ${name}: await ${call} })));`
      : `${indent}  const read = await Promise.all(chunk.map((${variable}) => ${call}));`,
    `${indent}  for (const ${isUsed ? `{ ${variable}, ${name} }` : name} of read) {`,
    `${indent}    ${source.slice(next.span.start, bodyEnd).replaceAll('\n', '\n  ')}`,
    `${indent}  }`,
    `${indent}}`,
  ].join('\n');
  return [{ title: l10n.t('Read {0} at a time', AT_ONCE), edits: [{ span: loop.span, text }] }];
}
