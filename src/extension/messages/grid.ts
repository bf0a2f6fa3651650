import { EDM_TYPES } from '../../core/edm/value.ts';
import type { NamedProperty } from '../../core/shape/named-property.ts';
import type { StoredType } from '../../core/shape/stored-type.ts';
import type { KeyDeclaration, PartDeclaration } from '../../core/keys/declare.ts';
import { isOutcome } from './count.ts';
import type { CountOutcome } from './count.ts';
import {
  either,
  isCount,
  isText,
  isTexts,
  isTruth,
  listOf,
  object,
  oneOf,
  optional,
  readMessage,
} from './guards.ts';
import type { Guard, MessageGuards } from './guards.ts';

/** A column as a person left it, in their order; keys and properties alike. */
export interface ColumnChoice {
  readonly name: string;
  /** In CSS pixels. */
  readonly width: number;
  readonly hidden: boolean;
}

/** What the extension can do about a problem, if the person wants it. */
export type Remedy = 'connect-again' | 'start-azurite';

/** What went wrong, or why the reading paused, in the person's language, and what to do. */
export interface Problem {
  readonly kind: 'pause' | 'failure';
  readonly message: string;
  readonly advice: string;
  readonly remedy?: Remedy | undefined;
}

export interface EntityKeys {
  readonly partitionKey: string;
  readonly rowKey: string;
}

/** How the keys of the table are put together, as far as that is declared. */
export interface TableKeys {
  readonly partitionKey: readonly KeyDeclaration[];
  readonly rowKey: readonly KeyDeclaration[];
}

/** The column that the loaded rows are sorted by. */
export interface Sort {
  readonly column: string;
  readonly isDescending: boolean;
}

/** What a panel is opened with again after its window was: where it looks, for what, and in what order. */
export interface PanelState {
  /** The connection's id. */
  readonly connection: string;
  readonly table: string;
  readonly scope: string | undefined;
  readonly filter: string;
  /** Undefined while the rows stand as the service has them. */
  readonly sort?: Sort | undefined;
}

export type ExportFormat = 'json' | 'csv';

/** Rows that a query's first page is asked for: few, so that it is there soon. */
export const FIRST_PAGE = 100;

/** What is read of a query: one page, on to the end or the budget, or the page before those that are kept. */
export type Reading = 'page' | 'all' | 'before';

/** What the sidebar has read of a table. */
export interface ListedPartitions {
  /** `isExact`: otherwise there are at least so many entities. */
  readonly partitions: readonly {
    readonly partitionKey: string;
    readonly entities: number;
    readonly isExact: boolean;
  }[];
  /** Whether the table has no others. */
  readonly isAll: boolean;
  /** Of entities in any of them. */
  readonly rowKeys: readonly string[];
}

/** What the extension tells the panel. `run` is the panel's number of the query, so that late answers are known. */
export type ToPanel =
  | {
      readonly kind: 'start';
      /** The connection's name. */
      readonly connection: string;
      readonly host: string;
      /** Whether the endpoint is on this machine, where requests cost nothing. */
      readonly isLoopback: boolean;
      /** Whether it gives entities in the order of their keys: Cosmos DB does not. */
      readonly isSorted: boolean;
      readonly columns: readonly ColumnChoice[];
      readonly keys: TableKeys;
      readonly state: PanelState;
      /** Translations of the panel's texts; none in English. */
      readonly texts: Readonly<Record<string, string>> | undefined;
    }
  /** Other keys are declared now. */
  | { readonly kind: 'keys'; readonly keys: TableKeys }
  /** The keys that a shared access signature shows alone, in words; absent where all are shown. */
  | { readonly kind: 'within'; readonly keys: string | undefined }
  /** Properties that the source of the workspace names of the table. */
  | { readonly kind: 'named'; readonly properties: readonly NamedProperty[] }
  /** Keys of partitions that the sidebar knows, each once: values for a filter. */
  | { readonly kind: 'partitionKeys'; readonly partitionKeys: readonly string[] }
  | { readonly kind: 'listed'; readonly listed: ListedPartitions }
  /** Sets the filter and runs it. */
  | { readonly kind: 'filter'; readonly filter: string }
  | {
      readonly kind: 'page';
      readonly run: number;
      /** OData JSON of the entities, as `core/edm` reads it. */
      readonly entities: string;
      /** At which end of the rows that are kept they belong. */
      readonly at: 'start' | 'end';
      /** How many rows each page has that is kept from now on; what is more, at the other end, is let go. */
      readonly kept: readonly number[];
      /** Rows before these, which were let go. */
      readonly before: number;
      /** How many answers lead from the beginning of the query to the last row; those for rows that were let go count once. */
      readonly answers: number;
      /** Whether the service has more behind them. */
      readonly more: boolean;
      /** Whether the reading goes on by itself. */
      readonly running: boolean;
      readonly requests: number;
      readonly bytes: number;
      readonly problem: Problem | undefined;
    }
  /** The query reads far more than it shows, where that costs: the person is asked before anything is sent. */
  | { readonly kind: 'ask'; readonly run: number; readonly budget: number; readonly amount: Reading }
  /** How far a count is; `count` is the panel's number of it. */
  | {
      readonly kind: 'counting';
      readonly count: number;
      readonly found: number;
      readonly requests: number;
    }
  | { readonly kind: 'counted'; readonly count: number; readonly outcome: CountOutcome }
  /** What kept the query from being read may be gone: goes on with it. */
  | { readonly kind: 'retry' }
  /** Asks for the next part of the file of an export, from a row on. */
  | { readonly kind: 'exportFrom'; readonly from: number }
  /** The export is over, also when it was given up. */
  | { readonly kind: 'exportEnded' }
  /** Something was done: a sentence. */
  | { readonly kind: 'said'; readonly text: string };

