import type {
  PlannedDesign,
  PlannedKind,
  PlannedPart,
  PlannedPattern,
  PlannedRange,
} from '../../core/config/planned.ts';
import type { KeyPattern } from '../model/keys/key-pattern.ts';
import { type AccessPattern, patternKey } from './access-patterns.ts';
import type { Attribute } from './attributes.ts';
import type { Condition, Test } from './conditions.ts';
import { shapeWith } from './explorer/shape-with.ts';
import type { Kind } from './kind.ts';
import {
  AS_IT_IS,
  type Encoding,
  ISO_TIME,
  type KeyPart,
  keyAttributes,
  LARGEST_FIRST,
  NEWEST_FIRST,
  PADDED,
} from './layout.ts';
import type { KindOf, Relationship } from './relationships.ts';
import { nounNamed } from './words.ts';
import type { WritePattern } from './write-patterns.ts';

/** Kinds that are planned and not written yet, as if they were. */
export function plannedKinds({ kinds }: PlannedDesign, known: readonly Kind[]): readonly Kind[] {
  const names = new Set(known.map(({ name }) => name));
  return kinds.filter(({ name }) => !names.has(name)).flatMap((kind) => plannedKind(kind) ?? []);
}

/** Undefined where its keys are not said. */
function plannedKind({ name, partitionKey, rowKey, properties }: PlannedKind): Kind | undefined {
  if (partitionKey === undefined || rowKey === undefined) return undefined;
  const types = new Map<string, Attribute['type']>(properties);
  const layout = {
    partitionKey: partitionKey.map((part) => keyPart(part, types)),
    rowKey: rowKey.map((part) => keyPart(part, types)),
  };
  const stored = [...properties].map(([property, type]): Attribute => ({
    name: property,
    property,
    type,
    from: 'input',
  }));
  const inKeys = keyAttributes(layout)
    .filter((attribute) => !properties.has(attribute))
    .map((attribute): Attribute => ({
      name: attribute,
      type: typeInKey(attribute, [...partitionKey, ...rowKey]),
      from: 'input',
    }));
  return {
    name,
    noun: nounNamed(name),
    layout,
    attributes: [...stored, ...inKeys],
    ofPlace: new Map(),
    ofProperty: new Map([...properties.keys()].map((property) => [property, property])),
    partitionKey: NO_PATTERN,
    rowKey: NO_PATTERN,
    makers: [],
    isWhole: true,
    keyNames: new Map(),
    told: new Map(),
    isPlanned: true,
  };
}

/** No code asks for a key that is only planned. */
const NO_PATTERN: KeyPattern = { parts: [], signature: '' };

function keyPart(part: PlannedPart, types: ReadonlyMap<string, Attribute['type']>): KeyPart {
  if (part.kind === 'literal') return part;
  return {
    kind: 'attribute',
    attribute: part.name,
    encoding: encodingFor(part.format, types.get(part.name)),
  };
}

function encodingFor(format: string | undefined, type: Attribute['type'] | undefined): Encoding {
  if (format === 'iso') return ISO_TIME;
  if (format === 'inverted') return type === 'number' ? LARGEST_FIRST : NEWEST_FIRST;
  if (format !== undefined) return { ...PADDED, label: format };
  return type === 'number' || type === 'time' ? { ...AS_IT_IS, sorts: 'none' } : AS_IT_IS;
}

function typeInKey(name: string, parts: readonly PlannedPart[]): Attribute['type'] {
  const format = parts.flatMap((part) =>
    part.kind === 'value' && part.name === name ? (part.format ?? '') : [],
  )[0];
  if (format === 'iso' || format === 'inverted') return 'time';
  return format === undefined || format === '' ? 'text' : 'number';
}

/** A question that is planned, of a kind that is known. */
export interface PlannedQuestion extends AccessPattern {
  readonly perSecond?: number;
  /** What is read of entities that its results refer to: `user.nickname`, `item.*`. */
  readonly follows?: readonly string[];
  /** The time by whose age all that it gives is deleted. */
  readonly deletesBy?: string;
}

/** Questions that are asked and planned, each once; one that is planned in several places is asked as often as all of them. */
export function eachOnce(
  asked: readonly PlannedQuestion[],
  planned: readonly PlannedQuestion[],
): readonly PlannedQuestion[] {
  const keyOf = (one: PlannedQuestion): string =>
    JSON.stringify([patternKey(one), [...(one.follows ?? [])].sort(), one.deletesBy]);
  const found = new Map(asked.map((one) => [keyOf(one), one]));
  for (const one of planned) {
    const known = found.get(keyOf(one));
    const rates = [known?.perSecond, one.perSecond].filter((rate) => rate !== undefined);
    const perSecond = rates.reduce((sum, rate) => sum + rate, 0);
    found.set(keyOf(one), { ...(known ?? one), ...(rates.length > 0 && { perSecond }) });
  }
  return [...found.values()];
}

