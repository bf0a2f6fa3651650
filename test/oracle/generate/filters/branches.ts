import { condition, constantFilter, writtenFilter } from '../conditions.ts';
import type { Scope } from '../scope.ts';
import { test, testOperand } from '../tests.ts';
import { operand } from '../text.ts';
import type { Maker } from './maker.ts';

/** A filter on each of two branches, put into a variable. */
const either = (scope: Scope, head: string, first: () => string, second: () => string): string => {
  const name = scope.unset('filter');
  scope.block(
    head,
    () => {
      scope.add(`${name} = ${first()};`);
    },
    '} else {',
  );
  scope.add(
    ...scope
      .apart(() => {
        scope.add(`${name} = ${second()};`);
      })
      .map((line) => `  ${line}`),
    '}',
  );
  return name;
};

const cases = (scope: Scope, kind: 'mode' | 'word'): readonly string[] =>
  kind === 'mode' && scope.writer.choices.oneIn(2) ? ['a', 'b', 'c'] : ['a', 'b'];

/** Filters that the inputs choose between. */
export const branches: Readonly<Record<string, Maker>> = {
  ternary: (scope, sub) => `${testOperand(scope)} ? ${operand(sub(scope))} : ${operand(sub(scope))}`,
  ternaryOrNothing: (scope, sub) => `${testOperand(scope)} ? ${operand(sub(scope))} : undefined`,
  ternaryOrEmpty: (scope, sub) => `${testOperand(scope)} ? ${operand(sub(scope))} : ''`,
  ternaryInTemplate: (scope) =>
    `\`PartitionKey eq 'Books'\${${testOperand(scope)} ? ${operand(`' and ' + ${operand(condition(scope))}`)} : ''}\``,
  ternaryInSum: (scope) =>
    `${operand(condition(scope))} + (${testOperand(scope)} ? ' and ' + ${operand(condition(scope))} : '')`,
  ifElse: (scope, sub) =>
    either(
      scope,
      `if (${test(scope)}) {`,
      () => sub(scope),
      () => sub(scope),
    ),
  ifOnly: (scope, sub) => {
    const name = scope.variable('filter', sub(scope), 'let', 'string | undefined');
    scope.block(`if (${test(scope)}) {`, () => {
      scope.add(`${name} = ${sub(scope)};`);
    });
    return name;
  },
  ifUnset: (scope, sub) => {
    const name = scope.unset('filter');
    scope.block(`if (${test(scope)}) {`, () => {
      scope.add(`${name} = ${sub(scope)};`);
    });
    return name;
  },
  ifTwice: (scope) => {
    const name = scope.variable('filter', constantFilter(scope), 'let', 'string | undefined');
    for (const _ of [1, 2]) {
      scope.add(`if (${test(scope)}) ${name} = ${writtenFilter(scope)};`);
    }
    return name;
  },
  elseIf: (scope, sub) => {
    const name = scope.unset('filter');
    const mode = scope.need(scope.writer.choices.pick(['mode', 'word']));
    const fill = (): void => {
      scope.add(`${name} = ${sub(scope)};`);
    };
    scope.block(`if (${mode} === 'a') {`, fill, `} else if (${mode} === 'b') {`);
    scope.add(...scope.apart(fill).map((line) => `  ${line}`));
    if (scope.writer.choices.oneIn(2)) {
      scope.add('} else {', `  ${name} = ${constantFilter(scope)};`);
    }
    scope.add('}');
    return name;
  },
  andOr: (scope) => `(${testOperand(scope)} && ${operand(writtenFilter(scope))}) || ${constantFilter(scope)}`,
  andAlone: (scope) =>
    `${testOperand(scope)} ? ${operand(writtenFilter(scope))} : ${scope.need('maybeText')} && undefined`,
  nullish: (scope) => {
    const name = scope.variable(
      'chosen',
      `${testOperand(scope)} ? ${operand(writtenFilter(scope))} : undefined`,
    );
    return `${name} ?? ${operand(writtenFilter(scope))}`;
  },
  orElse: (scope) => {
    const name = scope.variable('chosen', `${testOperand(scope)} ? ${operand(writtenFilter(scope))} : ''`);
    return `${name} || ${operand(writtenFilter(scope))}`;
  },
  nullishValue: (scope) => `\`PartitionKey eq '\${${scope.need('maybeText')} ?? 'Books'}'\``,
  orValue: (scope) => `"PartitionKey eq '" + (${scope.need('maybeText')} || 'Books') + "'"`,
  nullishAssign: (scope, sub) => {
    const name = scope.unset('filter');
    scope.add(`if (${test(scope)}) ${name} = ${writtenFilter(scope)};`, `${name} ??= ${sub(scope)};`);
    return name;
  },
  orAssign: (scope, sub) => {
    const name = scope.variable(
      'filter',
      `${testOperand(scope)} ? ${operand(writtenFilter(scope))} : ''`,
      'let',
    );
    scope.add(`${name} ||= ${sub(scope)};`);
    return name;
  },
  andAssign: (scope) => {
    const name = scope.variable('filter', `${testOperand(scope)} ? ${operand(condition(scope))} : ''`, 'let');
    scope.add(`${name} &&= ${name} + ' and ' + ${operand(condition(scope))};`);
    return name;
  },
  switchBreak: (scope) => {
    const kind = scope.writer.choices.pick(['mode', 'word'] as const);
    const name = scope.unset('filter');
    scope.block(`switch (${scope.need(kind)}) {`, () => {
      for (const one of cases(scope, kind)) {
        scope.add(`case '${one}':`, `  ${name} = ${writtenFilter(scope)};`, '  break;');
      }
      if (scope.writer.choices.oneIn(2)) scope.add('default:', `  ${name} = ${constantFilter(scope)};`);
    });
    return name;
  },
  switchFallThrough: (scope) => {
    const name = scope.variable('filter', constantFilter(scope), 'let');
    scope.block(`switch (${scope.need('mode')}) {`, () => {
      for (const one of ['c', 'b', 'a']) {
        scope.add(`case '${one}':`, `  ${name} += ' and ' + ${operand(condition(scope))};`);
        if (scope.writer.choices.oneIn(3)) scope.add('  break;');
      }
    });
    return name;
  },
  switchShared: (scope) => {
    const name = scope.variable('filter', constantFilter(scope), 'let');
    scope.block(`switch (${scope.need('word')}) {`, () => {
      scope.add(`case 'a':`, `case 'b':`, `  ${name} = ${writtenFilter(scope)};`, '  break;');
      scope.add('default:', `  ${name} = ${writtenFilter(scope)};`);
    });
    return name;
  },
  switchTrue: (scope) => {
    const name = scope.unset('filter');
    const asked = testOperand(scope);
    scope.block('switch (true) {', () => {
      scope.add(`case Boolean(${asked}):`, `  ${name} = ${writtenFilter(scope)};`, '  break;');
      scope.add('default:', `  ${name} = ${writtenFilter(scope)};`);
    });
    return name;
  },
  nestedIf: (scope, sub) => {
    const name = scope.variable('filter', constantFilter(scope), 'let', 'string | undefined');
    scope.block(`if (${test(scope)}) {`, () => {
      scope.block(`if (${test(scope)}) {`, () => {
        scope.add(`${name} = ${sub(scope)};`);
      });
    });
    return name;
  },
  sameFlagTwice: (scope) => {
    const flag = scope.need('flag');
    const name = scope.variable('filter', constantFilter(scope), 'let', 'string | undefined');
    scope.add(
      `if (${flag}) ${name} = ${writtenFilter(scope)};`,
      `if (!${flag}) ${name} = ${writtenFilter(scope)};`,
    );
    return name;
  },
  flagVariable: (scope) => {
    const flag = scope.variable('useKey', 'false', 'let');
    scope.add(`if (${test(scope)}) ${flag} = true;`);
    return `${flag} ? ${operand(writtenFilter(scope))} : ${operand(writtenFilter(scope))}`;
  },
  chosenProperty: (scope) =>
    `\`\${${testOperand(scope)} ? 'PartitionKey' : 'status'} eq '\${${scope.need('text')}}'\``,
  chosenOperator: (scope) =>
    `"RowKey " + (${testOperand(scope)} ? 'ge' : 'eq') + " 'b1' and PartitionKey eq 'Books'"`,
  lastWins: (scope) => {
    const name = scope.variable('filter', writtenFilter(scope), 'let', 'string | undefined');
    scope.add(`if (${test(scope)}) ${name} = ${writtenFilter(scope)};`, `${name} = ${writtenFilter(scope)};`);
    return name;
  },
};
