import * as l10n from '@vscode/l10n';
import { operationData, sourcesOf } from '../api/operation-data.ts';
import type { Operation } from '../api/types.ts';
import type { SourceAt } from '../lens/ide/expressions.ts';
import type { Operation as Found } from '../lens/model/operations/operation.ts';
import type { Command } from './command.ts';
import { declaredIn } from './declared-tables.ts';
import { shorten } from './excerpt.ts';
import { finish } from './finish.ts';
import { listArguments } from './format.ts';
import type { Lines } from '../core/text/lines.ts';
import { type Survey, survey, type SurveyedFile } from './survey.ts';
import { exitCodesOfLists } from './exit-codes.ts';

/** `partition-lens operations [paths]`: every read and write, with what is known of it. */
export const operationsCommand: Command = {
  name: 'operations',
  summary: () => l10n.t('Lists every read and write of Azure tables, with the shapes of the reads'),
  help: () => [
    l10n.t('Usage: partition-lens operations [options] [paths]'),
    '',
    l10n.t('Lists the operations on Azure tables in files and folders (default: the working directory):'),
    l10n.t("what each read makes the service read, and why; or why that isn't known."),
    l10n.t('It also reads what these files import and the rest of their package (of a monorepo, all of it).'),
    l10n.t('It skips node_modules, build output, and what git ignores.'),
    '',
    l10n.t('  --format json   prints an array of { file, line, column, method, table?, shape?, filter?,'),
    l10n.t('                  proof?, evidence, unknownBecause? }'),
    '',
    l10n.t('In JSON, the evidence says how sure it is that a call uses Azure Tables: proved, inferred,'),
    l10n.t('shape-only (only the name of the method suggests it), or rejected (it is something else).'),
    '',
    ...exitCodesOfLists(),
  ],
  run: async (args, output) => {
    const { format, paths } = listArguments(args);
    const found = await survey(paths, [], output);
    const { isBroken } = await declaredIn(paths, found, output);
    const all: Operation[] = [];
    for await (const file of found.files()) {
      const listed = await operationsOf(found, file);
      for (const one of listed) all.push(one);
      if (format === 'text' && listed.length > 0) output.lines(asText(file.name, listed));
    }
    return finish(output, format, { data: all, lines: [summary(all)] }, { ...found.leftOut(), isBroken });
  },
};

/** The operations of a file as data. */
export async function operationsOf(found: Survey, file: SurveyedFile): Promise<Operation[]> {
  const { operations } = file.analysis;
  const sourceAt = await sourceOf(found, operations);
  return operations.map((operation) => operationData(file, operation, sourceAt));
}

/** Reads the files that some operations' filters and keys come from. */
async function sourceOf(found: Survey, operations: readonly Found[]): Promise<SourceAt> {
  const files = new Map<string, Lines>();
  for (const { file } of operations.flatMap(sourcesOf)) files.set(file, await found.linesOf(file));
  return ({ file, span }) => files.get(file)?.text.slice(span.start, span.end);
}

function asText(file: string, listed: readonly Operation[]): string[] {
  const rows = listed.map(({ line, column, method, table, shape, evidence }) => [
    `${line}:${column}`,
    method,
    shape ?? '',
    table ?? '',
    sureness(evidence),
  ]);
  const widths = [0, 1, 2, 3].map((i) =>
    rows.reduce((width, row) => Math.max(width, row[i]?.length ?? 0), 0),
  );
  return [
    file,
    ...listed.flatMap((operation, i) => [
      `  ${(rows[i] ?? []).map((cell, j) => cell.padEnd(widths[j] ?? 0)).join('  ')}`.trimEnd(),
      ...detailsOf(operation).map((line) => `      ${shorten(line)}`),
    ]),
    '',
  ];
}

/** How sure it is that a call is one of Azure Tables, where it isn't proved. */
function sureness(evidence: Operation['evidence']): string {
  switch (evidence) {
    case 'proved':
      return '';
    case 'inferred':
      return l10n.t('by its names');
    case 'shape-only':
      return l10n.t('not sure');
    case 'rejected':
      return l10n.t('something else');
  }
}

function detailsOf({ shape, filter, proof, unknownBecause }: Operation): string[] {
  return [
    ...(filter === undefined ? [] : [l10n.t('filter: {0}', filter)]),
    ...(shape === 'point' || shape === 'unknown' ? [] : (proof ?? [])),
    ...(unknownBecause === undefined ? [] : [l10n.t('not known: {0}', unknownBecause)]),
  ];
}

function summary(all: readonly Operation[]): string {
  const count = (wanted: (one: Operation) => boolean): number => all.filter(wanted).length;
  const unsure = count(({ evidence }) => evidence === 'shape-only' || evidence === 'rejected');
  const unknown = count(
    ({ evidence, shape }) => shape === 'unknown' && evidence !== 'shape-only' && evidence !== 'rejected',
  );
  return l10n.t(
    'Operations: {0}; reads of unknown shape: {1}; not sure or something else: {2}.',
    all.length - unsure,
    unknown,
    unsure,
  );
}
