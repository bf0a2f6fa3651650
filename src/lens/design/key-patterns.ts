import { type KeyPart, type KeyPattern, patternsOf, type ValuePart } from '../model/keys/key-pattern.ts';
import type { KeyExpression } from '../model/operations/operation.ts';
import { skeletonOf } from './layout.ts';

/**
 * The ways in which a key is put together, as a design speaks of them: values without a name that touch are one value, as are the
 * pieces of one hash. Nobody asks for a piece of a random code. What is a case of another way is none of its own.
 */
export function keyPatternsOf(key: KeyExpression | undefined): readonly KeyPattern[] {
  return key === undefined ? [] : withoutSpecial(patternsOf(key).map(inWhole));
}

/** A key with such pieces put together. */
export function inWhole(pattern: KeyPattern): KeyPattern {
  const parts = pattern.parts.reduce<readonly KeyPart[]>(withPart, []);
  if (parts.length === pattern.parts.length) return pattern;
  return { parts, signature: skeletonOf({ parts, signature: '' }) };
}

function withPart(before: readonly KeyPart[], part: KeyPart): readonly KeyPart[] {
  const last = before.at(-1);
  if (part.kind === 'literal' || last === undefined) return [...before, part];
  if (last.kind === 'value')
    return isPiece(last) && isPiece(part) ? [...before.slice(0, -1), oneOf(last, part)] : [...before, part];
  const one = before.at(-2);
  const isCut = one?.kind === 'value' && isHash(one) && isHash(part) && last.text === '-';
  return isCut ? before.slice(0, -1) : [...before, part];
}

function isPiece({ name, form }: ValuePart): boolean {
  return name === undefined && (form.kind === 'text' || form.kind === 'hash');
}

function isHash({ name, form }: ValuePart): boolean {
  return name === undefined && form.kind === 'hash';
}

function oneOf(a: ValuePart, b: ValuePart): ValuePart {
  return a.form.kind === b.form.kind && a.form.kind === 'hash' ? a : { ...a, form: { kind: 'text' } };
}

/** Ways to put a key together without those that are a case of another: `unknown` of `ip || 'unknown'`. */
export function withoutSpecial(patterns: readonly KeyPattern[]): readonly KeyPattern[] {
  return patterns.filter(
    (one) => !patterns.some((other) => other !== one && isCaseOf(one.parts, other.parts)),
  );
}

/** Characters of a constant that are held against values. */
const LONGEST_CASE = 100;

/** Whether a key is another with constants in the place of values. */
function isCaseOf(special: KeyPattern['parts'], general: KeyPattern['parts']): boolean {
  const values = (parts: KeyPattern['parts']): number => parts.filter(({ kind }) => kind === 'value').length;
  return values(special) < values(general) && fits(special, general);
}

function fits([first, ...others]: KeyPattern['parts'], [general, ...rest]: KeyPattern['parts']): boolean {
  if (general === undefined) return first === undefined;
  if (general.kind === 'literal') {
    if (first?.kind !== 'literal' || !first.text.startsWith(general.text)) return false;
    return fits(behind(first.text, general.text.length, others), rest);
  }
  if (first?.kind === 'value')
    return first.form.kind === general.form.kind && first.name === general.name && fits(others, rest);
  if (general.form.kind !== 'text') return false;
  if (first === undefined) return fits([], rest);
  if (first.text.length > LONGEST_CASE) return false;
  const { text } = first;
  const [next] = rest;
  if (next?.kind === 'value') return false;
  if (next === undefined) return fits(others, rest);
  // up to wherever the constant behind the value is
  for (let end = text.indexOf(next.text); end >= 0; end = text.indexOf(next.text, end + 1))
    if (fits(behind(text, end, others), rest)) return true;
  return false;
}

function behind(text: string, length: number, others: KeyPattern['parts']): KeyPattern['parts'] {
  const left = text.slice(length);
  return left === '' ? others : [{ kind: 'literal', text: left }, ...others];
}
