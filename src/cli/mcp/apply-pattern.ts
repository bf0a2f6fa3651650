import * as l10n from '@vscode/l10n';
import { usual } from '../../lens/patterns/assists.ts';
import { answersOf, assistsIn, changedBy, patternOf } from '../assists-in.ts';
import { UsageError } from '../command.ts';
import { diffOf } from '../diff.ts';
import { z } from './sdk.ts';
import { counted, skippedIn, tool } from './tool.ts';

/** Gives what a pattern would change as a diff. */
export const applyPattern = tool({
  name: 'apply_pattern',
  title: 'Write a pattern as a diff',
  description:
    'Gives the change that writes a pattern of the design guide into the program, in every file that must change with it, as unified diffs. The change is checked: it parses, has no new warning, and does what the pattern promises. Nothing is written: show the notes and the diffs to the person first. Secrets are stars in a diff.',
  input: {
    pattern: z.string().min(1).max(100).describe('An id that list_patterns offers at that place.'),
    file: z.string().min(1).max(1000).describe('A file, relative to the workspace folder.'),
    line: z.int().min(1).max(1_000_000).describe('The line of the operation in it.'),
    settings: z
      .record(z.string().max(100), z.string().max(200))
      .default({})
      .describe('Values for settings of the pattern. Default: the usual ones.'),
  },
  answer: {
    notes: z.array(z.string()).describe('What it costs and gives, and what to do in which order.'),
    changes: z.array(z.object({ file: z.string(), isNew: z.boolean(), diff: z.string() })),
    skipped: counted.skipped,
  },
  exact: ['diff'],
  run: async ({ pattern: id, file, line, settings }, desk) => {
    const pattern = patternOf(id);
    const given = answersOf(pattern, Object.entries(settings));
    await desk.root.within([file]);
    const found = await assistsIn(
      `${file}:${line}`,
      (one) => (one === pattern ? given : usual(one)),
      desk.output,
      { mayRead: desk.root.has },
    );
    desk.goOn();
    const outcome = found.assists.find((one) => one.pattern === pattern)?.outcome;
    if (outcome === undefined)
      throw new UsageError(l10n.t('{0} has nothing to do with what is in line {1} of {2}.', id, line, file));
    if (outcome.kind === 'refused') throw new UsageError(outcome.why);
    return {
      notes: [...outcome.notes],
      changes: changedBy(found, outcome.changes).map((changed) => ({
        file: changed.name,
        isNew: changed.before === undefined,
        diff: diffOf(changed).join('\n'),
      })),
      skipped: skippedIn(desk),
    };
  },
});
