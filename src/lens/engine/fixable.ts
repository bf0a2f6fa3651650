import { applyEdits, type TextEdit } from '../../core/text/edit.ts';
import { countUpTo } from '../../core/text/sorted.ts';
import type { Fix, Severity } from '../rules/rule.ts';
import { findingsMoved, type Moved } from './findings-moved.ts';
import type { Finding } from './finding.ts';
import { distinctEdits, TakenEdits } from './taken-edits.ts';
import { isAtLeast } from './severity.ts';
import { type AnalyzeText, type Before, hasMoreErrors, type Verifier } from './verify-fixes.ts';

/** A finding with the fixes that its rule has for it, none of them checked yet. */
export interface Proposal {
  readonly finding: Finding;
  readonly fixes: readonly [Fix, ...Fix[]];
}

/** Characters of edited texts that are read again for one file, and edited texts that are tried of any. */
const MOST_CHARACTERS = 500_000;
const LEAST_TRIES = 8;

/** Groups into which fixes are split that failed beside others: neighbors, which may have spoiled each other, come into different ones. */
const APART = 2;

/**
 * Tells the findings of a file that a checked fix is offered for. Fixes that leave each other's places alone are tried together: where a
 * finding is gone and nothing came beside it, its fix keeps its promise. One that fails so is tried without its neighbors, then by itself
 * (`someKept`), as often as the size of the file allows; what could not be tried is not told as fixable.
 */
export function* fixableOf(
  proposals: readonly Proposal[],
  before: Before,
  analyzeText: AnalyzeText,
  someKept: Verifier['someKept'],
): Generator<void, ReadonlySet<Finding>> {
  const fixable = new Set<Finding>();
  const suspects: Proposal[] = [];
  const alone: Proposal[] = [];
  let tries = Math.max(LEAST_TRIES, Math.floor(MOST_CHARACTERS / Math.max(1, before.text.length)));
  const tryAll = function* (all: readonly Proposal[], failed: Proposal[]): Generator<void> {
    const groups = [...apart(all)];
    for (let group = groups.shift(); group !== undefined && tries > 0; group = groups.shift()) {
      if (group.length === 1) {
        alone.push(...group);
        continue;
      }
      tries -= 1;
      const wrong = yield* wrongOf(group, before, analyzeText);
      if (wrong === undefined) {
        const half = group.length >> 1;
        groups.push(group.slice(0, half), group.slice(half));
        continue;
      }
      failed.push(...wrong);
      for (const one of group) if (!wrong.has(one)) fixable.add(one.finding);
    }
  };
  yield* tryAll(proposals, suspects);
  suspects.sort((a, b) => a.finding.span.start - b.finding.span.start);
  for (let part = 0; part < APART; part++) {
    const sparse = suspects.filter((_, index) => index % APART === part);
    yield* tryAll(sparse, alone);
  }
  for (const { finding, fixes } of alone) {
    if (tries <= 0) break;
    const { isKept, tries: done } = yield* someKept(finding, fixes);
    tries -= done;
    if (isKept) fixable.add(finding);
  }
  return fixable;
}

/** Whose finding did not go, or beside which one came that is as bad; undefined where nothing tells whose fix it is. */
function* wrongOf(
  group: readonly Proposal[],
  before: Before,
  analyzeText: AnalyzeText,
): Generator<void, ReadonlySet<Proposal> | undefined> {
  const edits = distinctEdits(group.flatMap(editsOf));
  const text = edited(before.text, edits);
  const [first] = group;
  if (first === undefined) return new Set();
  const least = mildest(group.map(({ finding }) => finding.severity));
  const analysis = text === undefined ? undefined : yield* analyzeText(first.finding.file, text, least);
  if (analysis === undefined || hasMoreErrors(analysis, before)) return undefined;
  const [was = [], is = []] = [before, analysis].map(({ findings }) =>
    findings.filter(({ severity }) => isAtLeast(severity, least)),
  );
  const mended = group.map(({ finding }) => finding);
  return blamed(group, findingsMoved(edits, was, is, mended));
}

function mildest(severities: readonly Severity[]): Severity {
  return severities.reduce((least, one) => (isAtLeast(least, one) ? one : least), 'error');
}

/** The one that an editor proposes first. */
function editsOf({ fixes: [{ edits }] }: Proposal): readonly TextEdit[] {
  return edits;
}

/** Undefined where a fix has edits that overlap. */
function edited(text: string, edits: readonly TextEdit[]): string | undefined {
  try {
    return applyEdits(text, edits);
  } catch {
    return undefined;
  }
}

/** Groups of proposals none of which has an edit that touches one of another, but for edits that are the same. */
function apart(proposals: readonly Proposal[]): (readonly Proposal[])[] {
  const groups: (readonly Proposal[])[] = [];
  for (let waiting = proposals; waiting.length > 0;) {
    const taken = new TakenEdits();
    const group = waiting.filter((one) => taken.take(editsOf(one)));
    groups.push(group);
    const inGroup = new Set(group);
    waiting = waiting.filter((one) => !inGroup.has(one));
  }
  return groups;
}

/** Whose fix it is that something came or did not go: of what came, the nearest ones on both sides that promise nothing as bad. */
function blamed(group: readonly Proposal[], { left, come }: Moved): Set<Proposal> {
  const wrong = new Set(group.filter(({ finding }) => left.has(finding)));
  const places = group
    .flatMap((one) =>
      [one.finding.span, ...editsOf(one).map(({ span }) => span)].map(({ start }) => ({ start, one })),
    )
    .sort((a, b) => a.start - b.start);
  for (const { offset, severity } of come) {
    const at = countUpTo(places, offset, ({ start }) => start);
    const isBroken = ({ one }: (typeof places)[number]): boolean => isAtLeast(severity, one.finding.severity);
    const near = [places.slice(0, at).findLast(isBroken), places.slice(at).find(isBroken)];
    for (const found of near) if (found !== undefined) wrong.add(found.one);
  }
  return wrong;
}
