import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `missing-select` says. */
export const say = messagesOf({
  'few-properties': (properties: string, option: string) => ({
    message: l10n.t('The service sends every property, but this code uses only {0}.', properties),
    help: l10n.t(
      "Add \"{0}\" to the query's options. Properties that you don't list, keys too, aren't sent then.",
      option,
    ),
  }),
  'through-wrapper': (properties: string, option: string, wrapper: string) => ({
    message: l10n.t('The service sends every property, but this code uses only {0}.', properties),
    help: l10n.t(
      'Give {1} a parameter for the options of its query, and pass "{0}" here. Keys that you don\'t list aren\'t sent then.',
      option,
      wrapper,
    ),
  }),
});
