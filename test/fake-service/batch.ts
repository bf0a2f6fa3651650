import type { FakeAccount } from './account.ts';
import type { Grant } from './authorize.ts';
import { Refusal } from './message.ts';
import type { FakeRequest, FakeResponse } from './message.ts';
import { addressOf, operationOf } from './operation.ts';
import type { EntityKeys } from './rows.ts';
import { byKeys } from './rows.ts';

/** REST, "Performing entity group transactions". */
const MOST_ACTIONS = 100;
const LARGEST_PAYLOAD = 4 * 1024 * 1024;

/** Answers `POST $batch`: one change set, done as a whole or not at all. */
export function answerBatch(request: FakeRequest, account: FakeAccount, grant: Grant): FakeResponse {
  if (Buffer.byteLength(request.body) > LARGEST_PAYLOAD) throw new Refusal(413, 'ContentLengthExceeded');
  const actions = actionsOf(request.body);
  const [first] = actions;
  if (first === undefined) throw new Refusal(400, 'InvalidInput');
  if (actions.length > MOST_ACTIONS) throw new Refusal(400, 'InvalidInput');
  const addresses = actions.map(addressOfAction);
  const { table } = addressOf(first.resource);
  let index = 0;
  try {
    const parts = account.atomically(table, addresses, () =>
      actions.map((action, number) => {
        index = number;
        checkPlace(addresses, number);
        return partOf(account.answer(action, grant(operationOf(action))));
      }),
    );
    return multipart(parts);
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure;
    const { status, headers } = failure.response;
    const code = headers?.['x-ms-error-code'] ?? '';
    return multipart([partOf(new Refusal(status, code, `${index}:${failure.message}`).response)]);
  }
}

/** One partition, and each entity once. */
function checkPlace(addresses: readonly EntityKeys[], index: number): void {
  const [first, here] = [addresses[0], addresses[index]];
  if (first === undefined || here === undefined) return;
  if (here.PartitionKey !== first.PartitionKey)
    throw new Refusal(400, 'CommandsInBatchActOnDifferentPartitions');
  if (addresses.slice(0, index).some((before) => byKeys(before, here) === 0)) {
    throw new Refusal(400, 'InvalidDuplicateRow');
  }
}

function addressOfAction({ resource, body }: FakeRequest): EntityKeys {
  const { keys } = addressOf(resource);
  if (keys !== undefined) return keys;
  const { PartitionKey, RowKey } = JSON.parse(body) as Partial<EntityKeys>;
  if (PartitionKey === undefined || RowKey === undefined) throw new Refusal(400, 'PropertiesNeedValue');
  return { PartitionKey, RowKey };
}

/** The HTTP requests within a multipart body, whatever its boundaries. */
function actionsOf(body: string): FakeRequest[] {
  return body.split(/^--\S+\r?\n/m).flatMap((part) => {
    const start = /^(POST|PUT|PATCH|MERGE|DELETE|GET) (\S+) HTTP\/1\.1\r?\n/m.exec(part);
    if (start === null) return [];
    const [line, method = '', target = ''] = start;
    const [head = '', ...rest] = part.slice(start.index + line.length).split(/\r?\n\r?\n/);
    const headers = new Map(
      head.split(/\r?\n/).map((each): [string, string] => {
        const colon = each.indexOf(':');
        return [each.slice(0, colon).toLowerCase(), each.slice(colon + 1).trim()];
      }),
    );
    const url = new URL(target, 'http://localhost');
    const header = (name: string): string | undefined => headers.get(name);
    return [
      {
        method: header('x-http-method') ?? method,
        resource: decodeURIComponent(url.pathname.split('/').at(-1) ?? ''),
        parameters: url.searchParams,
        header,
        body: rest.join('\r\n\r\n').trim(),
      },
    ];
  });
}

function partOf({ status, headers = {}, body = '' }: FakeResponse): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${status < 300 ? 'OK' : 'Error'}`, ...lines, '', body].join('\r\n');
}

function multipart(parts: readonly string[]): FakeResponse {
  const head = 'Content-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n';
  const changes = parts.map((part) => `--changesetresponse_1\r\n${head}${part}\r\n`).join('');
  const inner = `Content-Type: multipart/mixed; boundary=changesetresponse_1\r\n\r\n${changes}--changesetresponse_1--\r\n`;
  return {
    status: 202,
    headers: { 'content-type': 'multipart/mixed; boundary=batchresponse_1' },
    body: `--batchresponse_1\r\n${inner}--batchresponse_1--\r\n`,
  };
}
