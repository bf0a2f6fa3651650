import * as l10n from '@vscode/l10n';
import { getNodeValue, type Node } from 'jsonc-parser';

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
  /** The one that is bounded, on these sides. */
  readonly range?: { readonly attribute: string; readonly sides: 'both' | 'from' | 'to' };
  /** What is read of entities that the results refer to: `user.nickname`, or `item` for all of it. */
  readonly reads: readonly string[];
  /** All that it gives is deleted. */
  readonly deletes: boolean;
  readonly order?: { readonly attribute: string; readonly direction: 'up' | 'down' };
  readonly first?: number;
  readonly perSecond?: number;
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
  readonly members: (node: Node, known?: readonly string[], example?: string) => ReadonlyMap<string, Node>;
  readonly text: (node: Node | undefined) => string | undefined;
  readonly refuse: (node: Node, message: () => string) => void;
  /** The same for a name that isn't known, which changes nothing. */
  readonly ignore: (node: Node, message: () => string) => void;
}

/** Kinds, patterns and figures of one table that are read: each is weighed against the others. */
const MOST_LISTED = 100;

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
  return [...reader.members(node)].slice(0, MOST_LISTED).map(([name, one]): PlannedKind => {
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
  for (const [name, one] of [...reader.members(node)].slice(0, MOST_LISTED)) {
    const kind = reader.text(one);
    if (kind !== undefined) found.set(name, kind);
  }
  return found;
}

function propertiesIn(node: Node, reader: NodeReader): ReadonlyMap<string, PlannedType> {
  const found = new Map<string, PlannedType>();
  for (const [name, one] of [...reader.members(node)].slice(0, MOST_LISTED)) {
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
  return (node.children ?? []).slice(0, MOST_LISTED).flatMap((one): readonly PlannedPattern[] => {
    const members = reader.members(one, PATTERN_MEMBERS, PATTERN_EXAMPLE);
    const kind = kindOf(one, members, reader, PATTERN_EXAMPLE);
    if (kind === undefined) return [];
    const [equal, reads] = [members.get('equal'), members.get('reads')];
    const range = rangeIn(members, reader);
    const order = reader.text(members.get('order'));
    const first = figureIn(members.get('first'), reader, 'over 0');
    const perSecond = figureIn(members.get('perSecond'), reader, 'from 0');
    return [
      {
        kind,
        equal: equal === undefined ? [] : namesIn(equal, reader),
        ...(range && { range }),
        ...(order !== undefined && {
          order: { attribute: order.replace(/^-/, ''), direction: order.startsWith('-') ? 'down' : 'up' },
        }),
        ...(first !== undefined && { first }),
        reads: reads === undefined ? [] : namesIn(reads, reader),
        deletes: truthIn(members.get('deletes'), reader),
        ...(perSecond !== undefined && { perSecond }),
      },
    ];
  });
}

/** The kind that a pattern or a write is about; undefined where that is not said. */
function kindOf(
  node: Node,
  members: ReadonlyMap<string, Node>,
  reader: NodeReader,
  example: string,
): string | undefined {
  if (node.type === 'object' && !members.has('kind'))
    reader.refuse(node, () => l10n.t('Name the kind of entities that this reads, such as {0}.', example));
  return reader.text(members.get('kind'));
}

/** `range` is bounded on both sides, `from` and `to` on one. */
function rangeIn(members: ReadonlyMap<string, Node>, reader: NodeReader): PlannedPattern['range'] {
  const [both, from, to] = ['range', 'from', 'to'].map((name) => reader.text(members.get(name)));
  if (both !== undefined) return { attribute: both, sides: 'both' };
  if (from !== undefined) return { attribute: from, sides: from === to ? 'both' : 'from' };
  return to === undefined ? undefined : { attribute: to, sides: 'to' };
}

const ACTIONS: readonly PlannedWrite['does'][] = ['create', 'merge', 'delete'];

function writesIn(node: Node, reader: NodeReader): readonly PlannedWrite[] {
  if (node.type !== 'array') {
    reader.refuse(node, () => l10n.t('This must be a list of writes, such as {0}.', `[${WRITE_EXAMPLE}]`));
    return [];
  }
  return (node.children ?? []).slice(0, MOST_LISTED).flatMap((one): readonly PlannedWrite[] => {
    const members = reader.members(one, ['kind', 'does', 'changes', 'perSecond'], WRITE_EXAMPLE);
    const kind = kindOf(one, members, reader, WRITE_EXAMPLE);
    const [action, changes] = [members.get('does'), members.get('changes')];
    const does = ACTIONS.find((each) => each === reader.text(action));
    if (kind === undefined) return [];
    if (does === undefined) {
      reader.refuse(action ?? one, () => l10n.t('Say what the write does: {0}.', ACTIONS.join(', ')));
      return [];
    }
    const perSecond = figureIn(members.get('perSecond'), reader, 'from 0');
    return [
      {
        kind,
        does,
        changes: changes === undefined ? [] : namesIn(changes, reader),
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

function namesIn(node: Node, reader: NodeReader): readonly string[] {
  if (node.type !== 'array') {
    reader.refuse(node, () => l10n.t('This must be a list of names, such as {0}.', '["department"]'));
    return [];
  }
  return (node.children ?? []).slice(0, MOST_LISTED).flatMap((one) => reader.text(one) ?? []);
}

/** Whether a figure may be nothing: what never runs has a rate of 0. */
type Least = 'over 0' | 'from 0';

function figuresIn(node: Node | undefined, reader: NodeReader, least: Least): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [name, one] of node === undefined ? [] : [...reader.members(node)].slice(0, MOST_LISTED)) {
    const figure = figureIn(one, reader, least);
    if (figure !== undefined) found.set(name, figure);
  }
  return found;
}

function figureIn(node: Node | undefined, reader: NodeReader, least: Least): number | undefined {
  if (node === undefined) return undefined;
  const value: unknown = getNodeValue(node);
  const isEnough = typeof value === 'number' && (least === 'over 0' ? value > 0 : value >= 0);
  if (isEnough && Number.isFinite(value)) return value;
  reader.refuse(node, () =>
    least === 'over 0'
      ? l10n.t('This must be a number greater than 0.')
      : l10n.t('This must be 0 or a number greater than 0.'),
  );
  return undefined;
}
