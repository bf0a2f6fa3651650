import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

export const say = messagesOf({
  'bigint-in-json': (name: string) => ({
    message: l10n.t('This throws: "{0}" is an Int64, read as a bigint, which JSON doesn\'t have.', name),
    help: l10n.t('Write it as text, or give JSON.stringify a replacer.'),
  }),
});
