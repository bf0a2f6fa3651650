import { moduleClient } from '../clients.ts';
import { indented } from '../writer.ts';
import { asks, collected, property, type Use } from './basics.ts';

/** What becomes of a list of all entities. */
export const LATER: Readonly<Record<string, Use>> = {
  indexed: (scope, listed) => {
    const rows = collected(scope, listed);
    return scope.writer.choices.pick([
      `${rows}[${rows}.length - 1]`,
      `${rows}.at(-1)?.title`,
      `${rows}.pop()`,
      `${rows}.shift()?.title`,
      `${rows}[1]`,
    ]);
  },
  destructured: (scope, listed) => {
    const rows = collected(scope, listed);
    const [first, rest] = [scope.writer.name('first'), scope.writer.name('rest')];
    const [pattern, result] = scope.writer.choices.pick([
      [`[${first}]`, first],
      [`[${first}, ...${rest}]`, `[${first}, ${rest}.length]`],
      [`[, ${first}]`, first],
      [`[{ title: ${first} } = {}]`, first],
    ] as const);
    scope.add(`const ${pattern}${scope.writer.type('any')} = ${rows};`);
    return result;
  },
  mapOfAll: (scope, listed) => {
    const rows = collected(scope, listed);
    const kept = scope.writer.choices.pick(['row', 'row.title']);
    const map = scope.variable('byKey', `new Map(${rows}.map((row) => [row.rowKey, ${kept}]))`);
    return scope.writer.choices.pick([map, `${map}.get(${scope.need('text')})`, `[...${map}.values()]`]);
  },
  objectOfAll: (scope, listed) => {
    const rows = collected(scope, listed);
    const kept = scope.writer.choices.pick(['row', 'row.title']);
    return `Object.fromEntries(${rows}.map((row) => [row.rowKey, ${kept}]))`;
  },
  reducedInto: (scope, listed) => {
    const rows = collected(scope, listed);
    const start = `{}${scope.writer.typed(' as Record<string, any>')}`;
    return scope.writer.choices.pick([
      `${rows}.reduce((all, row) => ({ ...all, [row.rowKey]: row.title }), ${start})`,
      `${rows}.reduce((all, row) => { (all[row.shelf] ??= []).push(row); return all; }, ${start})`,
      `${rows}.reduce((best, row) => (row.count > best.count ? row : best), ${rows}[0] ?? { count: 0 })`,
      `${rows}.reduce((sum, { count = 0 }) => sum + count, 0)`,
    ]);
  },
  grouped: (scope, listed) => {
    const rows = collected(scope, listed);
    return scope.writer.choices.pick([
      `Object.keys(Object.groupBy(${rows}, (row) => row.status))`,
      `Object.groupBy(${rows}, (row) => row.status)`,
    ]);
  },
  chained: (scope, listed) => {
    const rows = collected(scope, listed);
    return `${rows}.filter((row) => ${asks(scope, 'row')})${scope.writer.choices.pick([
      '',
      '.length',
      '[0]',
      '.slice(0, 1)',
      '.map(({ title }) => title)',
      '.map((row) => ({ ...row, kind: 1 }))',
      ".some((row) => row.status === 'open')",
      '.sort((a, b) => a.count - b.count)[0]',
      '.flatMap((row) => [row.title, row.author])',
    ])}`;
  },
  filteredTwice: (scope, listed) => {
    const rows = collected(scope, listed);
    return `[${rows}.filter((row) => ${asks(scope, 'row')}).length, ${rows}${scope.writer.choices.pick(['.length', '.map((row) => row.title)', ''])}]`;
  },
  named: (scope, listed) => {
    const rows = collected(scope, listed);
    const name = scope.writer.name('isWanted');
    const test = asks(scope, 'row');
    scope.add(`const ${name} = (row${scope.writer.type('any')}) => ${test};`);
    return `${rows}.filter(${name}).map((row) => row.${property(scope)})`;
  },
  forEach: (scope, listed) => {
    const rows = collected(scope, listed);
    const titles = scope.variable('titles', '[]', 'const', 'unknown[]');
    scope.add(
      scope.writer.choices.pick([
        `${rows}.forEach((row) => ${titles}.push(row.title));`,
        `${rows}.forEach((row, i) => { if (i > 0) ${titles}.push(row); });`,
        `for (const [i, row] of ${rows}.entries()) ${titles}.push(\`\${i} \${row.title}\`);`,
        `for (let i = 0; i < ${rows}.length; i++) ${titles}.push(${rows}[i]${scope.writer.typed('!')}.title);`,
        `for (const { title, count } of ${rows}) ${titles}.push(title, count);`,
      ]),
    );
    return titles;
  },
  sortedCopy: (scope, listed) => {
    const rows = collected(scope, listed);
    return scope.writer.choices.pick([
      `[...${rows}].sort((a, b) => b.count - a.count)[0]`,
      `${rows}.toSorted((a, b) => a.price - b.price).map((row) => row.title)`,
      `${rows}.sort((a, b) => a.rowKey.localeCompare(b.rowKey)).slice(0, 2)`,
      `${rows}.sort((a, b) => (a.rowKey < b.rowKey ? -1 : 1)).map((row) => row.title)`,
    ]);
  },
  splicesChunks: (scope, listed) => {
    const client = moduleClient(scope);
    const rows = collected(scope, listed);
    const action = scope.writer.choices.pick([
      "['delete', { partitionKey: row.partitionKey, rowKey: row.rowKey }]",
      "['upsert', { ...row, status: 'closed' }]",
      "['update', { partitionKey: row.partitionKey, rowKey: row.rowKey, status: 'closed' }, 'Merge']",
    ]);
    const cast = scope.writer.typed(' as TransactionAction[]');
    if (scope.writer.isTyped) scope.module.import('type TransactionAction', '@azure/data-tables');
    scope.block(`while (${rows}.length > 0) {`, () => {
      scope.add(
        `const batch = ${rows}.splice(0, ${scope.writer.choices.pick(['100', '2'])});`,
        `await ${client}.submitTransaction(batch.map((row) => ${action})${cast});`,
      );
    });
    return 'undefined';
  },
  updatesTogether: (scope, listed) => {
    const client = moduleClient(scope);
    const rows = collected(scope, listed);
    const keys = 'partitionKey: row.partitionKey, rowKey: row.rowKey';
    scope.add(
      `await Promise.all(${rows}.map((row) => ${client}.${scope.writer.choices.pick([
        `updateEntity({ ${keys}, status: 'closed' }, 'Merge')`,
        `upsertEntity({ ...row, status: 'closed' }, 'Replace')`,
        `updateEntity({ ...row, count: row.count + 1 }, 'Replace')`,
        'deleteEntity(row.partitionKey, row.rowKey)',
      ])}));`,
    );
    return 'undefined';
  },
  readsTogether: (scope, listed) => {
    const client = moduleClient(scope);
    const rows = collected(scope, listed);
    return scope.writer.choices.pick([
      `await Promise.all(${rows}.map(async (row) => (await ${client}.getEntity('Books', row.rowKey)).title))`,
      `await Promise.all(${rows}.map((row) => ${client}.getEntity('authors', row.author).catch(() => undefined)))`,
      `await Promise.allSettled(${rows}.slice(0, 2).map((row) => ${client}.getEntity('Books', row.rowKey)))`,
    ]);
  },
  handsToHelper: (scope, listed) => {
    const { writer, module } = scope;
    const name = writer.name('report');
    module.declare(
      `function ${name}(rows${writer.type('Record<string, any>[]')}) {`,
      ...indented(
        writer.choices.pick([
          ["return rows.map((row) => row.title).join(', ');"],
          ['return { rows, total: rows.length };'],
          ['const [first] = rows;', 'return first?.title;'],
          ['let sum = 0;', 'for (const row of rows) sum += row.count;', 'return sum;'],
          ["return rows.filter(({ status }) => status === 'open').length;"],
        ]),
      ),
      '}',
    );
    return `${name}(${collected(scope, listed)})`;
  },
};
