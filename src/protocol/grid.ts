import * as v from 'valibot';
import { EDM_TYPES } from '../core/edm/value.ts';
import { countOutcome } from './count.ts';
import { count, listOf, object, read, text, texts, truth } from './schema.ts';

/** Rows that a query's first page is asked for: few, so that it is there soon. */
export const FIRST_PAGE = 100;

const column = object({
  name: text,
  /** In CSS pixels. */
  width: count,
  hidden: truth,
});
const columns = listOf(column);

/** A column as a person left it, in their order; keys and properties alike. */
export type ColumnChoice = v.InferOutput<typeof column>;

const remedy = v.picklist(['connect-again', 'start-azurite']);

/** What the extension can do about a problem, if the person wants it. */
export type Remedy = v.InferOutput<typeof remedy>;

const problem = object({
  kind: v.picklist(['pause', 'failure']),
  message: text,
  advice: text,
  remedy: v.optional(remedy),
});

/** What went wrong, or why the reading paused, in the person's language, and what to do. */
export type Problem = v.InferOutput<typeof problem>;

const entityKeys = object({ partitionKey: text, rowKey: text });

export type EntityKeys = v.InferOutput<typeof entityKeys>;

const part = v.variant('kind', [
  object({ kind: v.literal('codec'), codec: text, name: v.exactOptional(text) }),
  object({ kind: v.literal('constant'), text }),
  object({ kind: v.literal('text'), name: v.exactOptional(text) }),
]);
const declarations = listOf(object({ separator: text, parts: listOf(part) }));
const tableKeys = object({ partitionKey: declarations, rowKey: declarations });

/** How the keys of the table are put together, as far as that is declared. */
export type TableKeys = v.InferOutput<typeof tableKeys>;

const sort = object({ column: text, isDescending: truth });

/** The column that the loaded rows are sorted by. */
export type Sort = v.InferOutput<typeof sort>;

const panelState = object({
  /** The connection's id. */
  connection: text,
  table: text,
  scope: v.optional(text),
  filter: text,
  /** Undefined while the rows stand as the service has them. */
  sort: v.optional(sort),
});

/** What a panel is opened with again after its window was: where it looks, for what, and in what order. */
export type PanelState = v.InferOutput<typeof panelState>;

const exportFormat = v.picklist(['json', 'csv']);

export type ExportFormat = v.InferOutput<typeof exportFormat>;

const reading = v.picklist(['page', 'all', 'before']);

/** What is read of a query: one page, on to the end or the budget, or the page before those that are kept. */
export type Reading = v.InferOutput<typeof reading>;

const listed = object({
  /** `isExact`: otherwise there are at least so many entities. */
  partitions: listOf(object({ partitionKey: text, entities: count, isExact: truth })),
  /** Whether the table has no others. */
  isAll: truth,
  /** Of entities in any of them. */
  rowKeys: listOf(text),
});

/** What the sidebar has read of a table. */
export type ListedPartitions = v.InferOutput<typeof listed>;

/** Properties wanted beside the keys; all when undefined. */
const select = v.optional(listOf(text));

const codeCall = v.variant('method', [
  object({ method: v.literal('getEntity'), entities: listOf(entityKeys) }),
  object({ method: v.literal('listEntities'), filter: text, select }),
]);

/** A call of the SDK that a program would make for what is shown. */
export type CodeCall = v.InferOutput<typeof codeCall>;

const named = object({ name: text, types: listOf(v.picklist([...EDM_TYPES, 'Number'])) });

