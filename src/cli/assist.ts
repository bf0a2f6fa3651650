import * as l10n from '@vscode/l10n';
import { usual } from '../lens/patterns/assists.ts';
import type { Assist } from '../lens/patterns/pattern.ts';
import { patterns } from '../lens/patterns/registry.ts';
import { writeChanges } from './assist-write.ts';
import { readArguments } from './arguments.ts';
import { answersOf, assistsIn, changedBy, patternOf } from './assists-in.ts';
import { type Command, UsageError } from './command.ts';
import { diffOf } from './diff.ts';
import { exitCodesOfAssist } from './exit-codes.ts';

/** `partition-lens assist`: writes a pattern of the design guide into a program. */
export const assistCommand: Command = {
  name: 'assist',
  summary: () => l10n.t('Writes a pattern, such as an ETag with a retry, into your code'),
  help: () => [
    l10n.t('Usage: partition-lens assist [file:line[:column]]'),
    l10n.t('       partition-lens assist [options] <pattern> <file:line[:column]>'),
    '',
    l10n.t('The first form lists what each pattern can do for the operation at that place, or why it does'),
    l10n.t('nothing there. The second form prints the change as a unified diff, and what it costs on'),
    l10n.t(
      'standard error. It is only offered if the changed code parses, has no new warning, and does what',
    ),
    l10n.t('the pattern promises.'),
    '',
    l10n.t('  --set NAME=VALUE   gives a setting of the pattern a value; you can repeat it'),
    l10n.t('  --write            changes the files, too'),
    '',
    l10n.t('Patterns:'),
    ...patterns.flatMap(({ id, title, settings }) => [
      `  ${id}: ${title()}`,
      ...settings.map(({ name, summary, usual: value }) => `    --set ${name}=${value}: ${summary()}`),
    ]),
    '',
    ...exitCodesOfAssist(),
  ],
  run: async (args, output) => {
    const { values, positionals } = readArguments(args, {
      set: { type: 'string', multiple: true, default: [] },
      write: { type: 'boolean', default: false },
    });
    const [first, second, ...others] = positionals;
    if (others.length > 0) throw new UsageError(l10n.t('Name one pattern and one place.'));
    if (first === undefined) {
      output.lines(patterns.map(({ id, title }) => `${id}: ${title()}`));
      return 0;
    }
    if (second === undefined) {
      const { assists } = await assistsIn(first, usual, output);
      output.lines(assists.length > 0 ? assists.flatMap(described) : [nothing()]);
      return assists.some(({ outcome }) => outcome.kind === 'change') ? 0 : 1;
    }
    const pattern = patternOf(first);
    const given = answersOf(pattern, values.set.map(nameAndValue));
    const found = await assistsIn(second, (one) => (one === pattern ? given : usual(one)), output);
    const assist = found.assists.find((one) => one.pattern === pattern);
    if (assist?.outcome.kind !== 'change') {
      output.complain(assist?.outcome.kind === 'refused' ? assist.outcome.why : nothing());
      return 1;
    }
    const changed = changedBy(found, assist.outcome.changes);
    // beside the diff, which programs read
    for (const note of assist.outcome.notes) output.complain(note);
    if (values.write) await writeChanges(output.folder, changed);
    output.patch(changed.flatMap(diffOf));
    return 0;
  },
};

function nothing(): string {
  return l10n.t(
    'No pattern applies there. Name the line of a read or write: partition-lens operations lists them.',
  );
}

function described({ pattern: { id, title }, outcome }: Assist): readonly string[] {
  if (outcome.kind === 'refused') return [l10n.t('{0}: not offered here. {1}', id, outcome.why)];
  return [`${id}: ${outcome.title ?? title()}`, ...outcome.notes.map((note) => `  ${note}`)];
}

/** The parts of `NAME=VALUE`; all is the name where there is no value. */
function nameAndValue(text: string): readonly [name: string, value: string] {
  const at = text.indexOf('=');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
