import type { DataError } from '../../src/data/error.ts';
import type { Fault } from '../fake-service/service.ts';

/** Answers that end early, as a service that works gives them: nobody is to notice. */
export const PAGING: Readonly<Record<string, Fault>> = {
  'short pages': { kind: 'short', rows: 3 },
  'empty pages with a token': { kind: 'short', rows: 0 },
  'tokens without a row key': { kind: 'border' },
  'answers cut after 5 seconds': { kind: 'cut', read: 2 },
};

/** What is gone when it is tried again. */
export const PASSING: Readonly<Record<string, Fault>> = {
  'HTTP 503 with Retry-After': { kind: 'status', status: 503, code: 'ServerBusy', retryAfter: 1 },
  'HTTP 429 with Retry-After': { kind: 'status', status: 429, code: 'TooManyRequests', retryAfter: 0 },
  'HTTP 500': { kind: 'status', status: 500, code: 'OperationTimedOut' },
  'connections that are dropped': { kind: 'drop' },
  'connections that break in the middle of a page': { kind: 'break' },
};

/** A fault that stays, what it is called, and what a person is told of it: what to do is among that. */
export interface LastingFault {
  readonly name: string;
  readonly fault: Fault;
  readonly kind: DataError['kind'];
  readonly told: RegExp;
}

export const LASTING: readonly LastingFault[] = [
  {
    name: 'a busy service',
    fault: { kind: 'status', status: 503, code: 'ServerBusy' },
    kind: 'throttled',
    told: /busy.*Wait a moment/s,
  },
  {
    name: 'a long Retry-After',
    fault: { kind: 'status', status: 503, code: 'ServerBusy', retryAfter: 120 },
    kind: 'throttled',
    told: /Retry in 120 seconds/,
  },
  {
    name: 'a limit of requests',
    fault: { kind: 'status', status: 429, code: 'TooManyRequests', retryAfter: 30 },
    kind: 'throttled',
    told: /HTTP 429.*Retry in 30 seconds/s,
  },
  {
    name: 'Cosmos DB’s limit',
    fault: { kind: 'status', status: 429, code: 'TooManyRequests', retryAfterMs: 6_500 },
    kind: 'throttled',
    told: /Retry in 7 seconds/,
  },
  {
    name: 'a failing service',
    fault: { kind: 'status', status: 500, code: 'InternalError' },
    kind: 'other',
    told: /InternalError.*Retry/s,
  },
  {
    name: 'a firewall',
    fault: { kind: 'status', status: 403, code: 'AuthorizationFailure' },
    kind: 'authentication',
    told: /AuthorizationFailure.*firewall.*Networking/s,
  },
  {
    name: 'dropped connections',
    fault: { kind: 'drop' },
    kind: 'interrupted',
    told: /lost during.*What was read before is kept.*Retry/s,
  },
  {
    name: 'broken answers',
    fault: { kind: 'break' },
    kind: 'interrupted',
    told: /lost during.*What was read before is kept.*Retry/s,
  },
  {
    name: 'malformed JSON',
    fault: { kind: 'malformed' },
    kind: 'invalid-answer',
    told: /isn't from a table service.*Check that this is the table endpoint/s,
  },
  {
    name: 'a page of HTML',
    fault: {
      kind: 'altered',
      change: () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' }),
    },
    kind: 'invalid-answer',
    told: /isn't from a table service.*It isn't JSON.*Check that this is the table endpoint/s,
  },
  {
    name: 'a redirect',
    fault: { kind: 'altered', change: () => ({ status: 302, headers: { location: '/' } }) },
    kind: 'invalid-answer',
    told: /another address, as a sign-in page does.*no proxy responds instead/s,
  },
  {
    name: 'an answer without end of what has no end',
    fault: { kind: 'flood', headers: { 'content-type': 'text/html' }, chunk: Buffer.alloc(65_536) },
    kind: 'invalid-answer',
    told: /isn't from a table service/,
  },
  {
    name: 'silence',
    fault: { kind: 'hang' },
    kind: 'unreachable',
    told: /ETIMEDOUT.*Check the network/s,
  },
];
