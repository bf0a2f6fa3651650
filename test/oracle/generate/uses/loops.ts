import { moduleClient } from '../clients.ts';
import { asks, each, into, property, type Use } from './basics.ts';

/** Further ways to use entities while a query is gone through. */
export const LOOPS: Readonly<Record<string, Use>> = {
  entries: (scope, listed) => {
    const rows = into(scope);
    each(scope, listed, (row) => {
      scope.add(
        `for (const [name, value] of Object.entries(${row})) ${rows}.push(\`\${name}=\${String(value)}\`);`,
      );
    });
    return rows;
  },
  copiesWhole: (scope, listed) => {
    const rows = into(scope);
    each(scope, listed, (row) => {
      scope.add(
        `${rows}.push(${scope.writer.choices.pick([`structuredClone({ ...${row} })`, `JSON.parse(JSON.stringify(${row}))`, `Object.assign({}, ${row})`, `Object.freeze(${row})`, `[${row}, 1]`, `{ row: ${row} }`])});`,
      );
    });
    return rows;
  },
  assignsInto: (scope, listed) => {
    const all = scope.variable('merged', '{}', 'const', 'Record<string, unknown>');
    each(scope, listed, (row) => {
      scope.add(`Object.assign(${all}, ${row});`);
    });
    return all;
  },
  instances: (scope, listed) => {
    const { module, writer } = scope;
    const name = writer.name('Book');
    const t = writer.type('Record<string, any>');
    const isKept = writer.choices.oneIn(2);
    module.declare(
      `class ${name} {`,
      ...(writer.isTyped ? [isKept ? '  row: Record<string, any>;' : '  title: string;'] : []),
      `  constructor(row${t}) {`,
      isKept ? '    this.row = row;' : '    this.title = row.title;',
      '  }',
      '  describe() {',
      `    return ${isKept ? 'this.row.title + this.row.author' : 'this.title'};`,
      '  }',
      '}',
    );
    const rows = into(scope, `${name}[]`);
    each(scope, listed, (row) => {
      scope.add(`${rows}.push(new ${name}(${row}));`);
    });
    return writer.choices.pick([`${rows}.map((book) => book.describe())`, rows]);
  },
  closures: (scope, listed) => {
    const rows = into(scope, '(() => unknown)[]');
    each(scope, listed, (row) => {
      scope.add(`${rows}.push(() => ${scope.writer.choices.pick([`${row}.${property(scope)}`, row])});`);
    });
    return `${rows}.map((job) => job())`;
  },
  previous: (scope, listed) => {
    const rows = into(scope);
    const last = scope.variable('previous', 'undefined', 'let', 'Record<string, any> | undefined');
    each(scope, listed, (row) => {
      scope.add(
        `if (${last}?.shelf !== ${row}.shelf) ${rows}.push(${row}.${property(scope)});`,
        `${last} = ${row};`,
      );
    });
    return scope.writer.choices.pick([rows, `[${rows}, ${last}?.title]`]);
  },
  keepsBest: (scope, listed) => {
    const best = scope.variable('best', 'undefined', 'let', 'Record<string, any> | undefined');
    each(scope, listed, (row) => {
      scope.add(`if (${best} === undefined || ${row}.count > ${best}.count) ${best} = ${row};`);
    });
    return scope.writer.choices.pick([best, `${best}?.title`]);
  },
  keepsMost: (scope, listed) => {
    const most = scope.variable('most', '0', 'let', 'number');
    const name = scope.variable('name', 'undefined', 'let', 'unknown');
    each(scope, listed, (row) => {
      scope.block(`if (${row}.price > ${most}) {`, () => {
        scope.add(`${most} = ${row}.price;`, `${name} = ${row}.title;`);
      });
    });
    return name;
  },
  changes: (scope, listed) => {
    const rows = into(scope);
    each(scope, listed, (row) => {
      scope.add(
        scope.writer.choices.pick([
          `delete ${row}.note;`,
          `${row}.title = ${row}.title.toUpperCase();`,
          `${row}.label = ${row}.title;`,
          `${row}.count ??= 0;`,
        ]),
        `${rows}.push(${scope.writer.choices.pick([row, `${row}.title`, `${row}.label`])});`,
      );
    });
    return rows;
  },
  bySwitch: (scope, listed) => {
    const rows = into(scope);
    each(scope, listed, (row) => {
      scope.block(`switch (${row}.status) {`, () => {
        scope.add("case 'open':", `  ${rows}.push(${row}.title);`, '  break;');
        scope.add(...scope.writer.choices.pick([[], ['default:', `  ${rows}.push(${row}.rowKey);`]]));
      });
    });
    return rows;
  },
  shortCircuits: (scope, listed) => {
    const rows = into(scope);
    each(scope, listed, (row) => {
      scope.add(
        scope.writer.choices.pick([
          `${asks(scope, row)} && ${rows}.push(${row});`,
          `${rows}.push(${asks(scope, row)} ? ${row}.title : ${row}.rowKey);`,
          `if (!(${asks(scope, row)})) { console.log(${row}.rowKey); continue; }`,
        ]),
      );
    });
    return rows;
  },
  testsTwice: (scope, listed) => {
    const rows = into(scope);
    each(scope, listed, (row) => {
      scope.add(
        `if (${row}.status !== 'open') continue;`,
        `if (${row}.count <= ${scope.need('count')}) continue;`,
        `${rows}.push(${row}.title);`,
      );
    });
    return rows;
  },
  testsAround: (scope, listed) => {
    const [rows, skipped] = [into(scope), scope.variable('skipped', '0', 'let')];
    each(scope, listed, (row) => {
      scope.block(
        `if (${asks(scope, row)}) {`,
        () => {
          scope.add(`${rows}.push(${row}.title);`);
        },
        scope.writer.choices.pick(['}', `} else ${skipped}++;`]),
      );
    });
    return scope.writer.choices.pick([rows, `[${rows}, ${skipped}]`]);
  },
  testsWithLocal: (scope, listed) => {
    const rows = into(scope);
    const wanted = scope.variable('wanted', scope.need('text'), scope.writer.choices.pick(['const', 'let']));
    each(scope, listed, (row) => {
      scope.add(
        `if (${row}.${scope.writer.choices.pick(['title', 'author', 'rowKey'])} !== ${wanted}) continue;`,
      );
      scope.add(`${rows}.push(${row}.title);`);
    });
    return rows;
  },
  numbered: (scope, listed) => {
    const [rows, i] = [into(scope), scope.variable('i', '0', 'let')];
    each(scope, listed, (row) => {
      scope.add(
        scope.writer.choices.pick([
          `${rows}.push(\`\${++${i}}. \${${row}.title}\`);`,
          `if (${i}++ % 2 === 0) ${rows}.push(${row}.title);`,
          `if (${i}++ === 0) ${rows}.push(${row});`,
        ]),
      );
    });
    return rows;
  },
  anyThere: (scope, listed) => {
    const { writer, module } = scope;
    const name = writer.name('hasAny');
    module.declare(
      `async function ${name}(items${writer.type('AsyncIterable<unknown>')})${writer.type('Promise<boolean>')} {`,
      '  for await (const _ of items) return true;',
      '  return false;',
      '}',
    );
    return `await ${name}(${listed})`;
  },
  onlyOne: (scope, listed) => {
    const { writer, module } = scope;
    const name = writer.name('single');
    module.declare(
      `async function ${name}${writer.typed('<T>')}(items${writer.type('AsyncIterable<T>')})${writer.type('Promise<T | undefined>')} {`,
      '  for await (const item of items) return item;',
      '  return undefined;',
      '}',
    );
    return `(await ${name}(${listed}))${writer.choices.pick(['', '?.title'])}`;
  },
  transforms: (scope, listed) => {
    const { writer, module } = scope;
    const [name, to] = [writer.name('mapped'), writer.name('toBook')];
    module.declare(
      `async function* ${name}(items${writer.type('AsyncIterable<any>')}, make${writer.type('(row: any) => unknown')}) {`,
      '  for await (const item of items) yield make(item);',
      '}',
    );
    module.declare(
      `const ${to} = ({ title, author = 'none'${writer.choices.pick(['', ', ...others'])} }${writer.type('any')}) => ({ title, author${writer.choices.pick(['', ', kind: 1'])} });`,
    );
    const rows = into(scope);
    each(scope, `${name}(${listed}, ${to})`, (row) => {
      scope.add(`${rows}.push(${row});`);
    });
    return rows;
  },
  generatorThenBreak: (scope, listed) => {
    const { writer, module } = scope;
    const name = writer.name('taking');
    module.declare(
      `async function* ${name}(items${writer.type('AsyncIterable<any>')}, most${writer.type('number')}) {`,
      '  let taken = 0;',
      '  for await (const item of items) {',
      '    if (taken++ >= most) return;',
      '    yield item;',
      '  }',
      '}',
    );
    const rows = into(scope);
    each(scope, `${name}(${listed}, ${writer.choices.pick(['1', '2', scope.need('count')])})`, (row) => {
      scope.add(`${rows}.push(${row}.title);`);
    });
    return rows;
  },
  moduleCache: (scope, listed) => {
    const { writer, module } = scope;
    const name = writer.name('cache');
    const isMap = writer.choices.oneIn(2);
    const made = isMap ? `new Map${writer.typed('<string, unknown>')}()` : '{}';
    module.export(name, [`const ${name}${isMap ? '' : writer.type('Record<string, unknown>')} = ${made};`]);
    each(scope, listed, (row) => {
      const kept = writer.choices.pick([row, `${row}.title`]);
      scope.add(isMap ? `${name}.set(${row}.rowKey, ${kept});` : `${name}[${row}.rowKey] = ${kept};`);
    });
    return 'undefined';
  },
  destructuredWithDefaults: (scope, listed) => {
    const rows = into(scope);
    each(scope, listed, (row) => {
      scope.add(
        `const { title = 'none', note: text, ...others } = ${row};`,
        `${rows}.push(${scope.writer.choices.pick(['title', '{ title, text }', '{ title, ...others }', 'others.author', 'Object.keys(others).length'])});`,
      );
    });
    return rows;
  },
  writesPart: (scope, listed) => {
    const client = moduleClient(scope);
    each(scope, listed, (row) => {
      const keys = `partitionKey: ${row}.partitionKey, rowKey: ${row}.rowKey`;
      scope.block(`if (${asks(scope, row)}) {`, () => {
        scope.add(
          `await ${client}.${scope.writer.choices.pick([
            `updateEntity({ ${keys}, status: 'closed' }, 'Merge')`,
            `updateEntity({ ${keys}, status: 'closed' }, 'Replace')`,
            `upsertEntity({ ...${row}, status: 'closed' }, 'Replace')`,
            `updateEntity({ ${keys}, count: ${row}.count + 1 }, 'Merge', { etag: ${row}.etag })`,
            `deleteEntity(${row}.partitionKey, ${row}.rowKey, { etag: ${row}.etag })`,
          ])};`,
        );
      });
    });
    return 'undefined';
  },
  triesEach: (scope, listed) => {
    const client = moduleClient(scope);
    const rows = into(scope);
    each(scope, listed, (row) => {
      scope.block(
        'try {',
        () => {
          scope.add(
            `const author = await ${client}.getEntity('authors', ${row}.author);`,
            `${rows}.push(author.title);`,
          );
        },
        '} catch {',
      );
      scope.add(`  ${rows}.push(${row}.${property(scope)});`, '}');
    });
    return rows;
  },
};
