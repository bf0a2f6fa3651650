import * as l10n from '@vscode/l10n';
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  type ParseErrorCode,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { DECLARABLE_CODECS, type KeyDeclaration, type PartDeclaration } from '../keys/declare.ts';
import type { Span } from '../text/span.ts';
import { type DeclaredClients, readDeclaredClients } from './declared-clients.ts';
import { type FolderLevels, readFolderLevels } from './folder-levels.ts';
import { isNestedTooDeep, MAX_NESTING } from './json-nesting.ts';
import { type NodeReader, type PlannedDesign, readPlanned } from './planned.ts';
import { isDeclarableName, OPEN_DATE, seriesName, seriesStart } from './series-name.ts';

/** The file in a workspace folder that says what the folder's tables are like. It stands with the source, for all. */
export const CONFIG_FILE = '.partitionlens.json';

/** What tells the kinds of entities in one table apart. */
export type EntityTypeDeclaration =
  | { readonly kind: 'property'; readonly name: string }
  /** What RowKey begins with, up to a separator. */
  | { readonly kind: 'row-key-prefix'; readonly separator: string };

/** What is declared of one table; a key with no declaration is guessed. */
export interface TableConfig {
  /** As written; that of a series has a format for its date: `Audit{yyyyMMdd}`. */
  readonly name: string;
  readonly partitionKey: readonly KeyDeclaration[];
  readonly rowKey: readonly KeyDeclaration[];
  readonly entityType?: EntityTypeDeclaration;
  /** What is planned of its design, and known of its sizes and rates. */
  readonly planned?: PlannedDesign;
}

/** What is declared of the tables and series of a folder, by name in lower case: names are case-insensitive. */
export type TableConfigs = ReadonlyMap<string, TableConfig>;

/**
 * What is declared of a table, by its name in any case, or else of the series that it belongs to by the date at its end. Of a
 * series whose date may be written in any way, the one that is declared.
 */
export function declaredOf(tables: TableConfigs, table: string): TableConfig | undefined {
  const known = tables.get(table.toLowerCase()) ?? tables.get(seriesName(table)?.toLowerCase() ?? '');
  if (known !== undefined || !table.endsWith(`{${OPEN_DATE}}`)) return known;
  const start = seriesStart(table);
  const [only, ...others] = [...tables.values()].filter(({ name }) => seriesStart(name) === start);
  return others.length === 0 ? only : undefined;
}

export interface ConfigProblem {
  readonly span: Span;
  /** What is wrong and what to write instead. */
  readonly message: string;
  /** It is a name that isn't known, perhaps of another version: all that is known holds as written. */
  readonly isHarmless?: true;
}

export interface ReadConfig {
  readonly tables: TableConfigs;
  /** Files whose findings nobody wants to see: patterns as in `.gitignore`, from the folder down. */
  readonly exclude: readonly string[];
  /** How loud rules are, the outermost folder first. */
  readonly levels: readonly FolderLevels[];
  /** The tables of clients of which code doesn't show them. */
  readonly clients: DeclaredClients;
  /** Whether the text is JSON at all, or empty. */
  readonly isJson: boolean;
  /** What cannot be used; the rest holds. */
  readonly problems: readonly ConfigProblem[];
}

/** How many problems of one file are told: nobody reads more at once. */
const MAX_PROBLEMS = 100;

/** Characters of all patterns of `exclude` together: each file is held against them. */
const MAX_PATTERNS = 4_000;

/** Declarations of a key, and parts of one. */
const MAX_LISTED = 32;

const MEMBERS = ['$schema', 'exclude', 'rules', 'folders', 'clients', 'tables'];

const TABLE_MEMBERS = [
  ...['partitionKey', 'rowKey', 'entityType'],
  ...['kinds', 'accessPatterns', 'writes', 'cardinality', 'perSecond'],
];

/** Characters of a name or value that a message quotes. */
const MAX_QUOTED = 60;

const NOTHING: Omit<ReadConfig, 'isJson' | 'problems'> = {
  tables: new Map(),
  exclude: [],
  levels: [],
  clients: new Map(),
};

