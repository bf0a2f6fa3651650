import type { KeyPattern, ValuePart } from '../../model/keys/key-pattern.ts';

/** Whether a key is new for each entity, as a time or a random part of it is, and says nothing else. */
export function isFresh({ parts }: KeyPattern): boolean {
  const forms = parts.flatMap((one) => (one.kind === 'value' ? [one.form.kind] : []));
  return forms.length > 0 && forms.every((kind) => FRESH.has(kind));
}

const FRESH: ReadonlySet<ValuePart['form']['kind']> = new Set(['time', 'time-text', 'random', 'timed-id']);
