/** Tells whether a value that came from outside is a T. */
export type Guard<T> = (value: unknown) => value is T;

export const isText: Guard<string> = (value) => typeof value === 'string';

export const isTruth: Guard<boolean> = (value) => typeof value === 'boolean';

/** A whole number from zero up: counts, widths and the numbers of runs. */
export const isCount: Guard<number> = (value): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

/** One of these texts. */
export function oneOf<const T extends string>(...texts: readonly T[]): Guard<T> {
  return (value): value is T => texts.some((text) => text === value);
}

/** The value or nothing: JSON leaves out what is undefined. */
export function optional<T>(guard: Guard<T>): Guard<T | undefined> {
  return (value): value is T | undefined => value === undefined || guard(value);
}

export function listOf<T>(guard: Guard<T>): Guard<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(guard);
}

/** An object whose members pass; members that are not named are let through unread. */
export function object<T extends object>(members: { readonly [K in keyof T]-?: Guard<T[K]> }): Guard<T> {
  const guards = Object.entries<Guard<unknown>>(members);
  return (value): value is T =>
    typeof value === 'object' &&
    value !== null &&
    guards.every(([name, guard]) => guard((value as Record<string, unknown>)[name]));
}

/** One or the other. */
export function either<A, B>(a: Guard<A>, b: Guard<B>): Guard<A | B> {
  return (value): value is A | B => a(value) || b(value);
}

/** A table from text to text. */
export const isTexts: Guard<Readonly<Record<string, string>>> = (
  value,
): value is Readonly<Record<string, string>> =>
  typeof value === 'object' && value !== null && Object.values(value).every(isText);

/** For each kind of a message, what it must look like. */
export type MessageGuards<M extends { readonly kind: string }> = {
  readonly [K in M['kind']]: Guard<Extract<M, { readonly kind: K }>>;
};

/** Reads a message at the border between extension and panel; undefined for anything that is none. */
export function readMessage<M extends { readonly kind: string }>(
  guards: MessageGuards<M>,
  value: unknown,
): M | undefined {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return undefined;
  const { kind } = value;
  if (typeof kind !== 'string' || !Object.hasOwn(guards, kind)) return undefined;
  const guard: Guard<M> = guards[kind as M['kind']];
  return guard(value) ? value : undefined;
}