/**
 * Questions that no code asks yet, with the shape that they would have today; those of kinds that nobody knows are left out.
 * `references`: those that are planned.
 */
export function plannedQuestions(
  planned: PlannedDesign,
  kinds: readonly Kind[],
  references: readonly Relationship[],
): readonly PlannedQuestion[] {
  const { accessPatterns, kinds: declared } = planned;
  return accessPatterns.flatMap((pattern): readonly PlannedQuestion[] => {
    const kind = kinds.find(({ name }) => name === pattern.kind);
    if (kind === undefined || isOfStrangers(pattern, kind, { planned, kinds, plannedReferences: references }))
      return [];
    const refersTo = declared.find(({ name }) => name === pattern.kind)?.refersTo;
    const conditions = conditionsOf(pattern);
    const { order, first, perSecond, reads, deletes } = pattern;
    const follows = reads
      .filter((name) => referredBy(name.split('.')[0] ?? '', kind.name, references) !== undefined)
      .map((name) => (refersTo?.has(name) === true ? `${name}.*` : name));
    const age = deletes ? ageIn(pattern, kind) : undefined;
    return [
      {
        kinds: [kind.name],
        conditions,
        ...(order && { order }),
        wanted:
          first === undefined
            ? { kind: 'all' }
            : first === 1
              ? { kind: 'one' }
              : { kind: 'first', count: first },
        uses: [],
        shape: shapeWith(
          kind,
          conditions.filter(({ attributes }) => !attributes.some((name) => isRelated(name, refersTo))),
        ),
        ...(perSecond !== undefined && { perSecond }),
        ...(follows.length > 0 && { follows }),
        ...(age !== undefined && { deletesBy: age }),
      },
    ];
  });
}

/** The time by which a question gives what is older alone; undefined of any other question. */
export function ageIn({ equal, ranges }: PlannedPattern, { attributes }: Kind): string | undefined {
  const [range, ...others] = ranges;
  if (equal.length > 0 || others.length > 0 || range?.sides !== 'to') return undefined;
  const isTime = attributes.some(({ name, type }) => name === range.attribute && type === 'time');
  return isTime ? range.attribute : undefined;
}

/** Whether a name is that of something that a related entity has. */
function isRelated(name: string, refersTo: PlannedKind['refersTo'] | undefined): boolean {
  return name.includes('.') && refersTo?.has(name.slice(0, name.indexOf('.'))) === true;
}

function conditionsOf({ equal, ranges }: PlannedPattern): readonly Condition[] {
  return [
    ...equal.map((name): Condition => ({ attributes: [name], test: { kind: 'eq' }, by: 'service' })),
    ...ranges.map((range): Condition => ({
      attributes: [range.attribute],
      test: rangeTest(range),
      by: 'service',
    })),
  ];
}

function rangeTest({ sides }: PlannedRange): Test {
  const [lower, upper] = [{ isInclusive: true }, { isInclusive: sides === 'both' }];
  return {
    kind: 'range',
    ...(sides !== 'to' && { lower }),
    ...(sides !== 'from' && { upper }),
  };
}

/** The attributes that a question asks and orders by. */
function namesAsked({ equal, ranges, order }: PlannedPattern): readonly string[] {
  return [...equal, ...ranges.map(({ attribute }) => attribute), ...(order ? [order.attribute] : [])];
}

/** What is planned of a table, with the kinds and references that are known. */
interface Plan {
  readonly planned: PlannedDesign;
  readonly kinds: readonly Kind[];
  readonly plannedReferences: readonly Relationship[];
}

/** Whether a question asks by what a kind does not have, as far as all is known that it has. */
function isOfStrangers(pattern: PlannedPattern, kind: Kind, plan: Plan): boolean {
  return strangersOf(kind.name, namesAsked(pattern), [], plan).length > 0;
}

/** A name that is planned with and that nobody knows, a slip of the pen: of a kind, or, where it says of which, of what that has. */
export interface Stranger {
  readonly name: string;
  readonly kind?: string;
  /** The kind has it, and it refers to no entity that could be read. */
  readonly refersToNone?: true;
}

