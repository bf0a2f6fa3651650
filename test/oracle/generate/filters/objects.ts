import { condition, constantFilter, writtenFilter } from '../conditions.ts';
import type { Scope } from '../scope.ts';
import { test, testOperand } from '../tests.ts';
import { operand } from '../text.ts';
import type { Maker } from './maker.ts';

const holder = (scope: Scope, first = constantFilter(scope)): string =>
  scope.variable('holder', `{ filter: ${first} }`, 'const', '{ filter?: string | undefined }');

/** A class with a fluent builder, and how it takes conditions in. */
const builder = (scope: Scope): string => {
  const { writer, module } = scope;
  const name = writer.name('FilterBuilder');
  const t = writer.type('string');
  const field = writer.choices.pick(['#clauses', 'clauses']);
  const declared = writer.choices.pick([
    [
      `${field}${writer.type('string[]')} = [];`,
      `where(property${t}, value${t}) {`,
      `  this.${field}.push(\`\${property} eq '\${value}'\`);`,
      '  return this;',
      '}',
      `whereIf(isWanted${writer.type('unknown')}, clause${t}) {`,
      `  if (isWanted) this.${field}.push(clause);`,
      '  return this;',
      '}',
      `build()${t} {`,
      `  return this.${field}.join(' and ');`,
      '}',
    ],
    [
      `${field.replace('clauses', 'text')}${t} = '';`,
      `where(property${t}, value${t}) {`,
      `  return this.whereIf(true, \`\${property} eq '\${value}'\`);`,
      '}',
      `whereIf(isWanted${writer.type('unknown')}, clause${t}) {`,
      `  if (isWanted) this.${field.replace('clauses', 'text')} += (this.${field.replace('clauses', 'text')} ? ' and ' : '') + clause;`,
      '  return this;',
      '}',
      `build()${t} {`,
      `  return this.${field.replace('clauses', 'text')};`,
      '}',
    ],
  ]);
  const lines = [`class ${name} {`, ...declared.map((line) => `  ${line}`), '}'];
  if (writer.choices.oneIn(3)) {
    const file = writer.module('builder');
    file.export(name, lines);
    module.import(name, file);
  } else module.declare(...lines);
  return name;
};

