import { condition, constantFilter } from '../conditions.ts';
import type { Scope } from '../scope.ts';
import { test, testOperand } from '../tests.ts';
import type { Maker } from './maker.ts';

const textOrList = (scope: Scope): string => scope.writer.choices.pick([scope.need('text'), "'Books'"]);

/** How small stores and handlers put a filter together: ranges of a prefix or of days, settings with defaults, conditions of a request. */
export const stores: Readonly<Record<string, Maker>> = {
  prefixRange: (scope) => {
    scope.module.import('odata', '@azure/data-tables');
    const [key, prefix] = [textOrList(scope), scope.need('text')];
    const end = scope.writer.choices.pick([
      `\`\${${prefix}}\\uffff\``,
      `${prefix} + '~'`,
      `\`\${${prefix}}~\``,
    ]);
    return `odata\`PartitionKey eq \${${key}} and RowKey ge \${${prefix}} and RowKey lt \${${end}}\``;
  },
  daysOfWeek: (scope) => {
    const week = scope.variable('week', `{ start: '2026-01-0' + ${scope.need('count')}, end: '2026-01-08' }`);
    return `\`PartitionKey eq '\${${textOrList(scope)}.replace(/'/g, "''")}' \` + \`and RowKey ge '\${${week}.start}' \` + \`and RowKey lt '\${${week}.end}'\``;
  },
  defaultOfOptions: (scope) => {
    const options = scope.need('query');
    const key = scope.variable(
      'shelf',
      `${options}.shelf ${scope.writer.choices.pick(['??', '||'])} 'Books'`,
    );
    const filter = scope.variable('filter', `\`PartitionKey eq '\${${key}}'\``, 'let');
    scope.add(
      `if (${options}.author) ${filter} += \` and author eq '\${${options}.author.replace(/'/g, "''")}'\`;`,
    );
    return filter;
  },
  allOrOne: (scope) => {
    const mode = scope.need('mode');
    return scope.writer.choices.pick([
      `${mode} === 'a' ? undefined : \`PartitionKey eq '\${${mode}}'\``,
      `${mode} && ${mode} !== 'a' ? \`status eq '\${${mode}}'\` : ${constantFilter(scope)}`,
      `['a', 'b'].includes(${mode}) ? \`PartitionKey eq 'Books' and status eq '\${${mode}}'\` : "PartitionKey eq 'Books'"`,
    ]);
  },
  clausesOfRequest: (scope) => {
    const { writer } = scope;
    const list = scope.variable(
      'clauses',
      `[${writer.choices.pick(['', constantFilter(scope)])}]`,
      'const',
      'string[]',
    );
    const [name, value] = [writer.name('name'), writer.name('value')];
    const pairs = writer.choices.pick([
      `Object.entries(${scope.need('query')})`,
      `[['PartitionKey', ${scope.need('maybeText')}], ['status', ${scope.need('text')}]]`,
    ]);
    scope.block(`for (const [${name}, ${value}] of ${pairs}) {`, () => {
      scope.add(
        `if (!${value}) continue;`,
        `${list}.push(\`\${${name}} eq '\${${value}.replace(/'/g, "''")}'\`);`,
      );
    });
    return writer.choices.pick([
      `${list}.join(' and ')`,
      `${list}.length > 0 ? ${list}.join(' and ') : undefined`,
      `${list}.map((one) => \`(\${one})\`).join(' and ') || undefined`,
    ]);
  },
  spreadConditions: (scope) =>
    `[${scope.writer.choices.pick([`"PartitionKey eq 'Books'"`, condition(scope)])}, ...(${test(scope)} ? [${condition(scope)}] : []), ...(${testOperand(scope)} ? [${condition(scope)}, ${condition(scope)}] : [])].join(' and ')`,
  recentDays: (scope) => {
    const { writer, module } = scope;
    const name = writer.name('dayKey');
    module.declare(
      `function ${name}(daysAgo${writer.type('number')} = 0)${writer.type('string')} {`,
      '  const day = new Date(Date.UTC(2026, 0, 9));',
      '  day.setUTCDate(day.getUTCDate() - daysAgo);',
      `  return day.toISOString().${writer.choices.pick(['slice(0, 10)', "split('T')[0]" + writer.typed('!'), "substring(0, 10).replace(/-/g, '')"])};`,
      '}',
    );
    const from = scope.variable('from', `${name}(${writer.choices.pick([scope.need('count'), '7', ''])})`);
    return writer.choices.pick([
      `\`PartitionKey ge '\${${from}}'\``,
      `\`PartitionKey eq '\${${from}}'\``,
      `\`PartitionKey ge '\${${from}}' and PartitionKey le '\${${name}()}'\``,
      `\`PartitionKey eq 'Books' and RowKey ge '\${${from}}'\``,
    ]);
  },
  constantsOfFile: (scope) => {
    const { writer, module } = scope;
    const name = writer.name('PARTITIONS');
    module.declare(`const ${name} = { BOOKS: 'Books', AUTHORS: 'authors' }${writer.typed(' as const')};`);
    const key = writer.choices.pick(['BOOKS', 'AUTHORS']);
    return writer.choices.pick([
      `\`PartitionKey eq '\${${name}.${key}}'\``,
      `\`PartitionKey eq '\${${name}.${key}}' and isActive eq true\``,
      `\`PartitionKey eq '\${${testOperand(scope)} ? ${name}.BOOKS : ${name}.AUTHORS}'\``,
      `Object.values(${name}).map((one) => \`PartitionKey eq '\${one}'\`).join(' or ')`,
    ]);
  },
};
