import { type Finding, listedAt } from '../../lens/engine/finding.ts';
import { writeEnd } from '../finish.ts';
import { tableOfFindings } from '../table-of.ts';
import { regionOf } from './places.ts';
import type { CheckedFile, Writer, WriterContext } from './writer.ts';

/** An array of all findings, each at the call that it affects. */
export function jsonWriter({ output }: WriterContext): Writer {
  const data: object[] = [];
  return {
    add: (file) => {
      const tableOf = tableOfFindings(file.analysis.operations);
      for (const finding of file.all) data.push(asData(file, finding, tableOf(finding)));
    },
    end: (leftOut) => {
      writeEnd(output, 'json', { data, lines: [] }, leftOut);
    },
  };
}

function asData({ name, lines }: CheckedFile, finding: Finding, table: string | undefined): object {
  return {
    rule: finding.rule,
    messageId: finding.messageId,
    severity: finding.severity,
    file: name,
    ...regionOf(lines, listedAt(finding)),
    message: finding.message,
    help: finding.help,
    table,
    fixable: finding.isFixable(),
  };
}
