import { type Abstract, alternativesOf, choose } from './abstract.ts';
import { constantText } from './text.ts';

/**
 * What a variable can be where conditions on it hold: `if (filter) …`, `filter ? … : …`, `filter !== undefined &&`.
 * `when` are the conditions, as written.
 */
export function narrowed(value: Abstract, name: string, when: readonly string[]): Abstract {
  if (when.length === 0) return value;
  if (value.kind === 'array') return isFilled(name, when) ? { ...value, isFilled: true } : value;
  if (value.kind !== 'choice' && value.kind !== 'oneOf') return value;
  const tests = partsOf(when).flatMap((condition) => testOf(condition, name) ?? []);
  const kept = alternativesOf(value).filter((choice) => tests.every((test) => passes(choice.value, test)));
  return tests.length === 0 || kept.length === 0 ? value : choose(kept);
}

function partsOf(when: readonly string[]): readonly string[] {
  return when
    .filter((condition) => !condition.includes('||'))
    .flatMap((condition) => condition.split('&&'))
    .map((condition) => condition.trim());
}

/** `if (clauses.length) …`, `clauses.length > 0 && …`. */
function isFilled(name: string, when: readonly string[]): boolean {
  return partsOf(when).some((condition) => {
    const [, subject] = /^\(?([\w$]+)\.length(?:\s*(?:>\s*0|!==?\s*0))?\)?$/.exec(condition) ?? [];
    return subject === name;
  });
}

type Test = 'true' | 'false' | 'something' | 'nothing';

function testOf(condition: string, name: string): Test | undefined {
  if (!condition.includes(name)) return undefined;
  const [, not = '', subject, length, operator] =
    /^(!?)\(?([\w$]+)(\.length(?:\s*>\s*0)?)?(?:\s*(===?|!==?)\s*(?:undefined|null))?\)?$/.exec(condition) ??
    [];
  if (subject !== name) return undefined;
  if (operator === undefined) return not === '' ? 'true' : 'false';
  if (length !== undefined) return undefined;
  return operator.startsWith('!') === (not === '') ? 'something' : 'nothing';
}

function passes(value: Abstract, test: Test): boolean {
  const isNothing = value.kind === 'nothing';
  const isFalse =
    isNothing || (value.kind === 'boolean' && value.value === false) || constantText(value) === '';
  switch (test) {
    case 'true':
      return !isFalse;
    case 'false':
      return isFalse || value.kind === 'unknown' || value.kind === 'typed';
    case 'something':
      return !isNothing;
    case 'nothing':
      return isNothing || value.kind === 'unknown' || value.kind === 'typed';
  }
}
