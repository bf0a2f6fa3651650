import { condition, constantFilter, writtenFilter } from '../conditions.ts';
import type { Scope } from '../scope.ts';
import { operand, textOf } from '../text.ts';
import { FILTER_SETTING } from '../../program.ts';
import { indented } from '../writer.ts';
import type { Maker } from './maker.ts';

const keysOf = (scope: Scope): readonly string[] =>
  ['a', 'b', 'c'].slice(0, 2 + scope.writer.choices.below(2));

/** A table of filters by mode, as the lines of an object; without the last mode if that is chosen. */
function entries(scope: Scope, value: (scope: Scope) => string): string[] {
  return keysOf(scope).map((key) => `${key}: ${value(scope)},`);
}

/** Filters that are spelled out: in place, under a name, in a table. */
export const constants: Readonly<Record<string, Maker>> = {
  written: writtenFilter,
  variable: (scope) => scope.variable('filter', writtenFilter(scope)),
  moduleConstant: (scope) => {
    const name = scope.writer.name('FILTER');
    scope.module.declare(`const ${name} = ${constantFilter(scope)};`);
    return name;
  },
  importedConstant: (scope) => {
    const module = scope.writer.module('filters');
    const name = scope.writer.name('OPEN');
    module.export(name, [`const ${name} = ${constantFilter(scope)};`]);
    scope.module.import(name, module);
    return name;
  },
  importedTable: (scope) => {
    const module = scope.writer.module('queries');
    const name = scope.writer.name('QUERIES');
    module.export(name, [
      `const ${name} = {`,
      ...indented([`books: ${constantFilter(scope)},`, `open: ${constantFilter(scope)},`]),
      `}${scope.writer.typed(' as const')};`,
    ]);
    scope.module.import(name, module);
    return `${name}.${scope.writer.choices.pick(['books', 'open'])}`;
  },
  frozenTable: (scope) => {
    const name = scope.writer.name('Filters');
    scope.module.declare(
      `const ${name} = Object.freeze({`,
      ...indented([`BOOKS: ${constantFilter(scope)},`, `OPEN: ${constantFilter(scope)},`]),
      '});',
    );
    return `${name}.${scope.writer.choices.pick(['BOOKS', 'OPEN'])}`;
  },
  tableByMode: (scope) => {
    const name = scope.writer.name('BY_MODE');
    const type = scope.writer.type('Record<string, string>');
    scope.module.declare(`const ${name}${type} = {`, ...indented(entries(scope, constantFilter)), '};');
    return `${name}[${scope.need('mode')}]`;
  },
  tableWithDefault: (scope) => {
    const name = scope.writer.name('byWord');
    const lines = indented(entries(scope, writtenFilter));
    scope.add(`const ${name}${scope.writer.type('Record<string, string>')} = {`, ...lines, '};');
    return `${name}[${scope.need('word')}] ?? ${constantFilter(scope)}`;
  },
  tableIfHas: (scope) => {
    const name = scope.writer.name('KNOWN');
    const key = scope.need('word');
    scope.module.declare(
      `const ${name}${scope.writer.type('Record<string, string>')} = {`,
      ...indented(entries(scope, constantFilter)),
      '};',
    );
    return `${key} in ${name} ? ${name}[${key}] : ${constantFilter(scope)}`;
  },
  map: (scope) => {
    const pairs = keysOf(scope).map((key) => `['${key}', ${constantFilter(scope)}]`);
    const name = scope.writer.name('FILTERS');
    scope.module.declare(`const ${name} = new Map([${pairs.join(', ')}]);`);
    const found = `${name}.get(${scope.need('mode')})`;
    return scope.writer.choices.oneIn(2) ? `${found} ?? ${constantFilter(scope)}` : found;
  },
  mapSetLater: (scope) => {
    const name = scope.variable('filters', `new Map${scope.writer.typed('<string, string>')}()`);
    scope.add(`${name}.set('a', ${writtenFilter(scope)});`, `${name}.set('b', ${writtenFilter(scope)});`);
    return `${name}.get(${scope.writer.choices.pick(["'a'", "'b'", scope.need('mode')])})`;
  },
  json: (scope) => {
    const name = scope.writer.name('config');
    scope.module.declare(`const ${name} = JSON.parse('{"query":{"filter":"status eq \\'open\\'"}}');`);
    return `${name}.query.filter`;
  },
  configuration: (scope) => {
    const name = scope.writer.name('config');
    scope.module.declare(`const ${name} = { table: 'Books', query: { filter: ${constantFilter(scope)} } };`);
    return `${name}.query.filter`;
  },
  environment: (scope) => `process.env.${FILTER_SETTING} ?? ${constantFilter(scope)}`,
  staticField: (scope) => {
    const name = scope.writer.name('Queries');
    scope.module.declare(`class ${name} {`, `  static OPEN = ${constantFilter(scope)};`, '}');
    return `${name}.OPEN`;
  },
  arrayElement: (scope) => {
    const name = scope.variable(
      'all',
      `[${constantFilter(scope)}, ${constantFilter(scope)}, ${constantFilter(scope)}]`,
    );
    const { choices } = scope.writer;
    return choices.pick([`${name}[0]`, `${name}.at(-1)`, `${name}[${scope.need('count')}]`]);
  },
  found: (scope) => {
    const name = scope.writer.name('VIEWS');
    const views = keysOf(scope).map((key) => `{ name: '${key}', filter: ${constantFilter(scope)} },`);
    scope.module.declare(`const ${name} = [`, ...indented(views), '];');
    return `${name}.find((one) => one.name === ${scope.need('word')})?.filter`;
  },
  nestedTemplate: (scope) => {
    const [first, second] = [
      scope.variable('keys', condition(scope)),
      scope.variable('rest', condition(scope)),
    ];
    return `\`\${${first}} and \${${second}}\``;
  },
  bracketed: (scope) => `'(' + ${operand(condition(scope))} + ') and (' + ${operand(condition(scope))} + ')'`,
  ownQuote: (scope) => {
    const name = scope.writer.name('quoted');
    const type = scope.writer.type('string');
    scope.module.declare(`const ${name} = (text${type})${type} => \`'\${text.replace(/'/g, "''")}'\`;`);
    const property = scope.writer.choices.pick(['PartitionKey', 'RowKey', 'author']);
    return `\`${property} eq \${${name}(${scope.need('text')})}\``;
  },
  ownEscape: (scope) => {
    const name = scope.writer.name('escaped');
    const type = scope.writer.type('string');
    scope.module.declare(
      `function ${name}(text${type})${type} {`,
      `  return text.split("'").join("''");`,
      '}',
    );
    return textOf(scope, ["PartitionKey eq '", { expression: `${name}(${scope.need('text')})` }, "'"]);
  },
  trimmed: (scope) => `${operand(writtenFilter(scope))}.trim()`,
  cut: (scope) => {
    const name = scope.variable('text', `${operand(writtenFilter(scope))} + ' and '`);
    return scope.writer.choices.pick([
      `${name}.slice(0, -5)`,
      `${name}.replace(/ and $/, '')`,
      `${name}.substring(0, ${name}.length - 5)`,
    ]);
  },
  asText: (scope) => `String(${writtenFilter(scope)})`,
  toText: (scope) => `${operand(writtenFilter(scope))}.toString()`,
  pieceOfNumber: (scope) => `'count ge ' + ${scope.need('count')}`,
  joinedParts: (scope) => `[${condition(scope)}, ${condition(scope)}].join(' and ')`,
  reassigned: (scope) => {
    const name = scope.variable('filter', writtenFilter(scope), 'let', 'string | undefined');
    scope.add(`${name} = ${writtenFilter(scope)};`);
    return name;
  },
  appended: (scope) => {
    const name = scope.variable('filter', condition(scope), 'let');
    scope.add(`${name} += ' and ' + ${operand(condition(scope))};`);
    return name;
  },
  prefixed: (scope) => {
    const name = scope.variable('filter', condition(scope), 'let');
    scope.add(`${name} = ${operand(condition(scope))} + ' and ' + ${name};`);
    return name;
  },
};
