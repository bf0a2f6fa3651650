import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `first-of-list` says. */
export const say = messagesOf({
  'one-page': () => ({
    message: l10n.t('Only the first page is read, and it can be short or empty although more follows.'),
    help: l10n.t('maxPageSize is the size of a page, not a limit. Read the next page until you have enough.'),
  }),
  one: () => ({
    message: l10n.t('Only the first result is used, but the service sends pages of up to 1,000.'),
    help: l10n.t(
      "Read pages of one, byPage({ maxPageSize: 1 }), and take the first entity of the first page that isn't empty.",
    ),
  }),
  match: () => ({
    message: l10n.t('The loop stops at the first match, but the service sends pages of up to 1,000.'),
    help: l10n.t('Add the condition to the filter, and read pages of one: byPage({ maxPageSize: 1 }).'),
  }),
  'all-for-any': () => ({
    message: l10n.t('All results are read, only to find out whether there are any.'),
    help: l10n.t('Stop at the first result, and read pages of one: byPage({ maxPageSize: 1 }).'),
  }),
  'all-for-many': (count: number, pages: string) => ({
    message: l10n.t('All results are read, only to find out whether there are {0} or more.', count),
    help: l10n.t('Stop there, and read pages of that size: {0}.', pages),
  }),
  'all-for-some': () => ({
    message: l10n.t('All results are read, but only the first ones are used.'),
    help: l10n.t('Stop when you have enough, and read pages of that size: byPage({ maxPageSize: … }).'),
  }),
  'all-for-one': () => ({
    message: l10n.t('All results are read, but only the first is used.'),
    help: l10n.t('Stop at the first result, and read pages of one: byPage({ maxPageSize: 1 }).'),
  }),
  'all-for-count': (count: number, pages: string) => ({
    message: l10n.t('All results are read, but only the first {0} are used.', count),
    help: l10n.t('Stop there, and read pages of that size: {0}.', pages),
  }),
  top: () => ({
    message: l10n.t(
      '"top" isn\'t a limit: the SDK uses it as the page size, and this code reads every page.',
    ),
    help: l10n.t('Leave the loop when you have enough.'),
  }),
  'top-count': (count: number) => ({
    message: l10n.t(
      '"top" isn\'t a limit: the SDK uses it as the page size, and this code reads every page.',
    ),
    help: l10n.t('Leave the loop after {0}.', count),
  }),
  some: () => ({
    message: l10n.t('The loop stops early, but the service sends pages of up to 1,000.'),
    help: l10n.t(
      'Use that number as the page size: byPage({ maxPageSize: … }). "top" in the options isn\'t a limit.',
    ),
  }),
  count: (count: number, pages: string) => ({
    message: l10n.t('The loop stops after {0} results, but the service sends pages of up to 1,000.', count),
    help: l10n.t('Read pages of that size: {0}. "top" in the options isn\'t a limit.', pages),
  }),
});

/** What to do where a function of the program reads the list: pages are its business, and who calls it knows how many are needed. */
export function helpOfFunction(name: string): string {
  return l10n.t(
    'Give {0} the number that you need, so that it stops there and reads pages of that size: byPage({ maxPageSize: … }).',
    name,
  );
}
