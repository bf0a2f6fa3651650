/** What each begins with. */
export const HEAD = `import { TableClient, odata } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.TABLES!, 'Employees');
`;

/** Parts by their numbers, one after the other. */
export const repeat = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join('');
/** The statement that asks for a filter. */
export const ask = (filter: string): string =>
  `return client.listEntities({ queryOptions: { filter: ${filter} } });`;

/** Sources of any size that made the work, or the memory, of some part of the lens explode; without {@link HEAD}. */
export const GROWING: Readonly<Record<string, (size: number) => string>> = {
  queries: (n) =>
    repeat(
      n,
      (i) =>
        `export const q${i} = (x: string) => { ${ask(`odata\`PartitionKey eq \${x} and Age gt ${i}\``)} };\n`,
    ),
  'branches of else if': (n) =>
    `export function f(k: string) { let filter = ''; ${repeat(n, (i) => `${i > 0 ? 'else ' : ''}if (k === 'k${i}') filter = "PartitionKey eq '${i}'";\n`)} ${ask('filter')} }`,
  'conditions one after the other': (n) =>
    `export function f(k: any) { let filter = 'a eq 1'; ${repeat(n, (i) => `if (k.x${i}) filter += " and p${i} eq 1";\n`)} ${ask('filter')} }`,
  'cases of a switch': (n) =>
    `export function f(k: string) { let filter = ''; switch (k) { ${repeat(n, (i) => `case 'k${i}': filter = "PartitionKey eq '${i}'"; break;\n`)} } ${ask('filter')} }`,
  'conditions in one expression': (n) =>
    `export function f(k: number) { ${ask(`${repeat(Math.min(n, 900), (i) => `k === ${i} ? 'a eq ${i}' : `)} ''`)} }`,
  'actions of a transaction': (n) =>
    `export async function f(k: string) { await client.submitTransaction([${repeat(n, (i) => `['create', { partitionKey: k, rowKey: '${i}' }],\n`)}]); }`,
  'properties of an entity': (n) =>
    `export async function f(k: string) { const e = { partitionKey: k, rowKey: 'r', ${repeat(n, (i) => `p${i}: ${i},\n`)} }; await client.createEntity(e); }`,
  'pieces of a text': (n) =>
    `export const f = (x: string) => { ${ask(`'a eq 1'${repeat(n, () => ` + " or b eq '" + x + "'"`)}`)} };`,
  'findings with fixes': (n) =>
    repeat(
      n,
      (i) =>
        `export const q${i} = (x: string) => { ${ask(`\`PartitionKey eq '\${x}' and Age gt ${i}\``)} };\n`,
    ),
  'rules in a comment': (n) =>
    `// partition-lens-disable-next-line ${repeat(n, (i) => `rule-${i}, `)}\nexport const q = client.listEntities();`,
  'closures that change what they share': (n) =>
    `export const f = (a: any) => { ${repeat(n, (i) => `a.x${i}(() => { a = ${i}; ${ask('a')} });\n`)} };`,
};

/** Sources of about 2 kB whose meaning doubles with each line. */
export const DOUBLING: Readonly<Record<string, string>> = {
  texts: `export function f(a0: string) { ${repeat(60, (i) => `const a${i + 1} = a${i} + " or " + a${i};\n`)} ${ask('a60')} }`,
  lists: `export function f(a0: string[]) { ${repeat(40, (i) => `const a${i + 1} = [...a${i}, ...a${i}];\n`)} ${ask("a40.join(' or ')")} }`,
  calls: `${repeat(30, (i) => `function g${i}(x: string): string { return ${i > 0 ? `g${i - 1}(x) + g${i - 1}(x) + g${i - 1}(x)` : 'x'}; }\n`)} export function f(x: string) { ${ask('g29(x)')} }`,
  wrappers: `${repeat(14, (i) => `export const w${i} = (x: string): unknown => [${i > 0 ? `w${i - 1}(x), w${i - 1}(x)` : 'client.listEntities({ queryOptions: { filter: x } })'}];\n`)} w13("a eq 'b'");`,
  loops: `export function f(a: any) { let s = ''; ${repeat(12, (i) => `for (const x${i} of a.l${i}) {`)} s += 'x'; ${'}'.repeat(12)} ${ask('s')} }`,
  callbacks: `export const f = (a: any) => { ${repeat(40, (i) => `a.x${i}(() => { client.listEntities(); `)} ${'});'.repeat(40)} };`,
};
