import { AzureNamedKeyCredential, odata, RestError, TableTransaction } from '@azure/data-tables';
import { type Call, framesOf, type FramesKnown, type ListCall, type WriteMethod } from './calls.ts';
import { type EntityKeys, entityOf, lookAt, newSeen } from './entities.ts';
import { readSent, type Sent } from '../sent.ts';
import type { KeyCondition } from '../../../src/core/shape/shape.ts';
import type { World } from '../program.ts';

/** Calls that one run may make: more are a loop that does not end. */
const MOST_CALLS = 300;

/** Thrown at a program that does not end. */
export class Endless extends Error {}

/** Where clients have who writes down what they are asked: no name that programs see. */
const RECORDER = Symbol('recorder');

/** The methods of clients, the same for all runs. */
class RecordedClient {
  declare readonly [RECORDER]: Recorder;
  readonly url: string;
  readonly tableName: string;

  constructor(url: string, tableName: string) {
    this.url = url;
    this.tableName = tableName;
  }

  listEntities(options: ListOptions = {}): unknown {
    return this[RECORDER].listEntities(this.tableName, options, framesOf(this[RECORDER].known));
  }

  getEntity(partitionKey: unknown, rowKey: unknown, _options?: unknown): unknown {
    return this[RECORDER].getEntity(this.tableName, partitionKey, rowKey, framesOf(this[RECORDER].known));
  }

  createEntity(entity: Entity): unknown {
    return written(this, 'createEntity', [['create', entity]], {});
  }

  updateEntity(entity: Entity, mode: unknown = 'Merge', options: { etag?: unknown } = {}): unknown {
    return written(this, 'updateEntity', [['update', entity]], { mode, etag: options.etag });
  }

  upsertEntity(entity: Entity, mode: unknown = 'Merge'): unknown {
    return written(this, 'upsertEntity', [['upsert', entity]], { mode });
  }

  deleteEntity(partitionKey: unknown, rowKey: unknown, options: { etag?: unknown } = {}): unknown {
    return written(this, 'deleteEntity', [['delete', { partitionKey, rowKey }]], { etag: options.etag });
  }

  submitTransaction(actions: readonly Action[]): unknown {
    return written(this, 'submitTransaction', actions, {});
  }

  createTable(): Promise<void> {
    return Promise.resolve();
  }
}

function written(
  client: RecordedClient,
  method: WriteMethod,
  actions: readonly Action[],
  how: { mode?: unknown; etag?: unknown },
): unknown {
  const recorder = client[RECORDER];
  return recorder.write(client.tableName, method, actions, how, framesOf(recorder.known));
}

/** The class of clients of one run: what goes on after it writes to its own recorder. */
function clientOf(recorder: Recorder): unknown {
  class TableClient extends RecordedClient {
    static fromConnectionString(_: string, tableName: string): TableClient {
      return new TableClient('', tableName);
    }
  }
  Object.defineProperty(TableClient.prototype, RECORDER, { value: recorder });
  return TableClient;
}

const SDK = { AzureNamedKeyCredential, odata, RestError, TableTransaction };

/** What stands in for `@azure/data-tables`: answers out of nothing and writes down what it is asked. */
export class Recorder {
  readonly calls: Call[] = [];
  readonly #world: World;
  readonly known: FramesKnown;
  #hasRejected = false;
  #requests = 0;
  #reads = 0;
  #pending = 0;

  constructor(world: World, known: FramesKnown) {
    this.#world = world;
    this.known = known;
  }

  /** Whether the service would have rejected a query. */
  get hasRejected(): boolean {
    return this.#hasRejected;
  }

  /** The package, as programs import it. */
  get sdk(): Readonly<Record<string, unknown>> {
    return { ...SDK, TableClient: clientOf(this) };
  }

