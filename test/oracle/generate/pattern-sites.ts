import { moduleClient } from './clients.ts';
import type { Scope } from './scope.ts';
import type { Site } from './site.ts';

/** A partition that nothing else has: patterns change how all entities of a table are written. */
const PARTITIONS = ["'p1'", "'p-2'"];

const FRESH = 'crypto.randomUUID()';

/** Writes an entity for each of a list, with these properties of the loop's `id` and `at`, a time of its own. */
function written(scope: Scope, client: string, partition: string, rowKey: string, rest: string): string {
  const { choices } = scope.writer;
  const [id, at, n] = [scope.writer.name('id'), scope.writer.name('at'), scope.writer.name('n')];
  const values = (text: string): string => text.replaceAll('$id', id).replaceAll('$at', at);
  const method = choices.pick(['createEntity', 'upsertEntity']);
  const mode = method === 'upsertEntity' ? choices.pick(['', ", 'Replace'"]) : '';
  const entity = `{ partitionKey: ${values(partition)}, rowKey: ${values(rowKey)}, ${values(rest)} }`;
  const list = scope.need('list');
  const lines = [
    // two of one time are two of one id: their order tells nothing
    `const ${at} = new Date(1767225600000 + ${list}.indexOf(${id}) * 3600000);`,
    ...choices.pick([
      [`await ${client}.${method}(${entity}${mode});`],
      [`const made = await ${client}.${method}(${entity}${mode});`, 'console.log(typeof made.etag);'],
      [`if (${n} !== 1) await ${client}.${method}(${entity}${mode});`],
    ]),
  ].map((line) => `  ${line}`);
  scope.add(
    ...choices.pick([
      [`for (const [${n}, ${id}] of ${list}.entries()) {`, ...lines, '}'],
      [
        `for (let ${n} = 0; ${n} < ${list}.length; ${n}++) {`,
        `  const ${id} = String(${list}[${n}]);`,
        ...lines,
        '}',
      ],
      [`let ${n} = 0;`, `for (const ${id} of ${list}) {`, ...lines, `  ${n} += 1;`, '}'],
    ]),
  );
  return partition;
}

/** A loop over what a filter finds; `each` is done with every row. */
function gone(scope: Scope, client: string, filter: string, each: (row: string) => readonly string[]): void {
  const { choices } = scope.writer;
  const row = scope.writer.name('row');
  const typed = scope.writer.typed('<any>');
  const call = `${client}.listEntities${typed}({ queryOptions: { filter: ${filter} } })`;
  const lines = each(row).map((line) => `  ${line}`);
  if (choices.oneIn(2)) {
    const rows = scope.variable('found', call);
    scope.add(`for await (const ${row} of ${rows}) {`, ...lines, '}');
  } else scope.add(`for await (const ${row} of ${call}) {`, ...lines, '}');
}

const ofPartition = (scope: Scope, partition: string, more = ''): string => {
  if (scope.writer.choices.oneIn(2)) return `"PartitionKey eq ${partition}${more}"`;
  scope.module.import('odata', '@azure/data-tables');
  return `odata\`PartitionKey eq \${${partition}}${more}\``;
};

const collected = (scope: Scope): string => scope.variable('rows', '[]', 'const', 'any[]');