/** Filters that objects carry, and that objects make. */
export const objects: Readonly<Record<string, Maker>> = {
  property: (scope) => `${holder(scope, writtenFilter(scope))}.filter`,
  propertySet: (scope, sub) => {
    const name = holder(scope);
    scope.add(`${name}.filter = ${sub(scope)};`);
    return `${name}.filter`;
  },
  propertySetPerhaps: (scope, sub) => {
    const name = holder(scope, scope.writer.choices.pick(['undefined', constantFilter(scope)]));
    scope.add(`if (${test(scope)}) ${name}.filter = ${sub(scope)};`);
    return `${name}.filter`;
  },
  propertyGrown: (scope) => {
    const name = holder(scope, condition(scope));
    scope.add(`if (${test(scope)}) ${name}.filter += ' and ' + ${operand(condition(scope))};`);
    return `${name}.filter`;
  },
  alias: (scope, sub) => {
    const name = holder(scope);
    const other = scope.variable('same', name);
    scope.add(
      `${scope.writer.choices.oneIn(2) ? `if (${test(scope)}) ` : ''}${other}.filter = ${sub(scope)};`,
    );
    return `${name}.filter`;
  },
  aliasInList: (scope) => {
    const name = holder(scope);
    const list = scope.variable('all', `[${name}]`);
    scope.add(`for (const one of ${list}) one.filter = ${writtenFilter(scope)};`);
    return `${name}.filter`;
  },
  copyIsNoAlias: (scope) => {
    const name = holder(scope, writtenFilter(scope));
    const other = scope.variable(
      'copy',
      scope.writer.choices.pick([`{ ...${name} }`, `structuredClone(${name})`, `Object.assign({}, ${name})`]),
    );
    scope.add(`${other}.filter = ${constantFilter(scope)};`);
    return scope.writer.choices.pick([`${name}.filter`, `${other}.filter`]);
  },
  assigned: (scope, sub) => {
    const name = holder(scope);
    scope.add(
      `Object.assign(${name}, ${scope.writer.choices.oneIn(2) ? `${testOperand(scope)} ? { filter: ${sub(scope)} } : {}` : `{ filter: ${sub(scope)} }`});`,
    );
    return `${name}.filter`;
  },
  spreadOver: (scope, sub) => {
    const base = holder(scope);
    const name = scope.variable('merged', `{ ...${base}, filter: ${sub(scope)} }`);
    return `${name}.filter`;
  },
  spreadUnder: (scope) => {
    const over = scope.variable('given', `${testOperand(scope)} ? { filter: ${writtenFilter(scope)} } : {}`);
    const name = scope.variable(
      'merged',
      `{ filter: ${constantFilter(scope)}, ...${over} }`,
      'const',
      '{ filter: string }',
    );
    return `${name}.filter`;
  },
  spreadAnd: (scope) => {
    const name = scope.variable(
      'made',
      `{ filter: ${constantFilter(scope)}, ...(${test(scope)} && { filter: ${writtenFilter(scope)} }) }`,
    );
    return `${name}.filter`;
  },
  deleted: (scope) => {
    const name = holder(scope, writtenFilter(scope));
    scope.add(`${scope.writer.choices.oneIn(2) ? `if (${test(scope)}) ` : ''}delete ${name}.filter;`);
    return `${name}.filter`;
  },
  helperSets: (scope, sub) => {
    const name = holder(scope);
    const set = scope.writer.name('setFilter');
    const body = scope.callee();
    const value = sub(body);
    const parameters = [`target${scope.writer.type('{ filter?: string | undefined }')}`, ...body.parameters];
    scope.module.declare(
      `function ${set}(${parameters.join(', ')})${scope.writer.type('void')} {`,
      ...body.lines.map((line) => `  ${line}`),
      `  target.filter = ${value};`,
      '}',
    );
    const call = `${set}(${[name, ...body.args].join(', ')});`;
    scope.add(scope.writer.choices.oneIn(2) ? `if (${test(scope)}) ${call}` : call);
    return `${name}.filter`;
  },
  destructured: (scope) => {
    const name = holder(scope, scope.writer.choices.pick(['undefined', writtenFilter(scope)]));
    const filter = scope.writer.name('filter');
    scope.add(`const { filter: ${filter} = ${constantFilter(scope)} } = ${name};`);
    return filter;
  },
  destructuredQuery: (scope) => {
    const [shelf, author] = [scope.writer.name('wantedShelf'), scope.writer.name('wantedAuthor')];
    scope.add(`const { shelf: ${shelf} = 'Books', author: ${author} } = ${scope.need('query')};`);
    return `${author} ? \`PartitionKey eq '\${${shelf}}' and author eq '\${${author}}'\` : \`PartitionKey eq '\${${shelf}}'\``;
  },
  destructuredArray: (scope) => {
    const [first, second] = [scope.writer.name('first'), scope.writer.name('second')];
    scope.add(
      `const [${first}, ${second} = ${constantFilter(scope)}] = [${writtenFilter(scope)}${scope.writer.choices.oneIn(2) ? `, ${condition(scope)}` : ''}];`,
    );
    return scope.writer.choices.pick([first, second]);
  },
  restOfObject: (scope) => {
    const name = scope.variable('all', `{ table: 'Books', filter: ${writtenFilter(scope)} }`);
    const rest = scope.writer.name('rest');
    scope.add(`const { table: ${scope.writer.name('table')}, ...${rest} } = ${name};`);
    return `${rest}.filter`;
  },
  swapped: (scope) => {
    const [a, b] = [
      scope.variable('a', writtenFilter(scope), 'let'),
      scope.variable('b', writtenFilter(scope), 'let'),
    ];
    scope.add(`[${a}, ${b}] = [${b}, ${a}];`);
    return a;
  },
  optionalChain: (scope) => {
    const name = scope.variable(
      'settings',
      `${testOperand(scope)} ? { query: { filter: ${writtenFilter(scope)} } } : undefined`,
    );
    return scope.writer.choices.pick([
      `${name}?.query.filter`,
      `${name}?.query?.filter ?? ${constantFilter(scope)}`,
    ]);
  },
  optionalValue: (scope) =>
    `${scope.need('query')}.shelf?.length ? \`PartitionKey eq '\${${scope.need('query')}.shelf}'\` : ${constantFilter(scope)}`,
  computedName: (scope) => {
    const key = scope.variable('key', "'filter'");
    const name = scope.variable('holder', `{ [${key}]: ${writtenFilter(scope)} }`);
    return `${name}[${key}]`;
  },
  symbolKey: (scope) => {
    const key = scope.writer.name('FILTER');
    scope.module.declare(`const ${key} = Symbol('filter');`);
    const name = scope.variable('holder', `{ [${key}]: ${writtenFilter(scope)} }`);
    return `${name}[${key}]`;
  },
  getter: (scope) => {
    const name = scope.variable('holder', `{ get filter() { return ${writtenFilter(scope)}; } }`);
    return `${name}.filter`;
  },
  getterOfState: (scope) => {
    const name = scope.writer.name('state');
    const value = condition(scope);
    scope.add(
      `const ${name} = {`,
      `  more: ''${scope.writer.typed(' as string')},`,
      `  get filter() { return ${operand(value)} + this.more; },`,
      '};',
    );
    scope.add(`if (${test(scope)}) ${name}.more = ' and ' + ${operand(condition(scope))};`);
    return `${name}.filter`;
  },
  setter: (scope) => {
    const name = scope.writer.name('state');
    scope.add(
      `const ${name} = {`,
      `  text: ${constantFilter(scope)}${scope.writer.typed(' as string')},`,
      `  set filter(value${scope.writer.type('string')}) { this.text = value; },`,
      '  get filter() { return this.text; },',
      '};',
    );
    scope.add(`if (${test(scope)}) ${name}.filter = ${writtenFilter(scope)};`);
    return `${name}.filter`;
  },
  builderClass: (scope) => {
    const made = `new ${builder(scope)}()`;
    const key = `.where('PartitionKey', ${scope.need('text')})`;
    const perhaps = `.whereIf(${test(scope)}, ${condition(scope)})`;
    return scope.writer.choices.pick([
      `${made}${key}.build()`,
      `${made}${key}${perhaps}.build()`,
      `${made}${perhaps}.build()`,
    ]);
  },
  builderSteps: (scope) => {
    const name = scope.variable('builder', `new ${builder(scope)}()`);
    scope.add(`${name}.where('PartitionKey', ${scope.need('text')});`);
    scope.add(`if (${test(scope)}) ${name}.where('RowKey', ${scope.need('text')});`);
    return `${name}.build()`;
  },
  builderInLoop: (scope) => {
    const name = scope.variable('builder', `new ${builder(scope)}()`);
    scope.add(`for (const each of ${scope.need('list')}) ${name}.where('tag', each);`);
    return `${name}.build()`;
  },
  field: (scope) => {
    const name = scope.writer.name('Query');
    scope.module.declare(`class ${name} {`, `  filter = ${constantFilter(scope)};`, '}');
    const made = scope.variable('made', `new ${name}()`);
    if (scope.writer.choices.oneIn(2))
      scope.add(`if (${test(scope)}) ${made}.filter = ${writtenFilter(scope)};`);
    return `${made}.filter`;
  },
  constructorField: (scope) => {
    const name = scope.writer.name('Query');
    const t = scope.writer.type('string');
    scope.module.declare(
      `class ${name} {`,
      ...(scope.writer.isTyped ? ['  shelf: string;'] : []),
      `  constructor(shelf${t}) {`,
      '    this.shelf = shelf;',
      '  }',
      `  toFilter()${t} {`,
      "    return `PartitionKey eq '${this.shelf}'`;",
      '  }',
      '}',
    );
    return `new ${name}(${scope.need('text')}).toFilter()`;
  },
  inherited: (scope) => {
    const [base, derived] = [scope.writer.name('Base'), scope.writer.name('Derived')];
    const t = scope.writer.type('string');
    scope.module.declare(
      `class ${base} {`,
      `  rest()${t} {`,
      "    return '';",
      '  }',
      `  filter()${t} {`,
      '    return "PartitionKey eq \'Books\'" + this.rest();',
      '  }',
      '}',
    );
    scope.module.declare(
      `class ${derived} extends ${base} {`,
      `  rest()${t} {`,
      scope.writer.choices.pick([
        '    return " and RowKey eq \'b1\'";',
        "    return super.rest() + ' and count gt 1';",
      ]),
      '  }',
      '}',
    );
    return scope.writer.choices.pick([
      `new ${derived}().filter()`,
      `new ${base}().filter()`,
      `(${test(scope)} ? new ${derived}() : new ${base}()).filter()`,
    ]);
  },
  overridden: (scope) => {
    const [base, derived] = [scope.writer.name('AnyQuery'), scope.writer.name('OpenQuery')];
    scope.module.declare(
      `class ${base} {`,
      '  filter() {',
      `    return ${constantFilter(scope)};`,
      '  }',
      '}',
    );
    scope.module.declare(
      `class ${derived} extends ${base} {`,
      '  filter() {',
      `    return ${constantFilter(scope)};`,
      '  }',
      '}',
    );
    const made = scope.variable(
      'query',
      `new ${scope.writer.choices.pick([derived, base])}()`,
      'const',
      base,
    );
    return `${made}.filter()`;
  },
  toText: (scope) => {
    const name = scope.writer.name('Clause');
    scope.module.declare(
      `class ${name} {`,
      '  toString() {',
      `    return ${constantFilter(scope)};`,
      '  }',
      '}',
    );
    return `\`\${new ${name}()}\``;
  },
  modulePattern: (scope) => {
    const name = scope.writer.name('createQuery');
    scope.module.declare(
      `function ${name}() {`,
      `  let filter = ${constantFilter(scope)};`,
      `  return { set: (value${scope.writer.type('string')}) => { filter = value; }, get: () => filter };`,
      '}',
    );
    const made = scope.variable('query', `${name}()`);
    scope.add(`if (${test(scope)}) ${made}.set(${writtenFilter(scope)});`);
    return `${made}.get()`;
  },
  entriesBack: (scope) => `Object.fromEntries([['filter', ${writtenFilter(scope)}]]).filter`,
  jsonCopy: (scope) => `JSON.parse(JSON.stringify({ filter: ${writtenFilter(scope)} })).filter`,
  moduleState: (scope) => {
    const name = scope.writer.name('current');
    scope.module.declare(`let ${name} = ${constantFilter(scope)};`);
    const set = scope.writer.name('setCurrent');
    scope.module.declare(`function ${set}(value${scope.writer.type('string')}) {`, `  ${name} = value;`, '}');
    scope.add(`if (${test(scope)}) ${set}(${writtenFilter(scope)});`);
    return name;
  },
};
