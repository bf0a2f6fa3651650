import assert from 'node:assert/strict';
import {
  check,
  checkFix,
  checkNoFix,
  checkSilent,
  findingsOf,
} from '../../../../test/support/rule-fixtures.ts';

const ID = 'insecure-connection';
const SDK = `import { TableClient, TableServiceClient } from '@azure/data-tables';
import { DefaultAzureCredential } from '@azure/identity';
const credential = new DefaultAzureCredential();
`;

describe(ID, () => {
  it('underlines the option', () => {
    check(`
${SDK}
const a = new TableClient('http://a.table.core.windows.net', 'Staff', credential, { allowInsecureConnection: true });
//                                                                                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning insecure-connection/plain-http
const b = new TableServiceClient(\`https://\${name}.table.core.windows.net\`, credential, { allowInsecureConnection: true });
//                                                                                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning insecure-connection/not-needed
const options = { allowInsecureConnection: true, retryOptions: {} };
//                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning insecure-connection
const c = TableClient.fromConnectionString('TableEndpoint=http://10.1.2.3/a;SharedAccessSignature=' + sas, 'Staff', options);
`);
  });

  it('reports an emulator behind a name, or an address, of the internet', () => {
    check(`
${SDK}
const a = new TableServiceClient('http://tables.build.example.org:10002/devstoreaccount1', { allowInsecureConnection: true });
//                                                                                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning insecure-connection/plain-http
const b = new TableServiceClient('http://203.0.113.7:10002/devstoreaccount1', { allowInsecureConnection: true });
//                                                                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning insecure-connection/plain-http
`);
  });

  it('reports one of several addresses that is asked in plain text', () => {
    check(`
${SDK}
const host = process.env.OLD_HOST ?? 'old-tables.example.org';
const a = new TableClient(\`http://\${host}:8902/staff\`, 'Staff', credential, { allowInsecureConnection: true });
//                                                                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning insecure-connection/plain-http
const url = isLocal ? 'http://127.0.0.1:10002/a' : 'http://tables.example.org/a';
const b = new TableClient(url, 'Staff', credential, { allowInsecureConnection: true });
//                                                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning insecure-connection/plain-http
`);
  });

  it('reports at the call options that another file gives', () => {
    check(`
// file: main.ts
import { TableClient } from '@azure/data-tables';
import { options } from './options';
const a = new TableClient('http://tables.example.org/a', 'Staff', credential, options);
//        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning insecure-connection
// file: options.ts
export const options = { allowInsecureConnection: true };
`);
  });

  it('is silent for this machine, for emulators, and for what is only known when the program runs', () => {
    checkSilent(
      ID,
      `
${SDK}
const insecure = { allowInsecureConnection: true };
const a = new TableClient('http://127.0.0.1:10002/devstoreaccount1', 'Staff', credential, insecure);
const b = new TableClient('http://localhost:10002/a', 'Staff', credential, insecure);
const c = new TableClient('http://[::1]:10002/a', 'Staff', credential, insecure);
const d = new TableClient('http://azurite:10002/a', 'Staff', credential, insecure);
const e = new TableClient('http://host.docker.internal:10002/a', 'Staff', credential, insecure);
const f = new TableClient('http://192.168.0.7:10002/devstoreaccount1', 'Staff', credential, insecure);
const f2 = new TableClient('http://172.17.0.2:10002/devstoreaccount1', 'Staff', credential, insecure);
const f3 = new TableClient('http://azurite.dev.svc.cluster.local:10002/devstoreaccount1', 'Staff', credential, insecure);
const f4 = new TableClient('http://[fd00::1]:10002/devstoreaccount1', 'Staff', credential, insecure);
const f5 = new TableClient(\`http://\${host}:10002/devstoreaccount1\`, 'Staff', credential, insecure);
const g = new TableClient(process.env.URL, 'Staff', credential, insecure);
const h = new TableClient(process.env.URL ?? 'http://127.0.0.1:10002/a', 'Staff', credential, insecure);
const i = new TableClient(\`http://\${host}:10002/a\`, 'Staff', credential, insecure);
const j = TableClient.fromConnectionString('UseDevelopmentStorage=true', 'Staff', insecure);
const k = TableClient.fromConnectionString(process.env.TABLES, 'Staff', insecure);
const l = new TableClient('https://a.table.core.windows.net', 'Staff', credential, { allowInsecureConnection: false });
const m = new TableClient('https://a.table.core.windows.net', 'Staff', credential, { allowInsecureConnection: isLocal });
const n = new TableClient('http://a.table.core.windows.net', 'Staff', credential);
const url = isLocal ? 'http://127.0.0.1:10002/a' : 'https://a.table.core.windows.net';
const o = new TableClient(url, 'Staff', credential, insecure);
const own = process.env.TABLES_HOST ?? '127.0.0.1';
const p = new TableClient(\`http://\${own}:10002/a\`, 'Staff', credential, insecure);
`,
    );
    checkSilent(
      ID,
      `
import { BlobClient } from '@azure/storage-blob';
import { TableClient } from './own';
const a = new BlobClient('http://a.blob.core.windows.net', 'Staff', credential, { allowInsecureConnection: true });
const b = new TableClient('http://a.table.core.windows.net', 'Staff', credential, { allowInsecureConnection: true });
`,
    );
  });

  describe('fix', () => {
    it('leaves the option out, and writes https', () => {
      checkFix(
        ID,
        `${SDK}new TableClient('http://a.table.core.windows.net', 'Staff', credential, { allowInsecureConnection: true });\n`,
        `${SDK}new TableClient('https://a.table.core.windows.net', 'Staff', credential);\n`,
      );
      checkFix(
        ID,
        `${SDK}new TableClient('https://a.table.core.windows.net', 'Staff', credential, { allowInsecureConnection: true, retryOptions });\n`,
        `${SDK}new TableClient('https://a.table.core.windows.net', 'Staff', credential, { retryOptions });\n`,
      );
      checkFix(
        ID,
        `${SDK}TableClient.fromConnectionString('DefaultEndpointsProtocol=http;AccountName=a;TableEndpoint=http://a.example.org/', 'Staff', { allowInsecureConnection: true });\n`,
        `${SDK}TableClient.fromConnectionString('DefaultEndpointsProtocol=https;AccountName=a;TableEndpoint=https://a.example.org/', 'Staff');\n`,
      );
    });

    it('is not offered where the options or the address are written elsewhere', () => {
      checkNoFix(
        ID,
        `${SDK}const options = { allowInsecureConnection: true };\nnew TableClient('http://a.example.org', 'Staff', credential, options);\n`,
      );
      checkNoFix(
        ID,
        `// file: main.ts\n${SDK}import { url } from './url';\nnew TableClient(url, 'Staff', credential, { allowInsecureConnection: true });\n// file: url.ts\nexport const url = 'http://a.example.org';\n`,
      );
    });
  });

  it('points to each client that has the option', () => {
    const source = `${SDK}
const options = { allowInsecureConnection: true };
const a = new TableClient('http://a.example.org', 'Staff', credential, options);
`;
    const [related] = findingsOf('/main.ts', source).flatMap((one) =>
      one.rule === 'insecure-connection' ? one.related : [],
    );
    assert.equal(
      related && source.slice(related.place.span.start, related.place.span.end),
      "new TableClient('http://a.example.org', 'Staff', credential, options)",
    );
  });
});
