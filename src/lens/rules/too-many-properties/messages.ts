import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What `too-many-properties` says. */
export const say = messagesOf({
  'too-many': (count: number, most: number) => ({
    message: l10n.t(
      '{0} properties: an entity can have at most {1}, so the service rejects it.',
      count,
      most,
    ),
    help: l10n.t(
      "Keys and Timestamp don't count. Split it into several entities of one partition, written in one transaction, or store the series in one text or binary property.",
    ),
  }),
});
