import { condition, constantFilter, writtenFilter } from '../conditions.ts';
import { test } from '../tests.ts';
import { operand } from '../text.ts';
import type { Maker } from './maker.ts';

/** Filters that it matters for which name is meant, and in which order things happen. */
export const names: Readonly<Record<string, Maker>> = {
  shadowed: (scope) => {
    const name = scope.variable('filter', writtenFilter(scope));
    scope.block('{', () => {
      scope.add(`const ${name} = ${constantFilter(scope)};`, `console.log(${name});`);
    });
    return name;
  },
  shadowedInBranch: (scope) => {
    const name = scope.variable('filter', writtenFilter(scope), 'let', 'string | undefined');
    scope.block(`if (${test(scope)}) {`, () => {
      scope.add(
        `let ${name} = ${constantFilter(scope)};`,
        `${name} += ' and count gt 1';`,
        `console.log(${name});`,
      );
    });
    return name;
  },
  shadowedParameter: (scope) => {
    const name = scope.variable('filter', writtenFilter(scope), 'let', 'string | undefined');
    const show = scope.writer.name('show');
    scope.block(
      `const ${show} = (${name}${scope.writer.type('string | undefined')}) => {`,
      () => {
        scope.add(`${name} = ${constantFilter(scope)};`, `console.log(${name});`);
      },
      '};',
    );
    scope.add(`${show}(${name});`);
    return name;
  },
  hoisted: (scope) => {
    const name = scope.writer.name('filter');
    scope.block(`if (${test(scope)}) {`, () => {
      scope.add(`var ${name}${scope.writer.type('string | undefined')} = ${writtenFilter(scope)};`);
    });
    return name;
  },
  declaredTwice: (scope) => {
    const name = scope.variable('filter', writtenFilter(scope), 'var');
    scope.add(`if (${test(scope)}) var ${name} = ${writtenFilter(scope)};`);
    return name;
  },
  comma: (scope) => {
    const name = scope.unset('filter');
    scope.add(`(${name} = ${constantFilter(scope)}), (${name} = ${writtenFilter(scope)});`);
    return name;
  },
  assignedInCondition: (scope) => {
    const name = scope.unset('filter');
    scope.block(`if ((${name} = ${testText(scope)})) {`, () => {
      scope.add(`${name} = \`PartitionKey eq '\${${name}}'\`;`);
    });
    return name;
  },
  block: (scope) => {
    const name = scope.variable('filter', constantFilter(scope), 'let', 'string | undefined');
    const label = scope.writer.name('build');
    scope.block(`${label}: {`, () => {
      scope.add(`if (${test(scope)}) break ${label};`, `${name} = ${writtenFilter(scope)};`);
    });
    return name;
  },
  setAfterCapture: (scope) => {
    const name = scope.variable('filter', constantFilter(scope), 'let', 'string | undefined');
    const get = scope.variable('get', `() => ${name}`);
    scope.add(
      `${scope.writer.choices.oneIn(2) ? `if (${test(scope)}) ` : ''}${name} = ${writtenFilter(scope)};`,
    );
    return `${get}()`;
  },
  setBeforeUseOnly: (scope) => {
    const name = scope.variable('filter', writtenFilter(scope), 'let', 'string | undefined');
    const used = scope.variable('used', name);
    scope.add(`${name} = ${constantFilter(scope)};`);
    return used;
  },
  chained: (scope) => {
    const [a, b] = [scope.unset('first'), scope.unset('second')];
    scope.add(`${a} = ${b} = ${writtenFilter(scope)};`);
    return scope.writer.choices.pick([a, b]);
  },
  deadCode: (scope) => {
    const name = scope.variable('filter', writtenFilter(scope), 'let', 'string | undefined');
    scope.add(scope.writer.choices.pick([`if (false) ${name} = undefined;`, `const DEBUG = false;`]));
    if (scope.writer.choices.oneIn(2)) scope.add(`while (false) ${name} = '';`);
    return name;
  },
  constantFlag: (scope) => {
    const flag = scope.writer.name('USE_KEYS');
    scope.module.declare(`const ${flag} = ${scope.writer.choices.pick(['true', 'false'])};`);
    return `${flag} ? ${operand(writtenFilter(scope))} : ${operand(writtenFilter(scope))}`;
  },
  constantWord: (scope) => {
    const word = scope.writer.name('MODE');
    scope.module.declare(
      `const ${word} = ${scope.writer.choices.pick(["'keys'", "'all'"])}${scope.writer.typed(' as string')};`,
    );
    return `${word} === 'keys' ? ${operand(writtenFilter(scope))} : ${operand(writtenFilter(scope))}`;
  },
  postfix: (scope) => {
    const n = scope.variable('n', '0', 'let');
    const name = scope.variable('filter', condition(scope), 'let');
    scope.add(`if (${n}++ === 0) ${name} += ' and ' + ${operand(condition(scope))};`);
    return name;
  },
};

const testText = (scope: Parameters<Maker>[0]): string => scope.need('text');