const toPanel = v.variant('kind', [
  object({
    kind: v.literal('start'),
    /** The connection's name. */
    connection: text,
    host: text,
    /** Whether the endpoint is on this machine, where requests cost nothing. */
    isLoopback: truth,
    /** Whether it gives entities in the order of their keys: Cosmos DB does not. */
    isSorted: truth,
    columns,
    keys: tableKeys,
    state: panelState,
    /** Translations of the panel's texts; none in English. */
    texts: v.optional(texts),
  }),
  /** Other keys are declared now. */
  object({ kind: v.literal('keys'), keys: tableKeys }),
  /** The keys that a shared access signature shows alone, in words; absent where all are shown. */
  object({ kind: v.literal('within'), keys: v.optional(text) }),
  /** Properties that the source of the workspace names of the table. */
  object({ kind: v.literal('named'), properties: listOf(named) }),
  /** Keys of partitions that the sidebar knows, each once: values for a filter. */
  object({ kind: v.literal('partitionKeys'), partitionKeys: listOf(text) }),
  object({ kind: v.literal('listed'), listed }),
  /** Sets the filter and runs it. */
  object({ kind: v.literal('filter'), filter: text }),
  object({
    kind: v.literal('page'),
    run: count,
    /** OData JSON of the entities, as `core/edm` reads it. */
    entities: text,
    /** At which end of the rows that are kept they belong. */
    at: v.picklist(['start', 'end']),
    /** How many rows each page has that is kept from now on; what is more, at the other end, is let go. */
    kept: listOf(count),
    /** Rows before these, which were let go. */
    before: count,
    /** How many answers lead from the beginning of the query to the last row; those for rows that were let go count once. */
    answers: count,
    /** Whether the service has more behind them. */
    more: truth,
    /** Whether the reading goes on by itself. */
    running: truth,
    requests: count,
    bytes: count,
    problem: v.optional(problem),
  }),
  /** The query reads far more than it shows, where that costs: the person is asked before anything is sent. */
  object({ kind: v.literal('ask'), run: count, budget: count, amount: reading }),
  /** How far a count is; `count` is the panel's number of it. */
  object({ kind: v.literal('counting'), count, found: count, requests: count }),
  object({ kind: v.literal('counted'), count, outcome: countOutcome }),
  /** What kept the query from being read may be gone: goes on with it. */
  object({ kind: v.literal('retry') }),
  /** Asks for the next part of the file of an export, from a row on. */
  object({ kind: v.literal('exportFrom'), from: count }),
  /** The export is over, also when it was given up. */
  object({ kind: v.literal('exportEnded') }),
  /** Something was done: a sentence. */
  object({ kind: v.literal('said'), text }),
]);

/** What the extension tells the panel. `run` is the panel's number of the query, so that late answers are known. */
export type ToPanel = v.InferOutput<typeof toPanel>;

const toHost = v.variant('kind', [
  object({ kind: v.literal('ready') }),
  /** Begins a query with its first page. */
  object({ kind: v.literal('run'), run: count, filter: text, select }),
  /** Reads on; `agreed`: the person was asked about a costly reading, and wants it. */
  object({ kind: v.literal('more'), run: count, amount: reading, agreed: truth }),
  /** Runs a query counting. `count` is the panel's number of the count. */
  object({ kind: v.literal('count'), count, filter: text, select }),
  object({ kind: v.literal('stopCount') }),
  /** Shows all that a count found, beside a better query. */
  object({ kind: v.literal('report'), count }),
  object({ kind: v.literal('stop') }),
  /** Asks for what the sidebar knows by now: a filter is going to be written. */
  object({ kind: v.literal('partitionKeysWanted') }),
  object({ kind: v.literal('remedy'), remedy }),
  /** Puts the rows that are loaded into a file, part by part as it is asked for them; `more`: the query has others. */
  object({ kind: v.literal('export'), format: exportFormat, rows: count, more: truth }),
  /**
   * A part of the file; `next` is the row at which the next one begins, `guarded` how many texts in it have a quote before them, `cut` how many
   * entities are not whole in it.
   */
  object({ kind: v.literal('exported'), text, next: count, guarded: count, cut: count }),
  /** Rows are on the screen. */
  object({ kind: v.literal('shown'), rows: count }),
  object({ kind: v.literal('openEntity'), keys: entityKeys }),
  object({ kind: v.literal('copy'), text, what: text }),
  object({ kind: v.literal('code'), use: v.picklist(['copy', 'insert']), call: codeCall }),
  object({ kind: v.literal('remember'), columns }),
]);

/** What the panel asks of the extension. */
export type ToHost = v.InferOutput<typeof toHost>;

/** Reads what a panel remembered; undefined for anything else. */
export function readPanelState(value: unknown): PanelState | undefined {
  return read(panelState, value);
}

/** Reads the columns that a table is remembered with; none for anything else, as of another version. */
export function readColumns(value: unknown): readonly ColumnChoice[] {
  return read(columns, value) ?? [];
}

/** Reads what the panel was sent; undefined for anything else. */
export function readToPanel(value: unknown): ToPanel | undefined {
  return read(toPanel, value);
}

/** Reads what the extension was sent; undefined for anything else. */
export function readToHost(value: unknown): ToHost | undefined {
  return read(toHost, value);
}
