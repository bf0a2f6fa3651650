import * as l10n from '@vscode/l10n';
import { getNodeValue, type Node } from 'jsonc-parser';
import { grouped } from '../text/numbers.ts';

/** What `.partitionlens.json` says of a table's design that code cannot say, or does not yet. */
export interface PlannedDesign {
  readonly kinds: readonly PlannedKind[];
  readonly accessPatterns: readonly PlannedPattern[];
  /** Writes that no code does yet; where none is told of a kind that is planned, its entities are created. */
  readonly writes: readonly PlannedWrite[];
  /** How many values attributes have, by their names. */
  readonly cardinality: ReadonlyMap<string, number>;
  /** How often reads and writes run, by what the report calls them: a sentence, `create employee`. */
  readonly perSecond: ReadonlyMap<string, number>;
}

/** A kind of entities: one that no code writes yet, or how many there are of one that code writes. */
export interface PlannedKind {
  readonly name: string;
  readonly partitionKey?: readonly PlannedPart[];
  readonly rowKey?: readonly PlannedPart[];
  readonly properties: ReadonlyMap<string, PlannedType>;
  readonly entities?: number;
  /** The kinds that properties refer to: `seller` to `user`. */
  readonly refersTo: ReadonlyMap<string, string>;
}

export type PlannedType = 'text' | 'number' | 'time' | 'boolean' | 'id';

/** All of them. */
export const PLANNED_TYPES: readonly PlannedType[] = ['text', 'number', 'time', 'boolean', 'id'];

/** A part of a key pattern: constant text, or a value and how it is written. */
export type PlannedPart =
  | { readonly kind: 'literal'; readonly text: string }
  /** `format`: digits that a number is padded to, `iso`, or `inverted` for times, newest first. */
  | { readonly kind: 'value'; readonly name: string; readonly format?: string };

/** A question that no code asks yet. */
export interface PlannedPattern {
  readonly kind: string;
  /** The attributes of which a value is given; `seller.region` is what the entity has that `seller` refers to. */
  readonly equal: readonly string[];
  /** Those that are bounded, each once, and on which sides. */
  readonly ranges: readonly PlannedRange[];
  /** What is read of entities that the results refer to: `user.nickname`, or `item` for all of it. */
  readonly reads: readonly string[];
  /** All that it gives is deleted. */
  readonly deletes: boolean;
  readonly order?: { readonly attribute: string; readonly direction: 'up' | 'down' };
  readonly first?: number;
  readonly perSecond?: number;
}

export interface PlannedRange {
  readonly attribute: string;
  readonly sides: 'both' | 'from' | 'to';
}

/** A write that no code does yet. */
export interface PlannedWrite {
  readonly kind: string;
  readonly does: 'create' | 'merge' | 'delete';
  /** The properties that it changes of an entity that is there. */
  readonly changes: readonly string[];
  readonly perSecond?: number;
}

/** How a part of the file is read: what cannot be used is refused, with where and why. */
export interface NodeReader {
  /** `tell`: what is said of a name that isn't known, where more than that is ignored. */
  readonly members: (
    node: Node,
    known?: readonly string[],
    example?: string,
    tell?: (name: string, known: readonly string[]) => string,
  ) => ReadonlyMap<string, Node>;
  readonly text: (node: Node | undefined) => string | undefined;
  readonly refuse: (node: Node, message: () => string) => void;
  /** The same for a name that isn't known, which changes nothing. */
  readonly ignore: (node: Node, message: () => string) => void;
}

/** Kinds, patterns and figures of one table that are read: each is weighed against the others. */
const MOST_LISTED = 100;

/** Properties of an entity beside its keys and Timestamp ("Understanding the Table service data model"). */
const MOST_PROPERTIES = 252;

/** So many of some things as are read; of the first of the others it is said. */
function firstOf<T>(
  all: readonly T[],
  nodeOf: (one: T) => Node,
  reader: NodeReader,
  most = MOST_LISTED,
): readonly T[] {
  const beyond = all[most];
  if (beyond !== undefined)
    reader.refuse(nodeOf(beyond), () => l10n.t('This is ignored: only the first {0} are used.', most));
  return all.slice(0, most);
}

function itself(node: Node): Node {
  return node;
}

const KIND_EXAMPLE =
  '{ "partitionKey": "{department}", "rowKey": "emp_{id:6}", "properties": { "email": "text" } }';
