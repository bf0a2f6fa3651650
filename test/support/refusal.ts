import assert from 'node:assert/strict';
import { RestError } from '@azure/data-tables';

/** Status and code of the error of the SDK that this must end with: `404 TableNotFound`. */
export async function refusalOf(asked: Promise<unknown>): Promise<string> {
  try {
    await asked;
  } catch (error) {
    assert.ok(error instanceof RestError, String(error));
    const { odataError } = (error.details ?? {}) as { odataError?: { code?: string } };
    return `${error.statusCode} ${odataError?.code ?? error.code}`;
  }
  throw new Error('an error was expected');
}
