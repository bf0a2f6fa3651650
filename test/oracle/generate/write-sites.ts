import { moduleClient } from './clients.ts';
import type { Scope } from './scope.ts';
import type { Site } from './site.ts';

/** A loop over a list of inputs, with what it does for each; gives the loop's lines. */
const loops: readonly ((list: string, id: string, body: readonly string[]) => readonly string[])[] = [
  (list, id, body) => [`for (const ${id} of ${list}) {`, ...body, '}'],
  (list, id, body) => [`for (const [i, ${id}] of ${list}.entries()) {`, ...body, '  console.log(i);', '}'],
  (list, id, body) => [
    `for (let i = 0; i < ${list}.length; i++) {`,
    `  const ${id} = String(${list}[i]);`,
    ...body,
    '}',
  ],
  (list, id, body) => [`await Promise.all(${list}.map(async (${id}) => {`, ...body, '}));'],
  (list, id, body) => [
    `for (const ${id} of new Set(${list})) {`,
    `  if (${id} === '') continue;`,
    ...body,
    '}',
  ],
  (list, id, body) => [
    `for (const ${id} of ${list}) {`,
    '  try {',
    ...body,
    '  } catch (error) {',
    `    console.error(${id});`,
    '  }',
    '}',
  ],
];

const inLoop = (scope: Scope, body: (id: string) => readonly string[]): void => {
  const id = scope.writer.name('id');
  const lines = body(id).map((line) => `  ${line}`);
  scope.add(...scope.writer.choices.pick(loops)(scope.need('list'), id, lines));
};

