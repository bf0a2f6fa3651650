import type { Entity } from '../../core/edm/json.ts';
import type { EdmType } from '../../core/edm/value.ts';
import type { ColumnChoice } from '../../protocol/grid.ts';
import { keyOfColumn } from './keys.ts';

/** The properties that every entity has by itself; no property of one's own can be named like them. */
export const SYSTEM_COLUMNS = ['PartitionKey', 'RowKey', 'Timestamp'] as const;

/** How often each type of value was seen under a property's name, by name in order of first appearance. */
export type SeenProperties = Map<string, Map<EdmType, number>>;

/** Names that are seen and can be columns: an entity has at most 252 of its own, and a table a few kinds of them. */
export const MAX_COLUMNS = 1_000;

/** Counts the properties of entities into what was seen before, up to {@link MAX_COLUMNS}; whether a name or a type is new. */
export function see(seen: SeenProperties, entities: readonly Entity[]): boolean {
  let isNew = false;
  for (const { properties } of entities) {
    for (const { name, value } of properties) {
      if (seen.size >= MAX_COLUMNS && !seen.has(name)) continue;
      const types = seen.get(name) ?? new Map<EdmType, number>();
      if (!types.has(value.type)) isNew = true;
      types.set(value.type, (types.get(value.type) ?? 0) + 1);
      seen.set(name, types);
    }
  }
  return isNew;
}

/** The types of a column, the most frequent first. */
export function typesOf(seen: SeenProperties, name: string): EdmType[] {
  return [...(seen.get(name) ?? [])].sort(([, a], [, b]) => b - a).map(([type]) => type);
}

/**
 * The names of the columns to show, of which these are here besides the service's own, in order: as the person left them, then what they
 * have not seen yet; Timestamp comes last until they move it.
 */
export function orderedColumns(here: ReadonlySet<string>, choices: readonly ColumnChoice[]): string[] {
  const chosen = choices.map(({ name }) => name);
  return [...new Set([...chosen, 'PartitionKey', 'RowKey', ...here, 'Timestamp'])].filter(
    (name) => here.has(name) || isSystem(name),
  );
}

/** All columns that a person may choose: those on the screen, what they chose of others at its place, then what other rows have. */
export function allColumns(
  shown: readonly ColumnChoice[],
  choices: readonly ColumnChoice[],
  seen: SeenProperties,
): ColumnChoice[] {
  const all = new Map<string, ColumnChoice>();
  const others = [...seen.keys()].map((name) => ({ name, width: COLUMN_WIDTH, hidden: false }));
  for (const choice of [...withAbsent(shown, choices), ...others]) {
    if (!all.has(choice.name)) all.set(choice.name, choice);
  }
  return [...all.values()];
}

/** Chosen columns that are not on the screen stay behind the one that they stood behind: they are there again with other rows. */
function withAbsent(shown: readonly ColumnChoice[], choices: readonly ColumnChoice[]): ColumnChoice[] {
  const all = [...shown];
  const placeOf = (name: string | undefined): number => all.findIndex((one) => one.name === name);
  for (const [index, choice] of choices.entries()) {
    if (placeOf(choice.name) >= 0) continue;
    const before = placeOf(choices[index - 1]?.name);
    all.splice(before < 0 ? all.length : before + 1, 0, choice);
  }
  return all;
}

/** Of a column of which nothing else is known, in CSS pixels. */
export const COLUMN_WIDTH = 150;

export function isSystem(name: string): name is (typeof SYSTEM_COLUMNS)[number] {
  return SYSTEM_COLUMNS.some((system) => system === name);
}

/** More names than these cost more to send than is saved. */
const FEW = 20;

/**
 * What to ask for beside the keys (`$select`); undefined asks for whole entities. Asked for only when the person
 * took columns away, and few are left: else properties that nobody has seen yet would never be seen.
 */
export function selectOf(choices: readonly ColumnChoice[]): readonly string[] | undefined {
  const wanted = choices.filter(({ hidden }) => !hidden).map(({ name }) => name);
  const isReduced = choices.some(({ name, hidden }) => hidden && !isSystem(name));
  if (!isReduced || wanted.length > FEW) return undefined;
  return wanted.filter((name) => keyOfColumn(name) === undefined);
}
