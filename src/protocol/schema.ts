import * as v from 'valibot';

/** Text, a truth, and a whole number from zero up: counts, widths and the numbers of runs. */
export const text = v.string();
export const truth = v.boolean();
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A table from text to text. */
export const texts = v.pipe(v.record(text, text), v.readonly());

/** An object whose members pass; members that are not named are let through unread. */
export function object<const E extends v.ObjectEntries>(
  entries: E,
): v.SchemaWithPipe<
  readonly [v.ObjectSchema<E, undefined>, v.ReadonlyAction<v.InferOutput<v.ObjectSchema<E, undefined>>>]
> {
  return v.pipe(v.object(entries), v.readonly());
}

export function listOf<const S extends v.GenericSchema>(
  element: S,
): v.SchemaWithPipe<
  readonly [v.ArraySchema<S, undefined>, v.ReadonlyAction<v.InferOutput<v.ArraySchema<S, undefined>>>]
> {
  return v.pipe(v.array(element), v.readonly());
}

/** The value as it came, at the border between extension and page; undefined where it is something else. */
export function read<const S extends v.GenericSchema>(
  schema: S,
  value: unknown,
): v.InferOutput<S> | undefined {
  return v.is(schema, value) ? value : undefined;
}
