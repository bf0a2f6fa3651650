import * as l10n from '@vscode/l10n';
import { grouped } from '../../core/text/numbers.ts';
import type { PlannedPattern } from '../../core/config/planned.ts';
import type { Kind } from './kind.ts';
import { keyAttributes, keyText } from './layout.ts';
import { ageIn } from './planned.ts';
import { listed } from './sentences.ts';
import type { NamedPattern, TableUse } from './table-model.ts';
import type { WritePattern } from './write-patterns.ts';

/** What one storage account takes of requests a second ("Scalability and performance targets for Table storage"). */
const MOST_REQUESTS = 20_000;

/** What a plan says of a table that cannot be, a sentence each; the rest of the plan holds. */
export function contradictionsIn(use: TableUse): readonly string[] {
  const { planned, kinds, patterns, writes } = use;
  const known = new Set(kinds.map(({ name }) => name));
  return [
    ...planned.kinds
      .filter(({ name, properties }) => !known.has(name) && properties.size > 0)
      .map(({ name }) => l10n.t('{0} needs partitionKey and rowKey, so the plan ignores it.', name)),
    ...kinds.flatMap((kind) => [...tooFewKeys(kind, use), ...tooFewDigits(kind, use)]),
    ...sameKeys(kinds),
    ...writes.filter(({ writes: seen }) => seen.length === 0).flatMap((write) => keysChanged(write, kinds)),
    ...planned.accessPatterns.flatMap((pattern) => unusedDelete(pattern, kinds)),
    ...unknownNames(use),
    ...[...patterns, ...writes].flatMap((one) => tooOften(one)),
  ];
}

/** Fewer keys than entities, where it is declared how many values each of their attributes has. */
function tooFewKeys({ name, layout, isPlanned }: Kind, { planned }: TableUse): readonly string[] {
  const entities = planned.kinds.find((one) => one.name === name)?.entities;
  if (entities === undefined || isPlanned !== true) return [];
  const keys = [...new Set(keyAttributes(layout))].reduce(
    (product, attribute) => product * (planned.cardinality.get(attribute) ?? Number.POSITIVE_INFINITY),
    1,
  );
  return keys < entities
    ? [
        l10n.t(
          '{0} has {1} entities, but its keys have {2} values at most.',
          name,
          grouped(entities),
          grouped(keys),
        ),
      ]
    : [];
}

/** Numbers that a key pads to fewer digits than they have: they sort among those that it pads. */
function tooFewDigits({ name, layout, isPlanned }: Kind, { planned }: TableUse): readonly string[] {
  if (isPlanned !== true) return [];
  const parts = [...layout.partitionKey, ...layout.rowKey].filter((part) => part.kind === 'attribute');
  const [only, ...others] = new Set(parts.map(({ attribute }) => attribute));
  const entities = planned.kinds.find((one) => one.name === name)?.entities;
  return parts.flatMap(({ attribute, encoding: { label } }) => {
    // what alone tells entities apart has a value for each
    const ofEntities = attribute === only && others.length === 0 ? entities : undefined;
    const values = planned.cardinality.get(attribute) ?? ofEntities;
    if (values === undefined || !/^\d+$/.test(label) || values <= 10 ** Number(label)) return [];
    return [
      l10n.t(
        'The keys of {0} have {1} digits of {2}, too few for {3} values: longer numbers sort wrongly.',
        name,
        label,
        attribute,
        grouped(values),
      ),
    ];
  });
}

/** Kinds that are planned under the keys of others: what has equal values is one entity. */
function sameKeys(kinds: readonly Kind[]): readonly string[] {
  const keys = kinds.map(({ layout }) => `${keyText(layout.partitionKey)}\n${keyText(layout.rowKey)}`);
  return kinds.flatMap(({ name, isPlanned }, index) => {
    const first = kinds[keys.indexOf(keys[index] ?? '')];
    if (first === undefined || first.name === name || !(isPlanned ?? first.isPlanned)) return [];
    return [l10n.t('{0} and {1} have the same keys, so one can overwrite the other.', first.name, name)];
  });
}

/** A merge that would give an entity other keys. */
function keysChanged({ kind: name, does, changes }: WritePattern, kinds: readonly Kind[]): readonly string[] {
  const kind = kinds.find((one) => one.name === name);
  const inKeys = kind === undefined ? [] : changes.filter((one) => keyAttributes(kind.layout).includes(one));
  return does === 'merge' && inKeys.length > 0
    ? [l10n.t("A merge can't change {0}, which the keys of {1} have.", listed(inKeys), name)]
    : [];
}

/** A question that deletes what it gives, of which that is not counted. */
function unusedDelete(pattern: PlannedPattern, kinds: readonly Kind[]): readonly string[] {
  const kind = kinds.find(({ name }) => name === pattern.kind);
  if (!pattern.deletes || kind === undefined || ageIn(pattern, kind) !== undefined) return [];
  return [
    l10n.t(
      '"deletes" is only used with a time as "to", and no other condition. Declare the deletes of {0} in "writes".',
      pattern.kind,
    ),
  ];
}

/** Figures of what the table doesn't have. */
function unknownNames({ planned, kinds, patterns, writes, unknown }: TableUse): readonly string[] {
  const attributes = new Set(kinds.flatMap((kind) => kind.attributes.map(({ name }) => name)));
  const isWhole = kinds.every((kind) => kind.isWhole);
  const called = new Set([
    ...patterns.map(({ sentence }) => sentence),
    ...writes.map(({ does, kind }) => `${does} ${kind}`),
  ]);
  const ofValues = isWhole ? [...planned.cardinality.keys()].filter((name) => !attributes.has(name)) : [];
  const ofRates = unknown.length > 0 ? [] : [...planned.perSecond.keys()].filter((name) => !called.has(name));
  return [
    ...ofValues.map((name) => l10n.t("cardinality names '{0}', which no kind has.", name)),
    ...ofRates.map((name) => l10n.t("perSecond names '{0}', which isn't a read or write of it.", name)),
  ];
}

function tooOften({ perSecond, ...one }: NamedPattern | WritePattern): readonly string[] {
  if (perSecond === undefined || perSecond <= MOST_REQUESTS) return [];
  const name = 'sentence' in one ? one.sentence : `${one.does} ${one.kind}`;
  return [
    l10n.t(
      '"{0}": {1} per second is more than a storage account takes ({2} requests).',
      name,
      grouped(perSecond),
      grouped(MOST_REQUESTS),
    ),
  ];
}
