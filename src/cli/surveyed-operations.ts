import type { PositionOf } from '../lens/design/report/data.ts';
import type { Operation } from '../lens/model/operations/operation.ts';
import { isSure } from '../lens/model/tables/tables.ts';
import type { Lines } from '../core/text/lines.ts';
import type { Survey } from './survey.ts';

/** The operations of all files that a command looks at, and where places in those files are. */
export interface SurveyedOperations {
  readonly operations: readonly Operation[];
  readonly positionOf: PositionOf;
}

/** All operations that are surely ones of Azure Tables, in the order of the files. */
export async function operationsIn(found: Survey): Promise<SurveyedOperations> {
  const operations: Operation[] = [];
  const lines = new Map<string, Lines>();
  for await (const { analysis } of found.files()) {
    for (const operation of analysis.operations.filter(isSure)) operations.push(operation);
    lines.set(analysis.file, await found.linesOf(analysis.file));
  }
  return {
    operations,
    positionOf: ({ file, span }) => ({
      file: found.nameOf(file),
      ...(lines.get(file)?.positionOf(span.start) ?? { line: 1, column: 1 }),
    }),
  };
}
