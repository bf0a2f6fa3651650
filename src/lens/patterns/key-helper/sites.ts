import type { Place } from '../../../core/text/segments.ts';
import { contains } from '../../../core/text/span.ts';
import type { KeyExpression, Operation, Value } from '../../model/operations/operation.ts';
import { tableKey } from '../../model/tables/tables.ts';
import { type KeyTemplate, keyTemplateAt } from '../../syntax/edits/key-template.ts';
import type { World } from '../pattern.ts';

export type KeyName = 'RowKey' | 'PartitionKey';

type TextValue = Extract<Value, { kind: 'text' }>;

/** A place that spells a key out as a template. */
export interface KeySite {
  readonly place: Place;
  readonly value: TextValue;
  readonly template: KeyTemplate;
}

/** The keys that an operation gives, of a transaction those of its actions, and the values that its filter compares with. */
function valuesOf(operation: Operation, key: KeyName): readonly Value[] {
  const given = (one: KeyExpression | undefined): readonly Value[] => (one === undefined ? [] : [one.value]);
  const property = key === 'RowKey' ? 'rowKey' : 'partitionKey';
  switch (operation.kind) {
    case 'point-read':
      return given(operation[property]);
    case 'write':
      return [
        ...given(operation[property]),
        ...(operation.actions ?? []).flatMap((action) => given(action[property])),
      ];
    case 'query': {
      const { filter } = operation;
      if (filter.kind === 'none') return [];
      return filter.alternatives.flatMap(({ text }) =>
        text.segments.flatMap((segment) => (segment.kind === 'hole' ? [segment.hole] : [])),
      );
    }
  }
}

/** The templates that an operation gives as a key: in its own code, or in that of functions that it goes through. */
export function sitesOf(world: World, operation: Operation, key: KeyName): readonly KeySite[] {
  return valuesOf(operation, key)
    .flatMap((value) => (value.kind === 'oneOf' ? value.values.map((one) => one.value) : [value]))
    .flatMap((value) => {
      if (value.kind !== 'text' || value.place === undefined) return [];
      const { place } = value;
      const text = world.text(place.file);
      const template = text === undefined ? undefined : keyTemplateAt(place.file, text, place.span);
      return template === undefined ? [] : [{ place, value, template }];
    });
}

/** Every place in which the program spells out the same key for a table: what stands around the values is the same. */
export function sameSites(world: World, table: string, key: KeyName, first: KeySite): readonly KeySite[] {
  const found = new Map<string, KeySite>([[nameOf(first), first]]);
  for (const file of world.files())
    for (const operation of world.operations(file)) {
      if (operation.table === undefined || tableKey(operation.table) !== tableKey(table)) continue;
      if (operation.evidence !== 'proved' && operation.evidence !== 'inferred') continue;
      for (const site of sitesOf(world, operation, key))
        if (isSame(site.template, first.template) && !found.has(nameOf(site))) found.set(nameOf(site), site);
    }
  const all = [...found.values()];
  // of one within another the outer
  return all.filter(
    ({ place }) =>
      !all.some(
        (other) =>
          other.place !== place && other.place.file === place.file && contains(other.place.span, place.span),
      ),
  );
}

function nameOf({ place: { file, span } }: KeySite): string {
  return `${span.start} ${file}`;
}

function isSame({ texts }: KeyTemplate, { texts: others }: KeyTemplate): boolean {
  return texts.length === others.length && texts.every((one, i) => one === others[i]);
}
