import { findingData } from '../../api/finding-data.ts';
import { tableOfFindings } from '../../api/table-of.ts';
import type { Finding, Related } from '../../api/types.ts';
import type { Fingerprinted } from '../../lens/engine/fingerprint.ts';
import { writeEnd } from '../finish.ts';
import { placeOf } from './places.ts';
import type { Writer, WriterContext } from './writer.ts';

/** An array of all findings, each at the call that it affects, as the API gives them. */
export function jsonWriter({ output, found }: WriterContext): Writer {
  const data: Finding[] = [];
  const relatedTo = async ({ related }: Fingerprinted): Promise<Related[]> => {
    const places: Related[] = [];
    for (const { place, message } of related) places.push({ ...(await placeOf(found, place)), message });
    return places;
  };
  return {
    add: async (file) => {
      const tableOf = tableOfFindings(file.analysis.operations);
      for (const finding of file.all) {
        data.push(findingData(file, finding, tableOf(finding), await relatedTo(finding)));
      }
    },
    end: (leftOut) => {
      writeEnd(output, 'json', { data, lines: [] }, leftOut);
    },
  };
}
