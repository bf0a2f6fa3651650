import type { Shape } from '../../src/core/shape/shape.ts';
import { operationData } from '../../src/api/operation-data.ts';
import { survey } from '../../src/cli/survey.ts';
import type { Place } from '../../src/core/text/segments.ts';
import { contains, type Span } from '../../src/core/text/span.ts';
import { type Finding, listedAt } from '../../src/lens/engine/finding.ts';
import type { Operation } from '../../src/lens/model/operations/operation.ts';
import { isSure } from '../../src/lens/model/tables/tables.ts';
import { rules } from '../../src/lens/rules/registry.ts';
import { partsOfKey } from '../../src/lens/rules/shared/key-values.ts';
import type { FileSize } from './density.ts';
import type { LineRange } from './match.ts';

/** What the analyser says of one repository; paths are relative to it. */
export interface Said {
  readonly operations: readonly SaidOperation[];
  readonly findings: readonly SaidFinding[];
  /** The files that surely use tables. */
  readonly files: readonly FileSize[];
  /** Files that were left out, and why. */
  readonly leftOut: readonly string[];
  /** Everything that was thrown, with its place. */
  readonly failures: readonly string[];
}

export interface SaidOperation {
  readonly path: string;
  readonly line: number;
  readonly method: string;
  readonly shape?: Shape;
  readonly evidence: string;
  /** The filter, and why the shape is what it is or is not known. */
  readonly why: string;
}

export interface SaidFinding extends LineRange {
  readonly path: string;
  readonly rule: string;
  readonly severity: string;
  readonly message: string;
  /** Where else in the file it points to: the calls whose keys are put together there, the places that are related. */
  readonly besides?: readonly LineRange[];
}

/** Analyses the repository that is checked out in a folder, as a workspace of its own. */
export async function sayAllOf(folder: string): Promise<Said> {
  const operations: SaidOperation[] = [];
  const findings: SaidFinding[] = [];
  const files: FileSize[] = [];
  const leftOut: string[] = [];
  const failures: string[] = [];
  const terminal = {
    folder,
    progress: () => undefined,
    complain: (text: string) => void leftOut.push(text),
  };
  const fail = (where: string, error: unknown): void => {
    failures.push(`${where}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  };
  try {
    const found = await survey(['.'], rules, terminal, {
      onRuleError: (rule, file, error) => {
        fail(`${rule} on ${file}`, error);
      },
    });
    for await (const { name: path, lines, analysis } of found.files()) {
      const sure = analysis.operations.filter(isSure).length;
      if (sure > 0) files.push({ lines: lines.text.split('\n').length, operations: sure });
      for (const operation of analysis.operations) {
        const { line, method, shape, evidence, filter, proof, unknownBecause } = operationData(
          { name: path, lines },
          operation,
          ({ file, span }) => (file === operation.file ? lines.text.slice(span.start, span.end) : undefined),
        );
        operations.push({
          path,
          line,
          method,
          evidence,
          why: [filter, ...(proof ?? []), unknownBecause].filter((part) => part !== undefined).join(' | '),
          ...(shape !== undefined && { shape }),
        });
      }
      for (const finding of analysis.findings) {
        const { rule, severity, message } = finding;
        const rangeOf = ({ start, end }: Span): LineRange => ({
          first: lines.positionOf(start).line,
          last: lines.positionOf(end).line,
        });
        const besides = [
          ...finding.related
            .filter(({ place }) => place.file === finding.file)
            .map(({ place }) => place.span),
          ...analysis.operations
            .filter((operation) => isOfKey(operation, finding))
            .map((one) => one.nameSpan),
        ];
        const range = rangeOf(listedAt(finding));
        findings.push({ path, rule, severity, message, ...range, besides: besides.map(rangeOf) });
      }
    }
  } catch (error) {
    fail(folder, error);
  }
  return { operations, findings, files, leftOut, failures };
}

/** Whether a finding stands at what an operation puts into one of its keys, wherever in the file that is written. */
function isOfKey(operation: Operation, { file, span }: Finding): boolean {
  if (operation.kind === 'query') return false;
  const keys = [operation.partitionKey, operation.rowKey].filter((key) => key !== undefined);
  const places: Place[] = keys.flatMap((key) => [key.place, ...partsOfKey(key).map((part) => part.place)]);
  return places.some((place) => place.file === file && contains(place.span, span));
}
