import type { ServerResponse } from 'node:http';
import { Refusal } from './message.ts';
import type { FakeResponse } from './message.ts';
import type { PageRules } from './query.ts';

/** What the service does instead of answering in full; Azurite never does any of it. */
export type Fault =
  /** Ends the page after so many rows, 0 included, with a token that leads on. */
  | { readonly kind: 'short'; readonly rows: number }
  /** Ends the page where the partition does, with a token that has no row key. */
  | { readonly kind: 'border' }
  /** Ends the page after 5 s, in which it looked at so many entities, whether they matched or not. */
  | { readonly kind: 'cut'; readonly read: number }
  /** `retryAfter` in seconds; Cosmos DB says it in milliseconds. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly code: string;
      readonly retryAfter?: number;
      readonly retryAfterMs?: number;
    }
  /** Closes the connection without an answer. */
  | { readonly kind: 'drop' }
  /** Closes the connection in the middle of the answer. */
  | { readonly kind: 'break' }
  /** Answers with the first half of the JSON as if it were all. */
  | { readonly kind: 'malformed' }
  /** Never answers. */
  | { readonly kind: 'hang' }
  /** Says something else than it would have. */
  | { readonly kind: 'altered'; readonly change: (answer: FakeResponse) => AlteredResponse }
  /** Writes this on the connection, be it HTTP or not, and closes it. */
  | { readonly kind: 'raw'; readonly bytes: string }
  /** Begins with a status of 200 and these headers, then sends the same over and over until nobody takes it any more. */
  | {
      readonly kind: 'flood';
      readonly headers: Readonly<Record<string, string>>;
      readonly chunk: Uint8Array;
    }
  /** Begins an answer, then sends a byte at a time, so many milliseconds after one another, for ever. */
  | { readonly kind: 'drip'; readonly everyMs: number };

export type AlteredResponse = Omit<FakeResponse, 'body'> & { readonly body?: string | Uint8Array };

/** The rules that a fault makes pages end by. */
export function rulesOf(fault: Fault | undefined): PageRules {
  switch (fault?.kind) {
    case 'short':
      return { rows: fault.rows };
    case 'border':
      return { atBorder: true };
    case 'cut':
      return { read: fault.read };
    default:
      return {};
  }
}

/** The answer that takes the place of any; undefined where a fault has none of its own. */
export function answerOfFault(fault: Fault | undefined): FakeResponse | undefined {
  switch (fault?.kind) {
    case 'status':
      return statusOf(fault);
    case 'drop':
    case 'hang':
    case 'raw':
    case 'flood':
    case 'drip':
      return { status: 0 };
    default:
      return undefined;
  }
}

function statusOf({ status, code, retryAfter, retryAfterMs }: Fault & { kind: 'status' }): FakeResponse {
  const wait = {
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    ...(retryAfterMs !== undefined && { 'x-ms-retry-after-ms': String(retryAfterMs) }),
  };
  if (status < 300) return { status, headers: wait };
  const { response } = new Refusal(status, code);
  return { ...response, headers: { ...response.headers, ...wait } };
}

/**
 * Writes the answer, as far as the fault lets it. `sent` is told how many bytes its body had; of one without an end, how many were written
 * until the other side closed the connection.
 */
export function send(
  response: ServerResponse,
  answer: FakeResponse,
  fault: Fault | undefined,
  now: () => number,
  sent: (bytes: number) => void,
): void {
  switch (fault?.kind) {
    case 'hang':
      return;
    case 'drop':
      response.socket?.destroy();
      return;
    case 'raw':
      response.socket?.end(Buffer.from(fault.bytes, 'latin1'));
      return;
    case 'flood':
      flood(response, fault, sent);
      return;
    case 'drip':
      drip(response, fault.everyMs, sent);
      return;
    default: {
      const altered = fault?.kind === 'altered' ? fault.change(answer) : answer;
      sent(sendWhole(response, altered, fault, now));
    }
  }
}

function sendWhole(
  response: ServerResponse,
  { status, headers = {}, body = '' }: AlteredResponse,
  fault: Fault | undefined,
  now: () => number,
): number {
  const whole = Buffer.from(body);
  const bytes = fault?.kind === 'malformed' ? whole.subarray(0, whole.length / 2) : whole;
  const length = status === 204 ? {} : { 'content-length': bytes.length };
  const date = new Date(now()).toUTCString();
  response.writeHead(status, { date, server: 'Fake', 'x-ms-version': '2019-02-02', ...length, ...headers });
  if (fault?.kind === 'break') {
    response.write(bytes.subarray(0, bytes.length / 2), () => response.socket?.destroy());
  } else response.end(bytes);
  return bytes.length;
}

function flood(
  response: ServerResponse,
  { headers, chunk }: Fault & { kind: 'flood' },
  sent: (bytes: number) => void,
): void {
  let bytes = 0;
  const more = (): void => {
    // the other side takes no more for now
    while (!response.closed && response.write(chunk)) bytes += chunk.length;
    bytes += chunk.length;
  };
  response.writeHead(200, headers);
  response.on('drain', more);
  response.on('close', () => {
    sent(bytes);
  });
  more();
}

function drip(response: ServerResponse, everyMs: number, sent: (bytes: number) => void): void {
  let bytes = 0;
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => {
    response.write(' ');
    bytes += 1;
  }, everyMs);
  response.on('close', () => {
    clearInterval(timer);
    sent(bytes);
  });
}
