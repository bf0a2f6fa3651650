import { errorJson } from './wire.ts';

/** A request, of its own or inside of a batch. */
export interface FakeRequest {
  /** As meant: POST that tunnels MERGE is MERGE. */
  readonly method: string;
  /** What stands behind the account, percent-decoded: `Tables`, `Orders()`, `Orders(PartitionKey='a',RowKey='b')`. */
  readonly resource: string;
  readonly parameters: URLSearchParams;
  readonly header: (name: string) => string | undefined;
  readonly body: string;
}

export interface FakeResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Entities in the answer, and those that were looked at for it. */
  readonly rows?: number;
  readonly read?: number;
}

/** What the service refuses: thrown by whoever finds it, answered in one place. */
export class Refusal extends Error {
  readonly response: FakeResponse;

  constructor(status: number, code: string, message = code) {
    super(message);
    const headers = { 'content-type': 'application/json', 'x-ms-error-code': code };
    this.response = { status, headers, body: errorJson(code, message) };
  }
}

export function jsonResponse(
  status: number,
  body: string,
  headers: Record<string, string> = {},
): FakeResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}
