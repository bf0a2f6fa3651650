import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as l10n from '@vscode/l10n';
import type { Span } from '../core/text/span.ts';
import { assistsAt, filesBeside, textsAfter, usual } from '../lens/patterns/assists.ts';
import type { Assist, Given, Pattern, World } from '../lens/patterns/pattern.ts';
import { patterns } from '../lens/patterns/registry.ts';
import { rules } from '../lens/rules/registry.ts';
import { fromDisk } from '../lens/workspace/paths.ts';
import { writeChanges } from './assist-write.ts';
import { type Command, type Output, UsageError } from './command.ts';
import { diffOf } from './diff.ts';
import { exitCodesOfAssist } from './exit-codes.ts';
import { linesOf } from '../core/text/lines.ts';
import { type Survey, survey } from './survey.ts';

/** `partition-lens assist`: writes a pattern of the design guide into a program. */
export const assistCommand: Command = {
  name: 'assist',
  summary: () => l10n.t('Writes a pattern, such as an ETag with a retry, into your code'),
  help: () => [
    l10n.t('Usage: partition-lens assist [file:line[:column]]'),
    l10n.t('       partition-lens assist [options] <pattern> <file:line[:column]>'),
    '',
    l10n.t('The first form lists what each pattern can do for the operation at that place, or why it does'),
    l10n.t('nothing there. The second form prints the change as a unified diff. It is only offered if the'),
    l10n.t('changed code parses, has no new warning, and does what the pattern promises.'),
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
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        set: { type: 'string', multiple: true, default: [] },
        write: { type: 'boolean', default: false },
      },
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
    const pattern = patterns.find(({ id }) => id === first);
    if (pattern === undefined)
      throw new UsageError(
        l10n.t('Unknown pattern "{0}": use {1}.', first, patterns.map(({ id }) => id).join(', ')),
      );
    const given = answersOf(pattern, values.set);
    const { assists, world, nameOf } = await assistsIn(
      second,
      (one) => (one === pattern ? given : usual(one)),
      output,
    );
    const assist = assists.find((one) => one.pattern === pattern);
    if (assist?.outcome.kind !== 'change') {
      output.complain(assist?.outcome.kind === 'refused' ? assist.outcome.why : nothing());
      return 1;
    }
    const after = textsAfter(world, assist.outcome.changes);
    const changed = [...after].map(([file, text]) => {
      const before = world.text(file);
      return { file, name: nameOf(file), after: text, ...(before !== undefined && { before }) };
    });
    if (values.write) await writeChanges(output.folder, changed);
    output.patch(changed.flatMap(diffOf));
    return 0;
  },
};

function nothing(): string {
  return l10n.t('No pattern has anything to do with what is there.');
}

function described({ pattern: { id, title }, outcome }: Assist): readonly string[] {
  if (outcome.kind === 'refused') return [l10n.t('{0}: not offered here. {1}', id, outcome.why)];
  return [`${id}: ${title()}`, ...outcome.notes.map((note) => `  ${note}`)];
}

/** The answers in `NAME=VALUE`, and the usual ones for what has none. Throws a UsageError for what a pattern doesn't take. */
function answersOf(pattern: Pattern, texts: readonly string[]): Given {
  const answers = new Map<string, string>();
  for (const text of texts) {
    const at = text.indexOf('=');
    const [name, value] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
    const setting = pattern.settings.find((one) => one.name === name);
    if (setting === undefined)
      throw new UsageError(l10n.t('{0} has no setting "{1}".', pattern.id, at < 0 ? text : name));
    if (!setting.allows(value))
      throw new UsageError(l10n.t('"{0}" isn\'t a value of {1}: {2}.', value, name, setting.summary()));
    answers.set(name, value);
  }
  return (name) => answers.get(name) ?? usual(pattern)(name);
}

interface Found {
  readonly assists: readonly Assist[];
  readonly world: World;
  readonly nameOf: Survey['nameOf'];
}

/** What is offered at `file:line:column`. Throws a UsageError for a place that there is not. */
async function assistsIn(where: string, given: (pattern: Pattern) => Given, output: Output): Promise<Found> {
  const [, path, line, column] = /^(.+?):(\d{1,9})(?::(\d{1,9}))?$/.exec(where) ?? [];
  if (path === undefined)
    throw new UsageError(l10n.t('"{0}" isn\'t a place: write file:line or file:line:column.', where));
  const file = fromDisk(resolve(output.folder, path));
  // what writes a table may be anywhere below the working directory
  const { workspace, nameOf } = await survey([path, '.'], rules, output);
  const text = workspace.text(file);
  const lines = linesOf(text ?? '');
  const lineSpan = lines.spanOf(Number(line));
  if (lineSpan === undefined) throw new UsageError(l10n.t('{0} has no line {1}.', path, line ?? ''));
  const beside = new Map<string, string>();
  for (const one of filesBeside(file, workspace.operations(file))) {
    const there = await workspace.textOf(one);
    if (there !== undefined) beside.set(one, there);
  }
  const world: World = { ...workspace, files: workspace.filesToCheck, beside: (one) => beside.get(one) };
  const at = (span: Span): readonly Assist[] => assistsAt(world, file, span, given);
  const offset = Math.min(lineSpan.start + Number(column ?? 1) - 1, lineSpan.end);
  const exact = column === undefined ? [] : at({ start: offset, end: offset });
  return { world, nameOf, assists: exact.length > 0 ? exact : at(lineSpan) };
}
