import assert from 'node:assert/strict';
import { connectionStringsIn, stringsIn } from './found-strings.ts';

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

  it('are found in .env files beside comments, and in any quotes', () => {
    const text = [`A="${SHOP}" # of the shop`, `B=${SIGNED} # of the logs`, `C=\`${SHOP}\``].join('\n');
    assert.deepEqual(
      connectionStringsIn('/a/.env', text).map(({ connectionString }) => connectionString),
      [SHOP, SIGNED, SHOP],
    );
  });

  it('are of the emulator only where it is on another host', () => {
    const proxied = 'UseDevelopmentStorage=true;DevelopmentStorageProxyUri=http://azurite';
    assert.deepEqual(names('/a/.env', `A=usedevelopmentstorage=TRUE\nB=${proxied}`), [
      ['B', 'azurite:10002'],
    ]);
  });

  it('are looked for in a line of blanks no longer than in others', () => {
    assert.deepEqual(names('/a/.env', `A=${' '.repeat(900_000)}x`), []);
  });

  it('are none in files that are broken', () => {
    for (const text of ['', '[]', '{"Values":', '{"Values":[]}', 'null']) {
      assert.deepEqual(names('/a/local.settings.json', text), []);
    }
  });
});

describe('files of the workspace with connection strings', () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const contents: Readonly<Record<string, Uint8Array | Error>> = {
    '/a/.env': bytes(`SHOP=${SHOP}`),
    '/b/.env': Object.assign(new Error('canary-6620'), { code: 'NoPermissions' }),
    '/c/.env': Object.assign(new Error('canary-6620'), { code: 'FileIsADirectory' }),
    '/d/.env': Object.assign(new Error('canary-6620'), { code: 'FileNotFound' }),
    '/e/.env': new Error('canary-6620'),
    // “A” in UTF-16, as PowerShell writes it
    '/f/.env': Uint8Array.of(0xff, 0xfe, 0x41, 0x00),
    '/g/.env': new Uint8Array(1_000_001),
    '/h/local.settings.json': bytes(`{ "Values": { "Logs": "${SIGNED}",\n "canary-6620" } }`),
    '/i/local.settings.json': bytes('['.repeat(900_000)),
    '/j/local.settings.json': bytes(`{ "Values": { "Logs": "${SIGNED}", }, }`),
    // a pipe, from which nothing comes
    '/k/.env': bytes(`SHOP=${SHOP}`),
  };
  const contentOf = (path: string): Promise<Uint8Array> => {
    const content = contents[path];
    return content instanceof Uint8Array
      ? Promise.resolve(content)
      : Promise.reject(content ?? new Error('no such file'));
  };
  const disk = {
    stat: async ({ path }: { path: string }) => ({
      size: (await contentOf(path)).length,
      type: path.startsWith('/k') ? 0 : 1,
    }),
    readFile: ({ path }: { path: string }) => contentOf(path),
  };

  it('fail each by itself, with what to do and nothing of what is in them', async () => {
    const files = Object.keys(contents).map((path) => ({ path }));
    const found = await stringsIn(files, disk);
    assert.deepEqual(
      found.map(({ file, strings, problem = '' }) => [
        file.path.slice(0, 2),
        strings.map(({ name }) => name).join(),
        problem.split('. ')[0],
      ]),
      [
        ['/a', 'SHOP', ''],
        ['/b', '', "You don't have permission to read it"],
        ['/c', '', 'It is a folder, not a file.'],
        ['/d', '', 'It no longer exists, or is a broken link.'],
        ['/e', '', "It can't be read (Error)."],
        ['/f', '', "It isn't UTF-8 text"],
        ['/g', '', 'It is larger than 1 MB'],
        ['/h', 'Logs', "It isn't valid JSON: see line 2"],
        ['/i', '', "It can't be read (RangeError)."],
        ['/j', 'Logs', ''],
        ['/k', '', "It can't be read (NoFile)."],
      ],
    );
    assert.doesNotMatch(found.map(({ problem }) => problem).join(), /canary|sig=/);
  });
});
