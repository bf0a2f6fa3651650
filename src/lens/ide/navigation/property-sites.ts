import { operandsIn } from '../../../core/shape/conjuncts.ts';
import { isKeyName, type KeyName } from '../../../core/shape/shape.ts';
import { type Place, toPlaces } from '../../../core/text/segments.ts';
import { contains } from '../../../core/text/span.ts';
import { givenKeys } from '../../model/keys/key-schema.ts';
import type {
  FilterAlternative,
  Operation,
  PutProperty,
  Query,
  Write,
} from '../../model/operations/operation.ts';
import { isSure } from '../../model/tables/tables.ts';
import { ANY_NAME } from '../../syntax/facts/facts.ts';
import { tableIdentity } from '../table-uses.ts';

/** A place in the source that names a property of a table's entities, or gives one of their keys. */
export interface PropertySite {
  /** The table's identity in this workspace, equal for operations on the same table. */
  readonly table: string;
  /** As entities have it; of the keys `PartitionKey` and `RowKey`. */
  readonly name: string;
  /** `made`: a write puts it; `asked`: a filter, a key of a read or delete, or `select` names it. */
  readonly role: 'made' | 'asked';
  readonly place: Place;
}

/** The site at an offset of a file, the narrowest where several are; undefined where no operation names a property there. */
export function siteAt(
  operations: readonly Operation[],
  file: string,
  offset: number,
): PropertySite | undefined {
  const at = { start: offset, end: offset };
  return operations
    .flatMap(propertySites)
    .filter(({ place }) => place.file === file && contains(place.span, at))
    .sort((a, b) => lengthOf(a) - lengthOf(b))[0];
}

/** All sites of the property that a site names, each place once, in the order of `operations`. */
export function sitesLike({ table, name }: PropertySite, operations: readonly Operation[]): PropertySite[] {
  const found = new Map<string, PropertySite>();
  for (const operation of operations) {
    if (!isSure(operation) || tableIdentity(operation) !== table) continue;
    for (const site of propertySites(operation)) {
      const { file, span } = site.place;
      const key = `${span.start} ${span.end} ${file}`;
      if (site.name === name && !found.has(key)) found.set(key, site);
    }
  }
  return [...found.values()];
}

/** What an operation says of properties and keys, and where. */
export function propertySites(operation: Operation): PropertySite[] {
  if (!isSure(operation)) return [];
  const table = tableIdentity(operation);
  const site = (name: string, role: PropertySite['role'], place: Place): PropertySite => ({
    table,
    name: KEYS.get(name) ?? name,
    role,
    place,
  });
  switch (operation.kind) {
    case 'query':
      return namedInQuery(operation).map(({ name, place }) => site(name, 'asked', place));
    case 'point-read':
      return [
        ...givenKeys(operation).map(({ key, place }) => site(key, 'asked', place)),
        ...selected(operation).map(({ name, place }) => site(name, 'asked', place)),
      ];
    case 'write': {
      const put = putBy(operation).filter(({ name }) => name !== ANY_NAME);
      const isPut = (key: KeyName): boolean => put.some(({ name }) => KEYS.get(name) === key);
      const given = givenKeys(operation).filter(({ key }) => !isPut(key));
      return [
        ...put.map(({ name, at }) => site(name, 'made', at)),
        ...given.map(({ key, how, place }) => site(key, how === 'written' ? 'made' : 'asked', place)),
      ];
    }
  }
}

/** The SDK's names of the keys, and the service's. */
const KEYS: ReadonlyMap<string, KeyName> = new Map([
  ['partitionKey', 'PartitionKey'],
  ['rowKey', 'RowKey'],
]);

interface Named {
  readonly name: string;
  readonly place: Place;
}

function namedInQuery(query: Query): Named[] {
  const alternatives = query.filter.kind === 'none' ? [] : query.filter.alternatives;
  return [...alternatives.flatMap(namedInFilter), ...selected(query)];
}

function namedInFilter({ parsed, text }: FilterAlternative): Named[] {
  const operands = parsed.filter === undefined ? [] : operandsIn(parsed.filter);
  return operands.flatMap((operand) => {
    if (operand.kind !== 'property') return [];
    const name = isKeyName(operand.name) ? operand.name : (KEYS.get(operand.name) ?? operand.name);
    return toPlaces(text, operand.span).map((place) => ({ name, place }));
  });
}

function selected({ projection }: Pick<Query, 'projection'>): Named[] {
  const select = projection?.select;
  if (select === undefined || select === 'unknown') return [];
  return select.flatMap(({ name, place }) => (place === undefined ? [] : [{ name, place }]));
}

/** What only a type says is put nowhere. */
function putBy({ values, actions = [] }: Write): readonly PutProperty[] {
  return [values, ...actions.map((action) => action.values)].flat().filter(({ isOfType }) => !isOfType);
}

function lengthOf({ place: { span } }: PropertySite): number {
  return span.end - span.start;
}
