import { withoutSecrets } from './secrets.ts';

/** An expression as a message can show it: one line of at most so many characters, without secrets. */
export function shown(expression: string, most = 60): string {
  const line = withoutSecrets(expression).replaceAll(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}