/** What the panel asks of the extension. */
export type ToHost =
  | { readonly kind: 'ready' }
  /** Begins a query with its first page. */
  | {
      readonly kind: 'run';
      readonly run: number;
      readonly filter: string;
      /** Properties wanted beside the keys; all when undefined. */
      readonly select: readonly string[] | undefined;
    }
  /** Reads on; `agreed`: the person was asked about a costly reading, and wants it. */
  | { readonly kind: 'more'; readonly run: number; readonly amount: Reading; readonly agreed: boolean }
  /** Runs a query counting. `count` is the panel's number of the count. */
  | {
      readonly kind: 'count';
      readonly count: number;
      readonly filter: string;
      readonly select: readonly string[] | undefined;
    }
  | { readonly kind: 'stopCount' }
  /** Shows all that a count found, beside a better query. */
  | { readonly kind: 'report'; readonly count: number }
  | { readonly kind: 'stop' }
  /** Asks for what the sidebar knows by now: a filter is going to be written. */
  | { readonly kind: 'partitionKeysWanted' }
  | { readonly kind: 'remedy'; readonly remedy: Remedy }
  /** Puts the rows that are loaded into a file, part by part as it is asked for them; `more`: the query has others. */
  | {
      readonly kind: 'export';
      readonly format: ExportFormat;
      readonly rows: number;
      readonly more: boolean;
    }
  /**
   * A part of the file; `next` is the row at which the next one begins, `guarded` how many texts in it have a quote before them, `cut` how many
   * entities are not whole in it.
   */
  | {
      readonly kind: 'exported';
      readonly text: string;
      readonly next: number;
      readonly guarded: number;
      readonly cut: number;
    }
  /** Rows are on the screen. */
  | { readonly kind: 'shown'; readonly rows: number }
  | { readonly kind: 'openEntity'; readonly keys: EntityKeys }
  | { readonly kind: 'copy'; readonly text: string; readonly what: string }
  | { readonly kind: 'code'; readonly use: 'copy' | 'insert'; readonly call: CodeCall }
  | { readonly kind: 'remember'; readonly columns: readonly ColumnChoice[] };

/** A call of the SDK that a program would make for what is shown. */
export type CodeCall =
  | { readonly method: 'getEntity'; readonly entities: readonly EntityKeys[] }
  | {
      readonly method: 'listEntities';
      readonly filter: string;
      readonly select: readonly string[] | undefined;
    };

const isColumns = listOf(object<ColumnChoice>({ name: isText, width: isCount, hidden: isTruth }));
const isKeys = object<EntityKeys>({ partitionKey: isText, rowKey: isText });
const isPart = either(
  object<Extract<PartDeclaration, { kind: 'codec' }>>({
    kind: oneOf('codec'),
    codec: isText,
    name: optional(isText),
  }),
  either(
    object<Extract<PartDeclaration, { kind: 'constant' }>>({ kind: oneOf('constant'), text: isText }),
    object<Extract<PartDeclaration, { kind: 'text' }>>({ kind: oneOf('text'), name: optional(isText) }),
  ),
);
const isDeclarations = listOf(object<KeyDeclaration>({ separator: isText, parts: listOf(isPart) }));
const isTableKeys = object<TableKeys>({ partitionKey: isDeclarations, rowKey: isDeclarations });
const isReading = oneOf('page', 'all', 'before');
const isSelect = optional(listOf(isText));
const isStoredType: Guard<StoredType> = oneOf(...EDM_TYPES, 'Number');
const isNamed = object<NamedProperty>({ name: isText, types: listOf(isStoredType) });
const isRemedy = oneOf('connect-again', 'start-azurite');
const isProblem = object<Problem>({
  kind: oneOf('pause', 'failure'),
  message: isText,
  advice: isText,
  remedy: optional(isRemedy),
});

