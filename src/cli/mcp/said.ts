import { withoutSecrets } from '../../core/text/secrets.ts';
import { shortened } from '../../core/text/shortened.ts';
import { plainLine } from '../plain.ts';

/** UTF-16 units of a text in an answer: names and code of sources may have any number. */
const MOST = 600;

/** A text of a source, or with one in it, as an answer has it: one plain line, not too long, without secrets. */
export function said(text: string): string {
  return shortened(plainLine(withoutSecrets(text)), MOST);
}

/** Data with their texts as an answer has them, but for the fields of these names, whose texts are taken as they are. */
export function allSaid(data: object, exact: readonly string[]): Record<string, unknown> {
  const within = (value: unknown): unknown => {
    if (typeof value === 'string') return said(value);
    if (Array.isArray(value)) return value.map(within);
    return typeof value === 'object' && value !== null ? allSaid(value, exact) : value;
  };
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, exact.includes(name) ? value : within(value)]),
  );
}
