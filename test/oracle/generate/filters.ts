import { comparedWith, condition, wholePieces } from './conditions.ts';
import { helper, type Scope } from './scope.ts';
import { textOf } from './text.ts';

/** Writes what makes a filter into the scope, and gives the expression that is it: a text, perhaps an empty one, or undefined. */
type Maker = (scope: Scope, depth: number) => string;

const written: Maker = (scope) => textOf(scope, wholePieces(scope));

const MAKERS: Readonly<Record<string, Maker>> = {
  written,
  constant: (scope) => scope.variable('filter', written(scope, 0)),
  ternary: (scope, depth) =>
    `${scope.need('flag')} ? ${filter(scope, depth - 1)} : ${filter(scope, depth - 1)}`,
  ifElse: (scope, depth) => {
    const name = scope.writer.name('filter');
    scope.add(`let ${name}${scope.writer.type('string | undefined')};`);
    scope.block(
      `if (${scope.need('flag')}) {`,
      () => {
        scope.add(`${name} = ${filter(scope, depth - 1)};`);
      },
      '} else {',
    );
    scope.add(`  ${name} = ${written(scope, 0)};`, '}');
    return name;
  },
  growsInLoop: (scope) => {
    const name = scope.variable('filter', "''", 'let');
    const each = scope.writer.name('each');
    scope.block(`for (const ${each} of ${scope.need('list')}) {`, () => {
      scope.add(`${name} += (${name} ? ' or ' : '') + ${comparedWith(scope, each)};`);
    });
    return name;
  },
  pushAndJoin: (scope) => {
    const name = scope.variable('clauses', '[]', 'const', 'string[]');
    scope.add(`${name}.push(${condition(scope)});`);
    scope.block(`if (${scope.need('flag')}) {`, () => {
      scope.add(`${name}.push(${condition(scope)});`);
    });
    return `${name}.join(' and ')`;
  },
  helperFunction: (scope, depth) =>
    helper(scope, 'buildFilter', 'string | undefined', (body) => filter(body, depth - 1)),
};

const NAMES = Object.keys(MAKERS);

/** A filter, made in one of the ways there are; with `depth` 0 it is only written down. */
export function filter(scope: Scope, depth: number): string {
  const { choices } = scope.writer;
  const name = depth <= 0 ? 'written' : choices.pick(NAMES);
  scope.writer.uses(`filter:${name}`);
  const made = MAKERS[name]?.(scope, depth) ?? '';
  return / \? | \?\? | \|\| | && /.test(made) ? `(${made})` : made;
}
