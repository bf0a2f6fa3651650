import { comparedWith, condition, constantFilter, writtenFilter } from '../conditions.ts';
import { helper } from '../helper.ts';
import type { Scope } from '../scope.ts';
import { test, testOperand } from '../tests.ts';
import { operand, textOf } from '../text.ts';
import { indented } from '../writer.ts';
import type { Maker } from './maker.ts';

const FILTER = 'string | undefined';

/** A constant that a helper is called with, its type, and how the helper asks for it. */
const DECIDED: readonly { type: string; values: readonly string[]; ask: (name: string) => string }[] = [
  { type: "'a' | 'b'", values: ["'a'", "'b'"], ask: (name) => `${name} === 'a'` },
  { type: 'string', values: ["'a'", "'b'"], ask: (name) => `${name} !== 'a'` },
  { type: 'number', values: ['0', '1', '2'], ask: (name) => `${name} === 1` },
  { type: 'number', values: ['0', '5'], ask: (name) => `${name} > 0` },
  { type: 'boolean', values: ['true', 'false'], ask: (name) => name },
  { type: 'string', values: ["'a'", "'z'"], ask: (name) => `['a', 'b'].includes(${name})` },
  { type: 'string', values: ["'a'", "'z'"], ask: (name) => `new Set(['a', 'b']).has(${name})` },
  { type: 'string | undefined', values: ["'a'", 'undefined', "''"], ask: (name) => name },
  { type: 'string | undefined', values: ["'a'", 'undefined'], ask: (name) => `${name} === undefined` },
  { type: 'string[]', values: ["['a']", '[]'], ask: (name) => `${name}.length > 0` },
  { type: 'string', values: ["'books/a'", "'a'"], ask: (name) => `${name}.startsWith('books/')` },
  {
    type: '{ kind: string }',
    values: ["{ kind: 'a' }", "{ kind: 'b' }"],
    ask: (name) => `${name}.kind === 'a'`,
  },
  { type: 'unknown', values: ["'a'", '1'], ask: (name) => `typeof ${name} === 'string'` },
];

/** A call of a helper that a constant leads through one of its branches. */
const decided: Maker = (scope, sub) => {
  const { choices } = scope.writer;
  const { type, values, ask } = choices.pick(DECIDED);
  const name = scope.writer.name('how');
  const extra = [{ parameter: name + scope.writer.type(type), argument: choices.pick(values) }];
  return helper(scope, { base: 'filterFor', returns: FILTER, extra }, (body) => {
    const asked = ask(name);
    if (choices.oneIn(2)) return `${asked} ? ${operand(sub(body))} : ${operand(writtenFilter(body))}`;
    body.block(`if (${asked}) {`, () => {
      body.add(`return ${sub(body)};`);
    });
    return writtenFilter(body);
  });
};

/** Small functions that put conditions together, as people write for themselves. */
const combinators = (scope: Scope): { eq: string; and: string } => {
  const { writer, module } = scope;
  const [eq, and] = [writer.name('eq'), writer.name('and')];
  const t = writer.type('string');
  const escape = writer.choices.oneIn(2) ? `.replace(/'/g, "''")` : '';
  module.declare(
    `const ${eq} = (property${t}, value${t})${t} => \`\${property} eq '\${value${escape}}'\`;`,
    writer.choices.pick([
      `const ${and} = (...all${writer.type('string[]')})${t} => all.join(' and ');`,
      `const ${and} = (a${t}, b${t})${t} => \`(\${a}) and (\${b})\`;`,
      `const ${and} = (...all${writer.type('(string | undefined)[]')})${t} => all.filter(Boolean).join(' and ');`,
    ]),
  );
  return { eq, and };
};

