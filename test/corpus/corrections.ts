import type { Label } from './labels.ts';
import type { Difference } from './score.ts';

/** A finding that a label leaves out although it is right, and why it is. */
export interface Correction extends Pick<Label, 'repo' | 'path' | 'line' | 'method'> {
  readonly rule: string;
  readonly why: string;
}

/** Reads corrections, one JSON object a line. Throws an Error that names the line which is none. */
export function readCorrections(text: string): Correction[] {
  return text.split('\n').flatMap((line, i) => {
    if (line.trim() === '') return [];
    const data: unknown = JSON.parse(line);
    if (!isCorrection(data)) throw new Error(`line ${i + 1} of the corrections is not as expected: ${line}`);
    return [data];
  });
}

function isCorrection(data: unknown): data is Correction {
  if (typeof data !== 'object' || data === null) return false;
  const { line, ...texts }: Partial<Record<string, unknown>> = { ...data };
  const names = ['repo', 'path', 'method', 'rule', 'why'];
  return typeof line === 'number' && names.every((name) => typeof texts[name] === 'string');
}

/** The labels with what is added to them. Throws an Error for a correction without its label, or that says nothing new. */
export function correct<L extends Label>(labels: readonly L[], corrections: readonly Correction[]): L[] {
  for (const correction of corrections) {
    const label = labels.find((each) => isAbout(correction, each));
    if (label === undefined) throw new Error(`no label is corrected by ${nameOf(correction)}`);
    if (label.rules.includes(correction.rule)) throw new Error(`labelled already: ${nameOf(correction)}`);
  }
  return labels.map((label) => {
    const added = corrections.filter((correction) => isAbout(correction, label)).map(({ rule }) => rule);
    return added.length === 0 ? label : { ...label, rules: [...label.rules, ...added] };
  });
}

/** Whether nothing that is said answers a correction: the lens has lost a finding, or the line has moved. */
export function isMissed({ path, line, rule }: Correction, differences: readonly Difference[]): boolean {
  return differences.some(
    (each) => each.kind === 'missed' && each.what === rule && each.path === path && each.line === line,
  );
}

/** A correction in a line of text. */
export function nameOf({ repo, path, line, rule }: Correction): string {
  return `${repo} ${path}:${line} ${rule}`;
}

function isAbout({ repo, path, line, method }: Correction, label: Label): boolean {
  return repo === label.repo && path === label.path && line === label.line && method === label.method;
}
