import { applyEdits, type TextEdit } from '../../core/text/edit.ts';
import { countUpTo } from '../../core/text/sorted.ts';
import type { Fix, Severity } from '../rules/rule.ts';
import { findingsMoved, type Moved } from './findings-moved.ts';
import type { Finding } from './finding.ts';
import { type AnalyzeText, type Before, isAtLeast } from './verify-fixes.ts';

/** A finding with the fixes that its rule has for it, none of them checked yet. */
export interface Proposal {
  readonly finding: Finding;
  readonly fixes: readonly [Fix, ...Fix[]];
}

/** Characters of edited texts that are read again for one file, and edited texts that are tried of any. */
const MOST_CHARACTERS = 500_000;
const LEAST_TRIES = 8;

/**
 * Tells the findings of a file that a checked fix is offered for. Fixes that leave each other's places alone are tried together:
 * where each of their findings is gone and none came, each keeps its promise. What is in the way of that is tried by itself
 * (`Finding.fixes`), as often as the size of the file allows; what could not be tried is not told as fixable.
 */
export function* fixableOf(
  proposals: readonly Proposal[],
  before: Before,
  analyzeText: AnalyzeText,
): Generator<void, ReadonlySet<Finding>> {
  const fixable = new Set<Finding>();
  let tries = Math.max(LEAST_TRIES, Math.floor(MOST_CHARACTERS / Math.max(1, before.text.length)));
  /** Whose finding did not go, or beside which one came; undefined where nothing tells whose fix it is. */
  const wrongOf = function* (group: readonly Proposal[]): Generator<void, ReadonlySet<Proposal> | undefined> {
    const edits = distinct(group.flatMap(editsOf));
    const text = edited(before.text, edits);
    const [first] = group;
    if (first === undefined) return new Set();
    const { file, severity: least } = first.finding;
    const analysis = text === undefined ? undefined : yield* analyzeText(file, text, least);
    if (analysis === undefined || analysis.syntaxErrors > before.syntaxErrors()) return undefined;
    const [was = [], is = []] = [before, analysis].map(({ findings }) =>
      findings.filter(({ severity }) => isAtLeast(severity, least)),
    );
    return blamed(group, findingsMoved(edits, was, is));
  };
  const alone: Proposal[] = [];
  const groups = SEVERITIES.flatMap((one) =>
    apart(proposals.filter(({ finding }) => finding.severity === one)),
  );
  for (let group = groups.shift(); group !== undefined && tries > 0; group = groups.shift()) {
    if (group.length === 1) {
      alone.push(...group);
      continue;
    }
    tries -= 1;
    const wrong = yield* wrongOf(group);
    if (wrong === undefined) {
      const half = group.length >> 1;
      groups.push(group.slice(0, half), group.slice(half));
    } else if (wrong.size === 0) {
      for (const { finding } of group) fixable.add(finding);
    } else {
      alone.push(...wrong);
      const others = group.filter((one) => !wrong.has(one));
      if (others.length > 0) groups.unshift(others);
    }
  }
  for (const { finding, fixes } of alone) {
    if (tries <= 0) break;
    tries -= fixes.length;
    yield* finding.fixSteps?.() ?? [];
    if (finding.fixes().length > 0) fixable.add(finding);
  }
  return fixable;
}

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

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

/** The same edit of several fixes, such as an import that all of them need, is made once. */
function distinct(edits: readonly TextEdit[]): readonly TextEdit[] {
  return [...new Map(edits.map((edit) => [keyOf(edit), edit])).values()];
}

function keyOf({ span: { start, end }, text }: TextEdit): string {
  return `${start} ${end} ${text}`;
}

/** Groups of proposals none of which has an edit that touches one of another, but for edits that are the same. */
function apart(proposals: readonly Proposal[]): (readonly Proposal[])[] {
  const groups: (readonly Proposal[])[] = [];
  for (let waiting = proposals; waiting.length > 0;) {
    const taken = new Taken();
    const group = waiting.filter((one) => taken.take(editsOf(one)));
    groups.push(group);
    const inGroup = new Set(group);
    waiting = waiting.filter((one) => !inGroup.has(one));
  }
  return groups;
}

/** Edits by where they begin, none of which touches another. */
class Taken {
  readonly #edits: TextEdit[] = [];
  readonly #keys = new Set<string>();

  /** Takes all of them, or none and says so. */
  take(edits: readonly TextEdit[]): boolean {
    const added = edits.filter((edit) => !this.#keys.has(keyOf(edit)));
    if (!added.every((edit) => this.#isFree(edit))) return false;
    for (const edit of added) {
      this.#keys.add(keyOf(edit));
      this.#edits.splice(this.#placeOf(edit), 0, edit);
    }
    return true;
  }

  #isFree(edit: TextEdit): boolean {
    const at = this.#placeOf(edit);
    const [before, after] = [this.#edits[at - 1], this.#edits[at]];
    const isAfter = before === undefined || before.span.end < edit.span.start;
    return isAfter && (after === undefined || edit.span.end < after.span.start);
  }

  #placeOf({ span }: TextEdit): number {
    return countUpTo(this.#edits, span.start, ({ span: { start } }) => start);
  }
}

/** Whose fix it is that something came or did not go, as far as places tell; all where they tell nothing. */
function blamed(group: readonly Proposal[], { left, come }: Moved): Set<Proposal> {
  const wrong = new Set(group.filter(({ finding }) => left.has(finding)));
  const places = group
    .flatMap((one) =>
      [one.finding.span, ...editsOf(one).map(({ span }) => span)].map(({ start }) => ({ start, one })),
    )
    .sort((a, b) => a.start - b.start);
  for (const offset of come) {
    const at = countUpTo(places, offset, ({ start }) => start);
    const [before, after] = [places[at - 1], places[at]];
    const isNearer = after !== undefined && after.start - offset < offset - (before?.start ?? -Infinity);
    const nearest = isNearer ? after : before;
    if (nearest !== undefined) wrong.add(nearest.one);
  }
  return wrong;
}
