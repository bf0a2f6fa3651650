import { check, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'property-too-large';
const HEAD = `
import { readFileSync, promises } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Files', credential);
`;
const inside = (body: string): string => `${HEAD}
export async function save(pk: string, rk: string, path: string, req: any, tags: string[], source: AsyncIterable<Buffer>) {
${body}
}
`;

describe(ID, () => {
  it('knows the parts of a form, and no picture that is scaled before it is kept', () => {
    check(`
import { TableClient } from '@azure/data-tables';
const scans = new TableClient(url, 'Scans', credential);
export const routes = (server) => {
  server.post('/scans/:id', async (request) => {
    const file = await request.file();
    const scan = await file.toBuffer();
    await scans.updateEntity({ partitionKey: request.params.id, rowKey: 'scan', scan });
    //                                                                          ^^^^ warning property-too-large/contents
  });
  server.post('/icons/:id', async (request) => {
    const icon = await sharp(request.body.path).resize(32).toBuffer();
    await scans.updateEntity({ partitionKey: request.params.id, rowKey: 'icon', icon });
  });
};
`);
  });

  it('underlines contents of files, as they are and in texts', () => {
    check(
      inside(`  await client.createEntity({ partitionKey: pk, rowKey: rk, a: readFileSync(path), b: await readFile(path, 'utf8') });
  //                                                           ^^^^^^^^^^^^^^^^^^ warning property-too-large/contents
  //                                                                                        ^^^^^^^^^^^^^^^^^^^^^^ warning property-too-large
  const data = await promises.readFile(path);
  const e: any = { partitionKey: pk, rowKey: rk, base64: data.toString('base64') };
  //                                                     ^^^^^^^^^^^^^^^^^^^^^^^ warning property-too-large
  e.url = \`data:image/png;base64,\${data.toString('base64')}\`;
  //      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning property-too-large
  e.upload = req.file.buffer;
  //         ^^^^^^^^^^^^^^^ warning property-too-large
  await client.upsertEntity(e);`),
    );
  });

  it('underlines what is received', () => {
    check(
      inside(`  const response = await fetch(path);
  const html = await response.text();
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk);
  await client.upsertEntity({ partitionKey: pk, rowKey: rk, html, all: Buffer.concat(chunks), body: JSON.stringify(req.body) });
  //                                                        ^^^^ warning property-too-large
  //                                                                   ^^^^^^^^^^^^^^^^^^^^^ warning property-too-large
  //                                                                                                ^^^^^^^^^^^^^^^^^^^^^^^^ warning property-too-large
  const json = await fetch(path).then((one) => one.json());
  await client.upsertEntity({ partitionKey: pk, rowKey: rk, json: JSON.stringify(json) });
  //                                                              ^^^^^^^^^^^^^^^^^^^^ warning property-too-large`),
    );
  });

  it('knows what the types of the platform hold', () => {
    check(`${HEAD}
export async function POST(request: Request, file: File) {
  const form = await request.formData();
  const image = Buffer.from(await (form.get('image') as Blob).arrayBuffer());
  await client.createEntity({ partitionKey: 'a', rowKey: 'b', body: await request.text(), image, name: file.name });
  //                                                                      ^^^^^^^^^^^^^^ warning property-too-large
  //                                                                                      ^^^^^ warning property-too-large
  const json = await request.json();
  await client.createEntity({ partitionKey: 'a', rowKey: 'd', bytes: new Uint8Array(await file.arrayBuffer()) });
  //                                                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning property-too-large
  await client.createEntity({ partitionKey: 'a', rowKey: 'c', json: JSON.stringify(json), text: await file.text() });
  //                                                                ^^^^^^^^^^^^^^^^^^^^ warning property-too-large
  //                                                                                                  ^^^^^^^^^^^ warning property-too-large
}
`);
  });

  it('underlines the JSON of what a query found', () => {
    check(
      inside(`  const rows = [];
  for await (const row of client.listEntities({ queryOptions: { filter: "PartitionKey eq 'a'" } })) rows.push(row);
  const content = JSON.stringify(rows);
  await client.createEntity({
    partitionKey: pk, rowKey: rk, content, all: JSON.stringify(rows, null, 2), first: JSON.stringify(rows[0]),
    //                            ^^^^^^^ warning property-too-large
    //                                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning property-too-large
    some: JSON.stringify(rows.slice(0, 10)), tags: JSON.stringify(tags.map((tag) => tag.trim())),
  });`),
    );
  });

  it("underlines what a handler's request brings", () => {
    check(`
import { app, type HttpRequest } from '@azure/functions';
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Files', credential);
app.http('put', { handler: async (request: HttpRequest) => {
  const { id } = await request.json();
  await client.upsertEntity({ partitionKey: 'a', rowKey: id, text: await request.text() });
  //                                                                     ^^^^^^^^^^^^^^ warning property-too-large
} });
`);
  });

  it('underlines what callers give as content, where it is put into a text or compressed', () => {
    check(`
import { gzipSync } from 'node:zlib';
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Files', credential);
export async function save(pk: string, rk: string, payload: unknown, photo: Buffer, form: any, settings: Settings) {
  await client.upsertEntity({ partitionKey: pk, rowKey: rk, json: JSON.stringify(payload), photo, text: photo.toString('base64') });
  //                                                              ^^^^^^^^^^^^^^^^^^^^^^^ warning property-too-large/contents
  //                                                                                       ^^^^^ warning property-too-large/contents
  //                                                                                                    ^^^^^^^^^^^^^^^^^^^^^^^^ warning property-too-large/contents
  await client.upsertEntity({ partitionKey: pk, rowKey: rk, pdf: Buffer.from(form.pdf, 'base64'), zip: gzipSync(JSON.stringify(settings)) });
  //                                                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning property-too-large/contents
  //                                                                                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning property-too-large/contents
}
`);
  });

  it('knows what a property is called that JSON of anything goes into, and bytes whose type is spelled out', () => {
    check(`
import { TableClient } from '@azure/data-tables';
import { type NextRequest } from 'next/server';
const client = new TableClient(url, 'Files', credential);
export async function save(pk: string, rk: string, job: Record<string, unknown>, data: Uint8Array, upload: Buffer, photo: Buffer) {
  await client.upsertEntity({ partitionKey: pk, rowKey: rk, payload: JSON.stringify(job), note: JSON.stringify(job) });
  //                                                                 ^^^^^^^^^^^^^^^^^^^ warning property-too-large/contents
  await client.upsertEntity({ partitionKey: pk, rowKey: rk, data, upload });
//                                                          ^^^^ warning property-too-large/contents
//                                                                ^^^^^^ warning property-too-large/contents
  await client.upsertEntity({ partitionKey: pk, rowKey: rk, picture: { type: 'Binary', value: photo.toString('base64') } });
  //                                                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning property-too-large/contents
  await client.upsertEntity({ partitionKey: pk, rowKey: rk, head: photo.toString('base64').slice(0, 100) });
}
export async function post(c: any, rk: string, pages: string[], tags: string[]) {
  await client.createEntity({ partitionKey: 'a', rowKey: rk, pages: JSON.stringify(pages), tags: JSON.stringify(tags) });
  //                                                                ^^^^^^^^^^^^^^^^^^^^^ warning property-too-large/contents
  await client.createEntity({ partitionKey: 'a', rowKey: rk, file: Buffer.from(await c.req.arrayBuffer()) });
  //                                                               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning property-too-large/contents
}
export async function POST(request: NextRequest) {
  await client.createEntity({ partitionKey: 'a', rowKey: 'b', raw: new Uint8Array(await request.arrayBuffer()) });
  //                                                               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning property-too-large/contents
}
`);
  });

  it('is silent for callers values that are called otherwise, or have a type that says what they are', () => {
    checkSilent(
      ID,
      `
import { gzipSync } from 'node:zlib';
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Files', credential);
interface Payload { id: string; count: number }
export async function redact(pk: string, rk: string) {
  const row = await client.getEntity(pk, rk);
  const payload = withoutNames(JSON.parse(row.payload));
  await client.updateEntity({ partitionKey: pk, rowKey: rk, payload: JSON.stringify(payload) }, 'Merge', { etag: row.etag });
}
export async function save(pk: string, rk: string, payload: Payload, hash: Buffer, options: unknown, content: string) {
  await client.upsertEntity({ partitionKey: pk, rowKey: rk, json: JSON.stringify(payload), hash, text: hash.toString('base64') });
  await client.upsertEntity({ partitionKey: pk, rowKey: rk, key: Buffer.from(rk, 'base64'), zip: gzipSync('none') });
  await client.upsertEntity({ partitionKey: pk, rowKey: rk, options: JSON.stringify(options), content });
}
`,
    );
  });

  it('counts the bytes of constants', () => {
    check(
      inside(`  const picture = new Uint8Array(1024 * 1024);
  await client.createEntity({
    partitionKey: pk, rowKey: rk, picture, blank: Buffer.alloc(65_537), text: 'ab'.repeat(20_000), fits: 'a'.repeat(32_700),
    //                            ^^^^^^^ warning property-too-large/constant: 1,048,576
    //                                            ^^^^^^^^^^^^^^^^^^^^ warning property-too-large/constant: 65,537
    //                                                                        ^^^^^^^^^^^^^^^^^^^ warning property-too-large/constant: 80,000
    small: Buffer.alloc(60_000), none: Buffer.alloc(tags.length), either: pk ? Buffer.alloc(70_000) : Buffer.alloc(1),
  });`),
    );
  });

  it('takes nothing for a measure that has nothing to do with it', () => {
    check(`${inside(`  // data.length < 64 * 1024
  const data = readFileSync(path);
  await client.createEntity({ partitionKey: pk, rowKey: rk, data });
  //                                                        ^^^^ warning property-too-large`)}
export const isLong = (text: string) => text.length > 10;
`);
    checkSilent(
      ID,
      `${inside(`  const data = readFileSync(path);
  await client.createEntity({ partitionKey: pk, rowKey: rk, data });`)}
export async function all(paths: string[]) {
  for (const path of paths) if (statSync(path).size < 60_000) await save('a', path, path, {}, [], []);
}
`,
    );
  });

  it('takes no text, and no question whether there is anything, for a measure', () => {
    check(
      inside(`  console.log('65536', "data.length > 10", \`64 * 1024\`);
  const data = readFileSync(path);
  if (data.length > 0)
    await client.createEntity({ partitionKey: pk, rowKey: rk, data });
  //                                                          ^^^^ warning property-too-large
`),
    );
    for (const measure of [
      'if (65_536 < data\n.length) return;',
      'if (data.length > 64  *\n1024) return;',
      'if (MOST < data.length) return;',
    ])
      checkSilent(
        ID,
        inside(`  const data = readFileSync(path);
  ${measure}
  await client.createEntity({ partitionKey: pk, rowKey: rk, data });`),
      );
  });

  it('is silent for what is small, measured, or of which nothing is known', () => {
    checkSilent(
      ID,
      inside(`  const response = await fetch(path);
  const body = await response.json();
  const settings = JSON.parse(readFileSync(path, 'utf8'));
  await client.createEntity({
    partitionKey: pk,
    rowKey: rk,
    tags: JSON.stringify(tags),
    title: body.title,
    status: response.status,
    version: settings.version,
    size: readFileSync(path).length,
    sealed: Buffer.concat([Buffer.from(rk), Buffer.from(pk)]),
    hash: createHash('sha256').update(readFileSync(path)).digest('hex'),
    name: req.body.name,
    file: req.file.originalname,
    bytes: Buffer.from(rk),
    path,
  });`),
    );
    checkSilent(
      ID,
      inside(`  const data = readFileSync(path);
  if (data.length > 60_000) throw new Error('too large');
  await client.createEntity({ partitionKey: pk, rowKey: rk, data });`),
    );
    checkSilent(
      ID,
      `
import { readFile } from './own';
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Files', credential);
client.createEntity({ partitionKey: 'a', rowKey: 'b', data: readFile('x') });
`,
    );
    checkSilent(
      ID,
      `
// file: main.ts
import { put } from './store';
void put('x'.repeat(100_000));
// file: store.ts
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Files', credential);
export async function put(text: string) {
  if (text.length > 30_000) throw new Error('too long');
  await client.upsertEntity({ partitionKey: 'a', rowKey: 'b', text });
}
`,
    );
  });

  it('knows bytes by their names where only bytes are written so', () => {
    check(`${HEAD}
import sharp from 'sharp';
export async function save(pk: string, rk: string, path: string, scan) {
  const meta = await sharp(path).metadata();
  await client.createEntity({ partitionKey: pk, rowKey: rk, exif: meta.exif?.toString('base64'), page: scan.toString('hex') });
//                                                                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning property-too-large/contents
//                                                                                                     ^^^^^^^^^^^^^^^^^^^^ warning property-too-large/contents
}
`);
    checkSilent(
      ID,
      `${HEAD}
export async function save(pk: string, rk: string, scan: number, body, hash) {
  await client.createEntity({ partitionKey: pk, rowKey: rk, scan: scan.toString(16), name: body.toString(), hash: hash.toString('hex') });
}
`,
    );
  });

  it('knows that what is behind a header is as large', () => {
    check(`${HEAD}
export async function save(pk: string, bytes: Uint8Array, upload: Buffer, secret: Uint8Array, from: number, path: string) {
  await client.upsertEntity({ partitionKey: pk, rowKey: '1', image: bytes.slice(68), head: bytes.slice(0, 68), crc: bytes.slice(-4) });
  //                                                                ^^^^^^^^^^^^^^^ warning property-too-large/contents
  await client.upsertEntity({ partitionKey: pk, rowKey: '2', rest: upload.subarray(4), some: bytes.slice(from), key: secret.slice(4) });
  //                                                               ^^^^^^^^^^^^^^^^^^ warning property-too-large/contents
  await client.upsertEntity({ partitionKey: pk, rowKey: '3', all: bytes.slice(), four: bytes.slice(4).slice(0, 4), last: bytes.slice(4).slice(-4) });
  //                                                              ^^^^^^^^^^^^^ warning property-too-large/contents
  const text = await readFile(path, 'utf8');
  await client.upsertEntity({ partitionKey: pk, rowKey: '4', text: text.slice(1), line: text.slice(1, 80) });
  //                                                               ^^^^^^^^^^^^^ warning property-too-large/contents
}
`);
    checkSilent(
      ID,
      `${HEAD}
export async function save(pk: string, bytes: Uint8Array) {
  if (bytes.length > 60_000) throw new Error('too large');
  await client.upsertEntity({ partitionKey: pk, rowKey: '1', image: bytes.slice(68) });
}
`,
    );
  });

  it('underlines a list that gets one more element with each write', () => {
    check(`${HEAD}
type Row = { partitionKey: string; rowKey: string; etag: string; moves: string; notes?: string };
export async function move(pk: string, to: string) {
  const row = await client.getEntity<Row>(pk, '1');
  const moves = JSON.stringify([...JSON.parse(row.moves), { to, at: Date.now() }]);
  await client.updateEntity({ partitionKey: pk, rowKey: '1', moves }, 'Merge', { etag: row.etag });
  //                                                         ^^^^^ warning property-too-large/grown: moves
}
export async function note(pk: string, text: string) {
  const row = await client.getEntity<Row>(pk, '1');
  const all = JSON.parse(row.notes ?? '[]') as string[];
  all.push(text);
  await client.updateEntity({ partitionKey: pk, rowKey: '1', notes: JSON.stringify(all) }, 'Merge', { etag: row.etag });
  //                                                                ^^^^^^^^^^^^^^^^^^^ warning property-too-large/grown: notes
}
`);
  });

  it('is silent for a list that is cut, or that gets no more', () => {
    checkSilent(
      ID,
      `${HEAD}
type Row = { partitionKey: string; rowKey: string; etag: string; moves: string; notes?: string };
export async function move(pk: string, to: string, other: { moves: string }) {
  const row = await client.getEntity<Row>(pk, '1');
  const moves = JSON.stringify([...JSON.parse(row.moves), { to }].slice(-50));
  await client.updateEntity({ partitionKey: pk, rowKey: '1', moves }, 'Merge', { etag: row.etag });
  const last = JSON.stringify([...JSON.parse(row.moves).slice(-49), { to }]);
  await client.updateEntity({ partitionKey: pk, rowKey: '2', moves: last }, 'Merge', { etag: row.etag });
  await client.updateEntity({ partitionKey: pk, rowKey: '3', moves: JSON.stringify([...JSON.parse(row.moves)]) }, 'Merge', { etag: row.etag });
  await client.updateEntity({ partitionKey: pk, rowKey: '4', moves: JSON.stringify([...JSON.parse(other.moves), to]) }, 'Merge', { etag: row.etag });
  await client.updateEntity({ partitionKey: pk, rowKey: '5', notes: JSON.stringify([...JSON.parse(row.moves), to]) }, 'Merge', { etag: row.etag });
  await client.updateEntity({ partitionKey: pk, rowKey: '6', moves: JSON.stringify([...new Set([...JSON.parse(row.moves), to])]) }, 'Merge', { etag: row.etag });
}
export async function note(pk: string, text: string) {
  const row = await client.getEntity<Row>(pk, '1');
  const all = JSON.parse(row.notes ?? '[]') as string[];
  all.push(text);
  if (all.length > 20) all.shift();
  await client.updateEntity({ partitionKey: pk, rowKey: '1', notes: JSON.stringify(all) }, 'Merge', { etag: row.etag });
}
export async function choose(pk: string, id: string) {
  const row = await client.getEntity<Row>(pk, '1');
  const all = JSON.parse(row.notes ?? '[]') as string[];
  if (!all.includes(id)) all.push(id);
  await client.updateEntity({ partitionKey: pk, rowKey: '1', notes: JSON.stringify(all) }, 'Merge', { etag: row.etag });
}
`,
    );
  });

  it('is silent where other code looks at the list, or another write puts another one', () => {
    const source = (before: string, put: string, beside = ''): string => `${HEAD}
export async function move(pk: string, to: string) {
  const row = await client.getEntity<{ etag: string; moves: string }>(pk, '1');
  ${before}
  await client.updateEntity({ partitionKey: pk, rowKey: '1', moves: ${put} }, 'Merge', { etag: row.etag });
}
${beside}`;
    const list = 'const moves = JSON.parse(row.moves) as string[];';
    const spread = 'JSON.stringify([...moves, to])';
    const inline = 'JSON.stringify([...JSON.parse(row.moves), to])';
    const write = (entity: string, method = 'updateEntity', mode = ", 'Merge'"): string =>
      `export const other = (pk: string, change: object) => client.${method}({ partitionKey: pk, rowKey: '1'${entity} }${mode});`;
    const clear = write(", moves: '[]'");
    for (const silent of [
      source(`${list} moves.splice(0, moves.length - 49);`, spread),
      source(`${list} if (moves.includes(to)) return;`, spread),
      source('if (row.moves.includes(to)) return;', inline),
      source('if (has(row, to)) return;', inline),
      source(`${list} const all = [...moves, to]; all.splice(0, 1);`, 'JSON.stringify(all)'),
      source(list, spread, clear),
      source('', inline, clear),
      source(`${list} moves.push(to);`, 'JSON.stringify(moves)', clear),
      source('', inline, write(', ...change')),
      source('', inline, write('', 'upsertEntity', ", 'Replace'")),
      source(
        '',
        inline,
        "export const none = (pk: string) => client.submitTransaction([['update', { partitionKey: pk, rowKey: '1', moves: '' }]]);",
      ),
    ])
      checkSilent(ID, silent);
    for (const told of [
      source(list, spread),
      source(`${list} const all = [...moves, to];`, 'JSON.stringify(all)'),
      source('', inline, write(", moves: '[]'", 'createEntity', '')),
      source('', inline, write(", name: 'a'")),
    ])
      check(
        told.replace(/^ .*moves: (JSON.*\)) \}.*$/m, (line, put: string) => {
          const at = line.indexOf(put);
          return `${line}\n//${' '.repeat(at - 2)}${'^'.repeat(put.length)} warning property-too-large/grown: moves`;
        }),
      );
  });
});
