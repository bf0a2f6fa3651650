import type { Label } from './labels.ts';
import { findingDistance, type LineRange, pairUp, pointsTo, siteDistance } from './match.ts';
import type { Said, SaidFinding, SaidOperation } from './said.ts';

/** How much of what is labelled was found, and what was found besides where everything is labelled. */
export interface Score {
  readonly labelled: number;
  readonly found: number;
  readonly false: number;
}

/** The numbers of one repository, or of all. */
export interface Scores {
  readonly sites: Score;
  /** Of list queries by their labelled shape; `false` are those of other shapes that were said to be of this one. */
  readonly shapes: Readonly<Record<string, Score>>;
  /** Of findings, by the rule's id. */
  readonly rules: Readonly<Record<string, Score>>;
}

/** One thing that was judged otherwise than labelled. */
export interface Difference {
  readonly what: string;
  readonly kind: 'missed' | 'false' | 'wrong';
  readonly path: string;
  readonly line: number;
  /** What the label says, if there is one. */
  readonly label: string;
  readonly said: string;
  readonly note: string;
}

export interface Comparison {
  readonly scores: Scores;
  readonly differences: readonly Difference[];
}

/** A label, and the statement that it is about. */
export interface PlacedLabel extends Label {
  readonly statement: LineRange;
}

/**
 * Compares what is said of a repository with its labels. `isExhaustive` tells of a path whether every call in
 * it is labelled: only there something can be false. `rules` are the ids of all rules that labels know.
 */
export function compare(
  labels: readonly PlacedLabel[],
  said: Said,
  isExhaustive: (path: string) => boolean,
  rules: readonly string[],
): Comparison {
  const differences: Difference[] = [];
  const sites = compareSites(labels, said.operations, isExhaustive, differences);
  const byRule = rules.map((rule): [string, Score] => [
    rule,
    compareRule(
      rule,
      labels,
      said.findings.filter((finding) => finding.rule === rule),
      isExhaustive,
      differences,
    ),
  ]);
  return { scores: { ...sites, rules: withoutNothing(Object.fromEntries(byRule)) }, differences };
}

function compareSites(
  labels: readonly PlacedLabel[],
  operations: readonly SaidOperation[],
  isExhaustive: (path: string) => boolean,
  differences: Difference[],
): Pick<Scores, 'sites' | 'shapes'> {
  const isSure = ({ evidence }: SaidOperation): boolean => evidence === 'proved' || evidence === 'inferred';
  const distance = (label: Label, operation: SaidOperation): number | undefined =>
    label.path === operation.path ? siteDistance(label, operation) : undefined;
  const { pairs, leftA, leftB } = pairUp(labels, operations.filter(isSure), distance);
  const unsure = pairUp(
    leftA,
    operations.filter((operation) => !isSure(operation)),
    distance,
  );
  const miss = (label: Label, said: string): void => {
    differences.push({ what: 'site', kind: 'missed', said, ...ofLabel(label), label: label.method });
  };
  for (const [label, { evidence, why }] of unsure.pairs) miss(label, `${evidence}: ${why}`);
  for (const label of unsure.leftA) miss(label, 'nothing');
  const wrong = leftB.filter(({ path }) => isExhaustive(path));
  for (const { path, line, method, evidence } of wrong) {
    differences.push({
      what: 'site',
      kind: 'false',
      path,
      line,
      label: '',
      said: `${method}, ${evidence}`,
      note: '',
    });
  }
  return {
    sites: { labelled: labels.length, found: pairs.length, false: wrong.length },
    shapes: compareShapes(labels, pairs, differences),
  };
}

