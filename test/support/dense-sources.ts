/** Sources that have so many of one thing as nobody writes, by what they have: each makes a text that has `n` of it. */
export const DENSE: Readonly<Record<string, (n: number) => string>> = {
  'queries of properties': (n) => `${HEAD}${times(n, (nth) => `${list(`"Age gt ${nth}"`)};\n`)}`,
  'queries in functions': (n) => HEAD + times(n, functionWithQuery),
  'queries in functions that another one calls': (n) => HEAD + times(n, calledFunction),
  'queries that are not valid': (n) => HEAD + times(n, (nth) => `${list(`"PartitionKey == 'a${nth}'"`)};\n`),
  'queries of as many tables': (n) =>
    IMPORT + times(n, (nth) => `new TableClient(u, 'Table${nth}', k).listEntities();\n`),
  'results that are filtered and sorted': (n) => HEAD + times(n, functionThatSorts),
  'single deletes of what is listed': (n) =>
    HEAD +
    times(
      n,
      () =>
        `for await (const e of client.listEntities()) await client.deleteEntity(e.partitionKey, e.rowKey);\n`,
    ),
  'reads of one entity': (n) => HEAD + times(n, (nth) => `await client.getEntity('p', 'r${nth}');\n`),
  'reads in a loop': (n) =>
    `${HEAD}for (const id of ids) {\n${times(n, (nth) => `await client.getEntity('p', id + ${nth});\n`)}}\n`,
  'changes of what was read': (n) => HEAD + times(n, change),
  'writes with keys of the clock': (n) =>
    HEAD +
    times(
      n,
      (nth) =>
        `await client.createEntity({ partitionKey: 'p${nth}', rowKey: Date.now() + '', total: ${nth} });\n`,
    ),
  'keys that are put together in as many ways': (n) =>
    HEAD +
    times(
      n,
      (nth) =>
        `await client.upsertEntity({ partitionKey: \`a\${x}_${nth}\`, rowKey: String(y) + '_${nth}' });\n`,
    ),
  'transactions of two partitions': (n) => HEAD + times(n, transaction),
  'calls of a wrapper': (n) =>
    `${HEAD}const find = (filter: string) => ${list('filter')};\n${times(n, (nth) => `find("Age gt ${nth}");\n`)}`,
  'calls through wrappers of wrappers': (n) =>
    `${HEAD}const a = (filter: string) => ${list('filter')};\nconst b = (filter: string) => a(filter);\nconst c = (filter: string) => b(filter);\n${times(n, (nth) => `c("Age gt ${nth}");\n`)}`,
  'tables that are made for many callers': (n) => HEAD + madeForMany(n),
  'tables that are deleted and made again': (n) =>
    HEAD + 'client.deleteTable(); client.createTable();\n'.repeat(n),
  'clients that are not encrypted': (n) =>
    IMPORT +
    times(
      n,
      (nth) =>
        `const c${nth} = new TableClient('http://x.com', 'aa', k, { allowInsecureConnection: true });\n`,
    ),
  'keys of accounts': (n) =>
    IMPORT +
    times(
      n,
      (nth) =>
        `TableClient.fromConnectionString('AccountName=a${nth};AccountKey=${'a'.repeat(86)}==;EndpointSuffix=core.windows.net', 'T');\n`,
    ),
  'comments that silence': (n) =>
    HEAD + `// partition-lens-disable-next-line table-scan\nclient.listEntities();\n`.repeat(n),
  'comments that name no rule': (n) =>
    HEAD + times(n, (nth) => `// partition-lens-disable-next-line r${nth}\nclient.listEntities();\n`),
  'names in one comment': (n) =>
    `${HEAD}// partition-lens-disable-next-line ${times(n, (nth) => `r${nth} `)}\n`,
};

const IMPORT = `import { TableClient, odata } from '@azure/data-tables';\n`;
const HEAD = `${IMPORT}const client = new TableClient(address, 'Employees', credential);\n`;

function times(n: number, make: (nth: number) => string): string {
  return Array.from({ length: n }, (_, nth) => make(nth)).join('');
}

function list(filter: string): string {
  return `client.listEntities({ queryOptions: { filter: ${filter} } })`;
}

function functionWithQuery(nth: number): string {
  const filter = `odata\`PartitionKey eq \${a} and RowKey ge '${nth}'\``;
  return `async function f${nth}(a: string) {\n  for await (const e of ${list(filter)}) console.log(e.x${nth});\n}\n`;
}

function calledFunction(nth: number): string {
  return `const f${nth} = (age: string) => ${list(`age ? 'Age gt ' + age : "PartitionKey eq 'a'"`)};\nexport const g${nth} = () => f${nth}('${nth}');\n`;
}

/** A function that makes tables, and three layers of functions above it, of which each calls all below. */
function madeForMany(nth: number): string {
  const layer = (depth: number): readonly string[] =>
    Array.from({ length: 20 }, (_, i) => `made${depth}_${i}`);
  const above = (depth: number, below: readonly string[]): string =>
    layer(depth)
      .map((name) => `async function ${name}() { ${below.map((one) => `await ${one}();`).join(' ')} }\n`)
      .join('');
  const made = `async function made() {\n${times(nth, () => 'await client.createTable();\n')}}\n`;
  return made + above(1, ['made']) + above(2, layer(1)) + above(3, layer(2));
}

function functionThatSorts(nth: number): string {
  return `async function f${nth}() {\n  const all = [];\n  for await (const e of client.listEntities()) all.push(e);\n  return all.filter((e) => e.a > ${nth}).sort((a, b) => a.x - b.x);\n}\n`;
}

function change(nth: number): string {
  return `{\n  const e = await client.getEntity('p', '${nth}');\n  e.n = e.n + 1;\n  await client.updateEntity(e, 'Replace');\n}\n`;
}

function transaction(nth: number): string {
  return `await client.submitTransaction([['create', { partitionKey: 'a', rowKey: '${nth}' }], ['delete', { partitionKey: 'b', rowKey: 'c' }]]);\n`;
}
