import * as l10n from '@vscode/l10n';
import type { Output } from '../command.ts';
import { withAnswers } from './answers.ts';
import { keep } from './kept-check.ts';
import { type Said, withMemory } from './said.ts';

/** Does a check and keeps what it wrote, with all that it rests on, for the next run with these arguments. Gives its exit code. */
export async function kept(
  args: readonly string[],
  output: Output,
  check: (output: Output) => Promise<number>,
): Promise<number> {
  const place = await output.kept();
  if (place === undefined) {
    output.complain(l10n.t('There is no folder for --cache here, so the result is not kept.'));
    return check(output);
  }
  const said: Said[] = [];
  const { result: code, answers, isOne } = await withAnswers(() => check(withMemory(output, said)));
  // of what could not be read, or changed meanwhile, nothing is kept
  if (code === 2 || !isOne) return code;
  const key = { tool: place.tool, folder: output.folder, args };
  if (!(await keep(place.folder, key, { code, said, answers })))
    output.complain(l10n.t("The result couldn't be kept, so the next check reads everything again."));
  return code;
}
