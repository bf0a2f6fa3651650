import { parseArgs } from 'node:util';
import * as l10n from '@vscode/l10n';
import type { Place } from '../core/text/segments.ts';
import type { SourceAt } from '../lens/ide/expressions.ts';
import type { Operation } from '../lens/model/operation.ts';
import type { Command } from './command.ts';
import { shorten } from './excerpt.ts';
import { finish } from './finish.ts';
import { formatOf } from './format.ts';
import type { Lines, Position } from './lines.ts';
import { operationData, type OperationData } from './operation-data.ts';
import { type Survey, survey, type SurveyedFile } from './survey.ts';

/** `partition-lens operations [paths]`: every read and write, with what is known of it. */
export const operationsCommand: Command = {
  name: 'operations',
  summary: () => l10n.t('Lists every read and write of Azure tables, with the shapes of the reads'),
  help: () => [
    l10n.t('Usage: partition-lens operations [options] [paths]'),
    '',
    l10n.t('Lists the operations on Azure tables in files and folders (default: the working directory):'),
    l10n.t('what each read makes the service read, and why; and what could not be known, and why not.'),
    l10n.t('What they import is read too, and the rest of the working directory where it is a project, for'),
    l10n.t('what is known from there. node_modules, build output and what git ignores are left out.'),
    '',
    l10n.t('  --format json   prints an array of { file, line, column, method, table?, shape?, filter?,'),
    l10n.t('                  proof?, evidence, unknownBecause? }'),
    '',
    l10n.t('The evidence says how sure it is that a call is one of Azure Tables: proved, inferred,'),
    l10n.t('shape-only (nothing but the name of the method speaks for it), rejected.'),
    '',
    l10n.t('Exit codes: 0 done, 2 it could not run, a file or folder that you named was not read, or the'),
    l10n.t('result could not be written. What was found below a folder and not read is told on standard'),
    l10n.t('error and counted in the last line.'),
  ],
  run: async (args, output) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { format: { type: 'string', default: 'text' } },
    });
    const format = formatOf(values.format);
    const found = await survey(positionals, [], output);
    const all: Listed[] = [];
    for await (const file of found.files()) {
      const listed = await listOf(found, file);
      for (const one of listed) all.push(one);
      if (format === 'text') output.lines(asText(file.name, listed));
    }
    return finish(output, format, { data: all, lines: [summary(all)] }, found.leftOut());
  },
};

interface Listed extends Position, OperationData {
  readonly file: string;
}

async function listOf(found: Survey, { name, lines, analysis }: SurveyedFile): Promise<Listed[]> {
  const sourceAt = await sourceOf(found, analysis.operations);
  return analysis.operations.map((operation) => ({
    file: name,
    ...lines.positionOf(operation.nameSpan.start),
    ...operationData(operation, sourceAt),
  }));
}

/** Reads the files that some operations' filters and keys come from. */
async function sourceOf(found: Survey, operations: readonly Operation[]): Promise<SourceAt> {
  const files = new Map<string, Lines>();
  for (const { file } of operations.flatMap(placesOf)) files.set(file, await found.linesOf(file));
  return ({ file, span }) => files.get(file)?.text.slice(span.start, span.end);
}

function placesOf(operation: Operation): Place[] {
  switch (operation.kind) {
    case 'query':
      return operation.filter.kind === 'known'
        ? operation.filter.worst.text.segments.map(({ place }) => place)
        : [];
    case 'point-read':
      return [operation.partitionKey, operation.rowKey].flatMap((key) => (key ? [key.place] : []));
    case 'write':
      return [];
  }
}

function asText(file: string, listed: readonly Listed[]): string[] {
  const rows = listed.map(({ line, column, method, table, shape, evidence }) => [
    `${line}:${column}`,
    method,
    shape ?? '',
    table ?? '',
    evidence,
  ]);
  const widths = [0, 1, 2, 3].map((i) =>
    rows.reduce((width, row) => Math.max(width, row[i]?.length ?? 0), 0),
  );
  return [
    file,
    ...listed.flatMap((operation, i) => [
      `  ${(rows[i] ?? []).map((cell, j) => cell.padEnd(widths[j] ?? 0)).join('  ')}`,
      ...detailsOf(operation).map((line) => `      ${shorten(line)}`),
    ]),
    '',
  ];
}

function detailsOf({ shape, filter, proof, unknownBecause }: Listed): string[] {
  return [
    ...(filter === undefined ? [] : [l10n.t('filter: {0}', filter)]),
    ...(shape === 'point' || shape === 'unknown' ? [] : (proof ?? [])),
    ...(unknownBecause === undefined ? [] : [l10n.t('not known: {0}', unknownBecause)]),
  ];
}

function summary(all: readonly Listed[]): string {
  const count = (wanted: (one: Listed) => boolean): number => all.filter(wanted).length;
  const unsure = count(({ evidence }) => evidence === 'shape-only' || evidence === 'rejected');
  const unknown = count(
    ({ evidence, shape }) => shape === 'unknown' && evidence !== 'shape-only' && evidence !== 'rejected',
  );
  return l10n.t(
    'Operations: {0}, of them reads of unknown shape: {1}. Not sure or something else: {2}.',
    all.length - unsure,
    unknown,
    unsure,
  );
}
