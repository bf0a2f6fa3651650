import * as l10n from '@vscode/l10n';
import type { Shape } from '../../core/shape/shape.ts';
import { button, element, setText, show } from './dom.ts';
import type { Verdict } from './verdict.ts';

/** How good a shape is, for its colour and its sign: colour alone tells not everybody. */
const TONES: Readonly<Record<Shape, readonly [tone: string, sign: string]>> = {
  point: ['good', '●'],
  'row-range': ['good', '●'],
  'partition-scan': ['fair', '◐'],
  'partition-range': ['bad', '▲'],
  'table-scan': ['bad', '▲'],
  empty: ['fair', '∅'],
  unknown: ['fair', '?'],
};

/** What the filter will cost, on one line, `beside` at its end; why, when it is opened. */
export function createVerdictLine(beside: HTMLElement): {
  readonly root: HTMLElement;
  readonly show: (verdict: Verdict) => void;
  /** Where the line ends on the page, in CSS pixels. */
  readonly bottom: () => number;
} {
  const shape = element('strong');
  const region = element('span', { class: 'region' });
  const requests = element('span', { class: 'requests' });
  const reasons = element('ul', { id: 'verdict-reasons', class: 'reasons', hidden: true });
  const why = button(
    l10n.t('Why?'),
    () => {
      show(reasons, reasons.hidden !== false);
      why.setAttribute('aria-expanded', String(!reasons.hidden));
    },
    { class: 'link', 'aria-expanded': 'false', 'aria-controls': reasons.id },
  );
  const told = element('span', { class: 'verdict-text', role: 'status' }, shape, region, requests);
  const line = element('div', { class: 'verdict' }, told, why, beside);
  return {
    root: element('div', {}, line, reasons),
    bottom: () => line.getBoundingClientRect().bottom,
    show: (verdict) => {
      const [tone, sign] = TONES[verdict.shape];
      shape.className = tone;
      setText(shape, `${sign} ${verdict.title}`);
      setText(region, verdict.region);
      region.title = verdict.region;
      setText(requests, verdict.requests);
      requests.title = verdict.formula;
      reasons.replaceChildren(
        ...[...verdict.reasons, verdict.formula].map((reason) => element('li', {}, reason)),
      );
    },
  };
}
