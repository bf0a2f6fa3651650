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
    why: () => l10n.t('It has more than 16 MB or 600,000 values. An entity has at most 1 MB.'),
  },
  headers: { message: tooLarge, why: () => l10n.t('Its headers have more than 16 kB.') },
  redirect: {
    message: noTableService,
    why: () => l10n.t('It redirects to another address, as a sign-in page does.'),
  },
  encoded: {
    message: noTableService,
    why: () => l10n.t("It is compressed, though the request didn't allow that."),
  },
  'no-http': { message: noTableService, why: () => l10n.t("It isn't HTTP.") },
  'no-text': { message: noTableService, why: () => l10n.t("It isn't UTF-8 text.") },
  'no-json': { message: noTableService, why: () => l10n.t("It isn't JSON.") },
  'no-list': {
    message: noTableService,
    why: () => l10n.t("It doesn't contain the list that was requested."),
  },
  'too-deep': { message: noTableService, why: () => l10n.t('It is nested more than 64 levels deep.') },
  'too-many': { message: noTableService, why: () => l10n.t('It has more than 1,000 entries.') },
  token: { message: noTableService, why: () => l10n.t('Its continuation token is invalid.') },
  circle: {
    message: inCircle,
    why: () => l10n.t('Its continuation token leads back to rows that were already read.'),
    isOfReading: true,
  },
  standstill: {
    message: inCircle,
    why: () => l10n.t('Its continuation token stayed the same for many pages without rows.'),
    isOfReading: true,
  },
  repeated: {
    message: (host) => l10n.t('{0} sent the same rows twice', host),
    why: () => l10n.t("They aren't shown again."),
    isOfReading: true,
  },
  unsorted: {
    message: (host) => l10n.t("{0} sent rows that aren't in the order of their keys", host),
    why: () => l10n.t('Rows might be missing.'),
    isOfReading: true,
  },
  'not-asked': {
    message: (host) => l10n.t("{0} sent rows that weren't requested", host),
    why: () => l10n.t("Their keys don't match the filter."),
    isOfReading: true,
  },
};

function noTableService(host: string): string {
  return l10n.t("The response of {0} isn't from a table service", host);
}

function tooLarge(host: string): string {
  return l10n.t('The response of {0} is too large', host);
}

function inCircle(host: string): string {
  return l10n.t('The responses of {0} repeat without end', host);
}

function readAnew(): string {
  return l10n.t(
    'What was read before is kept. Read it again. If that fails too, check that no proxy caches responses and that the endpoint is a table service.',
  );
}

function checkEndpoint(): string {
  return l10n.t(
    'Check that this is the table endpoint (not blob or queue) and that no proxy responds instead. For Azurite, the address ends with the account’s name. Then retry.',
  );
}
