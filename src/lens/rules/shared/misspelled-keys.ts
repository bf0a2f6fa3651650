import { keyInOtherCase, type KeyName } from '../../../core/shape/shape.ts';
import type { FilterAlternative, Query } from '../../model/operations/operation.ts';
import type { RuleContext } from '../rule.ts';
import type { TableModel } from '../../model/tables/tables.ts';
import { propertiesIn, type Property } from './filters.ts';
import { onceForTable } from './once.ts';

/** A key in the wrong case, and the key that is meant. */
export interface MisspelledKey {
  readonly property: Property;
  readonly key: KeyName;
}

/** Where a filter spells a key in the wrong case, unless the table's entities are seen to have such a property. */
export function misspelledKeys(
  context: RuleContext,
  query: Query,
  { parsed }: FilterAlternative,
): MisspelledKey[] {
  return propertiesIn(parsed.filter).flatMap((property) => {
    const key = keyInOtherCase(property.name);
    return key === undefined || isProperty(context, query, property.name) ? [] : [{ property, key }];
  });
}

function isProperty(context: RuleContext, query: Query, name: string): boolean {
  const table = context.tableOf(query);
  return table !== undefined && propertiesOf(table).has(name);
}

const propertiesOf = onceForTable(
  ({ writes }: TableModel): ReadonlySet<string> => new Set(writes.flatMap(({ properties }) => properties)),
);