/** Sites at which patterns are offered that change a whole table: the program writes it, and reads what it wrote. */
export const PATTERN_SITES: Readonly<Record<string, Site>> = {
  newestFirst: (scope) => {
    const client = moduleClient(scope);
    const { choices } = scope.writer;
    const rowKey = choices.pick([FRESH, `\`\${$at.toISOString()}_\${${FRESH}}\``]);
    const partition = written(scope, client, choices.pick(PARTITIONS), rowKey, 'title: $id, at: $at');
    const rows = collected(scope);
    gone(scope, client, ofPartition(scope, partition), (row) =>
      choices.pick([
        [`${rows}.push(${row});`],
        [`if (${row}.title === 'b') continue;`, `${rows}.push(${row});`],
        [`${rows}.push({ title: ${row}.title, at: ${row}.at });`],
      ]),
    );
    scope.add(`${rows}.sort((a, b) => b.at.getTime() - a.at.getTime());`);
    const most = choices.pick(['1', '2', '10']);
    return `${rows}.slice(0, ${most}).map((one) => one.title)`;
  },
  byProperty: (scope) => {
    const client = moduleClient(scope);
    const { choices } = scope.writer;
    scope.module.import('odata', '@azure/data-tables');
    const partition = written(scope, client, choices.pick(PARTITIONS), FRESH, 'author: $id, count: 1');
    const filter = `odata\`PartitionKey eq \${${partition}} and author eq \${${scope.need('text')}}\``;
    const rows = collected(scope);
    gone(scope, client, filter, (row) =>
      choices.pick([
        [`${rows}.push(${row}.author);`],
        [`${rows}.push(${row}.count, ${row}.author);`, `console.log(${row}.author);`],
      ]),
    );
    return rows;
  },
  acrossPartitions: (scope) => {
    const client = moduleClient(scope);
    const { choices } = scope.writer;
    scope.module.import('odata', '@azure/data-tables');
    const partition = choices.pick(['`p_${$id}`', "$id === 'a' ? 'p1' : 'p2'", "'p1'"]);
    const rowKey = choices.pick([FRESH, '`r_${$id}`']);
    written(scope, client, partition, rowKey, 'author: $id, count: 1');
    const rows = collected(scope);
    gone(scope, client, `odata\`author eq \${${scope.need('text')}}\``, (row) =>
      choices.pick([
        [`${rows}.push(${row}.author);`],
        [`${rows}.push(${row}.count, ${row}.partitionKey);`],
        [`console.log(${row}.author);`],
      ]),
    );
    return rows;
  },
  counted: (scope) => {
    const client = moduleClient(scope);
    const { choices } = scope.writer;
    const rowKey = choices.pick(['$id || FALLBACK', '`r_${$id}`', FRESH]).replace('FALLBACK', "'none'");
    const partition = written(scope, client, choices.pick(PARTITIONS), rowKey, 'title: $id');
    if (choices.oneIn(3)) {
      scope.add(
        'try {',
        `  await ${client}.deleteEntity(${partition}, 'r_b');`,
        '} catch {',
        "  console.error('none');",
        '}',
      );
    }
    const count = scope.variable('count', '0', 'let');
    gone(scope, client, ofPartition(scope, partition), () => [
      choices.pick([`${count} += 1;`, `${count}++;`]),
    ]);
    return count;
  },
  collectedByFunction: (scope) => {
    const client = moduleClient(scope);
    const { choices } = scope.writer;
    const partition = written(scope, client, choices.pick(PARTITIONS), '`r_${$id}`', 'title: $id');
    const name = scope.writer.name('allBooks');
    const typed = scope.writer.typed('<any>');
    const rows = scope.writer.name('all');
    const call = `${client}.listEntities${typed}({ queryOptions: { filter: "PartitionKey eq ${partition}" } })`;
    if (client.startsWith('this.')) {
      gone(scope, client, `"PartitionKey eq ${partition}"`, (row) => [`console.log(${row}.title);`]);
      return 'undefined';
    }
    const lines = [
      `async function ${name}()${scope.writer.type('Promise<unknown[]>')} {`,
      `  const ${rows}${scope.writer.type('unknown[]')} = [];`,
      `  for await (const row of ${call}) ${rows}.push(${choices.pick(['row.title', '{ title: row.title }'])});`,
      `  return ${rows};`,
      '}',
    ];
    if (choices.oneIn(2)) scope.module.export(name, lines);
    else scope.module.declare(...lines);
    return `await ${name}()`;
  },
  joinedTables: (scope) => {
    const client = moduleClient(scope);
    const { choices } = scope.writer;
    const authors = scope.writer.name('authors');
    scope.module.import('TableClient', '@azure/data-tables');
    scope.module.declare(
      `const ${authors} = TableClient.fromConnectionString(process.env.TABLES${scope.writer.typed('!')}, 'Authors');`,
    );
    const [id, author] = [scope.writer.name('id'), scope.writer.name('author')];
    scope.add(
      `for (const ${id} of ['a', 'b', 'none']) {`,
      `  await ${authors}.upsertEntity({ partitionKey: 'author', rowKey: ${id}, name: \`Dr. \${${id}}\`, born: 1900 });`,
      '}',
    );
    const authorId = choices.pick(["$id || 'none'", "'a'", "$id === 'a' ? 'b' : 'none'"]);
    const partition = written(scope, client, choices.pick(PARTITIONS), '`r_${$id}`', `authorId: ${authorId}`);
    const rows = collected(scope);
    const typed = scope.writer.typed('<any>');
    gone(scope, client, ofPartition(scope, partition), (row) =>
      choices.pick([
        [
          `const ${author} = await ${authors}.getEntity${typed}('author', ${row}.authorId);`,
          `${rows}.push([${row}.rowKey, ${author}.name]);`,
        ],
        [
          `const { name, born } = await ${authors}.getEntity${typed}('author', ${row}.authorId);`,
          `${rows}.push(name, born + 1);`,
        ],
      ]),
    );
    return rows;
  },
  readings: (scope) => {
    const client = moduleClient(scope);
    const { choices } = scope.writer;
    const rowKey = '$at.toISOString().slice(0, 13)';
    const partition = written(
      scope,
      client,
      choices.pick(PARTITIONS),
      rowKey,
      'sent: $id.length, isDone: true',
    );
    const rows = collected(scope);
    const more = choices.pick(['', " and RowKey ge '2026-01-01T01'"]);
    gone(scope, client, ofPartition(scope, partition, more), (row) =>
      choices.pick([
        [`${rows}.push(${row}.sent);`],
        [`${rows}.push([${row}.rowKey, ${row}.sent, ${row}.isDone]);`],
      ]),
    );
    return rows;
  },
  ofOneKind: (scope) => {
    const client = moduleClient(scope);
    const { choices } = scope.writer;
    const partition = written(scope, client, choices.pick(PARTITIONS), '`b_${$id}`', 'title: $id, count: 2');
    scope.add(
      `await ${client}.upsertEntity({ partitionKey: ${partition}, rowKey: ${choices.pick(["'shelf'", "'a'"])}, place: 'left' }, 'Replace');`,
    );
    const rows = collected(scope);
    gone(scope, client, ofPartition(scope, partition), (row) =>
      choices.pick([
        [`${rows}.push(${row}.title);`],
        [`${rows}.push(${row}.title, ${row}.count);`],
        [`if (${row}.title !== undefined) ${rows}.push(${row}.title);`],
      ]),
    );
    return rows;
  },
  manyProperties: (scope) => {
    const client = moduleClient(scope);
    const { choices } = scope.writer;
    const [entity, read] = [scope.writer.name('entity'), scope.writer.name('read')];
    const partition = choices.pick(PARTITIONS);
    const most = choices.pick(['3', '240', '260', '600']);
    const typed = scope.writer.type('any');
    scope.add(
      `const ${entity}${typed} = { partitionKey: ${partition}, rowKey: 'w', title: 't' };`,
      `for (let n = 0; n < ${most}; n++) ${entity}[\`q\${n}\`] = n;`,
      `await ${client}.${choices.pick(['createEntity', 'upsertEntity'])}(${entity});`,
      `const ${read} = await ${client}.getEntity${scope.writer.typed('<any>')}(${partition}, 'w');`,
    );
    return choices.pick([`${read}.title`, `[${read}.q1, ${read}.title]`]);
  },
};
