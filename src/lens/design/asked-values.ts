import { constantPattern, type KeyPattern, type ValuePart } from '../model/keys/key-pattern.ts';
import { lastName } from '../model/keys/key-schema.ts';
import type { Operation } from '../model/operations/operation.ts';
import { matchEqual } from './asked-keys.ts';
import { askedKeysOf } from './asked-names.ts';
import { type KeyName, placeKey, type RawKind } from './kinds.ts';
import { isGeneric } from './words.ts';

const KEYS = ['partitionKey', 'rowKey'] as const satisfies readonly KeyName[];

/**
 * Kinds whose constant keys are values where somebody asks for them by one: who seeds a table writes its first campaign by name, and
 * others are found by `getEntity('campaign', campaignId)`. Where several kinds may be meant none is.
 */
export function withAskedValues(
  kinds: readonly RawKind[],
  operations: readonly Operation[],
): readonly RawKind[] {
  const widened = [...kinds];
  for (const operation of operations) {
    const asked = askedKeysOf(operation);
    if (asked.partitionKey.length === 0) continue;
    const [only, ...others] = kinds.flatMap((kind, index) =>
      KEYS.every((key) => asked[key].length === 0 || isMet(key, kind, asked[key])) ? [index] : [],
    );
    const kind = only === undefined || others.length > 0 ? undefined : widened[only];
    if (only === undefined || kind === undefined) continue;
    widened[only] = KEYS.reduce((all, key) => withValue(all, key, asked[key]), kind);
  }
  return widened;
}

function isMet(key: KeyName, kind: RawKind, asked: readonly KeyPattern[]): boolean {
  return asked.some((pattern) => matchEqual(key, kind[key], pattern) !== undefined);
}

function withValue(kind: RawKind, key: KeyName, asked: readonly KeyPattern[]): RawKind {
  const constant = constantPattern(kind[key]);
  const [pattern, ...others] = asked;
  const value = pattern && others.length === 0 ? valueOf(pattern) : undefined;
  if (constant === undefined || constant === '' || pattern === undefined || value === undefined) return kind;
  const { name } = value;
  const names = name === undefined ? kind.names : new Map([...kind.names, [placeKey(key, 0), [name]]]);
  return { ...kind, [key]: pattern, names };
}

/** The value that a key is, unless its name says that it is one of the settings, or of what handles any entity. */
export function valueOf({ parts: [only, ...others] }: KeyPattern): ValuePart | undefined {
  if (only?.kind !== 'value' || others.length > 0 || only.form.kind !== 'text') return undefined;
  const name = lastName(only.name);
  return name !== undefined && (isGeneric(name) || /^[\p{Lu}\p{N}_]+$/u.test(name)) ? undefined : only;
}
