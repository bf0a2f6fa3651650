import { check, checkFix, checkNoFix, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const HEAD = `
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Visits', credential);
`;

describe('forbidden-key-character', () => {
  it('underlines the character in what the source spells out', () => {
    check(`${HEAD}
const PREFIX = 'site#';
export async function add(site: string, page: string) {
  await client.createEntity({ partitionKey: \`site/\${site}\`, rowKey: page });
//                                               ^ error forbidden-key-character: PartitionKey has the character "/"
  await client.upsertEntity({ partitionKey: site, rowKey: PREFIX + page });
//                                                        ^^^^^^^^^^^^^ error forbidden-key-character: "#"
  await client.getEntity(site, 'a?b');
//                               ^ error forbidden-key-character
  await client.deleteEntity('a\\\\b', page);
//                            ^^ error forbidden-key-character
  await client.submitTransaction([['create', { partitionKey: site, rowKey: 'a\\tb' }]]);
//                                                                           ^^ error forbidden-key-character: U+0009
}
`);
  });

  it('warns of values that have one sooner or later', () => {
    check(`${HEAD}
import { format } from 'date-fns';
export async function add(site: string, pageUrl: string, bytes: Buffer, request: any, at: Date) {
  await client.upsertEntity({ partitionKey: site, rowKey: pageUrl });
//                                                        ^^^^^^^ warning forbidden-key-character: encode it
  await client.upsertEntity({ partitionKey: request.path, rowKey: site });
//                                          ^^^^^^^^^^^^ warning forbidden-key-character
  await client.upsertEntity({ partitionKey: site, rowKey: bytes.toString('base64') });
//                                                        ^^^^^^^^^^^^^^^^^^^^^^^^ warning forbidden-key-character: base64 has slashes
  await client.upsertEntity({ partitionKey: site, rowKey: \`d_\${at.toLocaleDateString()}\` });
//                                                             ^^^^^^^^^^^^^^^^^^^^^^^ warning forbidden-key-character: a date
  await client.upsertEntity({ partitionKey: site, rowKey: format(at, 'dd/MM/yyyy') });
//                                                        ^^^^^^^^^^^^^^^^^^^^^^^^ warning forbidden-key-character
}
`);
  });

  it('is silent for what is encoded, for other names, other properties and filters', () => {
    checkSilent(
      'forbidden-key-character',
      `${HEAD}
export async function add(site: string, pageUrl: string, curl: string, pathId: string, email: string, bytes: Buffer, at: Date) {
  await client.upsertEntity({ partitionKey: 'a_b-c.d:e', rowKey: encodeURIComponent(pageUrl), pageUrl, path: '/a/b' });
  await client.upsertEntity({ partitionKey: curl, rowKey: pathId });
  await client.upsertEntity({ partitionKey: email, rowKey: pageUrl.replace(/[^a-z]/g, '_') });
  await client.upsertEntity({ partitionKey: site, rowKey: bytes.toString('base64url') });
  await client.upsertEntity({ partitionKey: site, rowKey: bytes.toString('base64').replaceAll('/', '_') });
  await client.upsertEntity({ partitionKey: site, rowKey: at.toLocaleDateString().replace(/\\//g, '-') });
  await client.upsertEntity({ partitionKey: site, rowKey: createHash('sha256').update(pageUrl).digest('hex') });
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${site} and RowKey ge 'a/b'\` } });
  await client.upsertEntity({ partitionKey: site, rowKey: at.toLocaleDateString('en-CA', { timeZone: 'UTC' }) });
  await client.upsertEntity({ partitionKey: site, rowKey: at.toLocaleDateString('de-DE') });
  await client.getEntity(site, pageUrl);
}
`,
    );
  });

  describe('fix', () => {
    const file = (rowKey: string): string =>
      `${HEAD}export const add = (site: string, pageUrl: string, bytes: Buffer) =>\n  client.upsertEntity({ partitionKey: site, rowKey: ${rowKey} });\n`;

    it('puts another separator, or encodes', () => {
      checkFix(
        'forbidden-key-character',
        file('`${site}/${bytes.length + 1e6}`'),
        file('`${site}_${bytes.length + 1e6}`'),
      );
      checkFix('forbidden-key-character', file('pageUrl'), file('encodeURIComponent(pageUrl)'));
      checkFix('forbidden-key-character', file('`p_${pageUrl}`'), file('`p_${encodeURIComponent(pageUrl)}`'));
      checkFix(
        'forbidden-key-character',
        file("bytes.toString('base64')"),
        file("bytes.toString('base64url')"),
      );
    });

    it('leaves escapes and names alone', () => {
      checkNoFix('forbidden-key-character', file("'a\\\\b'"));
      checkNoFix('forbidden-key-character', `const PREFIX = 'a/b';\n${file('PREFIX + site')}`);
    });
  });
});
