import { AzureNamedKeyCredential, odata, RestError, TableTransaction } from '@azure/data-tables';
import { type Call, framesOf, type ListCall, type Seen, type WriteMethod } from './calls.ts';
import { entityOf, lookAt } from './entities.ts';
import type { World } from '../program.ts';

/** Calls that one run may make: more are a loop that does not end. */
const MOST_CALLS = 300;

/** Thrown at a program that does not end. */
export class Endless extends Error {}

/** What stands in for `@azure/data-tables`: answers out of nothing and writes down what it is asked. */
export class Recorder {
  readonly calls: Call[] = [];
  readonly #world: World;
  #requests = 0;
  #pending = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** Whether the answers could have made a difference to what was asked later. */
  get hasAnswered(): boolean {
    return this.#requests > 0;
  }

  /** The package, as programs import it. */
  get sdk(): Readonly<Record<string, unknown>> {
    const listEntities = this.#listEntities.bind(this);
    const getEntity = this.#getEntity.bind(this);
    const write = this.#write.bind(this);
    class TableClient {
      readonly url: string;
      readonly tableName: string;

      constructor(url: string, tableName: string) {
        this.url = url;
        this.tableName = tableName;
      }

      static fromConnectionString(_: string, tableName: string): TableClient {
        return new TableClient('', tableName);
      }

      listEntities(options: ListOptions = {}): unknown {
        return listEntities(this.tableName, options, framesOf());
      }

      getEntity(partitionKey: unknown, rowKey: unknown, _options?: unknown): unknown {
        return getEntity(this.tableName, partitionKey, rowKey, framesOf());
      }

      createEntity(entity: Entity): unknown {
        return write(this.tableName, 'createEntity', [['create', entity]], {}, framesOf());
      }

      updateEntity(entity: Entity, mode: unknown = 'Merge', options: { etag?: unknown } = {}): unknown {
        const how = { mode, etag: options.etag };
        return write(this.tableName, 'updateEntity', [['update', entity]], how, framesOf());
      }

      upsertEntity(entity: Entity, mode: unknown = 'Merge'): unknown {
        return write(this.tableName, 'upsertEntity', [['upsert', entity]], { mode }, framesOf());
      }

      deleteEntity(partitionKey: unknown, rowKey: unknown, options: { etag?: unknown } = {}): unknown {
        const action = ['delete', { partitionKey, rowKey }] as const;
        return write(this.tableName, 'deleteEntity', [action], { etag: options.etag }, framesOf());
      }

      submitTransaction(actions: readonly Action[]): unknown {
        return write(this.tableName, 'submitTransaction', actions, {}, framesOf());
      }

      createTable(): Promise<void> {
        return Promise.resolve();
      }
    }
    return { AzureNamedKeyCredential, odata, RestError, TableClient, TableTransaction };
  }

  #listEntities(table: string, options: ListOptions, frames: Call['frames']): unknown {
    const ask = (pageSize: number | undefined): ListCall => {
      this.#countRequest();
      const { filter, select } = options.queryOptions ?? {};
      const call: ListCall = {
        kind: 'list',
        method: 'listEntities',
        table,
        frames,
        filter,
        select: select && [...select],
        pageSize,
        total: this.#world.rows,
        taken: 0,
        isAtEnd: false,
        requests: 1,
        seen: newSeen(),
      };
      this.calls.push(call);
      return call;
    };
    const { isQuoted } = this.#world;
    const countRequest = this.#countRequest.bind(this);
    async function* pages(size: number | undefined): AsyncGenerator<object[]> {
      const call = ask(size);
      for (let from = 0; ; from += size ?? call.total) {
        await Promise.resolve();
        const count = Math.min(size ?? call.total, call.total - from);
        const page = Array.from({ length: count }, (_, index) => entityOf(from + index, call.seen, isQuoted));
        call.taken += count;
        const isLast = size !== 0 && from + count >= call.total;
        yield Object.assign(page, { continuationToken: isLast ? undefined : 'more' });
        if (isLast) break;
        countRequest();
        call.requests += 1;
      }
      call.isAtEnd = true;
    }
    async function* entities(): AsyncGenerator<object> {
      const call = ask(options.queryOptions?.top);
      await Promise.resolve();
      for (let index = 0; index < call.total; index++) {
        call.taken += 1;
        yield entityOf(index, call.seen, isQuoted);
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
      byPage: (settings: { maxPageSize?: number } = {}) => pages(settings.maxPageSize),
    };
  }

  #getEntity(table: string, partitionKey: unknown, rowKey: unknown, frames: Call['frames']): unknown {
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
      if (this.#world.isFound) return entityOf(0, seen, this.#world.isQuoted, { partitionKey, rowKey });
      throw new RestError('not found', { code: 'ResourceNotFound', statusCode: 404 });
    });
  }

  #write(
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
    readonly filter?: string;
    readonly select?: readonly string[];
    readonly top?: number;
  };
}

type Entity = Readonly<Record<string, unknown>>;
type Action = readonly [string, Entity, ...unknown[]];

function newSeen(): Seen {
  return { names: new Set(), isWhole: false };
}

/** The SDK throws without them. */
function mustBeKeys(partitionKey: unknown, rowKey: unknown): void {
  if (partitionKey === undefined || partitionKey === null || rowKey === undefined || rowKey === null) {
    throw new Error("The entity's keys cannot be undefined or null.");
  }
}
