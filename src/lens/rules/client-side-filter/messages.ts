import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `client-side-filter` says. */
export const say = messagesOf({
  compared: (properties: string, filter: string) => ({
    message: l10n.t('The code filters by {0} after the service has sent every entity.', properties),
    help: l10n.t('The service can do that: add "{0}" to the filter.', filter),
  }),
  'compared-if-set': (properties: string, filter: string) => ({
    message: l10n.t('The code filters by {0} after the service has sent every entity.', properties),
    help: l10n.t('The service can do that: if the value is set, add "{0}" to the filter.', filter),
  }),
  'partly-compared': (properties: string, filter: string) => ({
    message: l10n.t('The code filters by {0} after the service has sent every entity.', properties),
    help: l10n.t('The service can do that: add a condition such as "{0}" to the filter.', filter),
  }),
  converted: (properties: string) => ({
    message: l10n.t(
      'The code filters by a value made from {0} after the service has sent every entity.',
      properties,
    ),
    help: l10n.t(
      'If the stored value sorts the same way, as a Date or ISO text does, use a range in the filter. Otherwise store the computed value as a property.',
    ),
  }),
  among: (properties: string) => ({
    message: l10n.t('The code looks up {0} in a list after the service has sent every entity.', properties),
    help: l10n.t('Join a few values with "or" in the filter. For keys, send one query for each value.'),
  }),
});
