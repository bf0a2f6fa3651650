import { condition, constantFilter, writtenFilter } from '../conditions.ts';
import { helper } from '../helper.ts';
import type { Scope } from '../scope.ts';
import { test, testOperand } from '../tests.ts';
import { operand } from '../text.ts';
import { indented } from '../writer.ts';
import type { Maker } from './maker.ts';

/** An enum, or what stands for one without types; gives its name. */
const enumOf = (
  scope: Scope,
  base: string,
  members: readonly (readonly [name: string, value?: string])[],
): string => {
  const { writer, module } = scope;
  const name = writer.name(base);
  if (writer.isTyped) {
    const keyword = writer.choices.oneIn(3) ? 'const enum' : 'enum';
    const lines = members.map(([member, value]) => (value === undefined ? member : `${member} = ${value}`));
    module.declare(`${keyword} ${name} {`, ...indented(lines.map((line) => `${line},`)), '}');
  } else {
    const lines = members.map(([member, value], index) => `${member}: ${value ?? String(index)},`);
    module.declare(`const ${name} = Object.freeze({`, ...indented(lines), '});');
  }
  return name;
};

/** The functions of a namespace, or of an object without types; gives its name. */
const namespaceOf = (
  scope: Scope,
  base: string,
  functions: Readonly<Record<string, readonly [parameters: string, result: string]>>,
): string => {
  const { writer, module } = scope;
  const name = writer.name(base);
  if (writer.isTyped) {
    const lines = Object.entries(functions).flatMap(([member, [parameters, result]]) =>
      writer.choices.oneIn(2)
        ? [`export const ${member} = (${parameters}): string => ${result};`]
        : [`export function ${member}(${parameters}): string {`, `  return ${result};`, '}'],
    );
    module.declare(`namespace ${name} {`, ...indented(lines), '}');
  } else {
    const lines = Object.entries(functions).map(
      ([member, [parameters, result]]) => `${member}: (${parameters}) => ${result},`,
    );
    module.declare(`const ${name} = {`, ...indented(lines), '};');
  }
  return name;
};

const nothingOrConstant = (scope: Scope): string =>
  scope.writer.choices.pick(['undefined', constantFilter(scope)]);

const perhaps = (scope: Scope): string => `${testOperand(scope)} ? ${operand(condition(scope))} : undefined`;

