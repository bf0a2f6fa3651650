import * as l10n from '@vscode/l10n';
import { contains, type Span } from '../../../core/text/span.ts';
import type { Operation, PutProperty, Query, Write } from '../../model/operations/operation.ts';
import type { TableModel } from '../../model/tables/tables.ts';
import type { Code } from '../../syntax/program/code.ts';
import { nameIn } from '../../syntax/program/names.ts';
import type { Expression } from '../../syntax/program/program.ts';
import type { Part } from '../../syntax/program/walk.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { codeOfFile, fileHas } from '../shared/code-at.ts';
import { onceForEach, onceForTable } from '../shared/once.ts';
import { shown } from '../shared/place.ts';
import { methodOf } from '../shared/repeated.ts';
import { replacerFixes } from './fix.ts';
import { say } from './messages.ts';

type Read = Exclude<Operation, Write>;
type InJson = NonNullable<Query['inJson']>[number];

/** The SDK reads Int64 as bigint [`deserialize`], for which `JSON.stringify` throws a TypeError [ECMA-262, SerializeJSONProperty]. */
export const rule: Rule = {
  id: 'bigint-in-json',
  severity: 'warning',
  title: () => l10n.t('JSON of an entity with an Int64 property'),
  check: function* (context) {
    const told = new Set<string>();
    for (const read of [...context.operations, ...context.inJson]) {
      if (read.kind === 'write' || read.inJson === undefined) continue;
      for (const json of read.inJson) {
        const name = int64In(context, read, json);
        const { file, span } = json.place;
        const isHere = file === read.file;
        const key = isHere ? `${span.start} ${span.end}` : `${read.nameSpan.start} ${span.start} ${file}`;
        if (name === undefined || told.has(key) || isConverted(context, read, json)) continue;
        told.add(key);
        yield {
          place: isHere ? json.place : methodOf(read),
          ...say('bigint-in-json', shown(name)),
          about: read,
          related: [
            isHere
              ? { place: methodOf(read), message: l10n.t('The entity is read here.') }
              : { place: json.place, message: l10n.t('JSON is made of it here.') },
          ],
          ...(isHere && { fixes: () => replacerFixes(context, json.place) }),
        };
      }
    }
  },
};

/** The property that is an Int64 among those of which JSON is made. */
function int64In(context: RuleContext, read: Read, json: InJson): string | undefined {
  const { projection } = read;
  const { select, properties = [], typeOf } = projection ?? {};
  if (select === 'unknown') return undefined;
  const selected = select?.map(({ name }) => name);
  const typed = properties.filter((name) => typeOf?.(name) === 'Int64');
  const model = context.tableOf(read);
  const names = [...typed, ...(model === undefined ? [] : int64sOf(model))];
  return names.find(
    (name) =>
      (json.name === undefined || json.name === name) &&
      !json.without.includes(name) &&
      selected?.includes(name) !== false,
  );
}

/** The properties that the writes of a table put as Int64. */
const int64sOf = onceForTable(({ writes }: TableModel): readonly string[] => {
  const all = writes.flatMap(({ values, actions = [] }) => [values, ...actions.map((one) => one.values)]);
  return [...new Set(all.flat().flatMap((put) => (isInt64(put) ? [put.name] : [])))];
});

function isInt64({ value, structure }: PutProperty): boolean {
  if (structure?.kind === 'typed') return structure.type === 'Int64';
  return value.kind === 'number' && value.number.representation === 'bigint';
}

/** Whether the SDK is told to give something else, or JSON of a bigint is made in a way of the program's own. */
function isConverted(context: RuleContext, { file }: Read, { place }: InJson): boolean {
  return [file, place.file].some(
    (one) => fileHas(context, one, isConversion) || asksElsewhere(context, codeOfFile(context, one)),
  );
}

/** Whether a file asks for bigints, but in a replacer that a call of `JSON.stringify` is given on the spot, which is for that alone. */
const asksElsewhere = onceForEach((_, { parts }: Code): boolean => {
  const expressions = parts.flatMap((part) => (part.kind === 'expression' ? [part.expression] : []));
  // typeof value === 'bigint'
  const asked = expressions.filter((one) => one.kind === 'text' && one.text.text === 'bigint');
  if (asked.length === 0) return false;
  const replacers = expressions.flatMap((one) => replacerOf(one) ?? []);
  return asked.some(({ span }) => !replacers.some((replacer) => contains(replacer, span)));
});

function replacerOf(expression: Expression): Span | undefined {
  if (expression.kind !== 'call' || nameIn(expression.callee) !== 'stringify') return undefined;
  return expression.args[1]?.span;
}

function isConversion(part: Part): boolean {
  if (part.kind !== 'expression') return false;
  const { expression } = part;
  if (expression.kind === 'object')
    return expression.parts.some(
      (inner) => inner.kind !== 'spread' && inner.name === 'disableTypeConversion',
    );
  return expression.kind === 'member' && expression.name === 'toJSON';
}
