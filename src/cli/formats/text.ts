import * as l10n from '@vscode/l10n';
import type { Fingerprinted } from '../../lens/engine/fingerprint.ts';
import type { Severity } from '../../lens/rules/rule.ts';
import { isSure } from '../../lens/model/tables/tables.ts';
import { patternsFor } from '../../lens/patterns/of-rules.ts';
import { gravityOf, SEVERITIES } from '../../lens/engine/severity.ts';
import { codeFrame } from '../code-frame.ts';
import { writeEnd } from '../finish.ts';
import { severityCount, severityName } from '../severity.ts';
import { placeOf } from './places.ts';
import type { CheckedFile, Writer, WriterContext } from './writer.ts';

/** Findings for people, with their code, and how many there are at the end. */
export function textWriter(context: WriterContext): Writer {
  const severities: Severity[] = [];
  let patterned: string | undefined;
  let operations = 0;
  return {
    add: async (file) => {
      operations += file.analysis.operations.filter(isSure).length;
      for (const finding of file.shown.toSorted(byPlace)) {
        severities.push(finding.severity);
        if (patternsFor(finding).length > 0) patterned ??= nameOf(file, finding);
        context.output.lines(await asText(context, file, finding));
      }
    },
    end: (leftOut) => {
      const lines = [
        summary(severities, operations),
        ...(patterned === undefined ? [] : [patternsAt(patterned)]),
      ];
      writeEnd(context.output, 'text', { data: undefined, lines }, leftOut);
    },
  };
}

function nameOf({ name, lines }: CheckedFile, { span }: Fingerprinted): string {
  return `${name}:${String(lines.positionOf(span.start).line)}`;
}

/** How to get what repairs a finding and is more than a quick fix: of one, as an example. */
function patternsAt(place: string): string {
  return l10n.t(
    'A pattern might repair some of these. To see what it would do: partition-lens assist {0}',
    place,
  );
}

/** The gravest of one place first. */
function byPlace(a: Fingerprinted, b: Fingerprinted): number {
  return (
    a.span.start - b.span.start || a.span.end - b.span.end || gravityOf(b.severity) - gravityOf(a.severity)
  );
}

async function asText(
  { found }: WriterContext,
  { name, lines }: CheckedFile,
  finding: Fingerprinted,
): Promise<string[]> {
  const { rule, severity, span, message, help, also = [] } = finding;
  const at = lines.positionOf(span.start);
  const related: string[] = [];
  for (const { place, message: why } of finding.related) {
    const { file, line, column } = await placeOf(found, place);
    related.push(`${file}:${line}:${column}: ${why}`);
  }
  return [
    `${name}:${at.line}:${at.column}: ${severityName(severity)}: ${message} [${[rule, ...also].join(', ')}]`,
    ...codeFrame(lines, span),
    ...(help === undefined ? [] : [`  ${l10n.t('help: {0}', help)}`]),
    ...related.map((line) => `  ${line}`),
    '',
  ];
}

/** `operations`: how many calls of Azure Tables were seen. Who sees none knows that there was nothing to check. */
function summary(severities: readonly Severity[], operations: number): string {
  if (severities.length === 0) return l10n.t('Nothing found. Operations on tables: {0}.', operations);
  const counts = SEVERITIES.toReversed().flatMap((severity) => {
    const count = severities.filter((other) => other === severity).length;
    return count > 0 ? [severityCount(severity, count)] : [];
  });
  return l10n.t('Found: {0}.', counts.join(', '));
}
