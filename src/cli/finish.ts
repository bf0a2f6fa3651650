import * as l10n from '@vscode/l10n';
import type { Output } from './command.ts';

/** How many files and folders a command did not read; why, has been complained of. */
export interface LeftOut {
  /** Named on the command line themselves. */
  readonly named: number;
  readonly found: number;
  /** Findings that are known and not in the result. */
  readonly known?: number;
  /** What folders declare can't all be used. */
  readonly isBroken?: boolean;
}

/** A result in both formats. */
interface Result {
  readonly data: unknown;
  /** The end of what is written as text. */
  readonly lines: readonly string[];
}

/**
 * Writes a result, or the end of it, and in the last line how much is not in it; as data, that goes to where complaints go. Gives the
 * exit code: 2 where something that was named is not in it, or settings can't be used, else `code`.
 */
export function finish(
  output: Output,
  format: 'text' | 'json',
  result: Result,
  leftOut: LeftOut,
  code = 0,
): number {
  writeEnd(output, format, result, leftOut);
  return leftOut.named > 0 || leftOut.isBroken === true ? 2 : code;
}

/** The same for who knows the exit code by other means; without a result where all of it was written. */
export function writeEnd(
  output: Output,
  format: 'text' | 'json',
  result: Result | undefined,
  { named, found, known = 0 }: LeftOut,
): void {
  const count = [
    ...(known > 0 ? [l10n.t('In the baseline: {0}.', known)] : []),
    ...(named + found > 0 ? [l10n.t('Skipped: {0}.', named + found)] : []),
  ].join(' ');
  if (format === 'text') {
    const { lines = [] } = result ?? {};
    const last = lines.at(-1) ?? '';
    if (last === '' || count === '') output.lines(count === '' ? lines : [...lines, count]);
    else output.lines([...lines.slice(0, -1), `${last} ${count}`]);
  } else {
    if (result !== undefined) output.data(result.data);
    if (count !== '') output.complain(count);
  }
}
