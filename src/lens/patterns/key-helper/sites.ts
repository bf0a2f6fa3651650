import type { Operand } from '../../../core/odata/ast.ts';
import { comparisonsOf } from '../../../core/odata/comparisons.ts';
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

/** The keys that an operation gives, of a transaction those of its actions, and the values that its filter compares the key with. */
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
      return filter.alternatives.flatMap(({ text, parsed }) => {
        const spans = comparisonsOf(parsed.filter).flatMap(({ left, right }) => [
          ...(isNamed(left, key) ? [right.span] : []),
          ...(isNamed(right, key) ? [left.span] : []),
        ]);
        return [...text.holes].flatMap(([at, hole]) =>
          spans.some(({ start, end }) => start <= at && at < end) ? [hole] : [],
        );
      });
    }
  }
}

function isNamed(operand: Operand, key: KeyName): boolean {
  return operand.kind === 'property' && operand.name === key;
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

/** A place that spells out the first values of a key, as the bounds of a range do. */
export interface PrefixSite extends KeySite {
  /** What follows what the key has between those values and the next. */
  readonly rest: string;
}

/** Places in which a program spells out a key. */
export interface KeySites {
  readonly whole: readonly KeySite[];
  /** Those with the first values alone: all of them have as many. */
  readonly beginnings: readonly PrefixSite[];
}

/** Every place in which the program spells out the same key for a table: what stands around the values is the same. */
export function sameSites(world: World, table: string, key: KeyName, first: KeySite): KeySites {
  const found = new Map<string, KeySite>([[nameOf(first), first]]);
  const beginnings = new Map<string, PrefixSite>();
  for (const file of world.files())
    for (const operation of world.operations(file)) {
      if (operation.table === undefined || tableKey(operation.table) !== tableKey(table)) continue;
      if (operation.evidence !== 'proved' && operation.evidence !== 'inferred') continue;
      for (const site of sitesOf(world, operation, key)) {
        const name = nameOf(site);
        if (found.has(name) || beginnings.has(name)) continue;
        if (isSame(site.template, first.template)) found.set(name, site);
        const rest = restOf(site.template, first.template);
        const [other] = beginnings.values();
        const isAlike = (other ?? site).template.values.length === site.template.values.length;
        if (rest !== undefined && isAlike) beginnings.set(name, { ...site, rest });
      }
    }
  const all = [...found.values(), ...beginnings.values()];
  // of one within another the outer
  const isOuter = ({ place }: KeySite): boolean =>
    !all.some(
      (other) =>
        other.place !== place && other.place.file === place.file && contains(other.place.span, place.span),
    );
  return { whole: [...found.values()].filter(isOuter), beginnings: [...beginnings.values()].filter(isOuter) };
}

/** What a template has after the first values of a key and what follows them there; undefined where it is no beginning of it. */
function restOf({ texts }: KeyTemplate, { texts: whole }: KeyTemplate): string | undefined {
  const last = texts.length - 1;
  const [end, separator] = [texts[last], whole[last]];
  if (last < 1 || last >= whole.length - 1 || end === undefined || !separator) return undefined;
  const isBeginning = texts.slice(0, last).every((one, i) => one === whole[i]) && end.startsWith(separator);
  return isBeginning ? end.slice(separator.length) : undefined;
}

function nameOf({ place: { file, span } }: KeySite): string {
  return `${span.start} ${file}`;
}

function isSame({ texts }: KeyTemplate, { texts: others }: KeyTemplate): boolean {
  return texts.length === others.length && texts.every((one, i) => one === others[i]);
}
