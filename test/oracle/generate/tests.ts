import type { InputKind } from '../program.ts';
import type { Scope } from './scope.ts';

/** Something that a program asks of an input, as an expression that is true for some of its values and false for others. */
const TESTS: readonly (readonly [kind: InputKind, ask: (name: string) => string])[] = [
  ['flag', (name) => name],
  ['flag', (name) => `!${name}`],
  ['text', (name) => name],
  ['text', (name) => `${name} !== ''`],
  ['text', (name) => `${name}.length > 0`],
  ['text', (name) => `Boolean(${name})`],
  ['maybeText', (name) => `${name} !== undefined`],
  ['maybeText', (name) => `${name} != null`],
  ['maybeText', (name) => name],
  ['maybeText', (name) => `typeof ${name} === 'string'`],
  ['count', (name) => `${name} > 0`],
  ['count', (name) => `${name} === 1`],
  ['list', (name) => `${name}.length > 0`],
  ['list', (name) => `${name}.length === 0`],
  ['list', (name) => `${name}.includes('a')`],
  ['list', (name) => `${name}.some((each) => each === '')`],
  ['mode', (name) => `${name} === 'a'`],
  ['mode', (name) => `${name} !== 'b'`],
  ['mode', (name) => `['a', 'b'].includes(${name})`],
  ['mode', (name) => `new Set(['a', 'c']).has(${name})`],
  ['word', (name) => `${name}.startsWith('a')`],
  ['word', (name) => `/^[ab]/.test(${name})`],
  ['query', (name) => `${name}.shelf`],
  ['query', (name) => `${name}.author !== undefined`],
  ['query', (name) => `'shelf' in ${name}`],
];

function simple(scope: Scope): string {
  const { choices } = scope.writer;
  const possible = TESTS.filter(([kind]) => scope.writer.hasRoomFor(kind));
  const [kind, ask] = choices.pick(possible.length > 0 ? possible : TESTS.slice(0, 2));
  return ask(scope.need(kind));
}

/** A test that the program makes: of one input or of two, or of a variable that was set to the outcome. */
export function test(scope: Scope): string {
  const { choices } = scope.writer;
  const made = testOf(scope);
  return choices.oneIn(8) ? scope.variable('isWanted', made) : made;
}

function testOf(scope: Scope): string {
  switch (scope.writer.choices.below(10)) {
    case 7:
      return `${simple(scope)} && ${simple(scope)}`;
    case 8:
      return `${simple(scope)} || ${simple(scope)}`;
    case 9:
      return `!(${simple(scope)} && ${simple(scope)})`;
    default:
      return simple(scope);
  }
}

/** A test that can stand as an operand of `&&` or `||`, or before `?`. */
export function testOperand(scope: Scope): string {
  const made = test(scope);
  return / && | \|\| /.test(made) ? `(${made})` : made;
}