/** Sites at which fixes of writes, and of reads one after the other, are offered. */
export const WRITE_SITES: Readonly<Record<string, Site>> = {
  writesInAnyLoop: (scope) => {
    const client = moduleClient(scope);
    const { choices } = scope.writer;
    const count = scope.variable('written', '0', 'let');
    inLoop(scope, (id) => {
      const call = choices.pick([
        `createEntity({ partitionKey: 'new', rowKey: ${id} || 'none', title: ${id} })`,
        `upsertEntity({ partitionKey: 'Books', rowKey: ${id} || 'none', title: ${id}, count: 1 }, 'Replace')`,
        `upsertEntity({ partitionKey: 'Books', rowKey: \`b_\${${id}}\`, title: ${id} }, 'Merge')`,
        `updateEntity({ partitionKey: 'Books', rowKey: ${id}, status: 'closed' }, 'Merge')`,
        `deleteEntity('Books', ${id})`,
        `upsertEntity({ partitionKey: ${id}, rowKey: 'b1', title: ${id} })`,
      ]);
      return choices.pick([
        [`await ${client}.${call};`],
        [`await ${client}.${call};`, `${count} += 1;`],
        [`if (${id} !== 'b') await ${client}.${call};`],
        [`const { etag } = await ${client}.${call};`, 'console.log(typeof etag);'],
        [`await ${client}.${call}.catch(() => undefined);`],
      ]);
    });
    return count;
  },
  readsInAnyLoop: (scope) => {
    const client = moduleClient(scope);
    const { choices, typed } = { choices: scope.writer.choices, typed: scope.writer.typed('<any>') };
    const rows = scope.variable('rows', '[]', 'const', 'unknown[]');
    const last = scope.variable('last', "'a'", 'let', 'string');
    inLoop(scope, (id) => {
      const key = choices.pick([`${id} || 'a'`, id, `\`b\${${id}}\``, last]);
      const read = `await ${client}.getEntity${typed}('Books', ${key})`;
      return choices.pick([
        [`const book = ${read};`, `${rows}.push(book);`],
        [`${rows}.push((${read}).title);`],
        [`const book = ${read};`, `if (book.status === 'open') ${rows}.push(book.title);`],
        [`const book = ${read};`, `${last} = book.rowKey;`, `${rows}.push(${last});`],
        [`const { title, count = 0 } = ${read};`, `${rows}.push(title, count);`],
        [`if (${rows}.length < 2) ${rows}.push(${read});`],
        [`const book = ${read};`, `console.log(book.title);`, `${rows}.push({ ...book, id: ${id} });`],
      ]);
    });
    return `[${rows}, ${last}]`;
  },
  readsChanges: (scope) => {
    const client = moduleClient(scope);
    const { choices } = scope.writer;
    const name = scope.writer.name('touch');
    const t = scope.writer.type('any');
    const book = scope.writer.name('book');
    scope.add(
      `const ${book}${t} = await ${client}.getEntity('Books', ${choices.pick(["'a'", scope.need('text')])});`,
    );
    const mode = choices.pick(['', ", 'Merge'", ", 'Replace'"]);
    scope.add(
      ...choices.pick([
        [`await ${client}.updateEntity({ ...${book}, count: ${book}.count + 1 }${mode});`],
        [
          `const ${name} = (one${t}) => ({ ...one, status: 'closed' });`,
          `await ${client}.updateEntity(${name}(${book})${mode});`,
        ],
        [
          `if (${book}.count < 3) {`,
          `  ${book}.count++;`,
          `  await ${client}.updateEntity(${book}${mode});`,
          '}',
        ],
        [
          '{',
          `  const { partitionKey, rowKey } = ${book};`,
          `  await ${client}.updateEntity({ partitionKey, rowKey, count: (${book}.count ?? 0) + 1 }${mode});`,
          '}',
        ],
        [`Object.assign(${book}, { status: 'closed' });`, `await ${client}.upsertEntity(${book}${mode});`],
        [`await ${client}.submitTransaction([['update', { ...${book}, count: ${book}.count + 1 }${mode}]]);`],
      ]),
    );
    return choices.pick(['undefined', book, `${book}.title`]);
  },
  unawaitedAnywhere: (scope) => {
    const client = moduleClient(scope);
    const call = `${client}.upsertEntity({ partitionKey: 'Books', rowKey: 'u', title: ${scope.need('text')} })`;
    const { choices } = scope.writer;
    const save = scope.writer.name('save');
    scope.add(
      ...choices.pick([
        [`${call};`],
        [`if (${scope.need('flag')}) ${call};`],
        [`${scope.need('list')}.forEach((id) => { ${call.replace("'u'", 'id')}; });`],
        [`const ${save} = () => { ${call}; };`, `${save}();`],
        [`const ${save} = async () => { ${call}; };`, `await ${save}();`],
        ['try {', `  ${call};`, '} catch {', "  console.error('lost');", '}'],
        [`void ${call};`],
      ]),
    );
    return `await ${client}.getEntity('Books', 'a')`;
  },
  transactions: (scope) => {
    const client = moduleClient(scope);
    const { choices } = scope.writer;
    const [actions, list] = [scope.writer.name('actions'), scope.need('list')];
    const cast = scope.writer.type('any[]');
    const action = choices.pick([
      "['upsert', { partitionKey: 'Books', rowKey: id, title: id }, 'Replace']",
      "['upsert', { partitionKey: 'Books', rowKey: `t_${id}`, title: id }]",
      "['delete', { partitionKey: 'Books', rowKey: id }]",
      "['upsert', { partitionKey: id, rowKey: 'b1', title: id }]",
    ]);
    scope.add(
      ...choices.pick([
        [`const ${actions}${cast} = ${list}.map((id) => ${action});`],
        [`const ${actions}${cast} = [];`, `for (const id of ${list}) ${actions}.push(${action});`],
        [`const ${actions}${cast} = [...new Set(${list})].filter(Boolean).map((id) => ${action});`],
      ]),
      ...choices.pick([
        [`await ${client}.submitTransaction(${actions});`],
        [`if (${actions}.length > 0) await ${client}.submitTransaction(${actions});`],
        [
          `for (let i = 0; i < ${actions}.length; i += 100) {`,
          `  await ${client}.submitTransaction(${actions}.slice(i, i + 100));`,
          '}',
        ],
        [`console.log((await ${client}.submitTransaction(${actions})).status);`],
        [
          'try {',
          `  await ${client}.submitTransaction(${actions});`,
          '} catch {',
          "  console.error('no');",
          '}',
        ],
      ]),
    );
    return choices.pick(['undefined', `${actions}.length`]);
  },
};
