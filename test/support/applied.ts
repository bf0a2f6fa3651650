import assert from 'node:assert/strict';
import { RestError, TableClient } from '@azure/data-tables';
import type { FakeEntity } from '../fake-service/rows.ts';
import { startFakeTableService } from '../fake-service/service.ts';
import type { Compiled } from './assisted.ts';

/** What a program gave back (or the status with which it failed), what the table has then, and how many requests that took. */
export interface Ran {
  readonly result: unknown;
  readonly stored: readonly unknown[];
  readonly requests: number;
}

/**
 * Calls `run` of a module of a program, on a table service of its own that has one table. Once for each program: a module keeps the client
 * that it makes when it is loaded.
 */
export async function ranOn(
  compiled: Compiled,
  program: string,
  module: string,
  [table, rows]: readonly [string, readonly FakeEntity[]],
  ...given: readonly unknown[]
): Promise<Ran> {
  const service = await startFakeTableService({ [table]: rows });
  try {
    process.env.TABLES = service.connectionString;
    const { run } = await compiled.load(program, module);
    assert.ok(typeof run === 'function');
    const result: unknown = await (run as (...all: readonly unknown[]) => Promise<unknown>)(...given).catch(
      (error: unknown) => (error instanceof RestError ? error.statusCode : error),
    );
    const requests = service.requests.length;
    const client = TableClient.fromConnectionString(service.connectionString, table, {
      allowInsecureConnection: true,
    });
    const stored = [];
    for await (const { etag: _, timestamp: __, ...one } of client.listEntities()) stored.push(one);
    return { result, stored, requests };
  } finally {
    delete process.env.TABLES;
    await service.stop();
  }
}

/** The file that a module is compiled to. */
export function compiledName(file: string | undefined): string {
  return file?.replace(/ts$/, 'js') ?? '';
}
