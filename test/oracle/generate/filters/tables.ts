import { condition, constantFilter, writtenFilter } from '../conditions.ts';
import type { Scope } from '../scope.ts';
import { test, testOperand } from '../tests.ts';
import { operand } from '../text.ts';
import { indented } from '../writer.ts';
import type { Maker } from './maker.ts';

/** A constant of the module that has a filter under each of some names. */
const known = (scope: Scope, end = ''): string => {
  const name = scope.writer.name('KNOWN');
  const type = end === '' ? scope.writer.type('Record<string, string>') : '';
  scope.module.declare(
    `const ${name}${type} = {`,
    ...indented(['a', 'b'].map((key) => `${key}: ${constantFilter(scope)},`)),
    `}${scope.writer.typed(end)};`,
  );
  return name;
};

/** A constant of the module that lists filters. */
const listed = (scope: Scope, length = 3): string => {
  const name = scope.writer.name('FILTERS');
  scope.module.declare(
    `const ${name} = [`,
    ...indented(Array.from({ length }, () => `${constantFilter(scope)},`)),
    '];',
  );
  return name;
};

const mapOf = (scope: Scope): string => {
  const name = scope.writer.name('byName');
  scope.module.declare(
    `const ${name} = new Map${scope.writer.typed('<string, string>')}([`,
    ...indented(['a', 'b'].map((key) => `['${key}', ${constantFilter(scope)}],`)),
    ']);',
  );
  return name;
};

