import { parseArgs } from 'node:util';
import * as l10n from '@vscode/l10n';
import { type Finding, listedAt } from '../lens/engine/finding.ts';
import { toldOnce } from '../lens/engine/told-once.ts';
import { rules } from '../lens/rules/registry.ts';
import type { Severity } from '../lens/rules/rule.ts';
import { type Command, UsageError } from './command.ts';
import { codeFrame } from './code-frame.ts';
import { declaredIn } from './declared-tables.ts';
import { finish } from './finish.ts';
import { formatOf } from './format.ts';
import { failOnOf, isFailure, SEVERITIES } from './severity.ts';
import { type Survey, survey, type SurveyedFile } from './survey.ts';
import { tableOfFindings } from './table-of.ts';

/** `partition-lens check [paths]`: the findings of all rules. */
export const checkCommand: Command = {
  name: 'check',
  summary: () => l10n.t('Finds mistakes and costly queries in code that uses Azure tables'),
  help: () => [
    l10n.t('Usage: partition-lens check [options] [paths]'),
    '',
    l10n.t('Checks the TypeScript and JavaScript in files and folders (default: the working directory)'),
    l10n.t(
      'and prints the findings with the code. It also reads what these files import and, in a project, the',
    ),
    l10n.t(
      'rest of the working directory, to find clients and keys. It skips node_modules, build output, what',
    ),
    l10n.t('git ignores, and what "exclude" in .partitionlens.json names.'),
    '',
    l10n.t('  --fail-on SEVERITY   error, warning (default), information, hint or never'),
    l10n.t('  --format json        prints an array of { rule, severity, file, line, column, endLine,'),
    l10n.t('                       endColumn, message, table?, fixable }; fixable: an editor offers a fix'),
    l10n.t('                       Mistakes that affect a call are listed at the call. If several rules'),
    l10n.t('                       find the same mistake, each rule has an entry.'),
    '',
    l10n.t(
      'Exit codes: 0 found nothing of that severity or above; 1 found something; 2 failed to run, to read',
    ),
    l10n.t(
      "a file or folder that you named, or to write the result. Files below a folder that it can't read",
    ),
    l10n.t('are listed on standard error and counted in the last line.'),
  ],
  run: async (args, output) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        format: { type: 'string', default: 'text' },
        'fail-on': { type: 'string', default: 'warning' },
      },
    });
    const format = formatOf(values.format);
    const failOn = failOnOf(values['fail-on']);
    if (failOn === undefined) {
      throw new UsageError(
        l10n.t('Unknown severity "{0}": use error, warning, information, hint or never.', values['fail-on']),
      );
    }
    const found = await survey(positionals, rules, output);
    const { excludes } = await declaredIn(positionals, found, output);
    const data: object[] = [];
    const severities: Severity[] = [];
    const told = new Set<string>();
    for await (const file of found.files()) {
      if (excludes(file.analysis.file)) continue;
      const { findings } = file.analysis;
      told.add(file.analysis.file);
      const tableOf = tableOfFindings(file.analysis.operations);
      const isNew = ({ toldAt }: Finding): boolean => toldAt === undefined || !told.has(toldAt.file);
      for (const finding of format === 'json' ? findings : toldOnce(findings).filter(isNew)) {
        severities.push(finding.severity);
        if (format === 'json') data.push(asData(file, finding, tableOf(finding)));
        else output.lines(await asText(found, file, finding));
      }
    }
    const code = severities.some((severity) => isFailure(severity, failOn)) ? 1 : 0;
    return finish(output, format, { data, lines: [summary(severities)] }, found.leftOut(), code);
  },
};

function asData({ name, lines }: SurveyedFile, finding: Finding, table: string | undefined): object {
  const span = listedAt(finding);
  const { line, column } = lines.positionOf(span.start);
  const end = lines.positionOf(span.end);
  return {
    rule: finding.rule,
    messageId: finding.messageId,
    severity: finding.severity,
    file: name,
    line,
    column,
    endLine: end.line,
    endColumn: end.column,
    message: finding.message,
    help: finding.help,
    table,
    fixable: finding.isFixable(),
  };
}

async function asText(found: Survey, { name, lines }: SurveyedFile, finding: Finding): Promise<string[]> {
  const { rule, severity, span, message, help, also = [] } = finding;
  const at = lines.positionOf(span.start);
  const related: string[] = [];
  for (const { place, message: why } of finding.related) {
    const other = (await found.linesOf(place.file)).positionOf(place.span.start);
    related.push(`${found.nameOf(place.file)}:${other.line}:${other.column}: ${why}`);
  }
  return [
    `${name}:${at.line}:${at.column}: ${severityName(severity)}: ${message} [${[rule, ...also].join(', ')}]`,
    ...codeFrame(lines, span),
    ...(help === undefined ? [] : [`  ${l10n.t('help: {0}', help)}`]),
    ...related.map((line) => `  ${line}`),
    '',
  ];
}

function severityName(severity: Severity): string {
  switch (severity) {
    case 'error':
      return l10n.t('error');
    case 'warning':
      return l10n.t('warning');
    case 'information':
      return l10n.t('information');
    case 'hint':
      return l10n.t('hint');
  }
}

function summary(severities: readonly Severity[]): string {
  if (severities.length === 0) return l10n.t('Nothing found.');
  const counts = SEVERITIES.toReversed().flatMap((severity) => {
    const count = severities.filter((other) => other === severity).length;
    return count > 0 ? [`${severityName(severity)} ${count}`] : [];
  });
  return l10n.t('Found: {0}.', counts.join(', '));
}
