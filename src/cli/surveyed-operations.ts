import type { PositionOf } from '../lens/design/report/data.ts';
import type { CalledOperation } from '../lens/model/operations/called-operations.ts';
import type { Operation } from '../lens/model/operations/operation.ts';
import { isSure } from '../lens/model/tables/tables.ts';
import type { Lines } from '../core/text/lines.ts';
import type { Survey } from './survey.ts';

/** The operations of all files that a command looks at, and where places in those files are. */
export interface SurveyedOperations {
  readonly operations: readonly Operation[];
  /** Those of functions that others decide in part, as the calls in these files see them; none where nobody is asked. */
  readonly called: readonly CalledOperation[];
  readonly positionOf: PositionOf;
}

/** All operations that are surely ones of Azure Tables, in the order of the files; `asks`: whether callers are asked what they decide. */
export async function operationsIn(
  found: Survey,
  { asks }: { readonly asks: boolean },
): Promise<SurveyedOperations> {
  const operations: Operation[] = [];
  const lines = new Map<string, Lines>();
  for await (const { analysis } of found.files()) {
    for (const operation of analysis.operations.filter(isSure)) operations.push(operation);
    lines.set(analysis.file, await found.linesOf(analysis.file));
  }
  const called = asks ? calledIn(found) : [];
  for (const { file } of called.map(({ operation }) => operation))
    if (!lines.has(file)) lines.set(file, await found.linesOf(file));
  return {
    operations,
    called,
    positionOf: ({ file, span }) => ({
      file: found.nameOf(file),
      ...(lines.get(file)?.positionOf(span.start) ?? { line: 1, column: 1 }),
    }),
  };
}

function calledIn(found: Survey): readonly CalledOperation[] {
  const steps = found.workspace.calledOperations();
  for (let step = steps.next(); ; step = steps.next())
    if (step.done === true) return step.value.filter(({ operation }) => found.isSeen(operation.file));
}