/** Filters that functions give back, or make by what they are called with. */
export const calls: Readonly<Record<string, Maker>> = {
  helper: (scope, sub) => helper(scope, { base: 'buildFilter', returns: FILTER }, (body) => sub(body)),
  helperByConstant: decided,
  helperBySwitch: (scope) => {
    const name = scope.writer.name('what');
    const argument = scope.writer.choices.pick(["'a'", "'b'", "'z'", scope.need('mode')]);
    const extra = [{ parameter: name + scope.writer.type('string'), argument }];
    return helper(scope, { base: 'filterOf', returns: FILTER, extra }, (body) => {
      body.block(`switch (${name}) {`, () => {
        body.add(
          `case 'a':`,
          `  return ${writtenFilter(body)};`,
          `case 'b':`,
          `  return ${writtenFilter(body)};`,
        );
      });
      return constantFilter(body);
    });
  },
  helperCalledTwice: (scope) => {
    const name = scope.writer.name('filterBy');
    const kind = scope.writer.type("'key' | 'state'");
    scope.module.declare(
      `function ${name}(how${kind}, value${scope.writer.type('string')})${scope.writer.type('string')} {`,
      "  if (how === 'key') return `PartitionKey eq '${value}'`;",
      "  return `status eq '${value}'`;",
      '}',
    );
    const called = (how: string): string => `${name}('${how}', ${scope.need('text')})`;
    scope.add(`const ${scope.writer.name('other')} = ${called('state')};`);
    return scope.writer.choices.pick([called('key'), `${called('key')} + ' and ' + ${called('state')}`]);
  },
  helperReturnsEarly: (scope, sub) =>
    helper(scope, { base: 'filterOrNone', returns: FILTER }, (body) => {
      body.add(
        `if (${test(body)}) return ${body.writer.choices.pick(['undefined', "''", constantFilter(body)])};`,
      );
      return sub(body);
    }),
  helperReturnsLate: (scope, sub) =>
    helper(scope, { base: 'makeFilter', returns: FILTER, isStatements: true }, (body) => {
      body.block(`if (${test(body)}) {`, () => {
        body.add(`return ${sub(body)};`);
      });
      body.add(`if (${test(body)}) return ${writtenFilter(body)};`);
      if (body.writer.choices.oneIn(2)) body.add(`return ${constantFilter(body)};`);
      return '';
    }),
  helperGetsClause: (scope) => {
    const name = scope.writer.name('clause');
    const extra = [{ parameter: name + scope.writer.type('string'), argument: condition(scope) }];
    return helper(scope, { base: 'inBooks', returns: 'string', extra }, () =>
      scope.writer.choices.pick([
        `"PartitionKey eq 'Books' and " + ${name}`,
        `\`PartitionKey eq 'Books' and (\${${name}})\``,
        `${name} ? \`PartitionKey eq 'Books' and \${${name}}\` : "PartitionKey eq 'Books'"`,
      ]),
    );
  },
  helperAppends: (scope) => {
    const [so, more] = [scope.writer.name('soFar'), scope.writer.name('more')];
    const name = scope.writer.name('andAlso');
    const t = scope.writer.type('string');
    scope.module.declare(
      `function ${name}(${so}${t}, ${more}${t})${t} {`,
      `  return ${so} ? \`\${${so}} and \${${more}}\` : ${more};`,
      '}',
    );
    const filter = scope.variable('filter', scope.writer.choices.pick(["''", condition(scope)]), 'let');
    scope.add(`if (${test(scope)}) ${filter} = ${name}(${filter}, ${condition(scope)});`);
    scope.add(`${filter} = ${name}(${filter}, ${condition(scope)});`);
    return filter;
  },
  combinators: (scope) => {
    const { eq, and } = combinators(scope);
    const equal = (name: string): string => `${eq}('${name}', ${scope.need('text')})`;
    return `${and}(${equal('PartitionKey')}, ${equal(scope.writer.choices.pick(['RowKey', 'status']))})`;
  },
  combinatorsPerhaps: (scope) => {
    const { eq, and } = combinators(scope);
    const perhaps = `${testOperand(scope)} ? ${eq}('RowKey', ${scope.need('text')}) : ''`;
    return `${and}(${eq}('PartitionKey', 'Books'), ${perhaps})`;
  },
  defaultParameter: (scope) => {
    const name = scope.writer.name('byKey');
    const t = scope.writer.type('string');
    scope.module.declare(
      `const ${name} = (partition${t} = 'Books', rest${t} = ${scope.writer.choices.pick(["''", '" and RowKey eq \'b1\'"'])})${t} =>`,
      "  `PartitionKey eq '${partition}'${rest}`;",
    );
    const text = scope.need('text');
    return scope.writer.choices.pick([
      `${name}()`,
      `${name}(${text})`,
      `${name}(${text}, ' and count gt 1')`,
      `${name}(undefined, ' and count gt 1')`,
    ]);
  },
  destructuredParameter: (scope) => {
    const name = scope.writer.name('fromQuery');
    const type = scope.writer.type('{ shelf?: string; author?: string }');
    scope.module.declare(
      `function ${name}({ shelf, author = 'anybody' }${type})${scope.writer.type('string')} {`,
      "  if (shelf) return `PartitionKey eq '${shelf}' and author eq '${author}'`;",
      "  return `author eq '${author}'`;",
      '}',
    );
    return `${name}(${scope.writer.choices.pick([scope.need('query'), `{ shelf: ${scope.need('text')} }`, "{ author: 'x' }", '{}'])})`;
  },
  restParameter: (scope) => {
    const name = scope.writer.name('allOf');
    scope.module.declare(
      `function ${name}(...clauses${scope.writer.type('string[]')})${scope.writer.type('string')} {`,
      "  return clauses.join(' and ');",
      '}',
    );
    if (scope.writer.choices.oneIn(2)) return `${name}(${condition(scope)}, ${condition(scope)})`;
    const list = scope.variable('parts', `[${condition(scope)}, ${condition(scope)}]`);
    return `${name}(...${list})`;
  },
  curried: (scope) => {
    const name = scope.writer.name('where');
    const t = scope.writer.type('string');
    scope.module.declare(
      `const ${name} = (property${t}) => (operator${t}) => (value${t})${t} => \`\${property} \${operator} '\${value}'\`;`,
    );
    const partial = scope.variable('byKey', `${name}('PartitionKey')`);
    return `${partial}('eq')(${scope.need('text')})`;
  },
  callbackMakes: (scope) => {
    const name = scope.writer.name('withBase');
    const t = scope.writer.type('string');
    scope.module.declare(
      `function ${name}(make${scope.writer.type('(base: string) => string')})${t} {`,
      `  return make(${constantFilter(scope)});`,
      '}',
    );
    return scope.writer.choices.pick([
      `${name}((base) => base)`,
      `${name}((base) => base + ' and ' + ${operand(condition(scope))})`,
      `${name}((base) => (${test(scope)} ? base : ${operand(writtenFilter(scope))}))`,
    ]);
  },
  returnsFunction: (scope) => {
    const name = scope.writer.name('filterMaker');
    const t = scope.writer.type('string');
    scope.module.declare(
      `function ${name}(partition${t}) {`,
      `  return (row${scope.writer.typed('?: string')}) => \`PartitionKey eq '\${partition}'\` + (row ? \` and RowKey eq '\${row}'\` : '');`,
      '}',
    );
    const made = scope.variable('make', `${name}(${scope.need('text')})`);
    return scope.writer.choices.pick([`${made}()`, `${made}('b1')`, `${made}(${scope.need('maybeText')})`]);
  },
  closureSets: (scope, sub) => {
    const name = scope.variable('filter', constantFilter(scope), 'let', FILTER);
    const set = scope.writer.name('set');
    const body = scope.closure();
    body.add(`${name} = ${sub(body)};`);
    scope.add(`const ${set} = () => {`, ...indented(body.lines), '};');
    scope.add(
      scope.writer.choices.pick([
        `${set}();`,
        `if (${test(scope)}) ${set}();`,
        `if (${test(scope)}) { ${set}(); }`,
      ]),
    );
    return name;
  },
  closureAppends: (scope) => {
    const name = scope.variable('filter', "''", 'let');
    const add = scope.writer.name('add');
    scope.block(
      `const ${add} = (clause${scope.writer.type('string')}) => {`,
      () => {
        scope.add(
          scope.writer.choices.pick([
            `${name} += (${name} ? ' and ' : '') + clause;`,
            `${name} = ${name} ? \`\${${name}} and \${clause}\` : clause;`,
            `if (${name}) ${name} += ' and ' + clause; else ${name} = clause;`,
          ]),
        );
      },
      '};',
    );
    scope.add(`${add}(${condition(scope)});`, `if (${test(scope)}) ${add}(${condition(scope)});`);
    return name;
  },
  closurePushes: (scope) => {
    const list = scope.variable('clauses', '[]', 'const', 'string[]');
    const add = scope.writer.name('add');
    const t = scope.writer.type('string');
    scope.add(`const ${add} = (property${t}, value${scope.writer.type('string | undefined')}) => {`);
    scope.add(`  if (value) ${list}.push(\`\${property} eq '\${value}'\`);`, '};');
    scope.add(
      `${add}('PartitionKey', ${scope.need('text')});`,
      `${add}('RowKey', ${scope.need('maybeText')});`,
    );
    return `${list}.join(' and ')`;
  },
  invokedAtOnce: (scope, sub) => {
    const body = scope.closure();
    body.add(`if (${test(body)}) return ${sub(body)};`, `return ${writtenFilter(body)};`);
    const name = scope.writer.name('filter');
    scope.add(`const ${name} = (() => {`, ...indented(body.lines), '})();');
    return name;
  },
  bound: (scope) => {
    const name = scope.writer.name('keyed');
    const t = scope.writer.type('string');
    scope.module.declare(
      `function ${name}(property${t}, value${t})${t} {`,
      "  return `${property} eq '${value}'`;",
      '}',
    );
    const text = scope.need('text');
    return scope.writer.choices.pick([
      `${name}.call(null, 'PartitionKey', ${text})`,
      `${name}.apply(null, ['PartitionKey', ${text}])`,
      `${name}.bind(null, 'PartitionKey')(${text})`,
    ]);
  },
  functionTable: (scope) => {
    const name = scope.writer.name('makers');
    const type = scope.writer.type('Record<string, (value: string) => string>');
    scope.module.declare(
      `const ${name}${type} = {`,
      "  a: (value) => `PartitionKey eq '${value}'`,",
      "  b: (value) => `author eq '${value}'`,",
      '};',
    );
    const key = scope.writer.choices.pick(["'a'", scope.need('mode')]);
    return `${name}[${key}]?.(${scope.need('text')})`;
  },
  piped: (scope) => {
    const name = scope.writer.name('steps');
    const t = scope.writer.type('string');
    scope.module.declare(
      `const ${name} = [`,
      `  (filter${t}) => filter + "PartitionKey eq 'Books'",`,
      `  (filter${t}) => filter + ' and count gt 1',`,
      '];',
    );
    return `${name}.reduce((filter, step) => step(filter), '')`;
  },
  generatorYields: (scope) => {
    const call = helper(
      scope,
      { base: 'clauses', returns: 'Generator<string>', kind: 'generator', isStatements: true },
      (body) => {
        body.add(`yield ${condition(body)};`, `if (${test(body)}) yield ${condition(body)};`);
        return '';
      },
    );
    return `[...${call}].join(' and ')`;
  },
  generatorOverList: (scope) => {
    const call = helper(
      scope,
      { base: 'anyOf', returns: 'Generator<string>', kind: 'generator', isStatements: true },
      (body) => {
        body.add(`for (const each of ${body.need('list')}) yield ${comparedWith(body, 'each')};`);
        return '';
      },
    );
    const name = scope.variable('filter', "''", 'let');
    scope.add(`for (const part of ${call}) ${name} += (${name} ? ' or ' : '') + part;`);
    return name;
  },
  asyncHelper: (scope, sub) => {
    const call = helper(scope, { base: 'loadFilter', returns: `Promise<${FILTER}>`, kind: 'async' }, (body) =>
      sub(body),
    );
    return scope.isAsync ? `await ${call}` : writtenFilter(scope);
  },
  awaitedValue: (scope) =>
    scope.isAsync ? `await Promise.resolve(${writtenFilter(scope)})` : writtenFilter(scope),
  awaitedThen: (scope) =>
    scope.isAsync
      ? `await Promise.resolve(${scope.need('text')}).then((value) => \`PartitionKey eq '\${value}'\`)`
      : writtenFilter(scope),
  awaitedAll: (scope) => {
    if (!scope.isAsync) return writtenFilter(scope);
    const parts = scope.variable(
      'parts',
      `await Promise.all([${condition(scope)}, Promise.resolve(${condition(scope)})])`,
    );
    return `${parts}.join(' and ')`;
  },
  remembered: (scope) => {
    const [cache, name] = [scope.writer.name('cache'), scope.writer.name('cached')];
    const t = scope.writer.type('string');
    scope.module.declare(`const ${cache} = new Map${scope.writer.typed('<string, string>')}();`);
    scope.module.declare(
      `function ${name}(shelf${t})${t} {`,
      `  let filter = ${cache}.get(shelf);`,
      '  if (filter === undefined) {',
      "    filter = `PartitionKey eq '${shelf}'`;",
      `    ${cache}.set(shelf, filter);`,
      '  }',
      '  return filter;',
      '}',
    );
    return `${name}(${scope.need('text')})`;
  },
  taggedOwn: (scope) => {
    const name = scope.writer.name('query');
    scope.module.declare(
      `function ${name}(strings${scope.writer.type('TemplateStringsArray')}, ...values${scope.writer.type('string[]')})${scope.writer.type('string')} {`,
      `  return strings.reduce((text, part, index) => text + part + (index < values.length ? "'" + values[index]${scope.writer.typed('!')}.replace(/'/g, "''") + "'" : ''), '');`,
      '}',
    );
    return `${name}\`PartitionKey eq \${${scope.need('text')}}\``;
  },
  numberOfArguments: (scope) => {
    const name = scope.writer.name('either');
    const t = scope.writer.typed('?: string');
    scope.module.declare(
      `function ${name}(partition${scope.writer.type('string')}, row${t})${scope.writer.type('string')} {`,
      "  const filter = `PartitionKey eq '${partition}'`;",
      "  return row === undefined ? filter : `${filter} and RowKey eq '${row}'`;",
      '}',
    );
    const text = scope.need('text');
    return scope.writer.choices.pick([
      `${name}(${text})`,
      `${name}(${text}, 'b1')`,
      `${name}(${text}, ${scope.need('maybeText')})`,
    ]);
  },
  partsByIndex: (scope) =>
    textOf(scope, ["PartitionKey eq '", { expression: `${scope.need('text')}.split('/')[0]` }, "'"]),
};
