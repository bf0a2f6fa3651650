import { quote } from '../core/odata/quote.ts';
import type { DataError } from './error.ts';
import type { Answer, WireRequest } from './service.ts';

/** What became of a change. */
export type Written =
  | { readonly kind: 'done'; readonly requests: number }
  | { readonly kind: 'error'; readonly error: DataError; readonly requests: number };

/** Makes and drops tables of an account. */
export interface TableWriter {
  readonly createTable: (name: string) => Promise<Written>;
  /** With all its entities; the service takes a while to free the name. */
  readonly deleteTable: (name: string) => Promise<Written>;
}

/** Sends one request; `connect` of service.ts gives it. */
export type Send = (request: WireRequest) => Promise<Answer>;

/**
 * Changes the tables of an account. `send` must try nothing again: a change that was done although its answer got lost would
 * then be told as an error.
 */
export function tableWriter(send: Send): TableWriter {
  return {
    createTable: async (name) => {
      const body = JSON.stringify({ TableName: name });
      return outcomeOf(await send({ method: 'POST', path: 'Tables', body, metadata: 'no' }));
    },
    deleteTable: async (name) => {
      return outcomeOf(await send({ method: 'DELETE', path: `Tables(${quote(name)})`, metadata: 'no' }));
    },
  };
}

function outcomeOf(answer: Answer): Written {
  return answer.kind === 'error' ? answer : { kind: 'done', requests: answer.requests };
}
