import type { KeptPlace, Output } from '../command.ts';
import { recall } from './kept-check.ts';
import { sayAgain } from './said.ts';

/**
 * Writes what the same check wrote before, where `--cache` is among the arguments and the disk says all that it said then; gives its exit
 * code. Undefined, with nothing written, where the check is to be done. It loads nothing of the lens, so that it is quick.
 */
export async function repeated(
  [command, ...args]: readonly string[],
  folder: string,
  place: () => Promise<KeptPlace | undefined>,
  output: () => Output,
): Promise<number | undefined> {
  if (command !== 'check' || !args.includes('--cache')) return undefined;
  const kept = await place();
  const check = kept && (await recall(kept.folder, { tool: kept.tool, folder, args }));
  if (check === undefined) return undefined;
  sayAgain(check.said, output());
  return check.code;
}