/** Filters made with what TypeScript adds, and with further parts of the language: enums, namespaces, accessors, tags, maps, generators. */
export const kinds: Readonly<Record<string, Maker>> = {
  enumOfTexts: (scope) => {
    const name = enumOf(scope, 'Shelf', [
      ['Fiction', "'fiction'"],
      ['Science', "'science'"],
    ]);
    const one = scope.variable('of', `${testOperand(scope)} ? ${name}.Fiction : ${name}.Science`);
    return scope.writer.choices.pick([
      `\`PartitionKey eq '\${${one}}'\``,
      `${one} === ${name}.Science ? ${operand(condition(scope))} : ${constantFilter(scope)}`,
      `Object.values(${name}).map((each) => \`PartitionKey eq '\${each}'\`).join(' or ')`,
      `Object.values(${name}).includes(${one}) ? \`RowKey eq '\${${one}}'\` : ''`,
    ]);
  },
  enumOfNumbers: (scope) => {
    const name = enumOf(scope, 'Level', [['None'], ['Some'], ['All']]);
    const one = scope.variable('level', `${testOperand(scope)} ? ${name}.None : ${name}.All`, 'let');
    if (scope.writer.choices.oneIn(3)) scope.add(`if (${test(scope)}) ${one} = ${name}.Some;`);
    return scope.writer.choices.pick([
      `${one} ? \`PartitionKey eq 'Books' and count ge \${${one}}\` : ${constantFilter(scope)}`,
      `\`PartitionKey eq '\${${one}}'\``,
      `[${constantFilter(scope)}, undefined, "RowKey eq 'all'"][${one}]`,
      `${one} > ${name}.None ? ${operand(condition(scope))} : undefined`,
    ]);
  },
  enumInSwitch: (scope) =>
    helper(scope, { base: 'filterOf', returns: 'string | undefined', isStatements: true }, (body) => {
      const { choices } = body.writer;
      const name = enumOf(body, 'View', [
        ['Mine', "'mine'"],
        ['Team', "'team'"],
        ['All', "'all'"],
      ]);
      const other = choices.pick(['Team', 'All']);
      const view = body.variable('view', `${testOperand(body)} ? ${name}.Mine : ${name}.${other}`);
      body.add(
        `switch (${view}) {`,
        `  case ${name}.Mine:`,
        `    return ${condition(body)};`,
        `  case ${name}.Team:`,
        `    return ${constantFilter(body)};`,
        '  default:',
        `    ${choices.pick(['return undefined;', "throw new Error('no such view');"])}`,
        '}',
      );
      return '';
    }),
  tableByEnum: (scope) => {
    const name = enumOf(scope, 'State', [
      ['Open', "'open'"],
      ['Closed', "'closed'"],
    ]);
    const table = scope.writer.name('BY_STATE');
    const type = scope.writer.typed(` satisfies Record<${name}, string | undefined>`);
    scope.module.declare(
      `const ${table} = {`,
      `  [${name}.Open]: ${constantFilter(scope)},`,
      `  [${name}.Closed]: ${scope.writer.choices.pick([constantFilter(scope), 'undefined'])},`,
      `}${type};`,
    );
    return `${table}[${testOperand(scope)} ? ${name}.Open : ${name}.Closed]`;
  },
  inNamespace: (scope) => {
    const t = scope.writer.type('string');
    const name = namespaceOf(scope, 'Filters', {
      byShelf: [`shelf${t}`, "`PartitionKey eq '${shelf.replaceAll(\"'\", \"''\")}'`"],
      byRow: [`row${t}`, "`RowKey eq '${row}'`"],
      both: [`one${t}, other${t}`, '`${one} and ${other}`'],
    });
    return scope.writer.choices.pick([
      `${name}.byShelf(${scope.need('text')})`,
      `${name}.both(${name}.byShelf(${scope.need('text')}), ${name}.byRow('b1'))`,
      `${testOperand(scope)} ? ${name}.both(${name}.byShelf('Books'), ${condition(scope)}) : ${name}.byRow('b1')`,
    ]);
  },
  ownTag: (scope) => {
    const { writer } = scope;
    const name = writer.name('where');
    const t = writer.type('string');
    const quoted = writer.choices.pick([
      "`'${String(value).replace(/'/g, \"''\")}'`",
      "`'${value}'`",
      "typeof value === 'number' ? String(value) : `'${value}'`",
    ]);
    scope.module.declare(
      `const ${name} = (texts${writer.type('TemplateStringsArray')}, ...values${writer.type('unknown[]')})${t} =>`,
      `  ${writer.choices.pick([
        `texts.reduce((sum, text, i) => { const value = values[i - 1]; return sum + (${quoted}) + text; })`,
        `values.reduce${writer.typed('<string>')}((sum, value, i) => sum + (${quoted}) + texts[i + 1], texts[0]${writer.typed('!')})`,
        `String.raw({ raw: texts }, ...values.map((value) => ${quoted}))`,
      ])};`,
    );
    return writer.choices.pick([
      `${name}\`PartitionKey eq \${${scope.need('text')}}\``,
      `${name}\`PartitionKey eq \${'Books'} and RowKey eq \${${scope.need('text')}}\``,
      `${testOperand(scope)} ? ${name}\`RowKey eq \${${scope.need('text')}}\` : ${constantFilter(scope)}`,
    ]);
  },
  cachedByMap: (scope) => {
    const { writer } = scope;
    const [cache, name] = [writer.name('cache'), writer.name('cachedFilter')];
    const t = writer.type('string');
    scope.module.declare(`const ${cache} = new Map${writer.typed('<string, string>')}();`);
    scope.module.declare(
      `function ${name}(shelf${t})${t} {`,
      ...indented(
        writer.choices.pick([
          [
            `let made = ${cache}.get(shelf);`,
            'if (made === undefined) {',
            "  made = `PartitionKey eq '${shelf}'`;",
            `  ${cache}.set(shelf, made);`,
            '}',
            'return made;',
          ],
          [
            `if (!${cache}.has(shelf)) ${cache}.set(shelf, \`PartitionKey eq '\${shelf}'\`);`,
            `return ${cache}.get(shelf)${writer.typed('!')};`,
          ],
        ]),
      ),
      '}',
    );
    if (writer.choices.oneIn(3)) scope.add(`${name}('Books');`);
    return `${name}(${writer.choices.pick(["'Books'", scope.need('text')])})`;
  },
  cachedByWeakMap: (scope) => {
    const { writer } = scope;
    const cache = writer.name('made');
    scope.module.declare(`const ${cache} = new WeakMap${writer.typed('<object, string>')}();`);
    const key = scope.variable('key', `{ shelf: ${scope.need('text')} }`);
    scope.add(`${cache}.set(${key}, ${condition(scope)});`);
    return writer.choices.pick([
      `${cache}.get(${key})`,
      `${cache}.has(${key}) ? ${cache}.get(${key}) : undefined`,
      `${cache}.get(${key}) ?? ${constantFilter(scope)}`,
    ]);
  },
  reducedObject: (scope) => {
    const wanted = scope.variable(
      'wanted',
      `{ PartitionKey: ${scope.need('maybeText')}, RowKey: ${scope.writer.choices.pick(["'b1'", 'undefined'])} }`,
    );
    const start = `[]${scope.writer.typed(' as string[]')}`;
    return `Object.entries(${wanted}).reduce((all, [name, value]) => (value ? [...all, \`\${name} eq '\${value}'\`] : all), ${start}).join(' and ')`;
  },
  keysOfColumns: (scope) => {
    const { writer } = scope;
    const columns = writer.name('COLUMNS');
    scope.module.declare(
      `const ${columns} = { shelf: 'PartitionKey', author: 'RowKey' }${writer.typed(' as const')};`,
    );
    const parts = scope.variable('parts', '[]', 'const', 'string[]');
    const query = scope.need('query');
    const cast = writer.typed(` as (keyof typeof ${columns})[]`);
    scope.block(`for (const name of Object.keys(${columns})${cast}) {`, () => {
      scope.add(
        `const value = ${query}[name];`,
        ...writer.choices.pick([
          ['if (!value) continue;', `${parts}.push(\`\${${columns}[name]} eq '\${value}'\`);`],
          [`if (value !== undefined) ${parts}.push(${columns}[name] + " eq '" + value + "'");`],
        ]),
      );
    });
    return `${parts}.join(' and ')`;
  },
  fromEntriesOfInput: (scope) => {
    const query = scope.need('query');
    const given = scope.variable(
      'given',
      `Object.fromEntries(Object.entries(${query}).filter(([, value]) => ${scope.writer.choices.pick(['value', 'value !== undefined', "value !== ''"])}))`,
    );
    return scope.writer.choices.pick([
      `${given}.shelf ? \`PartitionKey eq '\${${given}.shelf}'\` : ''`,
      `'author' in ${given} ? \`RowKey eq '\${${given}.author}'\` : undefined`,
      `Object.keys(${given}).length > 0 ? ${operand(condition(scope))} : undefined`,
    ]);
  },
  arrayOfLength: (scope) => {
    const count = scope.writer.choices.pick([scope.need('count'), '2']);
    const parts = scope.variable(
      'parts',
      `Array.from({ length: ${count} }, (_, i) => ${scope.writer.choices.pick(["`RowKey eq '${i}'`", "`RowKey eq 'r${String(i).padStart(2, '0')}'`"])})`,
    );
    return scope.writer.choices.pick([
      `${parts}.join(' or ')`,
      `${parts}.length > 0 ? \`PartitionKey eq 'Books' and (\${${parts}.join(' or ')})\` : "PartitionKey eq 'Books'"`,
      `[${constantFilter(scope)}, ...${parts}].join(' and ')`,
    ]);
  },
  setterOfParts: (scope) => {
    const { writer } = scope;
    const name = writer.name('Criteria');
    const t = writer.type('string');
    scope.module.declare(
      `class ${name} {`,
      ...indented([
        `#parts${writer.type('string[]')} = [];`,
        `set shelf(value${t}) {`,
        `  ${writer.choices.pick(['if (value) ', ''])}this.#parts.push(\`PartitionKey eq '\${value}'\`);`,
        '}',
        `set row(value${t}) {`,
        "  this.#parts.push(`RowKey eq '${value}'`);",
        '}',
        `get filter()${writer.type('string | undefined')} {`,
        `  return ${writer.choices.pick(["this.#parts.join(' and ')", "this.#parts.length > 0 ? this.#parts.join(' and ') : undefined"])};`,
        '}',
      ]),
      '}',
    );
    const made = scope.variable('criteria', `new ${name}()`);
    scope.add(`${made}.shelf = ${scope.need('text')};`, `if (${test(scope)}) ${made}.row = 'b1';`);
    return `${made}.filter`;
  },
  accessorsOnObject: (scope) => {
    const holder = scope.variable(
      'holder',
      `{ all: [${condition(scope)}], get filter() { return this.all.join(' and '); }, set more(clause${scope.writer.type('string')}) { this.all.push(clause); } }`,
    );
    scope.add(`if (${test(scope)}) ${holder}.more = ${condition(scope)};`);
    return `${holder}.filter`;
  },
  usingSession: (scope) => {
    const { writer } = scope;
    const name = writer.name('Session');
    scope.module.declare(
      `class ${name} {`,
      ...indented([
        `filter${writer.type('string')} = ${constantFilter(scope)};`,
        '[Symbol.dispose]() {',
        "  this.filter = '';",
        '}',
      ]),
      '}',
    );
    const result = scope.unset('where');
    scope.block('{', () => {
      const session = writer.name('session');
      scope.add(`using ${session} = new ${name}();`);
      scope.add(`if (${test(scope)}) ${session}.filter = ${condition(scope)};`);
      scope.add(`${result} = ${session}.filter;`);
    });
    return result;
  },
  labelledCharacters: (scope) => {
    const parts = scope.variable('parts', '[]', 'const', 'string[]');
    const [label, each] = [scope.writer.name('outer'), scope.writer.name('each')];
    scope.block(`${label}: for (const ${each} of ${scope.need('list')}) {`, () => {
      scope.add(
        `for (const other of ${parts}) {`,
        `  if (other.includes(${each})) ${scope.writer.choices.pick(['continue', 'break'])} ${label};`,
        '}',
        `${parts}.push(\`RowKey eq '\${${each}}'\`);`,
      );
    });
    return `${parts}.join(' or ')`;
  },
  genericHelper: (scope) => {
    const { writer } = scope;
    const name = writer.name('firstSet');
    const [generic, t] = [writer.typed('<T>'), writer.type('(T | undefined | null)[]')];
    scope.module.declare(
      `function ${name}${generic}(...values${t})${writer.type('T | undefined')} {`,
      `  ${writer.choices.pick(['return values.find((value) => value !== undefined && value !== null) ?? undefined;', 'for (const value of values) if (value != null) return value;'])}`,
      ...(writer.choices.oneIn(2) ? ['  return undefined;'] : []),
      '}',
    );
    return `${name}(${perhaps(scope)}, ${constantFilter(scope)})`;
  },
  genericBox: (scope) => {
    const { writer } = scope;
    const name = writer.name('Box');
    const [generic, t] = [writer.typed('<T>'), writer.type('T')];
    scope.module.declare(
      `class ${name}${generic} {`,
      ...indented([
        ...(writer.isTyped ? ['private readonly value: T;'] : []),
        `constructor(value${t}) {`,
        '  this.value = value;',
        '}',
        `map${writer.typed('<U>')}(change${writer.type('(value: T) => U')}) {`,
        `  return new ${name}(change(this.value));`,
        '}',
        'get() {',
        '  return this.value;',
        '}',
      ]),
      '}',
    );
    return `new ${name}(${condition(scope)}).map((one) => ${scope.writer.choices.pick(["`${one} and status eq 'open'`", `${testOperand(scope)} ? one : undefined`])}).get()`;
  },
  parameterProperties: (scope) => {
    const { writer } = scope;
    const name = writer.name('Keys');
    const t = writer.type('string');
    const words = writer.isTyped ? writer.choices.pick(['private readonly ', 'public ', 'readonly ']) : '';
    scope.module.declare(
      `class ${name} {`,
      ...indented([
        `constructor(${words}partition${t}, ${words}row${writer.type('string | undefined')} = undefined) {`,
        ...(writer.isTyped ? [] : ['  this.partition = partition;', '  this.row = row;']),
        '}',
        `toFilter()${t} {`,
        "  return this.row === undefined ? `PartitionKey eq '${this.partition}'` : `PartitionKey eq '${this.partition}' and RowKey eq '${this.row}'`;",
        '}',
        `static of(partition${t}) {`,
        `  return new ${name}(partition);`,
        '}',
        `static one(partition${t}, row${t}) {`,
        `  return new ${name}(partition, row);`,
        '}',
      ]),
      '}',
    );
    return writer.choices.pick([
      `${name}.of(${scope.need('text')}).toFilter()`,
      `${name}.one('Books', ${scope.need('text')}).toFilter()`,
      `(${testOperand(scope)} ? ${name}.of('Books') : ${name}.one('Books', 'b1')).toFilter()`,
      `new ${name}('Books', ${scope.need('maybeText')}).toFilter()`,
    ]);
  },
  calledWith: (scope) => {
    const { writer } = scope;
    const name = writer.name('compare');
    const any = writer.type('string');
    const self = writer.isTyped ? 'this: unknown, ' : '';
    scope.module.declare(
      `function ${name}(${self}name${any}, operator${any}, value${any})${writer.type('string')} {`,
      "  return `${name} ${operator} '${value}'`;",
      '}',
    );
    const value = scope.need('text');
    return writer.choices.pick([
      `${name}.call(undefined, 'PartitionKey', 'eq', ${value})`,
      `${name}.apply(undefined, ['RowKey', 'ge', ${value}])`,
      `${name}.bind(undefined, 'PartitionKey', 'eq')(${value})`,
      `Reflect.apply(${name}, undefined, ['PartitionKey', 'eq', ${value}])`,
      `[${value}].map(${name}.bind(undefined, 'PartitionKey', 'eq')).join(' and ')`,
    ]);
  },
  borrowedMethod: (scope) => {
    const holder = scope.variable(
      'holder',
      `{ shelf: 'Films', filter() { return \`PartitionKey eq '\${this.shelf}'\`; } }`,
    );
    return scope.writer.choices.pick([
      `${holder}.filter.call({ ...${holder}, shelf: ${scope.need('text')} })`,
      `${holder}.filter.bind(${holder})()`,
      `${holder}.filter.apply(${holder})`,
    ]);
  },
  destructuredComputed: (scope) => {
    const table = scope.variable('byName', `{ a: ${condition(scope)}, b: ${constantFilter(scope)} }`);
    const key = scope.variable('key', `${testOperand(scope)} ? 'a' : 'b'`);
    const [one, rest] = [scope.writer.name('one'), scope.writer.name('rest')];
    scope.add(`const { [${key}]: ${one} = '', ...${rest} } = ${table};`);
    return scope.writer.choices.pick([
      one,
      `Object.values(${rest}).join(' and ')`,
      `Object.keys(${rest}).length === 1 ? ${one} : undefined`,
    ]);
  },
  destructuredDeep: (scope) => {
    const { writer } = scope;
    const source = scope.variable(
      'source',
      `{ where: { shelf: ${scope.need('maybeText')}, rows: ['b1', ${scope.need('text')}] } }`,
    );
    const [shelf, first, second] = [writer.name('shelf'), writer.name('first'), writer.name('second')];
    scope.add(
      `const { where: { shelf: ${shelf} = 'Books', rows: [${first}, ${second} = ${first}] } } = ${source};`,
    );
    return writer.choices.pick([
      `\`PartitionKey eq '\${${shelf}}' and RowKey eq '\${${second}}'\``,
      `${second} ? \`RowKey eq '\${${second}}'\` : \`PartitionKey eq '\${${shelf}}'\``,
    ]);
  },
  optionalCallOfOption: (scope) => {
    const { writer } = scope;
    const type = writer.type('{ filter?: (shelf: string) => string }');
    const made = `{ filter: (shelf${writer.type('string')}) => \`PartitionKey eq '\${shelf}'\` }`;
    const holder = writer.name('hooks');
    scope.add(`const ${holder}${type} = ${testOperand(scope)} ? ${made} : {};`);
    return writer.choices.pick([
      `${holder}.filter?.(${scope.need('text')})`,
      `${holder}.filter?.('Books') ?? ${constantFilter(scope)}`,
      `${holder}?.filter?.(${scope.need('text')})?.concat(" and RowKey eq 'b1'")`,
    ]);
  },
  emitted: (scope) => {
    const { writer } = scope;
    scope.module.import('EventEmitter', 'node:events');
    const bus = scope.variable('bus', 'new EventEmitter()');
    const result = scope.variable('where', "''", 'let', 'string | undefined');
    scope.add(
      `${bus}.${writer.choices.pick(['on', 'once', 'addListener'])}('filter', (text${writer.type('string')}) => {`,
      `  ${result} = text;`,
      '});',
      `${writer.choices.pick([`if (${test(scope)}) `, ''])}${bus}.emit('filter', ${condition(scope)});`,
    );
    return result;
  },
  asyncGenerated: (scope) => {
    if (!scope.isAsync) return writtenFilter(scope);
    const call = helper(
      scope,
      { base: 'clauses', returns: 'AsyncGenerator<string>', kind: 'async generator', isStatements: true },
      (body) => {
        body.add(`yield ${condition(body)};`);
        if (body.writer.choices.oneIn(2)) body.add(`if (${test(body)}) return;`);
        body.add(`yield await Promise.resolve(${condition(body)});`);
        return '';
      },
    );
    const parts = scope.variable('parts', '[]', 'const', 'string[]');
    scope.add(`for await (const part of ${call}) ${parts}.push(part);`);
    return `${parts}.join(' and ')`;
  },
  abstractSpecification: (scope) => {
    const { writer, module } = scope;
    const [base, leaf, both] = [writer.name('Specification'), writer.name('Compare'), writer.name('Both')];
    const t = writer.type('string');
    module.declare(
      `${writer.typed('abstract ')}class ${base} {`,
      ...indented([
        ...(writer.isTyped ? ['abstract text(): string;'] : []),
        `and(other${writer.type(base)})${writer.type(base)} {`,
        `  return new ${both}(this, other);`,
        '}',
      ]),
      '}',
      `class ${leaf} extends ${base} {`,
      ...indented([
        ...(writer.isTyped ? ['name: string;', 'value: string;'] : []),
        `constructor(name${t}, value${t}) {`,
        '  super();',
        '  this.name = name;',
        '  this.value = value;',
        '}',
        `text()${t} {`,
        "  return `${this.name} eq '${this.value}'`;",
        '}',
      ]),
      '}',
      `class ${both} extends ${base} {`,
      ...indented([
        ...(writer.isTyped ? [`one: ${base};`, `other: ${base};`] : []),
        `constructor(one${writer.type(base)}, other${writer.type(base)}) {`,
        '  super();',
        '  this.one = one;',
        '  this.other = other;',
        '}',
        `text()${t} {`,
        '  return `${this.one.text()} and ${this.other.text()}`;',
        '}',
      ]),
      '}',
    );
    const first = `new ${leaf}('PartitionKey', ${scope.need('text')})`;
    return writer.choices.pick([
      `${first}.text()`,
      `${first}.and(new ${leaf}('RowKey', 'b1')).text()`,
      `(${testOperand(scope)} ? ${first}.and(new ${leaf}('RowKey', 'b1')) : ${first}).text()`,
    ]);
  },
  mixedIn: (scope) => {
    const { writer, module } = scope;
    const [base, mixin, made] = [writer.name('Empty'), writer.name('Scoped'), writer.name('Books')];
    const t = writer.type('string');
    module.declare(`class ${base} {`, `  filter${t} = '';`, '}');
    module.declare(
      writer.isTyped
        ? `const ${mixin} = <T extends new (...args: any[]) => ${base}>(Base: T) =>`
        : `const ${mixin} = (Base) =>`,
      '  class extends Base {',
      `    within(shelf${t}) {`,
      "      this.filter = `PartitionKey eq '${shelf}'`;",
      '      return this;',
      '    }',
      `    and(clause${t}) {`,
      "      this.filter += (this.filter && ' and ') + clause;",
      '      return this;',
      '    }',
      '  };',
      `class ${made} extends ${mixin}(${base}) {}`,
    );
    const one = scope.variable('one', `new ${made}()`);
    scope.add(`if (${test(scope)}) ${one}.within(${scope.need('text')});`);
    return `${one}.and(${condition(scope)}).filter`;
  },
  chunkHelper: (scope) => {
    const { writer } = scope;
    const name = writer.name('chunksOf');
    const [generic, items, result] = [writer.typed('<T>'), writer.type('readonly T[]'), writer.type('T[][]')];
    scope.module.declare(
      ...writer.choices.pick([
        [
          `function ${name}${generic}(items${items}, size${writer.type('number')})${result} {`,
          `  const all${result} = [];`,
          '  for (let i = 0; i < items.length; i += size) all.push(items.slice(i, i + size));',
          '  return all;',
          '}',
        ],
        [
          `function* ${name}${generic}(items${items}, size${writer.type('number')}) {`,
          '  for (let i = 0; i < items.length; i += size) yield items.slice(i, i + size);',
          '}',
        ],
        [
          `function* ${name}${generic}(items${items}, size${writer.type('number')}) {`,
          `  let part${writer.type('T[]')} = [];`,
          '  for (const item of items) {',
          '    part.push(item);',
          '    if (part.length === size) {',
          '      yield part;',
          '      part = [];',
          '    }',
          '  }',
          '  if (part.length > 0) yield part;',
          '}',
        ],
      ]),
    );
    const list = scope.need('list');
    const wanted = writer.choices.pick([list, `${list}.filter(Boolean)`, `[...new Set(${list})]`]);
    const parts = scope.variable('parts', '[]', 'const', 'string[]');
    scope.block(`for (const part of ${name}(${wanted}, 2)) {`, () => {
      scope.add(`${parts}.push(\`(\${part.map((id) => \`RowKey eq '\${id}'\`).join(' or ')})\`);`);
    });
    return `${parts}.join(' or ')`;
  },
  filteredThenCut: (scope) => {
    const list = scope.need('list');
    const some = scope.variable(
      'some',
      `${list}.filter((id) => ${scope.writer.choices.pick(['id', "id !== 'a'", 'id.length > 0'])})`,
    );
    return scope.writer.choices.pick([
      `${some}.slice(0, 2).map((id) => \`RowKey eq '\${id}'\`).join(' or ')`,
      `${some}.slice(0, 1).map((id) => \`PartitionKey eq '\${id}'\`).join('')`,
      `${some}.length > 0 ? \`PartitionKey eq '\${${some}[0]}'\` : ${constantFilter(scope)}`,
      `${some}.length ? \`PartitionKey eq '\${${some}.at(-1)}'\` : undefined`,
    ]);
  },
  takenOffInLoop: (scope) => {
    const left = scope.variable('left', `[...${scope.need('list')}]`);
    const parts = scope.variable('parts', '[]', 'const', 'string[]');
    scope.block(`while (${left}.length${scope.writer.choices.pick(['', ' > 0'])}) {`, () => {
      scope.add(
        ...scope.writer.choices.pick([
          [
            `const part = ${left}.splice(0, 2);`,
            `${parts}.push(\`(\${part.map((id) => \`RowKey eq '\${id}'\`).join(' or ')})\`);`,
          ],
          [`const id = ${left}.shift();`, `if (id) ${parts}.push(\`RowKey eq '\${id}'\`);`],
          [`const id = ${left}.pop();`, `${parts}.unshift(\`RowKey eq '\${id}'\`);`],
        ]),
      );
    });
    return scope.writer.choices.pick([
      `${parts}.join(' or ')`,
      `${parts}.length > 0 ? ${parts}.join(' or ') : ${constantFilter(scope)}`,
    ]);
  },
  restOfInput: (scope) => {
    const [shelf, rest] = [scope.writer.name('shelf'), scope.writer.name('rest')];
    scope.add(`const { shelf: ${shelf} = 'Books', ...${rest} } = ${scope.need('query')};`);
    return scope.writer.choices.pick([
      `\`PartitionKey eq '\${${shelf}}'\` + (Object.keys(${rest}).length > 0 ? " and RowKey eq 'b1'" : '')`,
      `[\`PartitionKey eq '\${${shelf}}'\`, ...Object.values(${rest}).map((one) => \`RowKey eq '\${one}'\`)].join(' and ')`,
      `${rest}.author ? \`RowKey eq '\${${rest}.author}'\` : \`PartitionKey eq '\${${shelf}}'\``,
    ]);
  },
  bySymbol: (scope) => {
    const { writer } = scope;
    const key = writer.name('FILTER');
    scope.module.declare(
      `const ${key} = ${writer.choices.pick(["Symbol('filter')", "Symbol.for('filter')"])};`,
    );
    const holder = scope.variable('holder', `{ [${key}]: ${condition(scope)} }`);
    if (writer.choices.oneIn(2))
      scope.add(`if (${test(scope)}) ${holder}[${key}] = ${constantFilter(scope)};`);
    return `${holder}[${key}]`;
  },
  keptInTry: (scope) => {
    const name = scope.variable('filter', nothingOrConstant(scope), 'let', 'string | undefined');
    const text = scope.need(scope.writer.choices.pick(['text', 'maybeText'] as const));
    const bang = scope.writer.typed('!');
    scope.add(
      'try {',
      `  const safe = ${text}${bang}.${scope.writer.choices.pick(["replace(/'/g, \"''\")", 'trim()', 'toLowerCase()'])};`,
      `  ${name} = ${scope.writer.choices.pick(["`PartitionKey eq '${safe}'`", "safe ? `PartitionKey eq '${safe}'` : undefined"])};`,
      `} catch${scope.writer.choices.pick([' {}', ` {\n  ${name} ??= ${constantFilter(scope)};\n}`])}`,
    );
    return name;
  },
  documentedTypes: (scope) => {
    const { writer } = scope;
    const name = writer.name('toFilter');
    const doc = writer.isTyped
      ? []
      : ['/**', ' * @param {{ shelf: string, row?: string }} query', ' * @returns {string}', ' */'];
    scope.module.declare(
      ...doc,
      `function ${name}({ shelf, row }${writer.type('{ shelf: string; row?: string }')})${writer.type('string')} {`,
      "  const parts = [`PartitionKey eq '${shelf}'`];",
      `  if (row${writer.choices.pick(['', ' !== undefined'])}) parts.push(\`RowKey eq '\${row}'\`);`,
      "  return parts.join(' and ');",
      '}',
    );
    return writer.choices.pick([
      `${name}({ shelf: ${scope.need('text')} })`,
      `${name}({ shelf: 'Books', row: ${scope.need('maybeText')} })`,
    ]);
  },
};
