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
  largeContent: (scope) => {
    const [client, { module, writer }] = [moduleClient(scope), scope];
    const { choices } = writer;
    const [save, id, payload] = [writer.name('save'), writer.name('id'), writer.name('payload')];
    const partition = choices.pick(PARTITIONS);
    const content = choices.pick([`JSON.stringify(${payload})`, `\`\${JSON.stringify(${payload})}\``]);
    const keys = `partitionKey: ${partition}, rowKey: \`r_\${${id}}\``;
    const first = choices.pick([
      `createEntity({ ${keys}, title: ${id}, content: ${content} })`,
      `upsertEntity({ ${keys}, title: ${id}, content: ${content} }, 'Replace')`,
      `upsertEntity({ ${keys}, title: ${id}, content: ${content} })`,
    ]);
    const again = choices.pick([
      [],
      [`await ${client}.updateEntity({ ${keys}, content: JSON.stringify({ more: ${payload} }) }, 'Merge');`],
      [`await ${client}.updateEntity({ ${keys}, title: 'other' }, 'Merge');`],
      [`if (${id} === 'b') await ${client}.deleteEntity(${partition}, \`r_\${${id}}\`);`],
    ]);
    if (client.startsWith('this.')) return 'undefined';
    module.export(save, [
      `async function ${save}(${id}${writer.type('string')}, ${payload}${writer.type('unknown')})${writer.type('Promise<void>')} {`,
      `  await ${client}.${first};`,
      ...again.map((line) => `  ${line}`),
      '}',
    ]);
    scope.add(`for (const one of ${scope.need('list')}) await ${save}(one, { one, isNew: true });`);
    const typed = writer.typed('<any>');
    if (choices.oneIn(3)) return `(await ${client}.getEntity${typed}(${partition}, 'r_a')).content`;
    const rows = collected(scope);
    gone(scope, client, ofPartition(scope, partition), (row) =>
      choices.pick([
        [`${rows}.push([${row}.title, JSON.parse(${row}.content)]);`],
        [`${rows}.push(${row}.content);`],
        [`${rows}.push(${row}.title);`],
      ]),
    );
    return rows;
  },
  logged: (scope) => {
    const client = moduleClient(scope);
    const { choices } = scope.writer;
    const at = choices.pick(['$at.toISOString()', '$at.getTime()']);
    const rowKey = choices.pick([`\`\${${at}}_\${${FRESH}}\``, `\`\${${at}}_\${$id.length}\``]);
    const line = "level: 'info', message: $id";
    const partition = written(scope, client, choices.pick(PARTITIONS), rowKey, line);
    const rows = collected(scope);
    const more = choices.pick([
      '',
      '',
      at.includes('ISO') ? " and RowKey ge '2026-01-01T01'" : " and RowKey lt '1767229200000'",
    ]);
    gone(scope, client, ofPartition(scope, partition, more), (row) =>
      choices.pick([
        [`${rows}.push(${row}.message);`],
        [`${rows}.push([${row}.level, ${row}.message]);`],
        [`if (${row}.message === 'b') break;`, `${rows}.push(${row}.message);`],
      ]),
    );
    return rows;
  },
  inTwoTables: (scope) => {
    const [client, { module, writer }] = [moduleClient(scope), scope];
    const { choices } = writer;
    const [authors, add, id, text] = [
      writer.name('authors'),
      writer.name('add'),
      writer.name('id'),
      writer.name('text'),
    ];
    module.import('TableClient', '@azure/data-tables');
    module.declare(
      `const ${authors} = TableClient.fromConnectionString(process.env.TABLES${writer.typed('!')}, 'Authors');`,
    );
    const one = `{ partitionKey: 'author', rowKey: \`a_\${${id}}\`, name: ${text} }`;
    const other = `{ partitionKey: 'p1', rowKey: \`b_\${${id}}\`, title: ${text}, count: 1 }`;
    const writes = choices.pick([
      [`${authors}.upsertEntity(${one})`, `${client}.upsertEntity(${other})`],
      [`${client}.createEntity(${other})`, `${authors}.createEntity(${one})`],
      [`${authors}.upsertEntity(${one}, 'Replace')`, `${client}.createEntity(${other})`],
      [
        `${client}.createEntity(${other})`,
        `${authors}.upsertEntity(${one})`,
        `${client}.deleteEntity('p1', 'old')`,
      ],
    ]);
    const body = choices
      .pick([writes.map((write) => `await ${write};`), [`await Promise.all([${writes.join(', ')}]);`]])
      .map((line) => `  ${line}`);
    const t = writer.type('string');
    const head = `async (${id}${t}, ${text}${t})${writer.type('Promise<void>')} => {`;
    const lines = choices.oneIn(2)
      ? body
      : ['  try {', ...body.map((line) => `  ${line}`), '  } catch {', `    console.error(${id});`, '  }'];
    if (client.startsWith('this.')) scope.add(`const ${add} = ${head}`, ...lines, '};');
    else module.declare(`const ${add} = ${head}`, ...lines, '};');
    scope.add(`await ${add}('a', ${scope.need('text')});`);
    if (choices.oneIn(2)) scope.add(`await ${add}(${choices.pick(["'a'", "'b'"])}, 'other');`);
    const typed = writer.typed('<any>');
    return choices.pick([
      'undefined',
      `(await ${authors}.getEntity${typed}('author', 'a_a')).name`,
      `(await ${client}.getEntity${typed}('p1', 'b_a')).title`,
    ]);
  },
  purged: (scope) => {
    const [client, { module, writer }] = [moduleClient(scope), scope];
    const { choices } = writer;
    module.import('odata', '@azure/data-tables');
    const [id, at] = [writer.name('id'), writer.name('at')];
    const list = scope.need('list');
    const partition = choices.pick(["'p1'", `\`p_\${${id}}\``]);
    const write = choices.pick(['createEntity', 'upsertEntity']);
    scope.add(
      `for (const ${id} of ${list}) {`,
      `  const ${at} = new Date(1764547200000 + ${list}.indexOf(${id}) * ${choices.pick(['3600000', '2000000000'])});`,
      `  await ${client}.${write}({ partitionKey: ${partition}, rowKey: ${FRESH}, at: ${at}, title: ${id} });`,
      '}',
    );
    const cutoff = scope.variable(
      'cutoff',
      `new Date(${choices.pick(['1764550800000', '1767225600000', '1767000000000'])})`,
    );
    const row = writer.name('row');
    const bang = writer.typed('!');
    scope.add(
      `for await (const ${row} of ${client}.listEntities({ queryOptions: { filter: odata\`at lt \${${cutoff}}\` } })) {`,
      `  await ${client}.deleteEntity(${row}.partitionKey${bang}, ${row}.rowKey${bang});`,
      '}',
    );
    const rows = collected(scope);
    const left = writer.name('left');
    const filter = choices.pick(['', `{ queryOptions: { filter: "PartitionKey eq 'p1'" } }`]);
    scope.add(
      `for await (const ${left} of ${client}.listEntities${writer.typed('<any>')}(${filter})) {`,
      `  if (${left}.at !== undefined) ${rows}.push(${choices.pick([`${left}.title`, `[${left}.partitionKey, ${left}.title]`])});`,
      '}',
    );
    return rows;
  },
};
