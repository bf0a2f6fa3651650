import { comparedWith, condition, constantFilter } from '../conditions.ts';
import type { Scope } from '../scope.ts';
import { test, testOperand } from '../tests.ts';
import { operand } from '../text.ts';
import type { Maker } from './maker.ts';

const empty = (scope: Scope): string => scope.variable('filter', "''", 'let');

const started = (scope: Scope): string =>
  scope.variable('filter', scope.writer.choices.oneIn(3) ? "''" : condition(scope), 'let');

/** How one more condition is put behind what is there, as a statement. */
const guarded = (scope: Scope, name: string, word: 'and' | 'or', part: string): readonly string[] =>
  scope.writer.choices.pick([
    [`${name} += (${name} ? ' ${word} ' : '') + ${operand(part)};`],
    [`${name} = ${name} ? ${name} + ' ${word} ' + ${operand(part)} : ${operand(part)};`],
    [`if (${name}) ${name} += ' ${word} ';`, `${name} += ${part};`],
    [`${name} = \`\${${name} ? ${name} + ' ${word} ' : ''}\${${part}}\`;`],
    [`if (${name} !== '') {`, `  ${name} += ' ${word} ';`, '}', `${name} += ${part};`],
    [`${name} += (${name}.length > 0 ? ' ${word} ' : '') + ${operand(part)};`],
  ]);

/** In one of these ways a loop goes through a list; the body gets the element, and its index where there is one. */
const LOOPS: readonly ((
  scope: Scope,
  list: string,
  body: (element: string, index: string | undefined) => void,
) => void)[] = [
  (scope, list, body) => {
    const each = scope.writer.name('each');
    scope.block(`for (const ${each} of ${list}) {`, () => {
      body(each, undefined);
    });
  },
  (scope, list, body) => {
    const i = scope.writer.name('i');
    scope.block(`for (let ${i} = 0; ${i} < ${list}.length; ${i}++) {`, () => {
      body(`${list}[${i}]${scope.writer.typed('!')}`, i);
    });
  },
  (scope, list, body) => {
    const [each, i] = [scope.writer.name('each'), scope.writer.name('index')];
    scope.block(
      `${list}.forEach((${each}, ${i}) => {`,
      () => {
        body(each, i);
      },
      '});',
    );
  },
  (scope, list, body) => {
    const i = scope.variable('i', '0', 'let');
    scope.block(`while (${i} < ${list}.length) {`, () => {
      body(`${list}[${i}]${scope.writer.typed('!')}`, i);
      scope.add(`${i} += 1;`);
    });
  },
  (scope, list, body) => {
    const [each, i] = [scope.writer.name('each'), scope.writer.name('index')];
    scope.block(`for (const [${i}, ${each}] of ${list}.entries()) {`, () => {
      body(each, i);
    });
  },
  (scope, list, body) => {
    const left = scope.variable('left', `[...${list}]`);
    const each = scope.writer.name('next');
    scope.block(`while (${left}.length > 0) {`, () => {
      scope.add(`const ${each} = ${left}.shift()${scope.writer.typed('!')};`);
      body(each, undefined);
    });
  },
  (scope, list, body) => {
    const key = scope.writer.name('key');
    scope.block(`for (const ${key} in ${list}) {`, () => {
      body(`${list}[${key}]${scope.writer.typed('!')}`, undefined);
    });
  },
];

const loop = (
  scope: Scope,
  body: (element: string, index: string | undefined) => void,
  list = scope.need('list'),
): void => {
  scope.writer.choices.pick(LOOPS)(scope, list, body);
};

const indexed = (scope: Scope, list: string, body: (element: string, index: string) => void): void => {
  const i = scope.writer.name('i');
  scope.block(`for (let ${i} = 0; ${i} < ${list}.length; ${i}++) {`, () => {
    body(`${list}[${i}]${scope.writer.typed('!')}`, i);
  });
};