/**
 * Reads the text of {@link CONFIG_FILE}, JSON with comments. Never throws; what is wrong is left out and told, as is a rule that is none
 * of `rules`, where these are given.
 */
export function readConfig(text: string, rules?: ReadonlySet<string>): ReadConfig {
  if (isNestedTooDeep(text)) {
    const message = l10n.t('This is nested more than {0} levels deep, so it is ignored.', MAX_NESTING);
    const span = { start: 0, end: Math.min(1, text.length) };
    return { ...NOTHING, isJson: false, problems: [{ span, message }] };
  }
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  // what else is wrong at one place follows from the first
  const places = new Map(errors.toReversed().map((one) => [one.offset, one]));
  const problems: ConfigProblem[] = [...places.values()]
    .sort((a, b) => a.offset - b.offset)
    .slice(0, MAX_PROBLEMS)
    .map(({ error, offset, length }) => ({
      span: { start: offset, end: offset + length },
      message: l10n.t("This isn't valid JSON: {0}. What comes after it might be ignored.", faultOf(error)),
    }));
  const read = root === undefined ? NOTHING : new Reader(problems).all(root, rules);
  return { ...read, isJson: errors.length === 0, problems };
}

/** What is wrong with the text of a file, for one who doesn't know how it is parsed. */
function faultOf(error: ParseErrorCode): string {
  switch (printParseErrorCode(error)) {
    case 'PropertyNameExpected':
      return l10n.t('a name in double quotes is missing');
    case 'ValueExpected':
      return l10n.t('a value is missing');
    case 'ColonExpected':
      return l10n.t('a colon is missing');
    case 'CommaExpected':
      return l10n.t('a comma is missing');
    case 'CloseBraceExpected':
      return l10n.t('a closing brace is missing: {0}', '}');
    case 'CloseBracketExpected':
      return l10n.t('a closing bracket is missing: {0}', ']');
    case 'EndOfFileExpected':
      return l10n.t('there is text after its end');
    case 'UnexpectedEndOfString':
      return l10n.t('a string has no closing quote');
    case 'UnexpectedEndOfComment':
      return l10n.t('a comment has no end');
    case 'InvalidNumberFormat':
    case 'UnexpectedEndOfNumber':
      return l10n.t("this isn't a number");
    default:
      return l10n.t("this isn't expected here");
  }
}

/** Walks over the tree of the file and remembers what it cannot use. */
class Reader {
  readonly #problems: ConfigProblem[];

  constructor(problems: ConfigProblem[]) {
    this.#problems = problems;
  }

  all(root: Node, rules: ReadonlySet<string> | undefined): Omit<ReadConfig, 'isJson' | 'problems'> {
    const members = this.#members(root, MEMBERS);
    const clients = members.get('clients');
    return {
      tables: this.#tables(members.get('tables')),
      exclude: this.#exclude(members.get('exclude')),
      levels: readFolderLevels(
        { rules: members.get('rules'), folders: members.get('folders') },
        this.#parts,
        rules,
      ),
      clients: clients === undefined ? NOTHING.clients : readDeclaredClients(clients, this.#parts),
    };
  }

  /** The same for parts of the file that are read elsewhere. */
  get #parts(): NodeReader {
    return {
      members: (...args) => this.#members(...args),
      text: (each) => this.#text(each),
      refuse: (...args) => {
        this.#refuse(...args);
      },
      ignore: (...args) => {
        this.#ignore(...args);
      },
    };
  }

