import { findingData } from '../../api/finding-data.ts';
import { tableOfFindings } from '../../api/table-of.ts';
import type { Finding } from '../../api/types.ts';
import { writeEnd } from '../finish.ts';
import { relatedTo } from './places.ts';
import type { Writer, WriterContext } from './writer.ts';

/** An array of all findings, each at the call that it affects, as the API gives them. */
export function jsonWriter({ output, found }: WriterContext): Writer {
  const data: Finding[] = [];
  return {
    add: async (file) => {
      const tableOf = tableOfFindings(file.analysis.operations);
      for (const finding of file.all) {
        data.push(findingData(file, finding, tableOf(finding), await relatedTo(found, finding)));
      }
    },
    end: (leftOut) => {
      writeEnd(output, 'json', { data, lines: [] }, leftOut);
    },
  };
}