  listEntities(table: string, options: ListOptions, frames: Call['frames']): unknown {
    /** Sends the query: the first page of it. */
    const ask = (pageSize: number | undefined): { call: ListCall; rows: object[] } => {
      this.#countRequest();
      const { filter: given, select } = options.queryOptions ?? {};
      // code without types may bring null
      const filter = given ?? undefined;
      const isFirst = !this.calls.some(({ kind }) => kind === 'list');
      const sent = readSent(filter);
      const keys = isFirst && this.#world.isFirstEmpty === true ? [] : keysOf(sent, this.#world);
      const call: ListCall = {
        kind: 'list',
        method: 'listEntities',
        table,
        frames,
        filter,
        select: select && [...select],
        pageSize,
        total: keys.length,
        taken: 0,
        isAtEnd: false,
        requests: 1,
        seen: newSeen(),
      };
      this.calls.push(call);
      if (sent.isRejected) this.#hasRejected = true;
      if (sent.isRejected && this.#world.isLenient !== true)
        throw new RestError('InvalidInput', { statusCode: 400 });
      const { isQuoted } = this.#world;
      return {
        call,
        rows: keys.map((each, index) => entityOf(index, call.seen, isQuoted, each, call.select)),
      };
    };
    const countRequest = this.#countRequest.bind(this);
    async function* pages(size: number | undefined, token: string | undefined): AsyncGenerator<object[]> {
      const { call, rows } = ask(size);
      await Promise.resolve();
      for (let from = Number(token ?? 0); ; from += size ?? rows.length) {
        const page = rows.slice(from, from + (size ?? rows.length));
        call.taken += page.length;
        const isLast = size !== 0 && from + page.length >= rows.length;
        yield Object.assign(page, { continuationToken: isLast ? undefined : String(from + page.length) });
        if (isLast) break;
        countRequest();
        call.requests += 1;
      }
      call.isAtEnd = true;
    }
    async function* entities(): AsyncGenerator<object> {
      const { call, rows } = ask(options.queryOptions?.top);
      await Promise.resolve();
      for (const row of rows) {
        call.taken += 1;
        yield row;
      }
      call.isAtEnd = true;
    }
    const all = entities();
    // as the SDK's: neither `return` nor `throw`
    return {
      next: () => all.next(),
      [Symbol.asyncIterator]() {
        return this;
      },
      byPage: (settings: { maxPageSize?: number; continuationToken?: string } = {}) =>
        pages(settings.maxPageSize, settings.continuationToken),
    };
  }

  getEntity(table: string, partitionKey: unknown, rowKey: unknown, frames: Call['frames']): unknown {
    mustBeKeys(partitionKey, rowKey);
    this.#countRequest();
    const seen = newSeen();
    const pending = this.#pending;
    this.calls.push({
      kind: 'read',
      method: 'getEntity',
      table,
      frames,
      partitionKey,
      rowKey,
      pending,
      seen,
    });
    return this.#answered(() => {
      this.#reads += 1;
      const { found } = this.#world;
      if (
        found === 'all' ||
        (found === 'first' && this.#reads === 1) ||
        (found === 'others' && this.#reads > 1)
      )
        return entityOf(0, seen, this.#world.isQuoted, { partitionKey, rowKey }, undefined);
      throw new RestError('not found', { code: 'ResourceNotFound', statusCode: 404 });
    });
  }

  write(
    table: string,
    method: WriteMethod,
    actions: readonly Action[],
    { mode, etag }: { mode?: unknown; etag?: unknown },
    frames: Call['frames'],
  ): unknown {
    this.#countRequest();
    for (const [, { partitionKey, rowKey }] of method === 'createEntity' ? [] : actions) {
      mustBeKeys(partitionKey, rowKey);
    }
    const entities = actions.map(([, entity]) => ({ ...entity }));
    for (const entity of entities) lookAt(entity);
    const call: Call = {
      kind: 'write',
      method,
      table,
      frames,
      entities,
      actions: actions.map(([action]) => action),
      mode,
      etag,
      pending: this.#pending,
      isAwaited: false,
    };
    this.calls.push(call);
    const answer = this.#answered(() => ({ etag: 'W/"9"' }));
    return new Proxy(answer, {
      get(target, name) {
        if (name === 'then') call.isAwaited = true;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  }

  async #answered<T>(answer: () => T): Promise<T> {
    this.#pending += 1;
    await Promise.resolve();
    this.#pending -= 1;
    return answer();
  }

  #countRequest(): void {
    this.#requests += 1;
    if (this.#requests > MOST_CALLS) throw new Endless('the program goes on asking');
  }
}

interface ListOptions {
  readonly queryOptions?: {
    readonly filter?: string | null;
    readonly select?: readonly string[];
    readonly top?: number;
  };
}

type Entity = Readonly<Record<string, unknown>>;
type Action = readonly [string, Entity, ...unknown[]];

/**
 * The keys of the entities that a query gives: those that it asks for, and others where it asks for none. A query for one entity gives
 * no two, and one that can match nothing none.
 */
function keysOf({ classification }: Sent, { rows, isQuoted }: World): EntityKeys[] {
  const { shape, region } = classification;
  const quote = isQuoted ? "'" : '';
  const fixed = (condition: KeyCondition): string | undefined =>
    condition.kind === 'fixed' && condition.value.kind === 'known' ? condition.value.value : undefined;
  const [partitionKey, rowKey] = [fixed(region.partitionKey), fixed(region.rowKey)];
  const most = shape === 'empty' ? 0 : shape === 'point' ? 1 : rows;
  return Array.from({ length: Math.min(rows, most) }, (_, index) => ({
    partitionKey: partitionKey ?? `p${rowKey === undefined ? index % 2 : index}${quote}`,
    rowKey: rowKey ?? `r${index}${quote}`,
  }));
}

/** The SDK throws without them. */
function mustBeKeys(partitionKey: unknown, rowKey: unknown): void {
  if (partitionKey === undefined || partitionKey === null || rowKey === undefined || rowKey === null) {
    throw new Error("The entity's keys cannot be undefined or null.");
  }
}
