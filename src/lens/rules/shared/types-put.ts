import { type StoredType, typeNamed } from '../../../core/shape/stored-type.ts';
import type { Operation, PutProperty, Query, Value } from '../../model/operations/operation.ts';
import type { TableModel } from '../../model/tables/tables.ts';
import type { RuleContext } from '../rule.ts';
import { isAllSeen } from './known-properties.ts';
import { onceForTable } from './once.ts';
import { operationsBeside } from './writes.ts';

type Types = ReadonlyMap<string, StoredType | undefined>;

/**
 * What a property of a query's table is stored as by all that is written there; undefined where not all writes are seen, or they
 * put values of several types, or of one that is not known.
 */
export function typePut(context: RuleContext, query: Query, property: string): StoredType | undefined {
  const table = context.table(query.table);
  const types = table === undefined ? typesIn(operationsBeside(context, query)) : typesOf(table);
  return types.get(property);
}

const typesOf = onceForTable(({ operations }: TableModel): Types => typesIn(operations));

function typesIn(operations: readonly Operation[]): Types {
  const types = new Map<string, StoredType | undefined>();
  if (!isAllSeen(operations)) return types;
  for (const operation of operations) {
    if (operation.kind !== 'write') continue;
    for (const { values } of [operation, ...(operation.actions ?? [])])
      for (const put of values) {
        const type = typeOfPut(put);
        types.set(put.name, !types.has(put.name) || types.get(put.name) === type ? type : undefined);
      }
  }
  return types;
}

function typeOfPut({ value, structure }: PutProperty): StoredType | undefined {
  if (structure === undefined) return typeOfValue(value);
  return structure.kind === 'typed' ? typeNamed(structure.type ?? '') : undefined;
}

function typeOfValue(value: Value): StoredType | undefined {
  switch (value.kind) {
    case 'number':
      return NUMBERS[value.number.representation];
    case 'boolean':
      return 'Boolean';
    case 'text':
    case 'time-text':
    case 'number-text':
    case 'random-text':
      return 'String';
    case 'unknown':
      if (value.is === 'bytes') return 'Binary';
      return value.is === 'string' ? 'String' : undefined;
    case 'oneOf': {
      // what is not there is not stored
      const there = value.values.filter((one) => one.value.kind !== 'nothing');
      const [first, ...others] = there.map((one) => typeOfValue(one.value));
      return others.every((other) => other === first) ? first : undefined;
    }
    case 'nothing':
      return undefined;
  }
}

const NUMBERS = { double: 'Number', bigint: 'Int64', date: 'DateTime' } as const;
