import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  check,
  checkFix,
  checkNoFix,
  checkSilent,
  findingsOf,
} from '../../../../test/support/rule-fixtures.ts';

const ID = 'hard-coded-account-key';
const SDK = `import { AzureNamedKeyCredential, AzureSASCredential, TableClient, TableServiceClient } from '@azure/data-tables';`;
/** Made up, and as random as real ones. */
const KEY = createHash('sha512').update('no account').digest('base64');
const SIGNATURE = encodeURIComponent(createHash('sha256').update('no account').digest('base64'));
const AZURITE = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';
const COSMOS = 'C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==';
const CONNECTION = `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${KEY};EndpointSuffix=core.windows.net`;
const under = (before: number, text: string): string => `${' '.repeat(before)}${'^'.repeat(text.length)}`;

describe(ID, () => {
  it('underlines connection strings, where they are written', () => {
    check(`
${SDK}
const a = TableClient.fromConnectionString('${CONNECTION}', 'Staff');
//${under(42, CONNECTION)} warning hard-coded-account-key/account-key
const text = '${CONNECTION}';
//${under(12, CONNECTION)} warning hard-coded-account-key
const b = TableServiceClient.fromConnectionString(process.env.TABLES ?? text);
`);
  });

  it('underlines keys and signatures', () => {
    const token = `sv=2022-11-02&ss=t&sig=${SIGNATURE}`;
    const url = `https://a.table.core.windows.net/?${token}`;
    check(`
${SDK}
const a = new AzureNamedKeyCredential('a', '${KEY}');
//${under(42, KEY)} warning hard-coded-account-key
const b = new AzureSASCredential('${token}');
//${under(32, token)} warning hard-coded-account-key/signature
const c = new TableClient('${url}', 'Staff');
//${under(25, url)} warning hard-coded-account-key
const d = TableClient.fromConnectionString(\`DefaultEndpointsProtocol=https;AccountName=\${name};AccountKey=${KEY}\`, 'Staff');
//${under(92, `;AccountKey=${KEY}`)} warning hard-coded-account-key
`);
  });

  it('reports connection strings and addresses once, in the file that spells them out', () => {
    const url = `https://a.table.core.windows.net/Staff?sv=2022-11-02&sp=r&sig=${SIGNATURE}`;
    check(`
// file: main.ts
import { TableClient } from '@azure/data-tables';
import { CONNECTION } from './settings';
export const staff = TableClient.fromConnectionString(CONNECTION, 'Staff');
export const teams = TableClient.fromConnectionString(CONNECTION, 'Teams');
// file: settings.ts
export const CONNECTION = '${CONNECTION}';
//${under(25, CONNECTION)} warning hard-coded-account-key
export const REPORTS = '${url}';
//${under(22, url)} warning hard-coded-account-key/signature
`);
  });

  it('reports a key of another file once, where it is used', () => {
    check(`
// file: main.ts
import { AzureNamedKeyCredential } from '@azure/data-tables';
import { KEY } from './settings';
export const a = new AzureNamedKeyCredential('a', KEY);
//               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning hard-coded-account-key
export const b = new AzureNamedKeyCredential('b', KEY);
// file: settings.ts
export const KEY = '${KEY}';
`);
  });

  it('tells nobody the secret', () => {
    const findings = findingsOf(
      '/main.ts',
      `${SDK}\nTableClient.fromConnectionString('${CONNECTION}', 'Staff');`,
    );
    const told = findings.map(({ message, related, fixes }) => JSON.stringify([message, related, fixes()]));
    assert.equal(told.length, 1);
    assert.ok(!told.join().includes(KEY.slice(0, 20)));
  });

  it('is silent for what is no secret', () => {
    const random = createHash('sha512').update('x').digest('base64');
    checkSilent(
      ID,
      `
${SDK}
const a = TableClient.fromConnectionString('DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey=${AZURITE};TableEndpoint=http://127.0.0.1:10002/devstoreaccount1', 'Staff');
const b = TableClient.fromConnectionString('DefaultEndpointsProtocol=https;AccountName=a;AccountKey=<your key>;EndpointSuffix=core.windows.net', 'Staff');
const c = TableClient.fromConnectionString('DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${'A'.repeat(86)}==', 'Staff');
const d = TableClient.fromConnectionString('AccountName=a;AccountKey=${random};TableEndpoint=http://localhost:10002/a', 'Staff');
const e = TableClient.fromConnectionString('UseDevelopmentStorage=true', 'Staff');
const f = new AzureNamedKeyCredential('devstoreaccount1', '${AZURITE}');
const g = new AzureNamedKeyCredential(process.env.NAME, process.env.KEY);
const h = new AzureNamedKeyCredential('a', '${Buffer.from('this is a text and no key'.padEnd(64, '.')).toString('base64')}');
const i = new AzureSASCredential('sv=2022-11-02&sig=signature');
const j = new AzureSASCredential(process.env.SAS ?? '');
const k = new TableClient('https://a.table.core.windows.net', 'Staff', credential);
const l = TableClient.fromConnectionString(\`AccountName=a;AccountKey=\${process.env.KEY}\`, 'Staff');
const digest = '${random}';
const o = (id: string) => new TableClient(\`\${id}\`, 'Staff', new AzureSASCredential(\`\${id}\`));
const p = new AzureNamedKeyCredential('', '');
const parts = 'DefaultEndpointsProtocol=http;AccountName=a;AccountKey=${random};' + 'TableEndpoint=http://127.0.0.1:10002/a';
const m = TableClient.fromConnectionString(parts, 'Staff');
const n = TableClient.fromConnectionString('DefaultEndpointsProtocol=https;AccountName=localhost;AccountKey=${COSMOS};', 'Staff');
`,
    );
    checkSilent(
      ID,
      `
import { AzureNamedKeyCredential } from './own';
import { TableClient } from '@azure/data-tables';
const a = new AzureNamedKeyCredential('a', '${KEY}');
`,
    );
  });

  describe('fix', () => {
    it('reads the environment', () => {
      checkFix(
        ID,
        `${SDK}\nconst a = TableClient.fromConnectionString('${CONNECTION}', 'Staff');\n`,
        `${SDK}\nconst a = TableClient.fromConnectionString(process.env.AZURE_TABLES_CONNECTION_STRING!, 'Staff');\n`,
      );
      checkFix(
        ID,
        `// file: main.js\n${SDK}\nconst a = new AzureNamedKeyCredential('a', '${KEY}');\n`,
        `${SDK}\nconst a = new AzureNamedKeyCredential('a', process.env.AZURE_TABLES_ACCOUNT_KEY);\n`,
      );
    });

    it('calls a part of a text what it is', () => {
      const token = `sv=2024-11-04&ss=bt&srt=sco&sp=rwd&se=2027-12-31T23:59:59Z&sig=${SIGNATURE}`;
      const address = (sas: string): string =>
        `${SDK}\nconst SAS = ${sas};\nnew TableClient(\`https://a.table.core.windows.net?\${SAS}\`, 'Staff');\n`;
      checkFix(ID, address(`'${token}'`), address('process.env.AZURE_TABLES_SAS!'));
      const connection = (key: string): string =>
        `${SDK}\nconst key = ${key};\nTableClient.fromConnectionString(\`AccountName=a;AccountKey=\${key};\`, 'Staff');\n`;
      checkFix(ID, connection(`'${KEY}'`), connection('process.env.AZURE_TABLES_ACCOUNT_KEY!'));
    });

    it('leaves the variable without its fallback', () => {
      checkFix(
        ID,
        `${SDK}\nconst a = TableClient.fromConnectionString(process.env['TABLES'] || '${CONNECTION}', 'Staff');\n`,
        `${SDK}\nconst a = TableClient.fromConnectionString(process.env['TABLES']!, 'Staff');\n`,
      );
    });

    it('is not offered for parts of texts, nor in components', () => {
      checkNoFix(
        ID,
        `${SDK}\nTableClient.fromConnectionString(\`AccountName=\${name};AccountKey=${KEY}\`, 'Staff');\n`,
      );
      checkNoFix(
        ID,
        `// file: App.vue\n<script>\n${SDK}\nTableClient.fromConnectionString('${CONNECTION}', 'Staff');\n</script>\n`,
      );
    });
  });

  it('finds tokens for tables in the objects of a configuration, whoever uses them', () => {
    const [account, table, blobs, other] = [
      `sv=2024-11-04&ss=bt&srt=sco&sp=rwd&se=2027-12-31T23:59:59Z&sig=${SIGNATURE}`,
      `sv=2024-11-04&tn=Staff&sp=r&sig=${SIGNATURE}`,
      `sv=2024-11-04&ss=b&srt=sco&sp=rwd&se=2027-12-31T23:59:59Z&sig=${SIGNATURE}`,
      `sv=2024-11-04&sr=b&sp=r&sig=${SIGNATURE}`,
    ];
    check(`
export const storage = {
  eu: { endpoint: 'https://a.example', sas: '${account}' },
//${under(43, account)} warning hard-coded-account-key/signature
  us: { endpoint: 'https://b.example', sas: '${table}' },
//${under(43, table)} warning hard-coded-account-key/signature
  pictures: { endpoint: 'https://c.example', sas: '${blobs}' },
  one: { endpoint: 'https://c.example', sas: '${other}' },
  next: { endpoint: 'https://d.example', sas: process.env.NEXT_SAS },
};
`);
  });
});
