import * as l10n from '@vscode/l10n';
import type { TextEdit } from '../../core/text/edit.ts';
import type { Span } from '../../core/text/span.ts';
import type { FileAnalysis } from '../engine/engine.ts';
import type { Finding } from '../engine/finding.ts';
import { isOfRule } from '../engine/of-rule.ts';
import { soleFix } from '../engine/harmless.ts';
import { createSilencer, type Silencer, type SilenceScope } from '../engine/suppress.ts';
import { gravityOf } from '../engine/severity.ts';
import type { ActionOffer, FixOffer, SilenceOffer } from './ide.ts';

/** Findings that are offered anything for at a time; a menu of more is of no use. */
const MOST_TOUCHED = 50;

/**
 * Characters and operations that may be read again to check the fixes of one request, which takes all of the file for each
 * finding. Those of the first finding are checked in any file.
 */
const MOST_CHARACTERS = 500_000;
const MOST_OPERATIONS = 3_000;

/**
 * What can be done about the findings that touch `span`: their fixes, which are made and checked only here,
 * and for each rule a comment that silences it; of very many findings only the first. In steps. `text` is the analysed file's.
 */
export function* codeActions(
  analysis: FileAnalysis,
  text: string,
  span: Span,
): Generator<void, readonly ActionOffer[]> {
  const touched = findingsAt(analysis, span);
  const offers: Ranked[] = [];
  const cost = Math.max(text.length / MOST_CHARACTERS, analysis.operations.length / MOST_OPERATIONS);
  let left = 1;
  for (const finding of touched) {
    if (left <= 0) break;
    let isChecked = true;
    for (const _ of finding.fixSteps?.() ?? []) {
      isChecked = false;
      yield;
    }
    if (!isChecked) left -= cost;
    offers.push(...fixOffers(finding));
  }
  const silencer = createSilencer(analysis.file, text);
  return [
    ...preferringOne(offers),
    ...distinct(touched.flatMap((finding) => silenceOffers(silencer, finding))),
  ];
}

/** Gives the findings that touch a span; of very many only the first. */
export function findingsAt({ findings }: FileAnalysis, span: Span): readonly Finding[] {
  return findings.filter((finding) => touches(finding.span, span)).slice(0, MOST_TOUCHED);
}

/** A fix, whether it is right whatever the code is for, and how bad what it mends is. */
interface Ranked {
  readonly offer: FixOffer;
  readonly isHarmless: boolean;
  readonly badness: number;
}

function fixOffers({ rule, span, severity, fixes }: Finding): Ranked[] {
  const made = fixes();
  const preferred = soleFix(made) !== undefined;
  const badness = gravityOf(severity);
  return made.map(({ title, edits, isHarmless = false }) => ({
    offer: { kind: 'fix', title, edits, rule, span, preferred },
    isHarmless,
    badness,
  }));
}

/**
 * Fixes that are right whatever the code is for come first. One fix at most is the one to take where a cursor stands, which an editor takes without asking: that of the worst finding there, and
 * none where two are as bad.
 */
function preferringOne(ranked: readonly Ranked[]): FixOffer[] {
  const candidates = ranked.filter(({ offer }) => offer.preferred);
  const worst = Math.max(...candidates.map(({ badness }) => badness));
  const [first, ...others] = candidates.filter(({ badness }) => badness === worst);
  const isAlone = others.every(({ offer }) => isSameChange(offer, first?.offer));
  return [true, false].flatMap((isFirst) =>
    ranked
      .filter(({ isHarmless }) => isHarmless === isFirst)
      .map(({ offer }) => ({ ...offer, preferred: isAlone && offer === first?.offer })),
  );
}

function isSameChange(a: FixOffer, b: FixOffer | undefined): boolean {
  return JSON.stringify(a.edits) === JSON.stringify(b?.edits);
}

/** What is shown for several rules goes when all of them are silenced, above the call that all are about. */
function silenceOffers(silencer: Silencer, finding: Finding): SilenceOffer[] {
  const { rule, span } = finding;
  // what is wrong with a comment is put right in it, and nothing silences what no rule says
  if (!isOfRule(finding)) return [];
  const ids = idsOf(finding);
  const offer = (title: string, scope: SilenceScope): SilenceOffer => ({
    kind: 'silence',
    title,
    edits: [silenced(silencer, finding, scope)],
    scope,
    rule,
    span,
    preferred: false,
  });
  return [
    offer(l10n.t('Disable {0} for this line', ids), 'next-line'),
    offer(l10n.t('Disable {0} for this file', ids), 'file'),
  ];
}

/** The edit that silences a finding for a reason, with all that it is shown for. */
export function silenced(
  silencer: Silencer,
  finding: Finding,
  scope: SilenceScope,
  reason?: string,
): TextEdit {
  const { span, about, also = [] } = finding;
  const at = also.length > 0 && about ? about.nameSpan : span;
  return silencer.edit(idsOf(finding), at.start, scope, reason);
}

function idsOf({ rule, also = [] }: Finding): string {
  return [rule, ...also].join(', ');
}

/** One comment silences all findings of its rule in a line. */
function distinct(offers: readonly SilenceOffer[]): SilenceOffer[] {
  const byEffect = new Map(offers.map((offer) => [JSON.stringify([offer.title, offer.edits]), offer]));
  return [...byEffect.values()];
}

/** A cursor at either end touches too. */
function touches(a: Span, b: Span): boolean {
  return a.start <= b.end && b.start <= a.end;
}
