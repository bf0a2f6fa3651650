import { type KeyPart, type KeyPattern, patternsOf, type ValuePart } from '../model/keys/key-pattern.ts';
import type { KeyExpression } from '../model/operations/operation.ts';
import { skeletonOf } from './layout.ts';

/**
 * The ways in which a key is put together, as a design speaks of them: values without a name that touch are one value, as are the
 * pieces of one hash. Nobody asks for a piece of a random code.
 */
export function keyPatternsOf(key: KeyExpression | undefined): readonly KeyPattern[] {
  return key === undefined ? [] : patternsOf(key).map(inWhole);
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
