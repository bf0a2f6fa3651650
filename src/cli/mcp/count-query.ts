import * as l10n from '@vscode/l10n';
import { askedProblem, countAsked, USUAL_REQUESTS } from '../../data/asked-count.ts';
import type { Endpoint } from '../../data/connection.ts';
import type { TableService } from '../../data/service.ts';
import { UsageError } from '../command.ts';
import { z } from './sdk.ts';
import { shape, tool } from './tool.ts';

const MOST_CHARACTERS = 32_768;

/**
 * Counts what a filter matches, on connections that a person allowed when the server was started, with no more requests than that person
 * allowed for all calls together. Only numbers are answered: no key, no value.
 */
export function countQuery(connections: ReadonlyMap<string, Endpoint>, allowed: number) {
  const services = new Map<string, TableService>();
  let left = allowed;
  const serviceOf = async (name: string): Promise<TableService> => {
    const endpoint = connections.get(name);
    if (endpoint === undefined) {
      throw new UsageError(
        l10n.t('No connection is allowed by this name. Use one of: {0}.', [...connections.keys()].join(', ')),
      );
    }
    const { openTableService } = await import('../../data/service.ts');
    // a request that is tried again counts as another one, which nobody allowed
    const service = services.get(name) ?? openTableService(endpoint, { retries: 0 });
    services.set(name, service);
    return service;
  };
  return tool({
    name: 'count_query',
    title: 'Count the entities of a query',
    description:
      'Counts the entities that a filter matches in a table of a connection that the person allowed, and the requests that reading them takes. It gives numbers alone, no keys and no values. Each request is charged by the service and counts against a budget of this session, so classify the filter first, and ask only if a number decides something.',
    input: {
      connection: z
        .string()
        .max(200)
        .describe(`One of: ${[...connections.keys()].join(', ')}.`),
      table: z.string().max(100).describe('The name of the table.'),
      filter: z
        .string()
        .max(MOST_CHARACTERS)
        .default('')
        .describe("An OData filter, such as PartitionKey eq 'a'. An empty one counts the whole table."),
      requests: z
        .int()
        .min(1)
        .max(10_000)
        .default(USUAL_REQUESTS)
        .describe('Requests after which it stops: each counts 1,000 entities at most.'),
    },
    answer: {
      entities: z.int().describe('Counted until it ended or stopped.'),
      complete: z.boolean().describe('Whether these are all; otherwise there are at least so many.'),
      partitions: z.int().optional().describe('Partitions that have any of them, if these are all.'),
      requests: z.int().describe('Requests that this call sent.'),
      requestsLeft: z.int().describe('Requests that are left for this session.'),
      shape,
      stopped: z.string().optional().describe('Why it ended early.'),
    },
    isOfData: true,
    run: async ({ connection, table, filter, requests }, { signal }) => {
      const problem = askedProblem({ table, filter });
      if (problem !== undefined) throw new UsageError(problem);
      const service = await serviceOf(connection);
      if (left === 0)
        throw new UsageError(
          l10n.t(
            'The {0} requests of this session are used up. Ask the person to restart the server.',
            allowed,
          ),
        );
      const {
        stopped,
        shape: asked,
        ...counts
      } = await countAsked(service, { table, filter }, Math.min(requests, left), signal);
      left = Math.max(0, left - counts.requests);
      return { ...counts, requestsLeft: left, shape: asked, ...(stopped !== undefined && { stopped }) };
    },
  });
}
