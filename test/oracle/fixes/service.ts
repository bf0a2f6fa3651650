import { createHttpHeaders } from '@azure/core-rest-pipeline';
import type { HttpClient } from '@azure/core-rest-pipeline';
import * as sdk from '@azure/data-tables';
import type { EdmValue } from '../../../src/core/edm/value.ts';
import { FakeAccount } from '../../fake-service/account.ts';
import { answerBatch } from '../../fake-service/batch.ts';
import { type FakeRequest, type FakeResponse, Refusal } from '../../fake-service/message.ts';
import { type FakeEntity, sortedRows } from '../../fake-service/rows.ts';

/** Requests that one run may make: more are a loop that does not end. */
const MOST_REQUESTS = 300;

const BAD_REQUEST = 400;
/** A bad request within a transaction. */
const BAD_ACTION = 'HTTP/1.1 400';

const START = Date.parse('2026-01-02T03:04:05Z');

/** A table service within the process, and the SDK that talks to it. */
export interface Service {
  /** `@azure/data-tables`, whose clients reach this service alone. */
  readonly sdk: Readonly<Record<string, unknown>>;
  /** What was asked for, in order: method and resource. */
  readonly requests: readonly string[];
  /** How many requests were refused for what they ask, not for what the table has. */
  readonly refusals: () => number;
  /** What the tables have, in key order, without the times of the writes: that of the program, and the one of authors. */
  readonly content: () => readonly unknown[];
}

/** `turns`: how long each answer takes by its number, in turns of the queue of promises. */
export function startService(
  table: string,
  entities: readonly FakeEntity[],
  turns: (request: number) => number,
): Service {
  let now = START;
  const account = new FakeAccount(
    { [table]: sortedRows(entities), Authors: sortedRows([]) },
    () => (now += 1),
  );
  const requests: string[] = [];
  let refusals = 0;
  const answer = (request: FakeRequest): FakeResponse => {
    try {
      return request.resource === '$batch'
        ? answerBatch(request, account, () => ({}))
        : account.answer(request);
    } catch (failure) {
      if (failure instanceof Refusal) return failure.response;
      throw failure;
    }
  };
  const httpClient: HttpClient = {
    sendRequest: async (request) => {
      const url = new URL(request.url);
      const resource = decodeURIComponent(url.pathname.slice(1));
      requests.push(`${request.method} ${resource}`);
      if (requests.length > MOST_REQUESTS) throw new Error('the program goes on asking');
      for (let turn = turns(requests.length); turn > 0; turn--) await Promise.resolve();
      const header = (name: string): string | undefined => request.headers.get(name);
      const {
        status,
        headers = {},
        body,
      } = answer({
        method: header('x-http-method') ?? request.method,
        resource,
        parameters: url.searchParams,
        header,
        body: typeof request.body === 'string' ? request.body : '',
      });
      if (status === BAD_REQUEST || body?.includes(BAD_ACTION) === true) refusals += 1;
      return { request, status, headers: createHttpHeaders({ ...headers }), bodyAsText: body ?? '' };
    },
  };
  class TableClient extends sdk.TableClient {
    constructor(_url: string, tableName: string) {
      super('https://books.table.core.windows.net', tableName, {
        httpClient,
        retryOptions: { maxRetries: 0 },
      });
    }

    static override fromConnectionString(_: string, tableName: string): TableClient {
      return new TableClient('', tableName);
    }

    // the SDK throws in the service's stead, which knows no empty transaction
    override submitTransaction(
      ...given: Parameters<sdk.TableClient['submitTransaction']>
    ): ReturnType<sdk.TableClient['submitTransaction']> {
      if (given[0].length === 0) refusals += 1;
      return super.submitTransaction(...given);
    }
  }
  class TableServiceClient extends sdk.TableServiceClient {
    static override fromConnectionString(): TableServiceClient {
      return new TableServiceClient('https://books.table.core.windows.net', {
        httpClient,
        retryOptions: { maxRetries: 0 },
      });
    }
  }
  return {
    sdk: { ...sdk, TableClient, TableServiceClient },
    requests,
    refusals: () => refusals,
    content: () => [table, 'Authors'].flatMap((name) => contentOf(name, answer)),
  };
}

function contentOf(table: string, answer: (request: FakeRequest) => FakeResponse): readonly unknown[] {
  const { body = '' } = answer({
    method: 'GET',
    resource: `${table}()`,
    parameters: new URLSearchParams(),
    header: () => undefined,
    body: '',
  });
  const { value } = JSON.parse(body) as { value: Record<string, unknown>[] };
  return value.map((entity) => ({ ...entity, Timestamp: undefined, 'odata.etag': undefined }));
}

const TEXTS = ['title', 'status', 'author', 'shelf', 'tag'];

/** Entities under the keys that random programs ask for. */
export function books(): FakeEntity[] {
  const partitions = ['Books', 'Books-a', 'a', 'authors', 'b', "o'b"];
  const rows = ['a', 'b', 'b-1', 'b1', 'c', "o'b", 'r0'];
  return partitions.flatMap((PartitionKey, p) =>
    rows.map((RowKey, r): FakeEntity => {
      const index = p * rows.length + r;
      const text = (name: string, value: string): [string, EdmValue] => [name, { type: 'String', value }];
      const number = (name: string, value: number): [string, EdmValue] => [name, { type: 'Int32', value }];
      const values: [string, EdmValue][] = [
        ...TEXTS.map((name, t) => text(name, ['a', 'b', 'open', 'closed'][(index + t) % 4] ?? '')),
        number('count', index % 5),
        number('price', 10 - (index % 7)),
        ['isActive', { type: 'Boolean', value: index % 2 === 0 }],
        ...(index % 3 === 0 ? [text('note', 'n')] : []),
      ];
      return {
        PartitionKey,
        RowKey,
        properties: values.map(([name, value]) => ({ name, value })),
        timestamp: '2026-01-01T00:00:00Z',
      };
    }),
  );
}
