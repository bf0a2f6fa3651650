import type { Shape } from '../../src/core/shape/shape.ts';
import { operationData } from '../../src/cli/operation-data.ts';
import { survey } from '../../src/cli/survey.ts';
import { listedAt } from '../../src/lens/engine/finding.ts';
import { rules } from '../../src/lens/rules/registry.ts';
import type { LineRange } from './match.ts';

/** What the analyser says of one repository; paths are relative to it. */
export interface Said {
  readonly operations: readonly SaidOperation[];
  readonly findings: readonly SaidFinding[];
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
}

/** Analyses the repository that is checked out in a folder, as a workspace of its own. */
export async function sayAllOf(folder: string): Promise<Said> {
  const operations: SaidOperation[] = [];
  const findings: SaidFinding[] = [];
  const leftOut: string[] = [];
  const failures: string[] = [];
  const terminal = {
    folder,
    write: () => undefined,
    complain: (text: string) => void leftOut.push(text.trim()),
  };
  const fail = (where: string, error: unknown): void => {
    failures.push(`${where}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  };
  try {
    const found = await survey(['.'], rules, terminal, (rule, file, error) => {
      fail(`${rule} on ${file}`, error);
    });
    for await (const { name: path, lines, analysis } of found.files()) {
      for (const operation of analysis.operations) {
        const { method, shape, evidence, filter, proof, unknownBecause } = operationData(
          operation,
          ({ file, span }) => (file === operation.file ? lines.text.slice(span.start, span.end) : undefined),
        );
        operations.push({
          path,
          line: lines.positionOf(operation.nameSpan.start).line,
          method,
          evidence,
          why: [filter, ...(proof ?? []), unknownBecause].filter((part) => part !== undefined).join(' | '),
          ...(shape !== undefined && { shape }),
        });
      }
      for (const finding of analysis.findings) {
        const { rule, severity, message } = finding;
        const span = listedAt(finding);
        const first = lines.positionOf(span.start).line;
        const last = lines.positionOf(span.end).line;
        findings.push({ path, rule, severity, message, first, last });
      }
    }
  } catch (error) {
    fail(folder, error);
  }
  return { operations, findings, leftOut, failures };
}
