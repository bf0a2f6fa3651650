import { comparedWith, condition, constantFilter, writtenFilter } from '../conditions.ts';
import { helper } from '../helper.ts';
import { test, testOperand } from '../tests.ts';
import { operand } from '../text.ts';
import type { Maker } from './maker.ts';

/** Further ways to go through a list while a filter is made: backwards, by key, until something is found, with its own end. */
export const sequences: Readonly<Record<string, Maker>> = {
  joinedAround: (scope) => {
    const list = scope.need('list');
    const word = scope.writer.choices.pick(['RowKey', 'PartitionKey']);
    const made = `"${word} eq '" + ${list}.join("' or ${word} eq '") + "'"`;
    return scope.writer.choices.pick([
      `\`${word} eq '\${${list}.join("' or ${word} eq '")}'\``,
      `${list}.length > 0 ? ${made} : ${constantFilter(scope)}`,
      `${list}.length ? "PartitionKey eq 'Books' and (" + ${made} + ')' : ''`,
    ]);
  },
  byKeyThenLength: (scope) => {
    const list = scope.need('list');
    const name = scope.variable('filter', "''", 'let');
    scope.block(`for (const key in ${list}) {`, () => {
      scope.add(
        `${name} += (${name} ? ' or ' : '') + ${operand(comparedWith(scope, `${list}[key]${scope.writer.typed('!')}`))};`,
      );
    });
    return `${list}.length > 0 ? ${name} : ${constantFilter(scope)}`;
  },
  byKeyOfObject: (scope) => {
    const query = scope.need('query');
    const list = scope.variable('clauses', '[]', 'const', 'string[]');
    scope.block(`for (const key in ${query}) {`, () => {
      if (scope.writer.choices.oneIn(2)) scope.add(`if (!Object.hasOwn(${query}, key)) continue;`);
      scope.add(`${list}.push(\`\${key} eq '\${${query}[key${scope.writer.typed(" as 'shelf'")}]}'\`);`);
    });
    return `${list}.join(' and ')`;
  },
  backwards: (scope) => {
    const list = scope.need('list');
    const name = scope.variable('filter', "''", 'let');
    const i = scope.writer.name('i');
    const head = scope.writer.choices.pick([
      `for (let ${i} = ${list}.length - 1; ${i} >= 0; ${i}--) {`,
      `for (let ${i} = ${list}.length; ${i}-- > 0; ) {`,
    ]);
    scope.block(head, () => {
      scope.add(
        `${name} = ${operand(comparedWith(scope, `${list}[${i}]${scope.writer.typed('!')}`))} + (${name} ? ' or ' + ${name} : '');`,
      );
    });
    return name;
  },
  countedDown: (scope) => {
    const name = scope.variable('filter', condition(scope), 'let');
    const n = scope.variable('n', scope.need('count'), 'let');
    scope.add(`while (${n}-- > 0) ${name} += \` or RowKey eq 'r\${${n}}'\`;`);
    return name;
  },
  forever: (scope) => {
    const list = scope.need('list');
    const name = scope.variable('filter', "''", 'let');
    const i = scope.variable('i', '0', 'let');
    scope.block(scope.writer.choices.pick(['for (;;) {', 'while (true) {']), () => {
      scope.add(
        `if (${i} >= ${list}.length) break;`,
        `${name} += (${i} > 0 ? ' or ' : '') + ${operand(comparedWith(scope, `${list}[${i}]${scope.writer.typed('!')}`))};`,
        `${i}++;`,
      );
    });
    return name;
  },
  firstFound: (scope, sub) =>
    helper(scope, { base: 'firstFilter', returns: 'string | undefined', isStatements: true }, (body) => {
      const each = body.writer.name('each');
      const rest = sub(body);
      body.block(`for (const ${each} of ${body.need('list')}) {`, () => {
        body.add(
          `if (${each}${body.writer.choices.pick(['', " === 'a'", ' && ' + testOperand(body)])}) return ${comparedWith(body, each)};`,
        );
      });
      body.add(`return ${rest};`);
      return '';
    }),
  leftInLoop: (scope) =>
    helper(scope, { base: 'allOf', returns: 'string | undefined', isStatements: true }, (body) => {
      const list = body.variable('clauses', '[]', 'const', 'string[]');
      const each = body.writer.name('each');
      body.block(`for (const ${each} of ${body.need('list')}) {`, () => {
        body.add(`if (!${each}) return ${body.writer.choices.pick(['undefined', constantFilter(body)])};`);
        body.add(`${list}.push(${comparedWith(body, each)});`);
      });
      body.add(`return ${list}.join(' or ');`);
      return '';
    }),
  oneOrMany: (scope) => {
    const list = scope.need('list');
    const many = `${list}.map((each) => \`RowKey eq '\${each}'\`).join(' or ')`;
    return scope.writer.choices.pick([
      `${list}.length === 1 ? \`RowKey eq '\${${list}[0]}'\` : ${many}`,
      `${list}.length === 0 ? undefined : ${list}.length === 1 ? \`PartitionKey eq '\${${list}[0]}'\` : "PartitionKey eq 'Books' and (" + ${many} + ')'`,
      `${list}.length > 1 ? '(' + ${many} + ')' : ${many}`,
    ]);
  },
  sorted: (scope) => {
    const list = scope.need('list');
    return `${scope.writer.choices.pick([
      `[...${list}].sort()`,
      `${list}.toSorted()`,
      `${list}.toReversed()`,
      `${list}.concat('z')`,
      `${list}.slice(1)`,
      `${list}.slice(-1)`,
      `Array.from(${list})`,
      `${list}.with(0, 'w')`,
      `Array.of(...${list}, 'z')`,
      `${list}.filter((each, index) => ${list}.indexOf(each) === index)`,
      `${list}.flat()`,
    ])}.map((each) => ${comparedWith(scope, 'each')}).join(' or ')`;
  },
  bounds: (scope) => {
    const list = scope.need('list');
    const ordered = scope.variable('ordered', `[...${list}].sort()`);
    const [low, high] = [scope.variable('low', `${ordered}[0]`), scope.variable('high', `${ordered}.at(-1)`)];
    return `"PartitionKey eq 'Books'" + (${low} === undefined ? '' : \` and RowKey ge '\${${low}}' and RowKey le '\${${high}}'\`)`;
  },
  spliced: (scope) => {
    const left = scope.variable('left', `[...${scope.need('list')}]`);
    const parts = scope.variable('groups', '[]', 'const', 'string[]');
    scope.block(`while (${left}.length > 0) {`, () => {
      scope.add(`const group = ${left}.splice(0, 2);`);
      scope.add(`${parts}.push('(' + group.map((each) => \`RowKey eq '\${each}'\`).join(' or ') + ')');`);
    });
    return `${parts}.join(' or ')`;
  },
  iterated: (scope) => {
    const list = scope.need('list');
    const name = scope.variable('filter', "''", 'let');
    const iterator = scope.variable('iterator', `${list}[Symbol.iterator]()`);
    scope.block(`for (let step = ${iterator}.next(); !step.done; step = ${iterator}.next()) {`, () => {
      scope.add(`${name} += (${name} ? ' or ' : '') + ${operand(comparedWith(scope, 'step.value'))};`);
    });
    return name;
  },
  iteratorHelpers: (scope) => {
    const values = `${scope.need('list')}.values()`;
    const made = scope.writer.isTyped ? `(${values} as any)` : values;
    return `[...${made}.map((each${scope.writer.type('string')}) => ${comparedWith(scope, 'each')})].join(' or ')`;
  },
  untilFound: (scope) => {
    const list = scope.need('list');
    const name = scope.variable('filter', constantFilter(scope), 'let');
    scope.add(
      `${list}.some((each) => {`,
      `  if (each !== 'a') return false;`,
      `  ${name} = ${comparedWith(scope, 'each')};`,
      '  return true;',
      '});',
    );
    return name;
  },
  allOrNothing: (scope) => {
    const list = scope.need('list');
    const many = `${list}.map((each) => \`RowKey eq '\${each}'\`).join(' or ')`;
    return scope.writer.choices.pick([
      `${list}.every((each) => each !== '') ? ${many} : ${constantFilter(scope)}`,
      `${list}.some((each) => each === 'a') ? ${many} : ${constantFilter(scope)}`,
      `${list}.find((each) => each === 'a') ? ${many} : ${constantFilter(scope)}`,
      `${list}.indexOf('a') !== -1 ? ${many} : ${constantFilter(scope)}`,
      `${list}.filter(Boolean).length > 0 ? ${list}.filter(Boolean).map((each) => \`RowKey eq '\${each}'\`).join(' or ') : ${constantFilter(scope)}`,
    ]);
  },
  zipped: (scope) => {
    const list = scope.need('list');
    return scope.writer.choices.pick([
      `['PartitionKey', 'RowKey'].map((name, index) => \`\${name} eq '\${${list}[index]}'\`).join(' and ')`,
      `['PartitionKey', 'RowKey'].slice(0, ${list}.length).map((name, index) => \`\${name} eq '\${${list}[index]}'\`).join(' and ')`,
      `${list}.map((each, index) => \`\${['PartitionKey', 'RowKey', 'tag'][index]} eq '\${each}'\`).join(' and ')`,
    ]);
  },
  joinedPieces: (scope) => {
    const value = scope.need('text');
    const name = scope.writer.choices.pick(['PartitionKey', 'RowKey']);
    return scope.writer.choices.pick([
      `['${name}', 'eq', \`'\${${value}}'\`].join(' ')`,
      `['${name} eq ', ${value}, ''].join("'")`,
      `'${name}'.concat(' eq ', "'", ${value}, "'")`,
      `"${name} eq ?".replace('?', \`'\${${value}}'\`)`,
      `"${name} eq '%s'".split('%s').join(${value})`,
    ]);
  },
  groupedClauses: (scope) => {
    const list = scope.need('list');
    const groups = scope.variable('groups', '[]', 'const', 'string[]');
    scope.add(
      `if (${list}.length > 0) ${groups}.push('(' + ${list}.map((each) => \`RowKey eq '\${each}'\`).join(' or ') + ')');`,
    );
    scope.add(`if (${test(scope)}) ${groups}.push(${condition(scope)});`);
    return scope.writer.choices.pick([
      `${groups}.length > 0 ? ${groups}.join(' and ') : undefined`,
      `[${condition(scope)}, ...${groups}].join(' and ')`,
      `${groups}.length > 1 ? ${groups}.map((one) => \`(\${one})\`).join(' and ') : ${groups}[0]`,
    ]);
  },
  filtersApplied: (scope) => {
    const name = scope.variable('filter', "''", 'let');
    scope.add(
      `[${condition(scope)}, ${testOperand(scope)} ? ${operand(condition(scope))} : ''].forEach((clause) => {`,
      '  if (!clause) return;',
      `  ${name} = ${name} ? \`\${${name}} and \${clause}\` : clause;`,
      '});',
    );
    return name;
  },
  labelledBoth: (scope) => {
    const list = scope.need('list');
    const name = scope.variable('filter', constantFilter(scope), 'let', 'string | undefined');
    const label = scope.writer.name('outer');
    scope.block(`${label}: for (const left of ${list}) {`, () => {
      scope.block(`for (const right of ['x', 'a']) {`, () => {
        scope.add(`if (left !== right) continue;`, `${name} = ${writtenFilter(scope)};`, `break ${label};`);
      });
    });
    return name;
  },
  countedMatches: (scope) => {
    const n = scope.variable('matches', '0', 'let');
    scope.add(`for (const each of ${scope.need('list')}) if (each === 'a') ${n}++;`);
    return `${n} > 0 ? ${operand(writtenFilter(scope))} : ${constantFilter(scope)}`;
  },
};
