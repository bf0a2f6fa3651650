import * as l10n from '@vscode/l10n';
import type { Structured, Value } from '../../model/operation.ts';
import { isSamePath } from '../../syntax/program/names.ts';
import { codeAround, expressionAt } from '../shared/code-at.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { onBranch, shown, textAt } from '../shared/place.ts';
import { isKey, type Put, putsOf } from '../shared/put-values.ts';
import { storableFixes } from './fix.ts';

/** REST, "Understanding the Table service data model": the property types. The SDK throws before it sends others. */
export const rule: Rule = {
  id: 'unsupported-property-type',
  severity: 'error',
  title: () => l10n.t('A value that no property can hold'),
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
      yield {
        ...put.report,
        message: onBranch(branch, message),
        fixes: () => (put.isHere && !put.isOfType ? storableFixes(context, put, structure) : []),
      };
    }
  },
};

function explain(structure: Structured, code: string): string | undefined {
  switch (structure.kind) {
    case 'object':
      return l10n.t(
        '{0} is an object, and properties hold nothing nested: the SDK throws, and nothing is written. Store it as JSON.stringify gives it, its parts as properties of their own, or an entity of its own.',
        code,
      );
    case 'array':
      return l10n.t(
        '{0} is an array, and properties hold single values: the SDK throws, and nothing is written. Store it as JSON.stringify gives it, or one entity for each element.',
        code,
      );
    case 'function':
      return l10n.t(
        '{0} is a function: the SDK throws, and nothing is written. Store what it returns.',
        code,
      );
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

function explainTyped({ type, value }: Extract<Structured, { kind: 'typed' }>): string | undefined {
  if (type === undefined) return undefined;
  if (!TYPES.includes(type)) {
    return l10n.t(
      '"{0}" is no type of the SDK, which throws, and nothing is written. Its types are {1}.',
      type,
      TYPES.join(', '),
    );
  }
  if (type === 'Int64' && isNumber(value)) {
    return l10n.t(
      'The value of an Int64 is a text here: a number is rejected, and a bigint throws. Write it in quotes or by String(…), or give a bigint alone, without a type.',
    );
  }
  return undefined;
}

function isNumber(value: Value): boolean {
  return value.kind === 'number' && value.number.representation !== 'date';
}

/** `const { tags, ...plain } = input`: what is left has another type than the whole. */
function isRest(context: RuleContext, { isOfType, place }: Put): boolean {
  const written = expressionAt(context, place);
  if (!isOfType || written?.expression.kind !== 'local') return isOfType;
  return codeAround(context, place).parts.some(
    (part) => part.kind === 'expression' && part.target === 'rest' && isSamePath(part, written),
  );
}
