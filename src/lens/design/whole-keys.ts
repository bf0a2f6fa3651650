import type { KeyPart, KeyPattern, ValuePart } from '../model/keys/key-pattern.ts';
import { identityOf } from '../model/keys/key-pattern.ts';
import { lastName } from '../model/keys/key-schema.ts';
import type { Operation } from '../model/operations/operation.ts';
import { matchEqual } from './asked-keys.ts';
import { askedKeysOf } from './asked-names.ts';
import { valueOf } from './asked-values.ts';
import { type KeyName, placeKey, type RawKind, valuesIn } from './kinds.ts';
import { skeletonOf } from './layout.ts';
import { isGeneric, isKeyName } from './words.ts';

const KEYS = ['partitionKey', 'rowKey'] as const satisfies readonly KeyName[];

/** Kinds where what is put together of values without names, as a random code is (`K7PQ-33XA`), is one value: nobody asks for a part. */
export function withWholeKeys(
  kinds: readonly RawKind[],
  operations: readonly Operation[],
): readonly RawKind[] {
  const asked = operations.map(askedKeysOf);
  return kinds.map((kind) =>
    KEYS.reduce((all, key): RawKind => {
      const isTakenApart = asked.some((one) =>
        one[key].some((pattern) => skeletonOf(pattern) === skeletonOf(kind[key]) && isNamed(pattern)),
      );
      return isTakenApart || !isOfNameless(key, kind) ? all : { ...all, [key]: inOne(kind[key]) };
    }, kind),
  );
}

function isNamed(pattern: KeyPattern): boolean {
  return valuesIn(pattern).some(({ name }) => name !== undefined);
}

/** Whether a key has several values, none of which has a name, or is a property as well. */
function isOfNameless(key: KeyName, { [key]: pattern, names, makers }: RawKind): boolean {
  const values = valuesIn(pattern);
  const stored = new Set(makers.flatMap(({ puts }) => puts.flatMap(({ value }) => identityOf(value) ?? [])));
  return (
    values.length > 1 &&
    values.every(
      ({ name, form, identity }, index) =>
        name === undefined &&
        (names.get(placeKey(key, index)) ?? []).length === 0 &&
        (form.kind === 'text' || form.kind === 'hash' || form.kind === 'random') &&
        (identity === undefined || !stored.has(identity)),
    )
  );
}

/** The same key with all from its first value to its last as one. */
function inOne({ parts }: KeyPattern): KeyPattern {
  const isValue = (part: KeyPart): part is ValuePart => part.kind === 'value';
  const [first, last] = [parts.findIndex(isValue), parts.findLastIndex(isValue)];
  const values = parts.filter(isValue);
  const random = values.find(({ form }) => form.kind === 'random');
  const [value] = values;
  if (value === undefined) return { parts, signature: skeletonOf({ parts, signature: '' }) };
  const { identity: _, ...one } = value;
  const form =
    random !== undefined && values.every(({ form: { kind } }) => kind !== 'text') ? random.form : TEXT;
  const whole = [...parts.slice(0, first), { ...one, form }, ...parts.slice(last + 1)];
  return { parts: whole, signature: skeletonOf({ parts: whole, signature: '' }) };
}

const TEXT = { kind: 'text' } as const;

/** What each key of some kinds is called by most who ask for it as it is, without knowing what it is made of: `deviceId`. */
export function wholeNamesOf(
  operations: readonly Operation[],
  kinds: readonly RawKind[],
): readonly ReadonlyMap<KeyName, string>[] {
  const counts = kinds.map(() => new Map<KeyName, Map<string, number>>());
  for (const operation of operations) {
    const asked = askedKeysOf(operation);
    const fitting = kinds.flatMap((kind, k) =>
      KEYS.every((key) => asked[key].some((one) => matchEqual(key, kind[key], one) !== undefined)) ? [k] : [],
    );
    const [only, ...others] = fitting;
    const kind = only === undefined ? undefined : kinds[only];
    if (only === undefined || kind === undefined || others.length > 0) continue;
    for (const key of KEYS) {
      if (asked[key].some((one) => matchEqual(key, kind[key], one)?.isWhole !== true)) continue;
      for (const pattern of asked[key]) {
        const name = lastName(valueOf(pattern)?.name);
        if (name === undefined || isKeyName(name)) continue;
        const ofKey = counts[only]?.get(key) ?? new Map<string, number>();
        counts[only]?.set(key, ofKey.set(name, (ofKey.get(name) ?? 0) + 1));
      }
    }
  }
  return counts.map((ofKind) => new Map([...ofKind].map(([key, names]) => [key, mostCalled(names)])));
}

/** The name that most use, one that says something before one that doesn't. */
function mostCalled(names: ReadonlyMap<string, number>): string {
  const sorted = [...names].sort(
    ([a, many], [b, more]) => Number(isGeneric(a)) - Number(isGeneric(b)) || more - many,
  );
  return sorted[0]?.[0] ?? '';
}