const isCodeCall = either(
  object<Extract<CodeCall, { method: 'getEntity' }>>({
    method: oneOf('getEntity'),
    entities: listOf(isKeys),
  }),
  object<Extract<CodeCall, { method: 'listEntities' }>>({
    method: oneOf('listEntities'),
    filter: isText,
    select: isSelect,
  }),
);

const isListed = object<ListedPartitions>({
  partitions: listOf(
    object<ListedPartitions['partitions'][number]>({
      partitionKey: isText,
      entities: isCount,
      isExact: isTruth,
    }),
  ),
  isAll: isTruth,
  rowKeys: listOf(isText),
});

const isPanelState = object<PanelState>({
  connection: isText,
  table: isText,
  scope: optional(isText),
  filter: isText,
  sort: optional(object<Sort>({ column: isText, isDescending: isTruth })),
});

const TO_PANEL: MessageGuards<ToPanel> = {
  start: object({
    kind: oneOf('start'),
    connection: isText,
    host: isText,
    isLoopback: isTruth,
    isSorted: isTruth,
    columns: isColumns,
    keys: isTableKeys,
    state: isPanelState,
    texts: optional(isTexts),
  }),
  keys: object({ kind: oneOf('keys'), keys: isTableKeys }),
  within: object({ kind: oneOf('within'), keys: optional(isText) }),
  named: object({ kind: oneOf('named'), properties: listOf(isNamed) }),
  partitionKeys: object({ kind: oneOf('partitionKeys'), partitionKeys: listOf(isText) }),
  listed: object({ kind: oneOf('listed'), listed: isListed }),
  filter: object({ kind: oneOf('filter'), filter: isText }),
  page: object({
    kind: oneOf('page'),
    run: isCount,
    entities: isText,
    at: oneOf('start', 'end'),
    kept: listOf(isCount),
    before: isCount,
    answers: isCount,
    more: isTruth,
    running: isTruth,
    requests: isCount,
    bytes: isCount,
    problem: optional(isProblem),
  }),
  ask: object({ kind: oneOf('ask'), run: isCount, budget: isCount, amount: isReading }),
  counting: object({ kind: oneOf('counting'), count: isCount, found: isCount, requests: isCount }),
  counted: object({ kind: oneOf('counted'), count: isCount, outcome: isOutcome }),
  retry: object({ kind: oneOf('retry') }),
  exportFrom: object({ kind: oneOf('exportFrom'), from: isCount }),
  exportEnded: object({ kind: oneOf('exportEnded') }),
  said: object({ kind: oneOf('said'), text: isText }),
};

const TO_HOST: MessageGuards<ToHost> = {
  ready: object({ kind: oneOf('ready') }),
  run: object({
    kind: oneOf('run'),
    run: isCount,
    filter: isText,
    select: isSelect,
  }),
  more: object({ kind: oneOf('more'), run: isCount, amount: isReading, agreed: isTruth }),
  count: object({ kind: oneOf('count'), count: isCount, filter: isText, select: isSelect }),
  stopCount: object({ kind: oneOf('stopCount') }),
  report: object({ kind: oneOf('report'), count: isCount }),
  stop: object({ kind: oneOf('stop') }),
  partitionKeysWanted: object({ kind: oneOf('partitionKeysWanted') }),
  remedy: object({ kind: oneOf('remedy'), remedy: isRemedy }),
  export: object({ kind: oneOf('export'), format: oneOf('json', 'csv'), rows: isCount, more: isTruth }),
  exported: object({ kind: oneOf('exported'), text: isText, next: isCount, guarded: isCount, cut: isCount }),
  shown: object({ kind: oneOf('shown'), rows: isCount }),
  openEntity: object({ kind: oneOf('openEntity'), keys: isKeys }),
  copy: object({ kind: oneOf('copy'), text: isText, what: isText }),
  code: object({ kind: oneOf('code'), use: oneOf('copy', 'insert'), call: isCodeCall }),
  remember: object({ kind: oneOf('remember'), columns: isColumns }),
};

/** Reads what a panel remembered; undefined for anything else. */
export function readPanelState(value: unknown): PanelState | undefined {
  return isPanelState(value) ? value : undefined;
}

/** Reads the columns that a table is remembered with; none for anything else, as of another version. */
export function readColumns(value: unknown): readonly ColumnChoice[] {
  return isColumns(value) ? value : [];
}

/** Reads what the panel was sent; undefined for anything else. */
export function readToPanel(value: unknown): ToPanel | undefined {
  return readMessage(TO_PANEL, value);
}

/** Reads what the extension was sent; undefined for anything else. */
export function readToHost(value: unknown): ToHost | undefined {
  return readMessage(TO_HOST, value);
}