/** Filters that are looked up: in objects, lists, and maps, by a name or a number that somebody gives. */
export const tables: Readonly<Record<string, Maker>> = {
  ifIn: (scope) => {
    const name = known(scope);
    const key = scope.need(scope.writer.choices.pick(['word', 'mode']));
    const isKnown = scope.writer.choices.pick([
      `${key} in ${name}`,
      `Object.hasOwn(${name}, ${key})`,
      `${name}.hasOwnProperty(${key})`,
      `Object.keys(${name}).includes(${key})`,
      `${name}[${key}] !== undefined`,
      `${name}[${key}]`,
    ]);
    return `${isKnown} ? ${name}[${key}] : ${scope.writer.choices.pick(['undefined', "''", constantFilter(scope)])}`;
  },
  ifInThenSet: (scope) => {
    const name = known(scope);
    const key = scope.need('word');
    const filter = scope.variable('filter', constantFilter(scope), 'let', 'string | undefined');
    scope.add(`if (${key} in ${name}) ${filter} = ${name}[${key}];`);
    return filter;
  },
  unknownIndex: (scope) => {
    const name = listed(scope);
    const list = scope.need('list');
    const count = scope.need('count');
    return scope.writer.choices.pick([
      `${name}[${list}.length % 3]`,
      `${name}.at(-1)`,
      `${name}[${name}.length - 1]`,
      ...(scope.writer.isTyped ? [`${name}[${count}]`, `${name}[Math.min(${count}, 2)]`] : []),
    ]);
  },
  elementOfInput: (scope) => {
    const list = scope.need('list');
    const value = scope.writer.choices.pick([`${list}[0]`, `${list}.at(-1)`, `${list}[${list}.length - 1]`]);
    return `${list}.length > 0 ? \`PartitionKey eq '\${${value}}'\` : ${constantFilter(scope)}`;
  },
  valueSetLater: (scope) => {
    const name = scope.variable('filters', '{}', 'const', 'Record<string, string>');
    const key = scope.need('word');
    scope.add(`${name}[${key}] = ${writtenFilter(scope)};`);
    return `${name}[${scope.writer.choices.pick([key, "'a'", "'b'"])}]${scope.writer.choices.pick(['', ` ?? ${constantFilter(scope)}`])}`;
  },
  elementSetLater: (scope) => {
    const name = scope.variable('filters', `[${constantFilter(scope)}, ${constantFilter(scope)}]`);
    scope.add(`${name}[${scope.need('count')}] = ${writtenFilter(scope)};`);
    return `${name}[${scope.writer.choices.pick(['0', '1'])}]`;
  },
  mapGet: (scope) => {
    const name = mapOf(scope);
    const key = scope.need(scope.writer.choices.pick(['word', 'mode']));
    return scope.writer.choices.pick([
      `${name}.get(${key})`,
      `${name}.get(${key}) ?? ${constantFilter(scope)}`,
      `${name}.has(${key}) ? ${name}.get(${key}) : ${constantFilter(scope)}`,
      `[...${name}.entries()].find(([name]) => name === ${key})?.[1]`,
    ]);
  },
  mapForEach: (scope) => {
    const map = scope.variable('wanted', `new Map${scope.writer.typed('<string, string>')}()`);
    scope.add(`if (${test(scope)}) ${map}.set('PartitionKey', ${scope.need('text')});`);
    scope.add(`if (${test(scope)}) ${map}.set('RowKey', 'b1');`);
    const list = scope.variable('clauses', '[]', 'const', 'string[]');
    scope.add(
      scope.writer.choices.pick([
        `${map}.forEach((value, name) => ${list}.push(\`\${name} eq '\${value}'\`));`,
        `for (const [name, value] of ${map}) ${list}.push(\`\${name} eq '\${value}'\`);`,
        `for (const name of ${map}.keys()) ${list}.push(\`\${name} eq '\${${map}.get(name)}'\`);`,
        `${list}.push(...[...${map}].map(([name, value]) => \`\${name} eq '\${value}'\`));`,
      ]),
    );
    return `${list}.join(' and ')`;
  },
  mapBySize: (scope) => {
    const map = scope.variable('filters', `new Map${scope.writer.typed('<string, string>')}()`);
    scope.add(`if (${test(scope)}) ${map}.set('first', ${condition(scope)});`);
    return `${map}.size > 0 ? [...${map}.values()].join(' and ') : ${constantFilter(scope)}`;
  },
  mapDeleted: (scope) => {
    const map = scope.variable(
      'filters',
      `new Map([['a', ${condition(scope)}], ['b', ${condition(scope)}]])`,
    );
    scope.add(`if (${test(scope)}) ${map}.delete('${scope.writer.choices.pick(['a', 'b'])}');`);
    return `[...${map}.values()].join(' and ')`;
  },
  setOfValues: (scope) => {
    const set = scope.variable('wanted', `new Set${scope.writer.typed('<string>')}()`);
    scope.add(
      `if (${test(scope)}) ${set}.add('x');`,
      `for (const each of ${scope.need('list')}) ${set}.add(each);`,
    );
    return scope.writer.choices.pick([
      `[...${set}].map((each) => \`RowKey eq '\${each}'\`).join(' or ')`,
      `${set}.size === 0 ? ${constantFilter(scope)} : Array.from(${set}, (each) => \`RowKey eq '\${each}'\`).join(' or ')`,
    ]);
  },
  entriesReduced: (scope) => {
    const query = scope.need('query');
    return scope.writer.choices.pick([
      `Object.entries(${query}).reduce((sum, [name, value]) => (sum ? sum + ' and ' : '') + \`\${name} eq '\${value}'\`, '')`,
      `Object.entries(${query}).flatMap(([name, value]) => (value ? [\`\${name} eq '\${value}'\`] : [])).join(' and ')`,
      `Object.entries({ PartitionKey: 'Books', ...${query} }).map(([name, value]) => \`\${name} eq '\${value}'\`).join(' and ')`,
      `Object.keys(${query}).filter((name) => ${query}[name${scope.writer.typed(" as 'shelf'")}]).map((name) => \`\${name} eq '\${${query}[name${scope.writer.typed(" as 'shelf'")}]}'\`).join(' and ')`,
    ]);
  },
  entriesInLoop: (scope) => {
    const query = scope.need('query');
    const filter = scope.variable('filter', scope.writer.choices.pick(["''", condition(scope)]), 'let');
    scope.block(`for (const [name, value] of Object.entries(${query})) {`, () => {
      if (scope.writer.choices.oneIn(2)) scope.add('if (!value) continue;');
      scope.add(
        ...scope.writer.choices.pick([
          [`${filter} += (${filter} ? ' and ' : '') + \`\${name} eq '\${value}'\`;`],
          [`if (${filter}) ${filter} += ' and ';`, `${filter} += name + " eq '" + value + "'";`],
        ]),
      );
    });
    return filter;
  },
  columnsByName: (scope) => {
    const name = scope.writer.name('COLUMNS');
    const t = scope.writer.type('Record<string, string>');
    scope.module.declare(`const ${name}${t} = { shelf: 'PartitionKey', author: 'author' };`);
    const query = scope.need('query');
    return scope.writer.choices.pick([
      `Object.entries(${query}).map(([name, value]) => \`\${${name}[name]} eq '\${value}'\`).join(' and ')`,
      `Object.keys(${name}).filter((name) => name in ${query}).map((name) => \`\${${name}[name]} eq '\${${query}[name${scope.writer.typed(" as 'shelf'")}]}'\`).join(' and ')`,
    ]);
  },
  proxied: (scope) => {
    const name = scope.variable(
      'fields',
      `new Proxy({}, { get: (_, name) => (value${scope.writer.type('string')}) => \`\${String(name)} eq '\${value}'\` })`,
      'const',
      'any',
    );
    return `${name}.${scope.writer.choices.pick(['PartitionKey', 'RowKey', 'status'])}(${scope.need('text')})`;
  },
  proxiedWithDefault: (scope) => {
    const name = scope.variable(
      'filters',
      `new Proxy({ a: ${constantFilter(scope)} }, { get: (target, name) => target[name${scope.writer.typed(" as 'a'")}] ?? ${constantFilter(scope)} })`,
      'const',
      'any',
    );
    return `${name}[${scope.need('word')}]`;
  },
  nestedTable: (scope) => {
    const name = scope.writer.name('VIEWS');
    const end = scope.writer.choices.pick(['', ' as const', ' satisfies Record<string, { filter: string }>']);
    scope.module.declare(
      `const ${name} = {`,
      ...indented(['a', 'b', 'c'].map((key) => `${key}: { filter: ${constantFilter(scope)}, top: 5 },`)),
      `}${scope.writer.typed(end)};`,
    );
    const mode = scope.need('mode');
    if (scope.writer.choices.oneIn(2)) return `${name}[${mode}].filter`;
    const filter = scope.writer.name('filter');
    scope.add(`const { filter: ${filter} } = ${name}[${mode}] ?? ${name}.a;`);
    return filter;
  },
  tableOfTuples: (scope) => {
    const list = scope.variable(
      'conditions',
      `[['PartitionKey', 'eq', ${scope.need('text')}], ['RowKey', ${scope.writer.choices.pick(["'eq'", "'ge'"])}, 'b1']]`,
    );
    return scope.writer.choices.pick([
      `${list}.map(([name, operator, value]) => \`\${name} \${operator} '\${value}'\`).join(' and ')`,
      `${list}.map(([name, operator, value]) => [name, operator, "'" + value + "'"].join(' ')).join(' and ')`,
      `${list}.slice(0, 1).map((one) => \`\${one[0]} \${one[1]} '\${one[2]}'\`).join(' and ')`,
    ]);
  },
  tableOfConditions: (scope) => {
    const { writer } = scope;
    const type = '{ field: string; op: string; value: string }[]';
    const list = scope.variable('conditions', '[]', 'const', type);
    scope.add(`${list}.push({ field: 'PartitionKey', op: 'eq', value: ${scope.need('text')} });`);
    scope.add(
      `if (${test(scope)}) ${list}.push({ field: 'RowKey', op: '${writer.choices.pick(['ge', 'eq'])}', value: 'b1' });`,
    );
    return `${list}.map(({ field, op, value }) => \`\${field} \${op} '\${value}'\`).join(' and ')`;
  },
  rulesThatApply: (scope) => {
    const { writer } = scope;
    const list = scope.writer.name('rules');
    scope.add(
      `const ${list} = [`,
      `  { isOn: ${test(scope)}, clause: ${condition(scope)} },`,
      `  { isOn: ${test(scope)}, clause: ${condition(scope)} },`,
      '];',
    );
    return writer.choices.pick([
      `${list}.filter(({ isOn }) => isOn).map(({ clause }) => clause).join(' and ')`,
      `${list}.filter((rule) => rule.isOn).map((rule) => rule.clause).join(' and ') || ${constantFilter(scope)}`,
      `${list}.find((rule) => rule.isOn)?.clause ?? ${constantFilter(scope)}`,
      `${list}.reduce((all, { isOn, clause }) => (isOn ? (all ? all + ' and ' + clause : clause) : all), '')`,
    ]);
  },
  perhapsInTable: (scope) => {
    const name = scope.writer.name('parts');
    scope.add(
      `const ${name} = {`,
      `  key: ${condition(scope)},`,
      `  ...(${testOperand(scope)} && { row: ${condition(scope)} }),`,
      `  ...(${testOperand(scope)} ? { state: ${condition(scope)} } : {}),`,
      '};',
    );
    return scope.writer.choices.pick([
      `Object.values(${name}).join(' and ')`,
      `Object.values(${name}).filter(Boolean).join(' and ')`,
      `[${name}.key, ${name}.row].filter(Boolean).join(' and ')`,
    ]);
  },
  bits: (scope) => {
    const name = scope.writer.name('SHELF');
    scope.module.declare(`const ${name} = 1;`);
    return `(${scope.need('count')} & ${name}) !== 0 ? ${operand(writtenFilter(scope))} : ${constantFilter(scope)}`;
  },
};