const PATTERN_EXAMPLE = '{ "kind": "employee", "equal": ["department", "email"], "perSecond": 20 }';
const WRITE_EXAMPLE = '{ "kind": "employee", "does": "merge", "changes": ["email"], "perSecond": 0.5 }';

/** What is planned of a table, from the members of its declaration; undefined where nothing is. */
export function readPlanned(
  members: ReadonlyMap<string, Node>,
  reader: NodeReader,
): PlannedDesign | undefined {
  const [kinds, patterns, writes] = ['kinds', 'accessPatterns', 'writes'].map((name) => members.get(name));
  const [cardinality, perSecond] = [members.get('cardinality'), members.get('perSecond')];
  if ([kinds, patterns, writes, cardinality, perSecond].every((node) => node === undefined)) return undefined;
  return {
    kinds: kinds === undefined ? [] : kindsIn(kinds, reader),
    accessPatterns: patterns === undefined ? [] : patternsIn(patterns, reader),
    writes: writes === undefined ? [] : writesIn(writes, reader),
    cardinality: figuresIn(cardinality, reader, 'over 0'),
    perSecond: figuresIn(perSecond, reader, 'from 0'),
  };
}

const KIND_MEMBERS = ['partitionKey', 'rowKey', 'properties', 'entities', 'refersTo'];

function kindsIn(node: Node, reader: NodeReader): readonly PlannedKind[] {
  return firstOf([...reader.members(node)], ([, one]) => one, reader).map(([name, one]): PlannedKind => {
    const members = reader.members(one, KIND_MEMBERS, KIND_EXAMPLE);
    const partitionKey = keyIn(members.get('partitionKey'), reader);
    const rowKey = keyIn(members.get('rowKey'), reader);
    const entities = figureIn(members.get('entities'), reader, 'over 0');
    const properties = members.get('properties');
    const refersTo = members.get('refersTo');
    return {
      name,
      ...(partitionKey && { partitionKey }),
      ...(rowKey && { rowKey }),
      properties: properties === undefined ? new Map() : propertiesIn(properties, reader),
      ...(entities !== undefined && { entities }),
      refersTo: refersTo === undefined ? new Map() : referencesIn(refersTo, reader),
    };
  });
}

function referencesIn(node: Node, reader: NodeReader): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [name, one] of firstOf([...reader.members(node)], ([, value]) => value, reader)) {
    const kind = reader.text(one);
    if (kind !== undefined) found.set(name, kind);
  }
  return found;
}

function propertiesIn(node: Node, reader: NodeReader): ReadonlyMap<string, PlannedType> {
  const found = new Map<string, PlannedType>();
  for (const [name, one] of firstOf(
    [...reader.members(node)],
    ([, value]) => value,
    reader,
    MOST_PROPERTIES,
  )) {
    const written = reader.text(one);
    const type = PLANNED_TYPES.find((each) => each === written);
    if (type !== undefined) found.set(name, type);
    else if (written !== undefined)
      reader.refuse(one, () => l10n.t("This isn't a type. Use one of: {0}.", PLANNED_TYPES.join(', ')));
  }
  return found;
}

/** `emp_{id:6}`: constant text, and in braces a name with how its value is written. */
function keyIn(node: Node | undefined, reader: NodeReader): readonly PlannedPart[] | undefined {
  const text = node && reader.text(node);
  if (node === undefined || text === undefined) return undefined;
  const parts = text.split(/[{}]/);
  const isWhole = parts.length % 2 === 1 && /^[^{}]*(?:\{[^{}]*\}[^{}]*)*$/.test(text);
  const found = parts.flatMap((part, index): readonly PlannedPart[] => {
    if (index % 2 === 0) return part === '' ? [] : [{ kind: 'literal', text: part }];
    const [name = '', format] = part.split(':', 2);
    return [{ kind: 'value', name, ...(format !== undefined && { format }) }];
  });
  const isRight = found.every(
    (part) =>
      part.kind === 'literal' ||
      (part.name !== '' && (part.format === undefined || /^(?:\d{1,2}|iso|inverted)$/.test(part.format))),
  );
  if (isWhole && isRight && found.length > 0) return found;
  reader.refuse(node, () =>
    l10n.t(
      'A key is constant text and names in braces, such as {0}. After a colon, write a number of digits, iso, or inverted.',
      'emp_{id:6}',
    ),
  );
  return undefined;
}