function compareShapes(
  labels: readonly Label[],
  pairs: readonly (readonly [Label, SaidOperation])[],
  differences: Difference[],
): Scores['shapes'] {
  const queries = labels.filter(({ method, shape }) => method === 'listEntities' && shape !== undefined);
  const saidOf = new Map(pairs);
  const counts: Record<string, { labelled: number; found: number; false: number }> = {};
  const count = (shape: string): { labelled: number; found: number; false: number } =>
    (counts[shape] ??= { labelled: 0, found: 0, false: 0 });
  for (const label of queries) {
    const said = saidOf.get(label);
    const wanted = count(label.shape ?? 'unknown');
    wanted.labelled++;
    if (said?.shape === label.shape) {
      wanted.found++;
      continue;
    }
    if (said?.shape !== undefined) count(said.shape).false++;
    differences.push({
      what: 'shape',
      kind: 'wrong',
      ...ofLabel(label),
      label: label.shape ?? '',
      said: said ? `${said.shape ?? said.method}: ${said.why}` : 'nothing',
    });
  }
  return counts;
}

function compareRule(
  rule: string,
  labels: readonly PlacedLabel[],
  findings: readonly SaidFinding[],
  isExhaustive: (path: string) => boolean,
  differences: Difference[],
): Score {
  const wanted = labels.filter(({ rules }) => rules.includes(rule));
  const distance = (label: PlacedLabel, finding: SaidFinding): number | undefined =>
    label.path === finding.path ? findingDistance(label, finding) : undefined;
  const isPointedTo = (label: PlacedLabel, finding: SaidFinding): boolean =>
    label.path === finding.path && pointsTo(label, finding);
  const { leftA, leftB } = pairUp(wanted, findings, distance);
  // what is wrong with a key that several calls write is told once
  const missed = leftA.filter((label) => !findings.some((finding) => isPointedTo(label, finding)));
  // a second finding about the same call, of another hole say, is not false
  const wrong = leftB.filter(
    (finding) =>
      isExhaustive(finding.path) &&
      wanted.every((label) => distance(label, finding) === undefined && !isPointedTo(label, finding)),
  );
  for (const label of missed) {
    differences.push({ what: rule, kind: 'missed', ...ofLabel(label), label: label.method, said: 'nothing' });
  }
  for (const { path, first, severity, message } of wrong) {
    const label = nearest(labels, path, first);
    differences.push({
      what: rule,
      kind: 'false',
      path,
      line: first,
      label: label ? `${label.method} ${label.shape ?? ''} ${label.rules.join(', ')}`.trim() : '',
      said: `${severity}: ${message}`,
      note: label?.note ?? '',
    });
  }
  return { labelled: wanted.length, found: wanted.length - missed.length, false: wrong.length };
}

function nearest(labels: readonly PlacedLabel[], path: string, line: number): Label | undefined {
  const there = labels.filter((label) => label.path === path);
  const far = (label: PlacedLabel): number =>
    findingDistance(label, { first: line, last: line }) ?? Number.POSITIVE_INFINITY;
  return there.filter((label) => Number.isFinite(far(label))).sort((a, b) => far(a) - far(b))[0];
}

function ofLabel({ path, line, note }: Label): Pick<Difference, 'path' | 'line' | 'note'> {
  return { path, line, note };
}

function withoutNothing(scores: Readonly<Record<string, Score>>): Record<string, Score> {
  return Object.fromEntries(Object.entries(scores).filter(([, score]) => score.labelled + score.false > 0));
}

/** Sums of the numbers of several repositories. */
export function total(all: readonly Scores[]): Scores {
  return {
    sites: all.map(({ sites }) => sites).reduce(add, NOTHING),
    shapes: sumByName(all.map(({ shapes }) => shapes)),
    rules: sumByName(all.map(({ rules }) => rules)),
  };
}

const NOTHING: Score = { labelled: 0, found: 0, false: 0 };

function add(a: Score, b: Score): Score {
  return { labelled: a.labelled + b.labelled, found: a.found + b.found, false: a.false + b.false };
}

function sumByName(all: readonly Readonly<Record<string, Score>>[]): Record<string, Score> {
  const names = [...new Set(all.flatMap((scores) => Object.keys(scores)))].sort();
  return Object.fromEntries(
    names.map((name) => [name, all.map((scores) => scores[name] ?? NOTHING).reduce(add, NOTHING)]),
  );
}
