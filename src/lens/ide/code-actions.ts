import * as l10n from '@vscode/l10n';
import type { Span } from '../../core/text/span.ts';
import type { FileAnalysis } from '../engine/engine.ts';
import type { Finding } from '../engine/finding.ts';
import { suppressionEdit, UNKNOWN_RULE } from '../engine/suppress.ts';
import type { ActionOffer } from './ide.ts';

/**
 * What can be done about the findings that touch `span`: their fixes, which are made and checked only here,
 * and for each rule a comment that silences it. `text` is the analysed file's.
 */
export function codeActions(analysis: FileAnalysis, text: string, span: Span): ActionOffer[] {
  const touched = analysis.findings.filter((finding) => touches(finding.span, span));
  return [
    ...touched.flatMap(fixOffers),
    ...distinct(touched.flatMap((finding) => silenceOffers(analysis.file, text, finding))),
  ];
}

function fixOffers({ rule, span, fixes }: Finding): ActionOffer[] {
  const made = fixes();
  const preferred = made.length === 1 && made[0]?.placeholder === undefined;
  return made.map(({ title, edits }) => ({ title, edits, rule, span, preferred }));
}

/** What is shown for several rules goes when all of them are silenced, above the call that all are about. */
function silenceOffers(file: string, text: string, finding: Finding): ActionOffer[] {
  const { rule, span, about, also = [] } = finding;
  // what is wrong with a comment is put right in it
  if (rule === UNKNOWN_RULE) return [];
  const ids = [rule, ...also].join(', ');
  const at = also.length > 0 && about ? about.nameSpan : span;
  const offer = (title: string, scope: 'next-line' | 'file'): ActionOffer => ({
    title,
    edits: [suppressionEdit(file, text, ids, at.start, scope)],
    rule,
    span,
    preferred: false,
  });
  return [
    offer(l10n.t('Disable {0} for this line', ids), 'next-line'),
    offer(l10n.t('Disable {0} for this file', ids), 'file'),
  ];
}

/** One comment silences all findings of its rule in a line. */
function distinct(offers: readonly ActionOffer[]): ActionOffer[] {
  const byEffect = new Map(offers.map((offer) => [JSON.stringify([offer.title, offer.edits]), offer]));
  return [...byEffect.values()];
}

/** A cursor at either end touches too. */
function touches(a: Span, b: Span): boolean {
  return a.start <= b.end && b.start <= a.end;
}