const PATTERN_MEMBERS = [
  ...['kind', 'equal', 'range', 'from', 'to', 'order', 'first'],
  ...['reads', 'deletes', 'perSecond'],
];

function patternsIn(node: Node, reader: NodeReader): readonly PlannedPattern[] {
  if (node.type !== 'array') {
    reader.refuse(node, () =>
      l10n.t('This must be a list of access patterns, such as {0}.', `[${PATTERN_EXAMPLE}]`),
    );
    return [];
  }
  return firstOf(node.children ?? [], itself, reader).flatMap((one): readonly PlannedPattern[] => {
    const members = reader.members(one, PATTERN_MEMBERS, PATTERN_EXAMPLE, (name, known) =>
      l10n.t(
        "{0} isn't valid here, so this access pattern is ignored. Use one of: {1}.",
        name,
        known.join(', '),
      ),
    );
    const kind = kindOf(one, members, reader, () =>
      l10n.t('Name the kind of entities that this reads, such as {0}.', PATTERN_EXAMPLE),
    );
    const reads = members.get('reads');
    const equal = namesOf(members.get('equal'), reader);
    const ranges = rangesIn(members, reader, equal);
    const order = orderIn(members.get('order'), reader);
    const first = figureIn(members.get('first'), reader, 'whole');
    const perSecond = figureIn(members.get('perSecond'), reader, 'from 0');
    if (kind === undefined || hasStranger(one) || !isAsMeant(members, first)) return [];
    return [
      {
        kind,
        equal,
        ranges,
        ...(order && { order }),
        ...(first !== undefined && { first }),
        reads: namesOf(reads, reader),
        deletes: truthIn(members.get('deletes'), reader),
        ...(perSecond !== undefined && { perSecond }),
      },
    ];
  });
}

/** Whether a pattern has a member that isn't known, which may be what it asks by. */
function hasStranger({ children = [] }: Node): boolean {
  return children.some(({ children: [key] = [] }) => {
    const name: unknown = key && getNodeValue(key);
    return typeof name === 'string' && !PATTERN_MEMBERS.includes(name);
  });
}

/** Whether nothing of a pattern is left out: with less it would be a question that nobody asks. */
function isAsMeant(members: ReadonlyMap<string, Node>, first: number | undefined): boolean {
  const isOf = (name: string, isRight: (node: Node) => boolean): boolean => {
    const node = members.get(name);
    return node === undefined || isRight(node);
  };
  const isText = ({ type, value }: Node): boolean => type === 'string' && value !== '';
  const areTexts = ({ type, children = [] }: Node): boolean => type === 'array' && children.every(isText);
  return (
    ['equal', 'reads'].every((name) => isOf(name, areTexts)) &&
    ['range', 'from', 'to', 'order'].every((name) => isOf(name, isText)) &&
    isOf('first', () => first !== undefined)
  );
}

/** The kind that a pattern or a write is about; undefined where that is not said, which `message` tells. */
function kindOf(
  node: Node,
  members: ReadonlyMap<string, Node>,
  reader: NodeReader,
  message: () => string,
): string | undefined {
  if (node.type === 'object' && !members.has('kind')) reader.refuse(node, message);
  return reader.text(members.get('kind'));
}

/** `range` is bounded on both sides, `from` and `to` on one: from the one on and up to the other, which may be two attributes. */
function rangesIn(
  members: ReadonlyMap<string, Node>,
  reader: NodeReader,
  equal: readonly string[],
): readonly PlannedRange[] {
  const found = new Map<string, PlannedRange['sides']>();
  for (const [member, sides] of [
    ['range', 'both'],
    ['from', 'from'],
    ['to', 'to'],
  ] as const) {
    const node = members.get(member);
    const attribute = reader.text(node);
    if (node === undefined || attribute === undefined) continue;
    if (equal.includes(attribute))
      reader.refuse(node, () => l10n.t('A value of {0} is given already, so nothing bounds it.', attribute));
    else found.set(attribute, found.has(attribute) ? 'both' : sides);
  }
  return [...found].map(([attribute, sides]) => ({ attribute, sides }));
}

