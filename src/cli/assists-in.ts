import { resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { linesOf } from '../core/text/lines.ts';
import type { Span } from '../core/text/span.ts';
import { assistsAt, filesBeside, textsAfter, usual } from '../lens/patterns/assists.ts';
import type { Assist, Change, Given, Pattern, World } from '../lens/patterns/pattern.ts';
import { patterns } from '../lens/patterns/registry.ts';
import { rules } from '../lens/rules/registry.ts';
import { fromDisk } from '../lens/workspace/paths.ts';
import { type Output, UsageError } from './command.ts';
import type { ChangedFile } from './diff.ts';
import { type Survey, survey, type SurveyOptions } from './survey.ts';

/** Gives a pattern by its id. Throws a UsageError for an id that none has. */
export function patternOf(id: string): Pattern {
  const pattern = patterns.find((one) => one.id === id);
  if (pattern !== undefined) return pattern;
  throw new UsageError(
    l10n.t('Unknown pattern "{0}": use {1}.', id, patterns.map((one) => one.id).join(', ')),
  );
}

/** These answers, and the usual ones for what has none. Throws a UsageError for what a pattern doesn't take. */
export function answersOf(pattern: Pattern, given: Iterable<readonly [name: string, value: string]>): Given {
  const answers = new Map<string, string>();
  for (const [name, value] of given) {
    const setting = pattern.settings.find((one) => one.name === name);
    if (setting === undefined) throw new UsageError(l10n.t('{0} has no setting "{1}".', pattern.id, name));
    if (!setting.allows(value))
      throw new UsageError(l10n.t('"{0}" isn\'t a value of {1}: {2}.', value, name, setting.summary()));
    answers.set(name, value);
  }
  return (name) => answers.get(name) ?? usual(pattern)(name);
}

/** What patterns can do at a place. */
export interface Found {
  readonly assists: readonly Assist[];
  readonly world: World;
  readonly nameOf: Survey['nameOf'];
}

/** What is offered at `file:line:column`. Throws a UsageError for a place that there is not. */
export async function assistsIn(
  where: string,
  given: (pattern: Pattern) => Given,
  output: Pick<Output, 'folder' | 'complain' | 'progress'>,
  options: SurveyOptions = {},
): Promise<Found> {
  const [, path, line, column] = /^(.+?):(\d{1,9})(?::(\d{1,9}))?$/.exec(where) ?? [];
  if (path === undefined)
    throw new UsageError(l10n.t('"{0}" isn\'t a place: write file:line or file:line:column.', where));
  const file = fromDisk(resolve(output.folder, path));
  // what writes a table may be anywhere below the working directory
  const { workspace, nameOf } = await survey([path, '.'], rules, output, options);
  // a file that names nothing of a table is not kept
  const text = workspace.text(file) ?? (await workspace.textOf(file));
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

/** The files that changes make or edit, as they were and as they are to be. */
export function changedBy(
  { world, nameOf }: Found,
  changes: readonly Change[],
): readonly (ChangedFile & { readonly file: string })[] {
  return [...textsAfter(world, changes)].map(([file, text]) => {
    const before = world.text(file);
    return { file, name: nameOf(file), after: text, ...(before !== undefined && { before }) };
  });
}
