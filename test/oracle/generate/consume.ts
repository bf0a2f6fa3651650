import { moduleClient } from './clients.ts';
import type { Scope } from './scope.ts';
import { asks, collected, each, into, property, type Use } from './uses/basics.ts';
import { BODIES } from './uses/bodies.ts';
import { HANDLERS } from './uses/handlers.ts';
import { LATER } from './uses/later.ts';
import { LOOPS } from './uses/loops.ts';

/** How the modes of an update and its ETag are written, behind the entity. */
const updateOptions = (scope: Scope, row: string): string =>
  scope.writer.choices.pick([
    '',
    ", 'Merge'",
    ", 'Replace'",
    `, 'Merge', { etag: ${row}.etag }`,
    `, 'Replace', { etag: ${row}.etag }`,
  ]);

const USES: Readonly<Record<string, Use>> = {
  collects: (scope, listed) => {
    const rows = into(scope);
    each(scope, listed, (row) => {
      scope.add(`${rows}.push(${row});`);
    });
    return rows;
  },
  collectsProperty: (scope, listed) => {
    const rows = into(scope);
    each(scope, listed, (row) => {
      scope.add(`${rows}.push(${row}.${property(scope)});`);
    });
    return rows;
  },
  collectsTwo: (scope, listed) => {
    const rows = into(scope);
    each(scope, listed, (row) => {
      scope.add(`${rows}.push({ id: ${row}.rowKey, ${property(scope)}: ${row}.${property(scope)} });`);
    });
    return rows;
  },
  destructures: (scope, listed) => {
    const rows = into(scope);
    const [a, b] = [scope.writer.name('title'), scope.writer.name('status')];
    const rest = scope.writer.choices.oneIn(3) ? `, ...${scope.writer.name('others')}` : '';
    scope.block(`for await (const { title: ${a}, status: ${b}${rest} } of ${listed}) {`, () => {
      scope.add(`${rows}.push(${a}, ${b});`);
      if (rest !== '' && scope.writer.choices.oneIn(2)) scope.add(`${rows}.push(${rest.slice(5)});`);
    });
    return rows;
  },
  destructuresInside: (scope, listed) => {
    const rows = into(scope);
    const name = scope.writer.name('amount');
    each(scope, listed, (row) => {
      scope.add(`const { count: ${name} = 0 } = ${row};`, `${rows}.push(${name});`);
    });
    return rows;
  },
  counts: (scope, listed) => {
    const count = scope.variable('found', '0', 'let');
    each(scope, listed, () => {
      scope.add(`${count} += 1;`);
    });
    return count;
  },
  sums: (scope, listed) => {
    const sum = scope.variable('total', '0', 'let');
    each(scope, listed, (row) => {
      scope.add(`${sum} += ${row}.count;`);
    });
    return sum;
  },
  first: (scope, listed) => {
    const found = scope.variable('first', 'undefined', 'let', 'unknown');
    each(scope, listed, (row) => {
      scope.add(`${found} = ${row}${scope.writer.choices.pick(['', '.title'])};`, 'break;');
    });
    return found;
  },
  firstFew: (scope, listed) => {
    const rows = into(scope);
    const most = scope.writer.choices.pick(['1', '2', scope.need('count')]);
    each(scope, listed, (row) => {
      scope.add(`${rows}.push(${row}.title);`, `if (${rows}.length >= ${most}) break;`);
    });
    return rows;
  },
  firstMatch: (scope, listed) => {
    const found = scope.variable('match', 'undefined', 'let', 'unknown');
    each(scope, listed, (row) => {
      scope.block(`if (${asks(scope, row)}) {`, () => {
        scope.add(`${found} = ${row};`, 'break;');
      });
    });
    return found;
  },
  keepsMatches: (scope, listed) => {
    const rows = into(scope);
    each(scope, listed, (row) => {
      if (scope.writer.choices.oneIn(2)) {
        scope.add(`if (!(${asks(scope, row)})) continue;`, `${rows}.push(${row}.title);`);
      } else scope.add(`if (${asks(scope, row)}) ${rows}.push(${row});`);
    });
    return rows;
  },
  groups: (scope, listed) => {
    const map = scope.variable('groups', `new Map${scope.writer.typed('<string, unknown[]>')}()`);
    each(scope, listed, (row) => {
      const key = scope.variable('key', `${row}.shelf`);
      const group = scope.variable('group', `${map}.get(${key}) ?? []`);
      scope.add(`${group}.push(${row});`, `${map}.set(${key}, ${group});`);
    });
    return scope.writer.choices.pick([map, `${map}.size`]);
  },
  keysById: (scope, listed) => {
    const map = scope.variable('byId', `new Map${scope.writer.typed('<string, unknown>')}()`);
    each(scope, listed, (row) => {
      scope.add(`${map}.set(${row}.rowKey, ${scope.writer.choices.pick([row, `${row}.title`])});`);
    });
    return map;
  },
  object: (scope, listed) => {
    const map = scope.variable('byId', '{}', 'const', 'Record<string, unknown>');
    each(scope, listed, (row) => {
      scope.add(`${map}[${row}.rowKey] = ${scope.writer.choices.pick([row, `${row}.title`])};`);
    });
    return map;
  },
  setOf: (scope, listed) => {
    const set = scope.variable('known', `new Set${scope.writer.typed('<unknown>')}()`);
    each(scope, listed, (row) => {
      scope.add(`${set}.add(${row}.${property(scope)});`);
    });
    return `[...${set}]`;
  },
  pushesIntoParameter: (scope, listed) => {
    const name = scope.writer.name('keep');
    scope.module.declare(
      `function ${name}(into${scope.writer.type('unknown[]')}, row${scope.writer.type('Record<string, unknown>')}) {`,
      "  if (row.status !== 'closed') into.push(row);",
      '}',
    );
    const rows = into(scope);
    each(scope, listed, (row) => {
      scope.add(`${name}(${rows}, ${row});`);
    });
    return rows;
  },
  moduleBuffer: (scope, listed) => {
    const name = scope.writer.name('buffer');
    scope.module.export(name, [`const ${name}${scope.writer.type('unknown[]')} = [];`]);
    each(scope, listed, (row) => {
      scope.add(`if (${row}.status === 'open') ${name}.push(${row});`);
    });
    return `${name}.length`;
  },
  helperReads: (scope, listed) => {
    const name = scope.writer.name('titleOf');
    scope.module.declare(
      `function ${name}(row${scope.writer.type('Record<string, unknown>')}) {`,
      `  return ${scope.writer.choices.pick(["row.title + ' ' + row.author", 'row.title', '`${row.rowKey}: ${row.title ?? row.note}`'])};`,
      '}',
    );
    const rows = into(scope);
    each(scope, listed, (row) => {
      scope.add(`${rows}.push(${name}(${row}));`);
    });
    return rows;
  },
  helperKeeps: (scope, listed) => {
    const [all, name] = [scope.writer.name('seen'), scope.writer.name('remember')];
    scope.add(
      `const ${all}${scope.writer.type('unknown[]')} = [];`,
      `const ${name} = (row${scope.writer.type('unknown')}) => void ${all}.push(row);`,
    );
    each(scope, listed, (row) => {
      scope.add(`if (${row}.count > 0) ${name}(${row});`);
    });
    return all;
  },
  logs: (scope, listed) => {
    each(scope, listed, (row) => {
      scope.add(
        `console.log(${scope.writer.choices.pick([`${row}.title`, row, `JSON.stringify(${row})`, `\`\${${row}.rowKey}\``])});`,
      );
    });
    return 'undefined';
  },
  copies: (scope, listed) => {
    const rows = into(scope);
    each(scope, listed, (row) => {
      scope.add(`${rows}.push({ ...${row}, ${property(scope)}: 1 });`);
    });
    return rows;
  },
  computedName: (scope, listed) => {
    const rows = into(scope);
    const name = scope.variable('wanted', scope.writer.choices.pick(["'title'", "'price'"]), 'const');
    each(scope, listed, (row) => {
      scope.add(
        `${rows}.push(${row}[${scope.writer.choices.pick([name, `${name}${scope.writer.typed(' as string')}`])}], ${row}.count);`,
      );
    });
    return rows;
  },
  asksForKeys: (scope, listed) => {
    const rows = into(scope);
    each(scope, listed, (row) => {
      scope.add(
        scope.writer.choices.pick([
          `${rows}.push(Object.keys(${row}).length);`,
          `if ('note' in ${row}) ${rows}.push(${row}.title);`,
          `${rows}.push(${row}?.title);`,
        ]),
      );
    });
    return rows;
  },
  filtersLater: (scope, listed) => {
    const rows = collected(scope, listed);
    return `${rows}.filter((row) => ${asks(scope, 'row')}).map((row) => row.title)`;
  },
  mapsLater: (scope, listed) => `${collected(scope, listed)}.map((row) => row.${property(scope)})`,
  firstLater: (scope, listed) =>
    `${collected(scope, listed)}${scope.writer.choices.pick(['[0]', '[0]?.title', '.at(0)', '.slice(0, 2)', `.slice(0, ${scope.need('count')})`])}`,
  lengthLater: (scope, listed) =>
    `${collected(scope, listed)}.length${scope.writer.choices.pick(['', ' > 0'])}`,
  findsLater: (scope, listed) =>
    `${collected(scope, listed)}.${scope.writer.choices.pick(['find', 'some', 'every', 'findIndex'])}((row) => ${asks(scope, 'row')})`,
  sortsLater: (scope, listed) => {
    const rows = collected(scope, listed);
    scope.add(
      `${rows}.${scope.writer.choices.pick(['sort((a, b) => b.timestamp.localeCompare(a.timestamp))', 'reverse()', 'sort((a, b) => a.count - b.count)', 'sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))'])};`,
    );
    return rows;
  },
  sumsLater: (scope, listed) => `${collected(scope, listed)}.reduce((sum, row) => sum + row.count, 0)`,
  arrayFromAsync: (scope, listed) => {
    const rows = scope.variable('rows', `await Array.fromAsync(${listed})`);
    return scope.writer.choices.pick([rows, `${rows}.length`, `${rows}.map((row) => row.title)`]);
  },
  byHelper: (scope, listed) => {
    const name = scope.writer.name('toArray');
    scope.module.declare(
      `async function ${name}${scope.writer.typed('<T>')}(items${scope.writer.type('AsyncIterable<T>')})${scope.writer.type('Promise<T[]>')} {`,
      `  const all${scope.writer.type('T[]')} = [];`,
      '  for await (const item of items) all.push(item);',
      '  return all;',
      '}',
    );
    const rows = scope.variable('rows', `await ${name}(${listed})`);
    return scope.writer.choices.pick([rows, `${rows}.map((row) => row.title)`, `${rows}[0]?.title`]);
  },
  callback: (scope, listed) => {
    const name = scope.writer.name('forEachOf');
    scope.module.declare(
      `async function ${name}(items${scope.writer.type('AsyncIterable<Record<string, unknown>>')}, use${scope.writer.type('(row: Record<string, unknown>) => void')}) {`,
      '  for await (const item of items) use(item);',
      '}',
    );
    const rows = into(scope);
    scope.add(`await ${name}(${listed}, (row) => ${rows}.push(row.${property(scope)}));`);
    return rows;
  },
  next: (scope, listed) => {
    const iterator = scope.variable('iterator', listed);
    const first = scope.variable('first', `await ${iterator}.next()`);
    return scope.writer.choices.pick([`${first}.value?.title`, `${first}.done`, `${first}.value`]);
  },
  nextUntilDone: (scope, listed) => {
    const iterator = scope.variable('iterator', `(${listed})[Symbol.asyncIterator]()`);
    const rows = into(scope);
    const step = scope.writer.name('step');
    scope.block(
      `for (let ${step} = await ${iterator}.next(); !${step}.done; ${step} = await ${iterator}.next()) {`,
      () => {
        scope.add(`${rows}.push(${step}.value.title);`);
      },
    );
    return rows;
  },
  updatesEach: (scope, listed) => {
    const client = moduleClient(scope);
    each(scope, listed, (row) => {
      const changed = scope.writer.choices.pick([
        [`${row}.count += 1;`, `await ${client}.updateEntity(${row}${updateOptions(scope, row)});`],
        [`await ${client}.updateEntity({ ...${row}, count: ${row}.count + 1 }${updateOptions(scope, row)});`],
        [
          `await ${client}.updateEntity({ partitionKey: ${row}.partitionKey, rowKey: ${row}.rowKey, count: ${row}.count + 1 }${updateOptions(scope, row)});`,
        ],
        [
          `await ${client}.upsertEntity({ partitionKey: ${row}.partitionKey, rowKey: ${row}.rowKey, status: 'closed' }${scope.writer.choices.pick(['', ", 'Replace'"])});`,
        ],
      ]);
      scope.add(...changed);
    });
    return 'undefined';
  },
  deletesEach: (scope, listed) => {
    const client = moduleClient(scope);
    each(scope, listed, (row) => {
      scope.add(`await ${client}.deleteEntity(${row}.partitionKey, ${row}.rowKey);`);
    });
    return 'undefined';
  },
  deletesCollected: (scope, listed) => {
    const client = moduleClient(scope);
    const rows = collected(scope, listed);
    const row = scope.writer.name('row');
    scope.add(
      scope.writer.choices.pick([
        `for (const ${row} of ${rows}) await ${client}.deleteEntity(${row}.partitionKey, ${row}.rowKey);`,
        `await Promise.all(${rows}.map((${row}) => ${client}.deleteEntity(${row}.partitionKey, ${row}.rowKey)));`,
      ]),
    );
    return 'undefined';
  },
  copiesToOther: (scope, listed) => {
    const client = moduleClient(scope);
    each(scope, listed, (row) => {
      scope.add(
        `await ${client}.${scope.writer.choices.pick(['upsertEntity', 'createEntity'])}(${scope.writer.choices.pick([row, `{ ...${row}, partitionKey: 'copy' }`, `{ partitionKey: 'copy', rowKey: ${row}.rowKey, title: ${row}.title }`])});`,
      );
    });
    return 'undefined';
  },
  buffersAndFlushes: (scope, listed) => {
    const client = moduleClient(scope);
    const buffer = scope.variable('buffer', '[]', 'let', 'Record<string, unknown>[]');
    const flush = scope.writer.name('flush');
    scope.add(
      `const ${flush} = async () => {`,
      `  for (const one of ${buffer}) await ${client}.${scope.writer.choices.pick(["upsertEntity(one, 'Replace')", 'createEntity(one)'])};`,
      `  ${buffer} = [];`,
      '};',
    );
    each(scope, listed, (row) => {
      scope.add(
        `if (${row}.status === 'open') ${buffer}.push(${row});`,
        `if (${buffer}.length >= 2) await ${flush}();`,
      );
    });
    scope.add(`await ${flush}();`);
    return 'undefined';
  },
  readsForEach: (scope, listed) => {
    const client = moduleClient(scope);
    const rows = into(scope);
    each(scope, listed, (row) => {
      scope.add(`${rows}.push(await ${client}.getEntity('authors', ${row}.author));`);
    });
    return rows;
  },
  readsForEachTogether: (scope, listed) => {
    const client = moduleClient(scope);
    const rows = collected(scope, listed);
    return `await Promise.all(${rows}.map((row) => ${client}.getEntity('authors', row.author)))`;
  },
  readsForFirst: (scope, listed) => {
    const client = moduleClient(scope);
    const found = scope.variable('author', 'undefined', 'let', 'unknown');
    each(scope, listed, (row) => {
      scope.add(`${found} = await ${client}.getEntity('authors', ${row}.author);`, 'break;');
    });
    return found;
  },
  transacts: (scope, listed) => {
    const client = moduleClient(scope);
    const actions = scope.variable('actions', '[]', 'const', 'TransactionAction[]');
    if (scope.writer.isTyped) scope.module.import('type TransactionAction', '@azure/data-tables');
    each(scope, listed, (row) => {
      scope.add(
        scope.writer.choices.pick([
          `${actions}.push(['delete', { partitionKey: ${row}.partitionKey, rowKey: ${row}.rowKey }]);`,
          `${actions}.push(['update', { partitionKey: ${row}.partitionKey, rowKey: ${row}.rowKey, status: 'closed' }, 'Merge']);`,
          `${actions}.push(['upsert', ${row}]);`,
        ]),
      );
    });
    scope.add(`if (${actions}.length > 0) await ${client}.submitTransaction(${actions});`);
    return 'undefined';
  },
};

const ALL = { ...USES, ...LOOPS, ...LATER, ...HANDLERS, ...BODIES };

// bodies are of many statements, each time others
const NAMES = [...Object.keys(ALL), ...Object.keys(BODIES), ...Object.keys(BODIES)];

/** Uses what a query gives in one of the ways there are; gives the expression of what is made of it. */
export function consume(scope: Scope, listed: string): string {
  const { choices } = scope.writer;
  const name = choices.oneIn(3) ? 'collects' : choices.pick(NAMES);
  scope.writer.uses(`use.${name}`);
  return ALL[name]?.(scope, listed) ?? '';
}
