import type { Shape } from '../../src/core/shape/shape.ts';

/** What somebody who read the code says of one call. */
export interface Label {
  /** `owner/name`, also the folder that the repository is checked out in. */
  readonly repo: string;
  readonly path: string;
  /** Of the method's name, from 1. */
  readonly line: number;
  readonly method: string;
  /** Of a read: the worst shape that can be reached. */
  readonly shape?: Shape;
  /** Ids of the rules that should say something about the call. */
  readonly rules: readonly string[];
  readonly note: string;
}

/** Names that the labels have for what a rule of another name reports. */
const RULE_OF: Readonly<Record<string, string>> = {
  'first-only-of-list': 'first-of-list',
  'missing-etag-read-modify-write': 'lost-update',
  'client-side-filter-after-scan': 'client-side-filter',
  'sequential-writes-in-loop': 'writes-in-loop',
  'n-plus-1-getEntity-in-loop': 'n-plus-one',
  'point-query-via-list': 'point-query-as-list',
  'or-on-rowkey': 'row-key-or',
  'time-derived-partition-key-write': 'time-ordered-partition-key',
  'constant-partition-key-write': 'constant-partition-key',
  'other:list-query-in-loop': 'query-in-loop',
  'other:transaction-size-unchecked': 'transaction-too-large',
  'other:transaction-action-shape': 'transaction-action-shape',
};

/** Names of labels that no finding answers: a deliberate probe, and a shape that is no mistake by itself. */
const NO_RULE: ReadonlySet<string> = new Set(['other:bounded-read', 'partition-scan']);

const SHAPES: readonly Shape[] = [
  'point',
  'row-range',
  'partition-scan',
  'partition-range',
  'table-scan',
  'empty',
  'unknown',
];

/** Reads labels, one JSON object a line. Throws an Error that names the line which is none. */
export function readLabels(text: string): Label[] {
  return text.split('\n').flatMap((line, i) => (line.trim() === '' ? [] : [readLabel(line, i + 1)]));
}

function readLabel(text: string, number: number): Label {
  const data: unknown = JSON.parse(text);
  const fail = (): never => {
    throw new Error(`line ${number} of the labels is not as expected: ${text}`);
  };
  if (typeof data !== 'object' || data === null) return fail();
  const { repo, path, line, method, shape, findings, note }: Partial<Record<string, unknown>> = { ...data };
  const isText = (value: unknown): value is string => typeof value === 'string';
  if (!isText(repo) || !isText(path) || !isText(method) || typeof line !== 'number') return fail();
  if (!Array.isArray(findings) || !findings.every(isText)) return fail();
  const known = SHAPES.find((one) => one === shape);
  return {
    repo,
    path,
    line,
    method,
    rules: findings.filter((name) => !NO_RULE.has(name)).map((name) => RULE_OF[name] ?? name),
    note: isText(note) ? note : '',
    ...(known !== undefined && { shape: known }),
  };
}

/** Reads the files in which every call is labelled, one `owner/name path` a line, as `owner/name/path`. */
export function readExhaustive(text: string): ReadonlySet<string> {
  const lines = text.split('\n').map((line) => line.trim());
  return new Set(lines.filter((line) => line !== '').map((line) => line.replace(/\s+/, '/')));
}