  #exclude(node: Node | undefined): readonly string[] {
    if (node === undefined) return [];
    if (node.type !== 'array') {
      this.#refuse(node, () => l10n.t('This must be a list of patterns, such as {0}.', EXCLUDE_EXAMPLE));
    }
    let left = MAX_PATTERNS;
    return (node.type === 'array' ? (node.children ?? []) : []).flatMap((each) => {
      const pattern = this.#text(each);
      left -= pattern?.length ?? 0;
      if (pattern === undefined || left >= 0) return pattern ?? [];
      this.#refuse(each, () =>
        l10n.t(
          'All patterns together can have {0} characters, so this one is ignored. Write fewer or shorter patterns.',
          MAX_PATTERNS,
        ),
      );
      return [];
    });
  }

  #tables(tables: Node | undefined): TableConfigs {
    const found = new Map<string, TableConfig>();
    if (tables === undefined) return found;
    for (const [name, node] of this.#members(tables)) {
      if (!isDeclarableName(name)) {
        this.#refuse(node, () =>
          l10n.t(
            "{0} isn't a valid table name, so this is ignored. For tables that differ in a date at the end, write {1}: letters, then one of {2}.",
            quoted(name),
            'Audit{yyyyMMdd}',
            '{yyyy}, {yyyyMM}, {yyyyMMdd}, {yyyyMMddHH}',
          ),
        );
        continue;
      }
      const members = this.#members(node, TABLE_MEMBERS);
      const entityType = this.#entityType(members.get('entityType'));
      const planned = readPlanned(members, this.#parts);
      found.set(name.toLowerCase(), {
        name,
        partitionKey: this.#keys(members.get('partitionKey')),
        rowKey: this.#keys(members.get('rowKey')),
        ...(entityType && { entityType }),
        ...(planned && { planned }),
      });
    }
    return found;
  }

  /** One declaration, or an array of them. */
  #keys(node: Node | undefined): KeyDeclaration[] {
    if (node === undefined) return [];
    const all = node.type === 'array' ? (node.children ?? []) : [node];
    return this.#areTooMany(all) ? [] : all.flatMap((each) => this.#key(each) ?? []);
  }

  #key(node: Node): KeyDeclaration | undefined {
    if (node.type === 'string') {
      const codec = this.#codec(node);
      return codec === undefined ? undefined : { separator: '', parts: [{ kind: 'codec', codec }] };
    }
    const members = this.#members(node, ['parts', 'separator'], KEY_EXAMPLE);
    const listed = members.get('parts');
    if (node.type !== 'object') return undefined;
    if (listed?.type !== 'array' || listed.children === undefined || listed.children.length === 0) {
      this.#refuse(listed ?? node, () =>
        l10n.t('A declared key lists its parts in order, such as {0}.', KEY_EXAMPLE),
      );
      return undefined;
    }
    const separator = this.#text(members.get('separator')) ?? '';
    if (this.#areTooMany(listed.children)) return undefined;
    const parts = listed.children.map((part) => this.#part(part));
    if (parts.some((part) => part === undefined)) return undefined;
    const known = parts.filter((part) => part !== undefined);
    if (separator === '' && known.slice(0, -1).some(({ kind }) => kind === 'text')) {
      this.#refuse(node, () =>
        l10n.t(
          'The end of a text can\'t be found unless it is the last part. Write what separates the parts as "separator".',
        ),
      );
      return undefined;
    }
    return { separator, parts: known };
  }

  /** Each key that is shown is held against all of a list. */
  #areTooMany(all: readonly Node[]): boolean {
    const more = all[MAX_LISTED];
    if (more === undefined) return false;
    this.#refuse(more, () => l10n.t('You can list at most {0}, so all of them are ignored.', MAX_LISTED));
    return true;
  }

  #part(node: Node): PartDeclaration | undefined {
    if (node.type === 'string') {
      const codec = this.#codec(node);
      return codec === undefined ? undefined : { kind: 'codec', codec };
    }
    // a part that is a constant is no codec
    const known = has(node, 'constant') ? ['constant', 'name'] : ['codec', 'constant', 'name'];
    const members = this.#members(node, known, PART_EXAMPLE);
    if (node.type !== 'object') return undefined;
    const constant = this.#text(members.get('constant'));
    const name = this.#text(members.get('name'));
    if (constant !== undefined) return { kind: 'constant', text: constant };
    const named = name !== undefined && { name };
    const codecNode = members.get('codec');
    if (codecNode === undefined) return { kind: 'text', ...named };
    const codec = this.#codec(codecNode);
    return codec === undefined ? undefined : { kind: 'codec', codec, ...named };
  }

  #codec(node: Node): string | undefined {
    const id: unknown = getNodeValue(node);
    if (typeof id === 'string' && DECLARABLE_CODECS.has(id)) return id;
    this.#refuse(node, () =>
      l10n.t(
        'There is no key codec {0}, so this key isn\'t decoded. Did you mean "{1}"? Completion lists all codecs.',
        quoted(id),
        typeof id === 'string' ? nearest(id) : 'inverted-ticks',
      ),
    );
    return undefined;
  }

  #entityType(node: Node | undefined): EntityTypeDeclaration | undefined {
    if (node === undefined) return undefined;
    // one thing tells them apart
    const known = has(node, 'property') ? ['property'] : ['property', 'rowKeyPrefix'];
    const members = this.#members(node, known, TYPE_EXAMPLE);
    const name = this.#text(members.get('property'));
    if (name !== undefined && name !== '') return { kind: 'property', name };
    const separator = this.#text(members.get('rowKeyPrefix'));
    if (separator !== undefined && separator !== '') return { kind: 'row-key-prefix', separator };
    if (node.type === 'object') {
      this.#refuse(node, () =>
        l10n.t('Name what the types of entities differ in, such as {0}.', TYPE_EXAMPLE),
      );
    }
    return undefined;
  }

  #text(node: Node | undefined): string | undefined {
    if (node === undefined) return undefined;
    const value: unknown = getNodeValue(node);
    if (typeof value === 'string') return value;
    this.#refuse(node, () => l10n.t('This must be a text in double quotes.'));
    return undefined;
  }

  /** The members of an object by name. Names that are not `known` are told, as they may be slips of the pen. */
  #members(
    node: Node,
    known?: readonly string[],
    example = '{ … }',
    tell = ignoredText,
  ): ReadonlyMap<string, Node> {
    const members = new Map<string, Node>();
    if (node.type !== 'object') {
      this.#refuse(node, () => l10n.t('This must be an object, such as {0}.', example));
      return members;
    }
    for (const { children = [] } of node.children ?? []) {
      const [key, value] = children;
      const name: unknown = key && getNodeValue(key);
      if (key === undefined || value === undefined || typeof name !== 'string') continue;
      if (known === undefined || known.includes(name)) members.set(name, value);
      else {
        this.#ignore(key, () => tell(quoted(name), known));
      }
    }
    return members;
  }

  #refuse(node: Node, message: () => string): void {
    this.#add(node, message, {});
  }

  #ignore(node: Node, message: () => string): void {
    this.#add(node, message, { isHarmless: true });
  }

  #add({ offset, length }: Node, message: () => string, how: Pick<ConfigProblem, 'isHarmless'>): void {
    if (this.#problems.length >= MAX_PROBLEMS) return;
    this.#problems.push({ span: { start: offset, end: offset + length }, message: message(), ...how });
  }
}

