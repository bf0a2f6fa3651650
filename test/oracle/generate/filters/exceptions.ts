import { condition, constantFilter, writtenFilter } from '../conditions.ts';
import { helper } from '../helper.ts';
import type { Scope } from '../scope.ts';
import { test } from '../tests.ts';
import { operand } from '../text.ts';
import type { Maker } from './maker.ts';

/** A call that throws for some inputs. */
const mayThrow = (scope: Scope): string =>
  helper(scope, { base: 'check', returns: 'void', isStatements: true }, (body) => {
    body.add(`if (${test(body)}) throw new Error('not allowed');`);
    return '';
  });

const inTry = (scope: Scope, fill: () => void, ...handler: readonly string[]): void => {
  scope.block('try {', fill, handler[0]);
  scope.add(...handler.slice(1));
};

/** Filters that depend on what is thrown, or on where code is left. */
export const exceptions: Readonly<Record<string, Maker>> = {
  setBehindCheck: (scope) => {
    const name = scope.variable('filter', constantFilter(scope), 'let', 'string | undefined');
    const check = mayThrow(scope);
    inTry(
      scope,
      () => {
        scope.add(`${check};`, `${name} = ${writtenFilter(scope)};`);
      },
      '} catch {}',
    );
    return name;
  },
  unsetBehindCheck: (scope) => {
    const name = scope.unset('filter');
    const check = mayThrow(scope);
    inTry(
      scope,
      () => {
        scope.add(`${check};`, `${name} = ${writtenFilter(scope)};`);
      },
      '} catch {}',
    );
    return name;
  },
  setInCatch: (scope) => {
    const name = scope.unset('filter');
    const check = mayThrow(scope);
    const [first, second] = [writtenFilter(scope), writtenFilter(scope)];
    inTry(
      scope,
      () => {
        scope.add(`${check};`, `${name} = ${first};`);
      },
      '} catch (error) {',
      `  ${name} = ${second};`,
      '}',
    );
    return name;
  },
  setBeforeCheck: (scope) => {
    const name = scope.unset('filter');
    const check = mayThrow(scope);
    const second = constantFilter(scope);
    inTry(
      scope,
      () => {
        scope.add(`${name} = ${writtenFilter(scope)};`, `${check};`, `${name} = ${constantFilter(scope)};`);
      },
      '} catch {',
      `  ${name} ??= ${second};`,
      '}',
    );
    return name;
  },
  setFinally: (scope) => {
    const name = scope.variable('filter', constantFilter(scope), 'let', 'string | undefined');
    const check = mayThrow(scope);
    const last = writtenFilter(scope);
    inTry(
      scope,
      () => {
        scope.add(`${check};`, `${name} = ${writtenFilter(scope)};`);
      },
      '} catch {',
      '  // the default will do',
      '} finally {',
      `  ${scope.writer.choices.oneIn(2) ? '' : `if (${name} === undefined) `}${name} = ${last};`,
      '}',
    );
    return name;
  },
  grownBehindCheck: (scope) => {
    const name = scope.variable('filter', condition(scope), 'let');
    const check = mayThrow(scope);
    inTry(
      scope,
      () => {
        scope.add(`${check};`, `${name} += ' and ' + ${operand(condition(scope))};`);
      },
      '} catch {}',
    );
    return name;
  },
  thrownInLoop: (scope) => {
    const name = scope.variable('filter', constantFilter(scope), 'let', 'string | undefined');
    inTry(
      scope,
      () => {
        scope.block(`for (const each of ${scope.need('list')}) {`, () => {
          scope.add(
            `if (each === '') throw new Error('empty');`,
            `${name} = \`PartitionKey eq '\${each}'\`;`,
          );
        });
      },
      '} catch {}',
    );
    return name;
  },
  returnedFromTry: (scope, sub) =>
    helper(scope, { base: 'safeFilter', returns: 'string | undefined', isStatements: true }, (body) => {
      const check = mayThrow(body);
      const fallback = constantFilter(body);
      inTry(
        body,
        () => {
          body.add(`${check};`, `return ${sub(body)};`);
        },
        '} catch {',
        `  return ${body.writer.choices.pick(['undefined', fallback])};`,
        '}',
      );
      return '';
    }),
  parsed: (scope) => {
    const name = scope.variable('filter', constantFilter(scope), 'let', 'string | undefined');
    inTry(
      scope,
      () => {
        scope.add(`JSON.parse(${scope.need('text')} || '"x"');`, `${name} = ${writtenFilter(scope)};`);
      },
      '} catch {}',
    );
    return name;
  },
  nested: (scope) => {
    const name = scope.variable('filter', constantFilter(scope), 'let', 'string | undefined');
    const [outer, inner] = [mayThrow(scope), mayThrow(scope)];
    const [first, second] = [writtenFilter(scope), writtenFilter(scope)];
    scope.add(
      'try {',
      '  try {',
      `    ${inner};`,
      `    ${name} = ${first};`,
      '  } finally {',
      `    ${outer};`,
      '  }',
      '} catch {',
      `  ${name} = ${second};`,
      '}',
    );
    return name;
  },
  guardThrows: (scope, sub) => {
    const made = scope.variable('filter', sub(scope));
    const call = helper(
      scope,
      {
        base: 'required',
        returns: 'string',
        extra: [{ parameter: `value${scope.writer.type('string | undefined')}`, argument: made }],
      },
      (body) => {
        body.add(`if (!value) throw new Error('no filter');`);
        return 'value';
      },
    );
    return call;
  },
};