function orderIn(node: Node | undefined, reader: NodeReader): PlannedPattern['order'] {
  const text = reader.text(node);
  if (node === undefined || text === undefined) return undefined;
  const attribute = text.replace(/^-/, '');
  if (attribute !== '') return { attribute, direction: text.startsWith('-') ? 'down' : 'up' };
  reader.refuse(node, () => l10n.t('Name an attribute, with - before it for the largest first.'));
  return undefined;
}

const ACTIONS: readonly PlannedWrite['does'][] = ['create', 'merge', 'delete'];

function writesIn(node: Node, reader: NodeReader): readonly PlannedWrite[] {
  if (node.type !== 'array') {
    reader.refuse(node, () => l10n.t('This must be a list of writes, such as {0}.', `[${WRITE_EXAMPLE}]`));
    return [];
  }
  return firstOf(node.children ?? [], itself, reader).flatMap((one): readonly PlannedWrite[] => {
    const members = reader.members(one, ['kind', 'does', 'changes', 'perSecond'], WRITE_EXAMPLE);
    const kind = kindOf(one, members, reader, () =>
      l10n.t('Name the kind of entities that this writes, such as {0}.', WRITE_EXAMPLE),
    );
    const [action, changes] = [members.get('does'), members.get('changes')];
    const does = ACTIONS.find((each) => each === reader.text(action));
    if (kind === undefined) return [];
    if (does === undefined) {
      reader.refuse(action ?? one, () => l10n.t('Say what the write does: {0}.', ACTIONS.join(', ')));
      return [];
    }
    const perSecond = figureIn(members.get('perSecond'), reader, 'from 0');
    const changed = namesOf(changes, reader);
    if (does === 'merge' && changed.length === 0)
      reader.ignore(one, () => l10n.t('Name the properties that the merge changes: {0}.', WRITE_EXAMPLE));
    return [
      {
        kind,
        does,
        changes: changed,
        ...(perSecond !== undefined && { perSecond }),
      },
    ];
  });
}

function truthIn(node: Node | undefined, reader: NodeReader): boolean {
  if (node === undefined) return false;
  if (node.type !== 'boolean') reader.refuse(node, () => l10n.t('This must be true or false.'));
  return getNodeValue(node) === true;
}

/** Names, each once. */
function namesOf(node: Node | undefined, reader: NodeReader): readonly string[] {
  return node === undefined ? [] : [...new Set(namesIn(node, reader))];
}

function namesIn(node: Node, reader: NodeReader): readonly string[] {
  if (node.type !== 'array') {
    reader.refuse(node, () => l10n.t('This must be a list of names, such as {0}.', '["department"]'));
    return [];
  }
  return firstOf(node.children ?? [], itself, reader).flatMap((one) => reader.text(one) ?? []);
}

/** More than a plan has a use for: a table holds at most 500 TiB (scalability targets of Table storage). */
const LARGEST_FIGURE = 1e12;

/** Whether a figure may be nothing: what never runs has a rate of 0. A number of entities is whole. */
type Least = 'over 0' | 'from 0' | 'whole';

function figuresIn(node: Node | undefined, reader: NodeReader, least: Least): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const members = node === undefined ? [] : [...reader.members(node)];
  for (const [name, one] of firstOf(members, ([, value]) => value, reader)) {
    const figure = figureIn(one, reader, least);
    if (figure !== undefined) found.set(name, figure);
  }
  return found;
}

function figureIn(node: Node | undefined, reader: NodeReader, least: Least): number | undefined {
  if (node === undefined) return undefined;
  const value: unknown = getNodeValue(node);
  if (typeof value === 'number' && value <= LARGEST_FIGURE && isFigure(value, least)) return value;
  const isLarge = typeof value === 'number' && value > LARGEST_FIGURE;
  reader.refuse(node, () => (isLarge ? largeFigureText() : figureText(least)));
  return undefined;
}

function largeFigureText(): string {
  return l10n.t('This must be at most {0}.', grouped(LARGEST_FIGURE));
}

function isFigure(value: number, least: Least): boolean {
  switch (least) {
    case 'over 0':
      return value > 0;
    case 'from 0':
      return value >= 0;
    case 'whole':
      return value > 0 && Number.isInteger(value);
  }
}

function figureText(least: Least): string {
  switch (least) {
    case 'over 0':
      return l10n.t('This must be a number greater than 0.');
    case 'from 0':
      return l10n.t('This must be 0 or a number greater than 0.');
    case 'whole':
      return l10n.t('This must be a whole number greater than 0.');
  }
}
