import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `not-the-newest` says. */
export const say = messagesOf({
  some: (property: string) => ({
    message: l10n.t(
      'Only the first by key are read, then sorted by {0}: later entities are missed.',
      property,
    ),
    help: l10n.t(
      'The service returns entities in key order. Put inverted ticks into RowKey to get the newest first.',
    ),
  }),
  kept: (property: string) => ({
    message: l10n.t(
      'Only the first by key are kept, then sorted by {0}: later entities are missed.',
      property,
    ),
    help: l10n.t(
      'Sort first, and take the first of that. With inverted ticks in RowKey the newest come first.',
    ),
  }),
  count: (count: number, property: string) => ({
    message: l10n.t(
      'Only the first {0} by key are read, then sorted by {1}: later entities are missed.',
      count,
      property,
    ),
    help: l10n.t(
      'The service returns entities in key order. Put inverted ticks into RowKey to get the newest first.',
    ),
  }),
});
