import { condition } from '../conditions.ts';
import type { Scope } from '../scope.ts';
import { test } from '../tests.ts';
import { operand } from '../text.ts';
import type { Maker } from './maker.ts';

/** Which of some clauses comes first or last, how far a method goes through them, and what stays as it is. */
export const orders: Readonly<Record<string, Maker>> = {
  joinedByNumber: (scope) => {
    const list = perhaps(scope);
    const { choices } = scope.writer;
    const joined = [
      `${list}.map((each, i) => (i === 0 ? each : ' and ' + each)).join('')`,
      `${list}.reduce((all, each, i) => all + (i > 0 ? ' and ' : '') + each, '')`,
      `${list}.filter((_, i) => i === 0).join('')`,
    ];
    if (choices.oneIn(2)) return choices.pick(joined);
    const name = scope.variable('filter', "''", 'let');
    scope.add(
      choices.pick([
        `${list}.forEach((each, i) => { if (i > 0) ${name} += ' and '; ${name} += each; });`,
        `for (const [i, each] of ${list}.entries()) ${name} += (i > 0 ? ' and ' : '') + each;`,
      ]),
    );
    return name;
  },
  turnedRound: (scope) => {
    const list = perhaps(scope);
    const { choices } = scope.writer;
    const turn = choices.pick([`${list}.reverse();`, `${list}.copyWithin(0, 1);`, `${list}.sort();`]);
    scope.add(choices.oneIn(2) ? `if (${test(scope)}) ${turn}` : turn);
    return choices.pick([`${list}[0]`, `${list}.pop()`, `${list}.shift()`, `${list}.find((each) => each)`]);
  },
  taken: (scope) => {
    const list = perhaps(scope);
    const name = scope.variable('filter', "''", 'let');
    const take = scope.writer.choices.pick(['shift', 'pop']);
    scope.add(
      `while (${list}.length > 0) ${name} = ${name} ? ${name} + ' and ' + ${list}.${take}() : ${list}.${take}()${scope.writer.typed('!')};`,
    );
    return name;
  },
  endsAtOne: (scope, sub) => {
    const { choices } = scope.writer;
    const clauses = `[${operand(condition(scope))}, ${sub(scope)}]`;
    const name = scope.variable('filter', "''", 'let', 'string | undefined');
    const method = choices.pick(['every', 'some', 'find', 'findIndex', 'findLast']);
    scope.add(`${clauses}.${method}((each) => { ${name} = each; return ${test(scope)}; });`);
    return name;
  },
  frozen: (scope) => {
    const { choices } = scope.writer;
    const method = choices.pick(['freeze', 'seal', 'preventExtensions']);
    const kept = scope.variable(
      'kept',
      `Object.${method}({ filter: ${operand(condition(scope))} })${scope.writer.typed(' as any')}`,
    );
    const property = choices.pick(['filter', 'other']);
    scope.add(
      `try { if (${test(scope)}) ${kept}.${property} = ${operand(condition(scope))}; } catch { /* it stays */ }`,
    );
    return `${kept}.other ?? ${kept}.filter`;
  },
  inherited: (scope) => {
    const { choices } = scope.writer;
    const base = scope.variable('base', `{ filter: ${operand(condition(scope))} }`);
    const heir = scope.variable(
      'heir',
      choices.pick([
        `Object.create(${base})`,
        `{ __proto__: ${base} }${scope.writer.typed(' as any')}`,
        `structuredClone(${base})`,
      ]),
    );
    scope.add(`if (${test(scope)}) ${base}.filter = ${operand(condition(scope))};`);
    return `${heir}.filter`;
  },
  rejected: (scope) => {
    if (!scope.isAsync) return condition(scope);
    const asked = scope.variable('isWrong', `Boolean(${test(scope)})`);
    const load = scope.writer.name('load');
    const { choices } = scope.writer;
    scope.add(
      `const ${load} = async () => { if (${asked}) throw new Error('wrong'); return ${operand(condition(scope))}; };`,
    );
    const instead = operand(condition(scope));
    const made = scope.variable(
      'loaded',
      choices.pick([
        `await ${load}().catch(() => ${instead})`,
        `await ${load}().then((each) => each, () => ${instead})`,
        `await ${load}().then((each) => each).catch(() => ${instead})`,
      ]),
    );
    return choices.pick([made, `${asked} ? ${operand(condition(scope))} : ${made}`]);
  },
};

/** A list with a clause that may not be there, before another one. */
function perhaps(scope: Scope): string {
  const list = scope.variable('clauses', '[]', 'const', 'string[]');
  scope.add(
    `if (${test(scope)}) ${list}.push(${operand(condition(scope))});`,
    `${list}.push(${operand(condition(scope))});`,
  );
  return list;
}