function ignoredText(name: string, known: readonly string[]): string {
  return l10n.t("{0} isn't valid here and is ignored. Use one of: {1}.", name, known.join(', '));
}

/** Whether an object has a member of this name. */
function has(node: Node, name: string): boolean {
  return findNodeAtLocation(node, [name]) !== undefined;
}

const KEY_EXAMPLE = '{ "separator": "_", "parts": [{ "name": "customer" }, "inverted-ticks"] }';
const PART_EXAMPLE = '{ "codec": "inverted-ticks" }';
const EXCLUDE_EXAMPLE = '["scripts/seed/", "*.migration.ts"]';
const TYPE_EXAMPLE = '{ "property": "Kind" }';

/** A value as the file has it, on one line. */
function quoted(value: unknown): string {
  const text = value === undefined ? '' : JSON.stringify(value);
  return text.length <= MAX_QUOTED ? text : `${text.slice(0, MAX_QUOTED)}…`;
}

/** The codec whose name has most in common with what was written, counted in characters and pairs of them. */
function nearest(written: string): string {
  const wanted = pairsOf(written.slice(0, MAX_QUOTED));
  const score = (id: string): number => {
    const has = pairsOf(id);
    return (2 * wanted.filter((pair) => has.includes(pair)).length) / (wanted.length + has.length);
  };
  return [...DECLARABLE_CODECS.keys()].reduce((best, id) => (score(id) > score(best) ? id : best));
}

function pairsOf(text: string): string[] {
  const characters = Array.from(text.toLowerCase());
  return [...characters, ...characters.slice(1).map((next, index) => `${characters[index] ?? ''}${next}`)];
}