/** Texts that grow, in branches and in loops. */
export const growing: Readonly<Record<string, Maker>> = {
  grownIf: (scope) => {
    const name = scope.variable('filter', condition(scope), 'let');
    for (const _ of [1, 2])
      scope.add(`if (${test(scope)}) ${name} += ' and ' + ${operand(condition(scope))};`);
    return name;
  },
  grownGuarded: (scope) => {
    const name = started(scope);
    for (const _ of [1, 2]) {
      scope.block(`if (${test(scope)}) {`, () => {
        scope.add(...guarded(scope, name, 'and', condition(scope)));
      });
    }
    return scope.writer.choices.oneIn(3) ? `${name} || undefined` : name;
  },
  loopGuarded: (scope) => {
    const name = empty(scope);
    loop(scope, (element) => {
      scope.add(...guarded(scope, name, 'or', comparedWith(scope, element)));
    });
    return name;
  },
  loopBehindStart: (scope) => {
    const name = scope.variable('filter', condition(scope), 'let');
    loop(scope, (element) => {
      scope.add(`${name} += ' or ' + ${operand(comparedWith(scope, element))};`);
    });
    return name;
  },
  loopIndex: (scope) => {
    const name = empty(scope);
    indexed(scope, scope.need('list'), (element, i) => {
      const guard = scope.writer.choices.pick([`${i} > 0`, `${i} !== 0`, i]);
      if (scope.writer.choices.oneIn(2)) {
        scope.add(`${name} += (${guard} ? ' or ' : '') + ${operand(comparedWith(scope, element))};`);
      } else {
        scope.add(`if (${guard}) ${name} += ' or ';`, `${name} += ${comparedWith(scope, element)};`);
      }
    });
    return name;
  },
  loopNotLast: (scope) => {
    const [name, list] = [empty(scope), scope.need('list')];
    indexed(scope, list, (element, i) => {
      scope.add(
        `${name} += ${comparedWith(scope, element)};`,
        `if (${i} < ${list}.length - 1) ${name} += ' or ';`,
      );
    });
    return name;
  },
  loopFirstFlag: (scope) => {
    const name = empty(scope);
    const first = scope.variable('first', 'true', 'let');
    loop(scope, (element) => {
      scope.add(
        `if (!${first}) ${name} += ' or ';`,
        `${name} += ${comparedWith(scope, element)};`,
        `${first} = false;`,
      );
    });
    return name;
  },
  loopSeparator: (scope) => {
    const name = empty(scope);
    const separator = scope.variable('separator', "''", 'let');
    loop(scope, (element) => {
      scope.add(
        `${name} += ${separator} + ${operand(comparedWith(scope, element))};`,
        `${separator} = ' or ';`,
      );
    });
    return name;
  },
  loopThenCut: (scope) => {
    const name = empty(scope);
    loop(scope, (element) => {
      scope.add(`${name} += ${operand(comparedWith(scope, element))} + ' or ';`);
    });
    return scope.writer.choices.pick([
      `${name}.slice(0, -4)`,
      `${name}.replace(/ or $/, '')`,
      `${name}.substring(0, ${name}.length - 4)`,
    ]);
  },
  loopFrontCut: (scope) => {
    const name = empty(scope);
    loop(scope, (element) => {
      scope.add(`${name} += ' or ' + ${operand(comparedWith(scope, element))};`);
    });
    return scope.writer.choices.pick([
      `${name}.slice(4)`,
      `${name}.substring(4)`,
      `${name}.replace(/^ or /, '')`,
    ]);
  },
  loopForgotten: (scope) => {
    const name = empty(scope);
    loop(scope, (element) => {
      scope.add(`${name} += ' or ' + ${operand(comparedWith(scope, element))};`);
    });
    return name;
  },
  loopInBrackets: (scope) => {
    const name = empty(scope);
    const list = scope.need('list');
    loop(
      scope,
      (element) => {
        scope.add(...guarded(scope, name, 'or', comparedWith(scope, element)));
      },
      list,
    );
    const whole = `\`PartitionKey eq 'Books' and (\${${name}})\``;
    return `${scope.writer.choices.pick([name, `${list}.length > 0`])} ? ${whole} : ${constantFilter(scope)}`;
  },
  loopWithContinue: (scope) => {
    const name = empty(scope);
    const each = scope.writer.name('each');
    scope.block(`for (const ${each} of ${scope.need('list')}) {`, () => {
      scope.add(`if (!${each}) continue;`, ...guarded(scope, name, 'or', comparedWith(scope, each)));
    });
    return name;
  },
  loopWithBreak: (scope) => {
    const name = scope.variable('filter', constantFilter(scope), 'let');
    const each = scope.writer.name('each');
    scope.block(`for (const ${each} of ${scope.need('list')}) {`, () => {
      scope.add(`if (${each} === '') break;`, `${name} = ${comparedWith(scope, each)};`);
    });
    return name;
  },
  loopOnce: (scope) => {
    const name = scope.unset('filter');
    const each = scope.writer.name('each');
    scope.block(`for (const ${each} of ${scope.need('list')}) {`, () => {
      scope.add(`${name} = ${comparedWith(scope, each)};`, 'break;');
    });
    return name;
  },
  loopLabelled: (scope) => {
    const name = scope.variable('filter', constantFilter(scope), 'let');
    const label = scope.writer.name('search');
    const [outer, inner] = [scope.writer.name('left'), scope.writer.name('right')];
    const list = scope.need('list');
    scope.block(`${label}: for (const ${outer} of ${list}) {`, () => {
      scope.block(`for (const ${inner} of ${list}) {`, () => {
        scope.add(`if (${outer} === '') continue ${label};`);
        scope.add(`if (${inner} === '' && ${testOperand(scope)}) break ${label};`);
        scope.add(`${name} = ${comparedWith(scope, inner)};`);
      });
    });
    return name;
  },
  loopNested: (scope) => {
    const name = empty(scope);
    loop(scope, (outer) => {
      const inner = scope.writer.name('part');
      scope.block(`for (const ${inner} of ['x', 'y']) {`, () => {
        scope.add(...guarded(scope, name, 'or', comparedWith(scope, `${outer} + ${inner}`)));
      });
    });
    return name;
  },
  loopOverConstants: (scope) => {
    const name = empty(scope);
    const list = scope.writer.name('KINDS');
    scope.module.declare(`const ${list} = ['x', 'y'${scope.writer.choices.oneIn(2) ? ", 'z'" : ''}];`);
    loop(
      scope,
      (element) => {
        scope.add(
          ...guarded(scope, name, scope.writer.choices.pick(['or', 'and']), comparedWith(scope, element)),
        );
      },
      list,
    );
    return name;
  },
  loopCounted: (scope) => {
    const name = scope.variable('filter', condition(scope), 'let');
    const i = scope.writer.name('i');
    scope.block(`for (let ${i} = 0; ${i} < ${scope.need('count')}; ${i}++) {`, () => {
      scope.add(`${name} += \` or RowKey eq 'r\${${i}}'\`;`);
    });
    return name;
  },
  loopDo: (scope) => {
    const name = empty(scope);
    const i = scope.variable('i', '0', 'let');
    scope.block(
      'do {',
      () => {
        scope.add(`${name} += (${name} ? ' or ' : '') + \`RowKey eq 'r\${${i}}'\`;`, `${i}++;`);
      },
      `} while (${i} < ${scope.need('count')});`,
    );
    return name;
  },
  loopFilteredInside: (scope) => {
    const name = scope.variable('filter', condition(scope), 'let');
    loop(scope, (element) => {
      scope.block(`if (${element} && ${testOperand(scope)}) {`, () => {
        scope.add(`${name} += ' or ' + ${operand(comparedWith(scope, element))};`);
      });
    });
    return name;
  },
  loopKeepsLast: (scope) => {
    const name = scope.unset('filter');
    loop(scope, (element) => {
      scope.add(`${name} = ${comparedWith(scope, element)};`);
    });
    return `${name} ?? ${constantFilter(scope)}`;
  },
  loopWithAnd: (scope) => {
    const name = scope.variable('filter', condition(scope), 'let');
    loop(scope, (element) => {
      scope.add(`${name} = ${name} + ' and ' + ${operand(`"tag ne '" + ${element} + "'"`)};`);
    });
    return name;
  },
  recursionOverList: (scope) => {
    const name = scope.writer.name('anyOf');
    const t = scope.writer.type('string[]');
    const ts = scope.writer.type('string');
    scope.module.declare(
      `function ${name}(ids${t}, index = 0)${ts} {`,
      `  if (index >= ids.length) return '';`,
      `  const rest = ${name}(ids, index + 1);`,
      `  return \`RowKey eq '\${ids[index]}'\` + (rest ? ' or ' + rest : '');`,
      '}',
    );
    return `${name}(${scope.need('list')})`;
  },
  recursionCounted: (scope) => {
    const name = scope.writer.name('repeat');
    const n = scope.writer.type('number');
    scope.module.declare(
      `function ${name}(times${n})${scope.writer.type('string')} {`,
      `  return times <= 0 ? ${constantFilter(scope)} : ${name}(times - 1) + \` or RowKey eq 'r\${times}'\`;`,
      '}',
    );
    return `${name}(${scope.need('count')})`;
  },
};
