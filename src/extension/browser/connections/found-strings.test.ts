import assert from 'node:assert/strict';
import { connectionStringsIn } from './found-strings.ts';

const KEY = Buffer.from('a key of no account').toString('base64');
const SHOP = `DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=${KEY};EndpointSuffix=core.windows.net`;
const SIGNED = 'TableEndpoint=https://logs.table.core.windows.net;SharedAccessSignature=sv=1&sig=x';

function names(path: string, text: string): [string, string][] {
  return connectionStringsIn(path, text).map(({ name, host }) => [name, host]);
}

describe('connection strings in files of the workspace', () => {
  it('are found in local.settings.json, comments or not', () => {
    const text = `{ // mine
      "IsEncrypted": false,
      "Values": { "AzureWebJobsStorage": "UseDevelopmentStorage=true", "Shop": "${SHOP}", "FUNCTIONS_WORKER_RUNTIME": "node" },
      "ConnectionStrings": { "Logs": { "ConnectionString": "${SIGNED}" }, "Sql": "Server=x;Database=y" },
    }`;
    assert.deepEqual(names('/a/local.settings.json', text), [
      ['Shop', 'shop.table.core.windows.net'],
      ['Logs', 'logs.table.core.windows.net'],
    ]);
  });

  it('are found in .env files, quoted or not', () => {
    const text = [
      `# AZURE=${SHOP}`,
      `AZURE_STORAGE=${SHOP}`,
      `export LOGS = "${SIGNED}"\r`,
      'PORT=3000',
      'EMPTY=',
      'not a variable',
    ].join('\n');
    assert.deepEqual(names('/a/.env', text), [
      ['AZURE_STORAGE', 'shop.table.core.windows.net'],
      ['LOGS', 'logs.table.core.windows.net'],
    ]);
    assert.equal(connectionStringsIn('/a/.env', text)[1]?.connectionString, SIGNED);
  });

  it('are none in files that are broken', () => {
    for (const text of ['', '[]', '{"Values":', '{"Values":[]}', 'null']) {
      assert.deepEqual(names('/a/local.settings.json', text), []);
    }
  });
});
