import * as l10n from '@vscode/l10n';
import type { ErrorText } from './error-text.ts';

/** What is wrong with an answer that came, so that it is not used. */
export type AnswerFault =
  /** It is larger than any that is read, or its headers are. */
  | 'too-large'
  | 'headers'
  /** It sends one elsewhere, which a table service never does. */
  | 'redirect'
  /** It is compressed though that was not asked for. */
  | 'encoded'
  /** It is no HTTP, no UTF-8, no JSON, no list, or nested deeper than any answer. */
  | 'no-http'
  | 'no-text'
  | 'no-json'
  | 'no-list'
  | 'too-deep'
  /** It has more entries than one answer may have. */
  | 'too-many'
  /** Its continuation token is none. */
  | 'token'
  /** Its continuation token leads to where the reading was before, or for long to nothing new. */
  | 'circle'
  | 'standstill'
  /** Rows come a second time, not in the order of their keys, or with keys that were not asked for. */
  | 'repeated'
  | 'unsorted'
  | 'not-asked';

/** An answer that is not what a table service says. */
export class UnusableAnswer extends Error {
  readonly fault: AnswerFault;

  constructor(fault: AnswerFault) {
    super(`the answer cannot be used (${fault})`);
    this.fault = fault;
  }
}

/** Says what is wrong and what to do about it; `host` is who answered. */
export function explainFault(fault: AnswerFault | undefined, host: string): ErrorText {
  if (fault === undefined) return { message: noTableService(host), advice: checkEndpoint() };
  const { message, why } = FAULTS[fault];
  const advice = isOfReading(fault) ? readAnew() : checkEndpoint();
  return { message: message(host), advice: `${why()} ${advice}` };
}

/** Whether answers contradict each other, each of which could be one of a table service. */
export function isOfReading(fault: AnswerFault | undefined): boolean {
  return fault !== undefined && FAULTS[fault].isOfReading === true;
}

/** A fault in words: what happened, and a sentence on what that means. */
interface FaultWords {
  readonly message: (host: string) => string;
  readonly why: () => string;
  readonly isOfReading?: true;
}

const FAULTS: Readonly<Record<AnswerFault, FaultWords>> = {
  'too-large': {
    message: tooLarge,
    why: () => l10n.t('It has over 16 MB, or 600,000 values; an entity of a table service has at most 1 MB.'),
  },
  headers: { message: tooLarge, why: () => l10n.t('Its headers have over 16 kB.') },
  redirect: {
    message: noTableService,
    why: () => l10n.t('It sends one to another address, as a page for signing in does.'),
  },
  encoded: { message: noTableService, why: () => l10n.t('It is compressed, which was not asked for.') },
  'no-http': { message: noTableService, why: () => l10n.t('It is no HTTP.') },
  'no-text': { message: noTableService, why: () => l10n.t('It is no text in UTF-8.') },
  'no-json': { message: noTableService, why: () => l10n.t('It is no JSON.') },
  'no-list': { message: noTableService, why: () => l10n.t('It has no list of what was asked for.') },
  'too-deep': { message: noTableService, why: () => l10n.t('It is nested deeper than 64 levels.') },
  'too-many': { message: noTableService, why: () => l10n.t('It has over 1,000 entries.') },
  token: { message: noTableService, why: () => l10n.t('Its continuation token is none.') },
  circle: {
    message: inCircle,
    why: () => l10n.t('Its continuation token leads back, so that rows would come twice.'),
    isOfReading: true,
  },
  standstill: {
    message: inCircle,
    why: () => l10n.t('Its continuation token stayed the same over many answers without rows.'),
    isOfReading: true,
  },
  repeated: {
    message: (host) => l10n.t('{0} answers with rows that came before', host),
    why: () => l10n.t('They would be shown twice.'),
    isOfReading: true,
  },
  unsorted: {
    message: (host) => l10n.t('{0} answers with rows that are not in the order of their keys', host),
    why: () => l10n.t('Nobody knows what is missing.'),
    isOfReading: true,
  },
  'not-asked': {
    message: (host) => l10n.t('{0} answers with rows that were not asked for', host),
    why: () => l10n.t('Their keys do not satisfy the filter.'),
    isOfReading: true,
  },
};

function noTableService(host: string): string {
  return l10n.t('What {0} answers is not what a table service says', host);
}

function tooLarge(host: string): string {
  return l10n.t('What {0} answers is too large, and was not read', host);
}

function inCircle(host: string): string {
  return l10n.t('What {0} answers leads in a circle', host);
}

function readAnew(): string {
  return l10n.t(
    'What came before is kept. Read it anew; if it happens again, see that no proxy answers from its memory, and that the endpoint is a table service.',
  );
}

function checkEndpoint(): string {
  return l10n.t(
    'Check that the endpoint is that of tables (not of blobs or queues) and, for Azurite, ends with the account’s name, and that no proxy answers in its place, then retry.',
  );
}
