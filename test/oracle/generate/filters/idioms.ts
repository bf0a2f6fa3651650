import { comparedWith, condition, constantFilter, writtenFilter } from '../conditions.ts';
import { helper } from '../helper.ts';
import type { Scope } from '../scope.ts';
import { test, testOperand } from '../tests.ts';
import { operand } from '../text.ts';
import { indented } from '../writer.ts';
import type { Maker } from './maker.ts';

const joinedIf = (scope: Scope, sum: string, each: string): string =>
  scope.writer.choices.pick([
    `${each} ? (${sum} ? ${sum} + ' and ' + ${each} : ${each}) : ${sum}`,
    `!${each} ? ${sum} : ${sum} === '' ? ${each} : \`\${${sum}} and \${${each}}\``,
  ]);

const perhaps = (scope: Scope, nothing = "''"): string =>
  `${testOperand(scope)} ? ${operand(condition(scope))} : ${nothing}`;

/** Further ways in which people put a filter together: tables, pairs, small languages, functions that make functions. */
export const idioms: Readonly<Record<string, Maker>> = {
  reducedParts: (scope) =>
    `[${condition(scope)}, ${perhaps(scope)}].reduce((sum, each) => (${joinedIf(scope, 'sum', 'each')}), '')`,
  replacedTemplate: (scope) =>
    `"PartitionKey eq '{shelf}' and RowKey eq '{row}'".replaceAll('{shelf}', ${scope.need('text')}).replaceAll('{row}', ${scope.writer.choices.pick(["'b1'", scope.need('text')])})`,
  replacedByFunction: (scope) => {
    const values = scope.variable(
      'values',
      `{ key: ${scope.need('text')} }`,
      'const',
      'Record<string, string>',
    );
    return `"PartitionKey eq ':key'".replace(/:(\\w+)/g, (_, name) => ${values}[name] ?? '')`;
  },
  mapOfFragments: (scope) => {
    const map = scope.variable('fragments', `new Map${scope.writer.typed('<string, string>')}()`);
    scope.add(`${map}.set('first', ${condition(scope)});`);
    scope.add(`if (${test(scope)}) ${map}.set('second', ${condition(scope)});`);
    return scope.writer.choices.pick([
      `[...${map}.values()].join(' and ')`,
      `Array.from(${map}.values()).join(' and ')`,
      `${map}.get('second') ?? ${constantFilter(scope)}`,
    ]);
  },
  mapOfValues: (scope) => {
    const map = scope.variable('wanted', `new Map${scope.writer.typed('<string, string>')}()`);
    scope.add(`${map}.set('PartitionKey', ${scope.need('text')});`);
    scope.add(
      `if (${test(scope)}) ${map}.set('RowKey', ${scope.writer.choices.pick(["'b1'", scope.need('text')])});`,
    );
    return `[...${map}].map(([name, value]) => \`\${name} eq '\${value}'\`).join(' and ')`;
  },
  objectOfFragments: (scope) => {
    const parts = scope.variable('parts', '{}', 'const', 'Record<string, string>');
    scope.add(
      `${parts}.first = ${condition(scope)};`,
      `if (${test(scope)}) ${parts}.second = ${condition(scope)};`,
    );
    return `Object.values(${parts}).join(' and ')`;
  },
  getters: (scope) => {
    const { writer, module } = scope;
    const name = writer.name('ShelfQuery');
    const t = writer.type('string');
    module.declare(
      `class ${name} {`,
      ...indented([
        ...(writer.isTyped ? ['shelf: string;', 'row: string | undefined;'] : []),
        `constructor(shelf${t}, row${writer.type('string | undefined')}) {`,
        '  this.shelf = shelf;',
        '  this.row = row;',
        '}',
        `get partition()${t} {`,
        "  return `PartitionKey eq '${this.shelf}'`;",
        '}',
        `get filter()${t} {`,
        writer.choices.pick([
          "  return this.row ? `${this.partition} and RowKey eq '${this.row}'` : this.partition;",
          "  return [this.partition, this.row && `RowKey eq '${this.row}'`].filter(Boolean).join(' and ');",
        ]),
        '}',
      ]),
      '}',
    );
    return `new ${name}(${scope.need('text')}, ${writer.choices.pick(["'b1'", 'undefined', scope.need('maybeText')])}).filter`;
  },
  taggedParts: (scope) => {
    scope.module.import('odata', '@azure/data-tables');
    const first = scope.variable('byKey', `odata\`PartitionKey eq \${${scope.need('text')}}\``);
    const second = scope.variable('byRow', `odata\`RowKey eq \${${scope.need('text')}}\``);
    return scope.writer.choices.pick([
      `\`\${${first}} and \${${second}}\``,
      `${first} + ' and ' + ${second}`,
      `[${first}, ${second}].join(' and ')`,
      `${testOperand(scope)} ? \`\${${first}} and \${${second}}\` : ${first}`,
    ]);
  },
  narrowedList: (scope) =>
    `[${condition(scope)}, ${perhaps(scope, 'undefined')}].filter((one)${scope.writer.type('one is string')} => one !== undefined).join(' and ')`,
  dependingDefaults: (scope) => {
    const name = scope.writer.name('filterWith');
    const t = scope.writer.type('string');
    scope.module.declare(
      `function ${name}(shelf${t} = 'Books', first${t} = \`PartitionKey eq '\${shelf}'\`, all${t} = first + " and RowKey eq 'b1'")${t} {`,
      `  return ${scope.writer.choices.pick(['all', 'all || first', "shelf === 'a' ? all : first"])};`,
      '}',
    );
    return scope.writer.choices.pick([
      `${name}()`,
      `${name}(${scope.need('text')})`,
      `${name}(undefined, ${condition(scope)})`,
      `${name}(${scope.need('maybeText')})`,
    ]);
  },
  leftByLabel: (scope) => {
    const name = scope.variable('filter', constantFilter(scope), 'let', 'string | undefined');
    const [label, each] = [scope.writer.name('choose'), scope.writer.name('each')];
    scope.block(`${label}: {`, () => {
      scope.block(`for (const ${each} of ${scope.need('list')}) {`, () => {
        scope.add(`if (${each} === 'a') break ${label};`);
      });
      scope.add(`${name} = ${writtenFilter(scope)};`);
    });
    return name;
  },
  yieldedPairs: (scope) => {
    const call = helper(
      scope,
      { base: 'pairs', returns: 'Generator<[string, string]>', kind: 'generator', isStatements: true },
      (body) => {
        body.add(`yield ['PartitionKey', ${body.need('text')}];`);
        body.add(`if (${test(body)}) yield ['RowKey', 'b1'];`);
        return '';
      },
    );
    const name = scope.variable('filter', "''", 'let');
    scope.add(
      `for (const [property, value] of ${call}) ${name} += \`\${${name} && ' and '}\${property} eq '\${value}'\`;`,
    );
    return name;
  },
  entriesOfLiteral: (scope) =>
    `Object.entries({ PartitionKey: ${scope.need('text')}, status: 'open' }).map(([name, value]) => \`\${name} eq '\${value}'\`).join(' and ')`,
  entriesThatAreSet: (scope) => {
    const wanted = scope.variable(
      'wanted',
      `{ PartitionKey: ${scope.writer.choices.pick(["'Books'", scope.need('maybeText')])}, RowKey: ${scope.need('maybeText')} }`,
    );
    const isSet = scope.writer.choices.pick([
      '([, value]) => value !== undefined',
      '([, value]) => Boolean(value)',
      '(pair) => pair[1]',
    ]);
    return `Object.entries(${wanted}).filter(${isSet}).map(([name, value]) => \`\${name} eq '\${value}'\`).join(' and ')`;
  },
  nullishChain: (scope) => {
    const first = scope.variable('first', perhaps(scope, 'undefined'));
    const second = scope.variable('second', perhaps(scope, 'null'));
    return `${first} ?? ${second} ?? ${constantFilter(scope)}`;
  },
  assignedInTurn: (scope) => {
    const name = scope.unset('filter');
    scope.add(`${testOperand(scope)} && (${name} = ${writtenFilter(scope)});`);
    scope.add(`${name} ??= ${perhaps(scope)};`, `${name} ||= ${writtenFilter(scope)};`);
    return name;
  },
  optionalCall: (scope) => {
    const name = scope.writer.name('makers');
    const t = scope.writer.type('{ byKey?: (value: string) => string; byRow?: (value: string) => string }');
    scope.module.declare(`const ${name}${t} = {`, "  byKey: (value) => `PartitionKey eq '${value}'`,", '};');
    const method = scope.writer.choices.pick(['byKey', 'byRow']);
    return `${name}.${method}?.(${scope.need('text')}) ?? ${constantFilter(scope)}`;
  },
  superChain: (scope) => {
    const [base, middle, last] = [
      scope.writer.name('BaseQuery'),
      scope.writer.name('ShelfQuery'),
      scope.writer.name('OpenQuery'),
    ];
    const t = scope.writer.type('string[]');
    scope.module.declare(
      `class ${base} {`,
      `  parts()${t} {`,
      `    return [${constantFilter(scope)}];`,
      '  }',
      `  build()${scope.writer.type('string')} {`,
      "    return this.parts().join(' and ');",
      '  }',
      '}',
    );
    scope.module.declare(
      `class ${middle} extends ${base} {`,
      `  parts()${t} {`,
      `    return [...super.parts(), "PartitionKey eq 'Books'"];`,
      '  }',
      '}',
    );
    scope.module.declare(
      `class ${last} extends ${middle} {`,
      `  parts()${t} {`,
      `    return super.parts().concat("RowKey eq 'b1'");`,
      '  }',
      '}',
    );
    return `new ${scope.writer.choices.pick([last, middle, base])}().build()`;
  },
  superConstructor: (scope) => {
    const [base, name] = [scope.writer.name('TextQuery'), scope.writer.name('KeyQuery')];
    const t = scope.writer.type('string');
    scope.module.declare(
      `class ${base} {`,
      ...(scope.writer.isTyped ? ['  filter: string;'] : []),
      `  constructor(filter${t}) {`,
      '    this.filter = filter;',
      '  }',
      '}',
    );
    scope.module.declare(
      `class ${name} extends ${base} {`,
      `  constructor(shelf${t}) {`,
      "    super(`PartitionKey eq '${shelf}'`);",
      ...(scope.writer.choices.oneIn(2)
        ? [`    if (shelf === '') this.filter = ${constantFilter(scope)};`]
        : []),
      '  }',
      '}',
    );
    return `new ${name}(${scope.need('text')}).filter`;
  },
  prototypeMethod: (scope) => {
    const name = scope.writer.name('Query');
    const any = scope.writer.typed('this: any, ');
    scope.module.declare(
      `function ${name}(${any}shelf${scope.writer.type('string')}) {`,
      '  this.shelf = shelf;',
      '}',
    );
    scope.module.declare(
      `${name}.prototype.toFilter = function (${scope.writer.typed('this: any')}) {`,
      "  return `PartitionKey eq '${this.shelf}'`;",
      '};',
    );
    const made = scope.writer.isTyped ? `new (${name} as any)` : `new ${name}`;
    return `${made}(${scope.need('text')}).toFilter()`;
  },
  curriedAnd: (scope) => {
    const name = scope.writer.name('and');
    const t = scope.writer.type('string');
    scope.module.declare(`const ${name} = (a${t}) => (b${t}) => (a ? \`\${a} and \${b}\` : b);`);
    return `${name}(${scope.writer.choices.pick([condition(scope), perhaps(scope)])})(${condition(scope)})`;
  },
  withThis: (scope) => {
    const name = scope.writer.name('toFilter');
    scope.module.declare(
      `function ${name}(${scope.writer.typed('this: { shelf: string }, ')}rest${scope.writer.type('string')}) {`,
      "  return `PartitionKey eq '${this.shelf}'${rest}`;",
      '}',
    );
    const self = `{ shelf: ${scope.need('text')} }`;
    const rest = scope.writer.choices.pick(["''", `" and RowKey eq 'b1'"`]);
    return scope.writer.choices.pick([
      `${name}.call(${self}, ${rest})`,
      `${name}.apply(${self}, [${rest}])`,
      `${name}.bind(${self})(${rest})`,
      `${name}.bind(${self}, ${rest})()`,
    ]);
  },
  asyncParts: (scope) => {
    if (!scope.isAsync) return writtenFilter(scope);
    const call = helper(
      scope,
      { base: 'partsOf', returns: 'AsyncGenerator<string>', kind: 'async generator', isStatements: true },
      (body) => {
        body.add(`yield ${condition(body)};`, `if (${test(body)}) yield ${condition(body)};`);
        return '';
      },
    );
    if (scope.writer.choices.oneIn(2)) return `(await Array.fromAsync(${call})).join(' and ')`;
    const list = scope.variable('clauses', '[]', 'const', 'string[]');
    scope.add(`for await (const part of ${call}) ${list}.push(part);`);
    return `${list}.join(' and ')`;
  },
  awaitedEach: (scope) =>
    scope.isAsync
      ? `(await Promise.all(${scope.need('list')}.map(async (each) => ${comparedWith(scope, 'each')}))).join(' or ')`
      : writtenFilter(scope),
  clauseTree: (scope) => {
    const { writer, module } = scope;
    const [name, type] = [writer.name('render'), writer.name('Clause')];
    if (writer.isTyped)
      module.declare(`type ${type} = { eq: [string, string] } | { and: ${type}[] } | { or: ${type}[] };`);
    module.declare(
      `function ${name}(clause${writer.type(type)})${writer.type('string')} {`,
      ...indented([
        "if ('eq' in clause) return `${clause.eq[0]} eq '${clause.eq[1]}'`;",
        `if ('and' in clause) return clause.and.map(${writer.choices.pick([name, `(one) => ${name}(one)`])}).join(' and ');`,
        `return '(' + clause.or.map((one) => ${name}(one)).join(' or ') + ')';`,
      ]),
      '}',
    );
    const eq = (property: string): string => `{ eq: ['${property}', ${scope.need('text')}] }`;
    return writer.choices.pick([
      `${name}({ and: [${eq('PartitionKey')}, ${eq('RowKey')}] })`,
      `${name}({ or: [${eq('PartitionKey')}, ${eq('RowKey')}] })`,
      `${name}({ and: [${eq('PartitionKey')}, { or: [${eq('RowKey')}, ${eq('author')}] }] })`,
      `${name}(${eq('PartitionKey')})`,
    ]);
  },
  nestedTernaries: (scope) => {
    const mode = scope.need('mode');
    return `${mode} === 'a' ? ${operand(writtenFilter(scope))} : ${mode} === 'b' ? ${operand(writtenFilter(scope))} : ${operand(writtenFilter(scope))}`;
  },
  constTable: (scope) => {
    const name = scope.writer.name('FILTERS');
    const end = scope.writer.choices.pick([' as const', ' satisfies Record<string, string>', '']);
    scope.module.declare(
      `const ${name} = {`,
      ...['a', 'b', 'c'].map((key) => `  ${key}: ${constantFilter(scope)},`),
      `}${scope.writer.typed(end)};`,
    );
    const mode = scope.need('mode');
    return scope.writer.choices.pick([
      `${name}[${mode}]`,
      `${name}[${mode}] + ' and count gt 1'`,
      `${mode} === 'a' ? ${name}.a : ${name}[${mode}]`,
    ]);
  },
  likeAnEnum: (scope) => {
    const [kinds, name] = [scope.writer.name('Kind'), scope.writer.name('filterOfKind')];
    scope.module.declare(
      `const ${kinds} = Object.freeze({ Shelf: 'shelf', Row: 'row' }${scope.writer.typed(' as const')});`,
    );
    scope.module.declare(
      `function ${name}(kind${scope.writer.type('string')}, value${scope.writer.type('string')})${scope.writer.type('string')} {`,
      '  switch (kind) {',
      `    case ${kinds}.Shelf:`,
      "      return `PartitionKey eq '${value}'`;",
      `    case ${kinds}.Row:`,
      "      return `RowKey eq '${value}'`;",
      '    default:',
      "      throw new Error('no such kind');",
      '  }',
      '}',
    );
    return `${name}(${kinds}.${scope.writer.choices.pick(['Shelf', 'Row'])}, ${scope.need('text')})`;
  },
  registeredSymbol: (scope) => {
    const key = scope.variable('key', "Symbol.for('books.filter')");
    const holder = scope.variable('holder', '{}', 'const', 'Record<symbol, string>');
    scope.add(`${holder}[${key}] = ${writtenFilter(scope)};`);
    return `${holder}[${key}]`;
  },
  concatenatedTexts: (scope) =>
    `''.concat(${condition(scope)}, ' and ', ${condition(scope)}${scope.writer.choices.pick(['', `, ${testOperand(scope)} ? ' and count gt 1' : ''`])})`,
  paddedRange: (scope) => {
    const key = scope.variable('from', `String(${scope.need('count')}).padStart(10, '0')`);
    return `\`PartitionKey eq 'Books' and RowKey ge '\${${key}}'\${${testOperand(scope)} ? " and RowKey lt '1'" : ''}\``;
  },
  daysAgo: (scope) => {
    const since = scope.variable('since', 'new Date(86400000)');
    scope.add(
      scope.writer.choices.pick([
        `${since}.setDate(${since}.getDate() - ${scope.need('count')});`,
        `${since}.setUTCHours(0, 0, 0, 0);`,
        `${since}.setTime(${since}.getTime() - ${scope.need('count')} * 3600000);`,
      ]),
    );
    return scope.writer.choices.pick([
      `\`Timestamp ge datetime'\${${since}.toISOString()}'\``,
      `\`PartitionKey eq 'Books' and RowKey ge '\${${since}.toISOString()}'\``,
      `\`PartitionKey eq '\${${since}.toISOString().slice(0, 10)}'\``,
      `"PartitionKey eq '" + ${since}.getUTCFullYear() + "'"`,
    ]);
  },
  immutableBuilder: (scope) => {
    const { writer, module } = scope;
    const name = writer.name('Filter');
    const t = writer.type('string');
    module.declare(
      `class ${name} {`,
      ...indented([
        ...(writer.isTyped ? ['clauses: readonly string[];'] : []),
        `constructor(clauses${writer.type('readonly string[]')} = []) {`,
        '  this.clauses = clauses;',
        '}',
        `static where(clause${t})${writer.type(name)} {`,
        `  return new ${name}([clause]);`,
        '}',
        `and(clause${t})${writer.type(name)} {`,
        `  return new ${name}([...this.clauses, clause]);`,
        '}',
        `toString()${t} {`,
        "  return this.clauses.join(' and ');",
        '}',
      ]),
      '}',
    );
    const made = `${name}.where(${condition(scope)})`;
    const whole = scope.variable('query', made, 'let', name);
    scope.add(`if (${test(scope)}) ${whole} = ${whole}.and(${condition(scope)});`);
    // what it gives is a new one
    if (writer.choices.oneIn(3)) scope.add(`${whole}.and(${condition(scope)});`);
    return writer.choices.pick([
      `${whole}.toString()`,
      `\`\${${whole}}\``,
      `String(${whole})`,
      `'' + ${whole}`,
    ]);
  },
  composed: (scope) => {
    const t = scope.writer.type('string');
    const [name, pipe] = [scope.writer.name('inBooks'), scope.writer.name('pipe')];
    scope.module.declare(`const ${name} = (filter${t}) => \`PartitionKey eq 'Books' and \${filter}\`;`);
    scope.module.declare(
      `const ${pipe} = (...steps${scope.writer.type('((filter: string) => string)[]')}) => (filter${t}) =>`,
      '  steps.reduce((value, step) => step(value), filter);',
    );
    return `${pipe}(${name}, (filter) => filter + ${scope.writer.choices.pick(["' and count gt 1'", "''"])})(${condition(scope)})`;
  },
  takenOff: (scope) => {
    const queue = scope.variable('queue', `[${condition(scope)}, ${condition(scope)}]`);
    if (scope.writer.choices.oneIn(2)) scope.add(`if (${test(scope)}) ${queue}.push(${condition(scope)});`);
    const name = scope.variable('filter', "''", 'let');
    scope.block(`while (${queue}.length > 0) {`, () => {
      scope.add(
        `const next = ${queue}.shift()${scope.writer.typed('!')};`,
        `${name} = ${name} ? \`\${${name}} and \${next}\` : next;`,
      );
    });
    return name;
  },
  builderOfClosures: (scope) => {
    const name = scope.writer.name('query');
    const t = scope.writer.type('string');
    scope.module.declare(
      `function ${name}() {`,
      `  const parts${scope.writer.type('string[]')} = [];`,
      '  const self = {',
      `    where: (clause${t}) => {`,
      '      parts.push(clause);',
      '      return self;',
      '    },',
      "    text: () => parts.join(' and '),",
      '  };',
      '  return self;',
      '}',
    );
    const made = scope.variable('made', `${name}().where(${condition(scope)})`);
    scope.add(`if (${test(scope)}) ${made}.where(${condition(scope)});`);
    return `${made}.text()`;
  },
  messageOfError: (scope) => {
    const name = scope.variable('filter', constantFilter(scope), 'let', 'string');
    scope.block(
      'try {',
      () => {
        scope.add(`if (${test(scope)}) throw new Error(${writtenFilter(scope)});`);
      },
      '} catch (error) {',
    );
    scope.add(`  ${name} = (error${scope.writer.typed(' as Error')}).message;`, '}');
    return name;
  },
  filledArray: () =>
    `new Array(2).fill('x').map((each, index) => \`RowKey eq '\${each}\${index}'\`).join(' or ')`,
  mergedObjects: (scope) => {
    const over = scope.variable('over', `${testOperand(scope)} ? { filter: ${writtenFilter(scope)} } : {}`);
    return `Object.assign({ filter: ${constantFilter(scope)} }, ${over}).filter`;
  },
  handlerByName: (scope) => {
    const name = scope.writer.name('handlers');
    const t = scope.writer.type('Record<string, (() => string) | undefined>');
    const [a, b] = [constantFilter(scope), constantFilter(scope)];
    scope.module.declare(`const ${name}${t} = {`, `  a: () => ${a},`, `  b: () => ${b},`, '};');
    const handler = scope.variable('handler', `${name}[${scope.need('word')}]`);
    return `${handler} ? ${handler}() : ${constantFilter(scope)}`;
  },
  cutToLength: (scope) => {
    const list = scope.variable('clauses', `[${condition(scope)}, ${condition(scope)}]`);
    scope.add(`if (${test(scope)}) ${list}.length = 1;`);
    return `${list}.join(' and ')`;
  },
  searched: (scope) => {
    const name = scope.writer.name('ORDER');
    scope.module.declare(
      `const ${name} = [`,
      ...indented([1, 2].map((n) => `{ least: ${n}, filter: ${constantFilter(scope)} },`)),
      '];',
    );
    const list = scope.need('list');
    return scope.writer.choices.pick([
      `${name}.find((one) => ${list}.length >= one.least)?.filter ?? ${constantFilter(scope)}`,
      `${name}.filter((one) => ${list}.length >= one.least).at(-1)?.filter`,
      `${name}.findLast((one) => one.least <= ${list}.length)?.filter`,
    ]);
  },
  byTypeOf: (scope) => {
    const name = scope.writer.name('toFilter');
    scope.module.declare(
      `function ${name}(input${scope.writer.type('string | { shelf?: string; author?: string } | undefined')})${scope.writer.type('string | undefined')} {`,
      ...indented([
        'if (!input) return undefined;',
        "if (typeof input === 'string') return `PartitionKey eq '${input}'`;",
        "return input.shelf ? `PartitionKey eq '${input.shelf}'` : \"status eq 'open'\";",
      ]),
      '}',
    );
    return `${name}(${scope.writer.choices.pick([scope.need('text'), scope.need('query'), 'undefined', "'Books'"])})`;
  },
  assignedByDestructuring: (scope) => {
    const [a, b] = [scope.unset('first'), scope.unset('second')];
    scope.add(
      `({ first: ${a}, second: ${b} = ${constantFilter(scope)} } = { first: ${writtenFilter(scope)}, second: ${perhaps(scope, 'undefined')} });`,
    );
    return scope.writer.choices.pick([a, b]);
  },
  nestedHelpers: (scope, sub) => {
    const made = scope.variable('inner', sub(scope), 'const', 'string | undefined');
    const name = scope.writer.name('wrap');
    scope.module.declare(
      `const ${name} = (inner${scope.writer.type('string | undefined')}, word = 'and')${scope.writer.type('string')} =>`,
      `  inner ? \`(\${inner}) \${word} count gt 1\` : 'count gt 1';`,
    );
    return `${name}(${made}${scope.writer.choices.pick(['', ", 'or'"])})`;
  },
};
