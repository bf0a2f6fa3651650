import * as l10n from '@vscode/l10n';
import type { Structured, Value } from '../../model/operations/operation.ts';
import { isSamePath } from '../../syntax/program/names.ts';
import type { Part } from '../../syntax/program/walk.ts';
import { codeAround, expressionAt } from '../shared/code-at.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { isParameter } from '../shared/handed-on.ts';
import { onBranch, shown, textAt } from '../shared/place.ts';
import { isKey, type Put, putsOf } from '../shared/put-values.ts';
import { storableFixes } from './fix.ts';
import type { Message } from '../message.ts';
import { say } from './messages.ts';

/** REST, "Understanding the Table service data model": the property types. The SDK throws before it sends others. */
export const rule: Rule = {
  id: 'unsupported-property-type',
  severity: 'error',
  title: () => l10n.t("A value that a property can't hold"),
  check: function* (context) {
    for (const put of putsOf(context)) {
      const { structure } = put;
      if (structure === undefined || isKey(put.name) || isRest(context, put)) continue;
      // of a field that is left empty only its type says what it may hold
      if (expressionAt(context, put.place)?.expression.kind === 'nothing') continue;
      const code = shown(textAt(context, put.place));
      const message = explain(structure, put.isOfType ? `${code}.${put.name}` : code);
      if (message === undefined) continue;
      const branch = 'when' in structure ? structure.when : undefined;
      const isPerhaps = put.isPerhaps === true || ('isPerhaps' in structure && structure.isPerhaps);
      yield {
        ...put.report,
        ...onBranch(branch, message),
        ...((branch !== undefined || isPerhaps) && { severity: 'warning' }),
        fixes: () => (put.isHere && !put.isOfType ? storableFixes(context, put, structure) : []),
      };
    }
  },
};

function explain(structure: Structured, code: string): Message | undefined {
  switch (structure.kind) {
    case 'object':
      return say('object', code);
    case 'array':
      return say('array', code);
    case 'function':
      return say('function', code);
    case 'typed':
      return explainTyped(structure);
  }
}

/** The names that the SDK takes in `{ type, value }`. */
const TYPES: readonly string[] = [
  'Boolean',
  'DateTime',
  'Double',
  'Guid',
  'Int32',
  'Int64',
  'String',
  'Binary',
];

function explainTyped({ type, value }: Extract<Structured, { kind: 'typed' }>): Message | undefined {
  if (type === undefined) return undefined;
  if (!TYPES.includes(type)) {
    return say('unknown-type', type, TYPES.join(', '));
  }
  if (type === 'Int64' && isNumber(value)) {
    return say('int64-value');
  }
  return undefined;
}

function isNumber(value: Value): boolean {
  return value.kind === 'number' && value.number.representation !== 'date';
}

/** `const { tags, ...plain } = input`: what is left has another type than the whole, but for what is seen to stay in it. */
function isRest(context: RuleContext, { isOfType, place, name }: Put): boolean {
  const written = expressionAt(context, place);
  if (!isOfType || written?.expression.kind !== 'local') return isOfType;
  const { parts } = codeAround(context, place);
  const isIt = (part: Part): boolean => part.kind === 'expression' && isSamePath(part, written);
  if (!parts.some((part) => isIt(part) && part.kind === 'expression' && part.target === 'rest')) return false;
  const patterns = parts.flatMap(({ frames, ...part }) => {
    if (part.kind !== 'statement' || part.statement.kind !== 'declare') return [];
    const { pattern, init } = part.statement;
    if (pattern.kind !== 'object-pattern' || pattern.rest?.kind !== 'local') return [];
    if (!isIt({ kind: 'expression', expression: pattern.rest, frames })) return [];
    // of what is itself left of something more is gone
    const isWhole =
      init !== undefined && isParameter(parts, { kind: 'expression', expression: init, frames });
    return [isWhole ? pattern : undefined];
  });
  const [only, ...others] = patterns;
  const stays = only?.parts.every(({ key }) => typeof key === 'string' && key !== name) === true;
  return others.length > 0 || !stays;
}