/** Names of kinds and attributes that are planned with, and that nobody knows, each once. */
export function strangersIn(plan: Plan): readonly Stranger[] {
  const { planned, kinds, plannedReferences: references } = plan;
  const ofPatterns = planned.accessPatterns.flatMap((pattern) =>
    strangersOf(pattern.kind, namesAsked(pattern), pattern.reads, plan),
  );
  const ofWrites = planned.writes.flatMap(({ kind, changes }) => strangersOf(kind, changes, [], plan));
  const ofReferences = planned.kinds.flatMap(({ name, refersTo }) =>
    [...refersTo].flatMap(([property, to]): readonly Stranger[] => {
      if (kinds.every((kind) => kind.name !== name)) return [];
      return [
        ...strangersOf(name, [property], [], plan),
        ...(referredBy(property, name, references) ? [] : [{ name: to }]),
      ];
    }),
  );
  const all = [...ofPatterns, ...ofWrites, ...ofReferences];
  return [...new Map(all.map((one) => [JSON.stringify([one.kind, one.name]), one])).values()];
}

function strangersOf(
  name: string,
  asked: readonly string[],
  reads: readonly string[],
  { planned, kinds, plannedReferences: references }: Plan,
): readonly Stranger[] {
  const kind = kinds.find((one) => one.name === name);
  // of a kind that is declared without keys that is told
  if (kind === undefined) return planned.kinds.some((one) => one.name === name) ? [] : [{ name }];
  const has = (of: Kind | undefined, attribute: string): boolean =>
    of?.attributes.some((one) => one.name === attribute) === true;
  const isOf = (of: Kind, path: string): boolean => {
    const [first = '', ...rest] = path.split('.');
    if (has(of, path) || rest.length === 0) return has(of, path);
    const related = referredBy(first, of.name, references)?.kind;
    return related !== undefined && isOf(related, rest.join('.'));
  };
  const isKnown = (path: string): boolean => (!kind.isWhole && !path.includes('.')) || isOf(kind, path);
  const isRead = (path: string): boolean =>
    referredBy(path, name, references) !== undefined || (path.includes('.') && isKnown(path));
  return [
    ...asked.filter((path) => !isKnown(path)).map((path) => ({ kind: name, name: path })),
    ...reads
      .filter((path) => !isRead(path))
      .map((path): Stranger => ({
        ...{ kind: name, name: path },
        ...(has(kind, path) && { refersToNone: true }),
      })),
  ];
}

/** The kind that a property of a kind is planned to refer to. */
export function referredBy(
  property: string,
  kind: string,
  references: readonly Relationship[],
): KindOf | undefined {
  return references.find(({ from, by }) => from.kind.name === kind && by.includes(property))?.to;
}

/** Writes that no code does yet; where none is told of a kind that is planned, its entities are created. */
export function plannedWrites(planned: PlannedDesign, kinds: readonly Kind[]): readonly WritePattern[] {
  const told = planned.writes.flatMap(({ kind: name, does, changes, perSecond }) => {
    const kind = kinds.find((one) => one.name === name);
    const isKnown = (change: string): boolean =>
      kind?.isWhole !== true || kind.attributes.some((one) => one.name === change);
    return kind === undefined || !changes.every(isKnown)
      ? []
      : [{ ...writeOf(kind, does, changes), ...(perSecond !== undefined && { perSecond }) }];
  });
  const implied = kinds
    .filter(({ isPlanned, name }) => isPlanned === true && !planned.writes.some(({ kind }) => kind === name))
    .map((kind) => writeOf(kind, 'create', []));
  return [...told, ...implied];
}

function writeOf(kind: Kind, does: WritePattern['does'], changes: readonly string[]): WritePattern {
  const all = kind.attributes.map(({ name }) => name);
  return {
    kind: kind.name,
    does,
    writes: [],
    knows: does === 'create' ? all : [...new Set([...keyAttributes(kind.layout), ...changes])],
    changes: does === 'merge' ? changes : [],
    together: [],
    isRepeated: false,
  };
}

/** What the properties of planned kinds refer to; `elsewhere`: the kinds of other tables, where one is asked for. */
export function plannedReferences(
  table: string,
  planned: PlannedDesign,
  kinds: readonly Kind[],
  elsewhere: () => readonly KindOf[],
): readonly Relationship[] {
  return planned.kinds.flatMap(({ name, refersTo }) =>
    [...refersTo].flatMap(([property, other]): readonly Relationship[] => {
      const from = kinds.find((kind) => kind.name === name);
      const own = kinds.find((kind) => kind.name === other);
      const to = own === undefined ? namedElsewhere(other, elsewhere()) : { table, kind: own };
      if (from === undefined || to === undefined) return [];
      return [{ kind: 'reference', from: { table, kind: from }, to, by: [property], isOnePartition: false }];
    }),
  );
}

/** The kind of another table that is called so: `Hotels.hotel`, or `hotel` where only one table has it. */
function namedElsewhere(name: string, all: readonly KindOf[]): KindOf | undefined {
  const found = all.filter(({ table, kind }) => [kind.name, `${table}.${kind.name}`].includes(name));
  return found.length === 1 ? found[0] : undefined;
}
