import { condition, constantFilter, writtenFilter } from '../conditions.ts';
import type { Scope } from '../scope.ts';
import { test } from '../tests.ts';
import { indented, type Lines } from '../writer.ts';
import type { Maker } from './maker.ts';

/** Declares a class of this module, or one of a file of its own that it imports; gives its name. */
const classOf = (
  scope: Scope,
  base: string,
  heritage: string,
  members: Lines | ((name: string) => Lines),
  isApart = false,
): string => {
  const { writer, module } = scope;
  const name = writer.name(base);
  const lines = typeof members === 'function' ? members(name) : members;
  const declared = [`class ${name}${heritage} {`, ...indented(lines), '}'];
  if (isApart) {
    const file = writer.module(`${base.charAt(0).toLowerCase()}${base.slice(1)}Lib`);
    file.export(name, declared);
    module.import(name, file);
  } else module.declare(...declared);
  return name;
};

const method = (scope: Scope, head: string, ...lines: Lines): Lines => [
  `${head}${scope.writer.type('string')} {`,
  ...indented(lines),
  '}',
];

/** Filters that classes make: with fields and methods that others override, private ones, static ones, accessors. */
export const classes: Readonly<Record<string, Maker>> = {
  overriddenField: (scope) => {
    const { choices } = scope.writer;
    const t = scope.writer.type('string');
    const base = classOf(
      scope,
      'BaseView',
      '',
      [
        `filter${t} = ${constantFilter(scope)};`,
        ...method(
          scope,
          'text()',
          choices.pick(['return this.filter;', 'return `${this.filter} and count gt 1`;']),
        ),
      ],
      choices.oneIn(3),
    );
    const derived = classOf(scope, 'ShelfView', ` extends ${base}`, [
      `filter${t} = ${constantFilter(scope)};`,
    ]);
    return choices.pick([
      `new ${derived}().text()`,
      `new ${base}().text()`,
      `new ${derived}().filter`,
      `(${test(scope)} ? new ${derived}() : new ${base}()).text()`,
    ]);
  },
  fieldOfField: (scope) => {
    const t = scope.writer.type('string');
    const base = classOf(scope, 'Keyed', '', [
      `partition${t} = 'Books';`,
      `filter${t} = \`PartitionKey eq '\${this.partition}'\`;`,
    ]);
    const derived = classOf(scope, 'Tagged', ` extends ${base}`, [
      scope.writer.choices.pick([
        `filter${t} = \`tag eq '\${this.partition}'\`;`,
        `partition${t} = 'Films';`,
      ]),
    ]);
    return `new ${scope.writer.choices.pick([derived, base])}().filter`;
  },
  overriddenStatic: (scope) => {
    const t = scope.writer.type('string');
    const base = classOf(scope, 'Model', '', [
      `static partition${t} = 'Books';`,
      ...method(scope, 'static filter()', "return `PartitionKey eq '${this.partition}'`;"),
    ]);
    const derived = classOf(scope, 'Film', ` extends ${base}`, [`static partition${t} = 'Films';`]);
    return `${scope.writer.choices.pick([base, derived])}.filter()`;
  },
  staticBlock: (scope) => {
    const name = classOf(scope, 'Filters', '', (self) => [
      `static all${scope.writer.type('string')};`,
      'static {',
      `  ${scope.writer.choices.pick(['this', self])}.all = ${constantFilter(scope)};`,
      '}',
    ]);
    return `${name}.all`;
  },
  privateField: (scope) => {
    const { writer } = scope;
    const t = writer.type('string');
    const name = classOf(scope, 'Query', '', [
      `#shelf${t} = 'Books';`,
      `#more${t} = '';`,
      `set shelf(value${t}) {`,
      '  this.#shelf = value;',
      '}',
      `get shelf()${t} {`,
      '  return this.#shelf;',
      '}',
      ...method(scope, '#base()', "return `PartitionKey eq '${this.#shelf}'`;"),
      `with(clause${t})${writer.type('this')} {`,
      "  this.#more += ' and ' + clause;",
      '  return this;',
      '}',
      ...method(scope, 'get filter()', 'return this.#base() + this.#more;'),
    ]);
    const made = scope.variable('query', `new ${name}()`);
    scope.add(`if (${test(scope)}) ${made}.shelf = ${scope.need('text')};`);
    if (writer.choices.oneIn(2)) scope.add(`${made}.with(${condition(scope)});`);
    return `${made}.filter`;
  },
  templateMethod: (scope) => {
    const { writer } = scope;
    const [isAbstract, t] = [writer.isTyped, writer.type('string')];
    const base = writer.name('Search');
    scope.module.declare(
      `${isAbstract ? 'abstract ' : ''}class ${base} {`,
      ...indented([
        ...(isAbstract ? [`abstract key()${t};`] : []),
        `rest()${writer.type('string | undefined')} {`,
        '  return undefined;',
        '}',
        ...method(scope, 'filter()', "return [this.key(), this.rest()].filter(Boolean).join(' and ');"),
      ]),
      '}',
    );
    const derived = classOf(scope, 'ShelfSearch', ` extends ${base}`, [
      ...(writer.isTyped ? ['shelf: string;'] : []),
      `constructor(shelf${t}) {`,
      '  super();',
      '  this.shelf = shelf;',
      '}',
      ...method(scope, 'key()', "return `PartitionKey eq '${this.shelf}'`;"),
      ...(writer.choices.oneIn(2) ? method(scope, 'rest()', `return ${constantFilter(scope)};`) : []),
    ]);
    return `new ${derived}(${scope.need('text')}).filter()`;
  },
  superGetter: (scope) => {
    const base = classOf(
      scope,
      'Base',
      '',
      method(scope, 'get filter()', `return ${constantFilter(scope)};`),
    );
    const derived = classOf(
      scope,
      'Open',
      ` extends ${base}`,
      method(scope, 'get filter()', "return super.filter + ' and count gt 1';"),
    );
    return `new ${scope.writer.choices.pick([derived, base])}().filter`;
  },
  mixin: (scope) => {
    const any = scope.writer.type('any');
    const mix = scope.writer.name('WithStatus');
    scope.module.declare(
      `const ${mix} = (Base${any}) => class extends Base {`,
      ...indented(method(scope, 'filter()', "return `${super.filter()} and status eq 'open'`;")),
      '};',
    );
    const base = classOf(scope, 'Plain', '', method(scope, 'filter()', `return ${constantFilter(scope)};`));
    return `new (${mix}(${base}))().filter()`;
  },
  staticFactory: (scope) => {
    const t = scope.writer.type('string');
    const name = scope.writer.name('KeyFilter');
    scope.module.declare(
      `class ${name} {`,
      ...indented([
        ...(scope.writer.isTyped ? ['text: string;'] : []),
        `constructor(text${t}) {`,
        '  this.text = text;',
        '}',
        `static of(shelf${t}, row${scope.writer.typed('?: string')}) {`,
        "  const filter = new this(`PartitionKey eq '${shelf}'`);",
        "  return row ? filter.and(`RowKey eq '${row}'`) : filter;",
        '}',
        `and(clause${t}) {`,
        `  return new ${name}(\`\${this.text} and \${clause}\`);`,
        '}',
        ...method(scope, 'toString()', 'return this.text;'),
      ]),
      '}',
    );
    const made = `${name}.of(${scope.need('text')}${scope.writer.choices.pick(['', ", 'b1'", `, ${scope.need('maybeText')}`])})`;
    return scope.writer.choices.pick([
      `${made}.text`,
      `\`\${${made}}\``,
      `String(${made}.and('count gt 1'))`,
    ]);
  },
  singleInstance: (scope) => {
    const name = scope.writer.name('Settings');
    const t = scope.writer.type('string');
    scope.module.declare(
      `class ${name} {`,
      ...indented([
        `static #one${scope.writer.type(`${name} | undefined`)};`,
        `filter${t} = ${constantFilter(scope)};`,
        `static get()${scope.writer.type(name)} {`,
        `  ${name}.#one ??= new ${name}();`,
        `  return ${name}.#one;`,
        '}',
      ]),
      '}',
    );
    if (scope.writer.choices.oneIn(2))
      scope.add(`if (${test(scope)}) ${name}.get().filter = ${writtenFilter(scope)};`);
    return `${name}.get().filter`;
  },
  arrowField: (scope) => {
    const t = scope.writer.type('string');
    const name = classOf(scope, 'Query', '', [
      `partition${t} = 'Books';`,
      `byRow = (row${t})${t} => \`PartitionKey eq '\${this.partition}' and RowKey eq '\${row}'\`;`,
      `byShelf = ()${t} => \`PartitionKey eq '\${this.partition}'\`;`,
    ]);
    const made = scope.variable('query', `new ${name}()`);
    if (scope.writer.choices.oneIn(2)) {
      const byRow = scope.writer.name('byRow');
      scope.add(`const { byRow: ${byRow} } = ${made};`);
      return `${byRow}(${scope.need('text')})`;
    }
    if (scope.writer.choices.oneIn(3)) scope.add(`${made}.partition = ${scope.need('text')};`);
    return `${made}.byShelf()`;
  },
  iterable: (scope) => {
    const name = classOf(scope, 'Clauses', '', [
      `clauses${scope.writer.type('string[]')} = [];`,
      `add(clause${scope.writer.type('string | undefined')})${scope.writer.type('this')} {`,
      '  if (clause) this.clauses.push(clause);',
      '  return this;',
      '}',
      '*[Symbol.iterator]() {',
      '  yield* this.clauses;',
      '}',
    ]);
    const made = `new ${name}().add(${condition(scope)}).add(${test(scope)} ? ${constantFilter(scope)} : undefined)`;
    return `[...${made}].join(' and ')`;
  },
  ownState: (scope) => {
    const t = scope.writer.type('string');
    const name = classOf(
      scope,
      'FilterState',
      '',
      [
        `text${t} = '';`,
        `and(clause${t})${scope.writer.type('void')} {`,
        ...scope.writer.choices.pick([
          ['  this.text = this.text ? `${this.text} and ${clause}` : clause;'],
          ["  if (this.text) this.text += ' and ';", '  this.text += clause;'],
        ]),
        '}',
        `reset()${scope.writer.type('void')} {`,
        "  this.text = '';",
        '}',
      ],
      scope.writer.choices.oneIn(3),
    );
    const made = scope.variable('state', `new ${name}()`);
    scope.add(`${made}.and(${condition(scope)});`);
    scope.add(
      `if (${test(scope)}) ${made}.${scope.writer.choices.pick([`and(${condition(scope)})`, 'reset()'])};`,
    );
    return `${made}.text${scope.writer.choices.pick(['', ` || ${constantFilter(scope)}`])}`;
  },
  definedProperty: (scope) => {
    const name = scope.variable('holder', '{}', 'const', 'any');
    scope.add(
      `Object.defineProperty(${name}, 'filter', { ${scope.writer.choices.pick([
        `value: ${writtenFilter(scope)}`,
        `get: () => ${writtenFilter(scope)}`,
        `value: ${constantFilter(scope)}, enumerable: true`,
      ])} });`,
    );
    return `${name}.filter`;
  },
  madeOf: (scope) => {
    const base = scope.variable('base', `{ filter: ${constantFilter(scope)} }`);
    const name = scope.variable('derived', `Object.create(${base})`);
    if (scope.writer.choices.oneIn(2))
      scope.add(`if (${test(scope)}) ${name}.filter = ${writtenFilter(scope)};`);
    return `${name}.filter`;
  },
  classTable: (scope) => {
    const [a, b] = [
      classOf(scope, 'ByShelf', '', method(scope, 'filter()', `return ${constantFilter(scope)};`)),
      classOf(scope, 'ByState', '', method(scope, 'filter()', `return ${constantFilter(scope)};`)),
    ];
    const name = scope.writer.name('strategies');
    scope.module.declare(`const ${name} = { a: new ${a}(), b: new ${b}(), c: new ${a}() };`);
    const mode = scope.need('mode');
    return `${name}[${scope.writer.choices.pick([mode, "'a'", "'b'"])}]${scope.writer.choices.pick(['', '?'])}.filter()`;
  },
};
