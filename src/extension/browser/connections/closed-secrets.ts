import * as vscode from 'vscode';
import type { ConnectionInfo } from '../nodes.ts';
import { SecretsClosed } from './connections.ts';
import type { Connections } from './connections.ts';
import { askModally, showWarning } from '../../window/messages.ts';

/** Does what keeps a secret, again as long as the storage does not open and the person wants another try; undefined when they give up. */
export async function untilKept<T>(keep: () => Promise<T>): Promise<T | undefined> {
  for (;;) {
    try {
      return await keep();
    } catch (error) {
      if (!(error instanceof SecretsClosed)) throw error;
    }
    const retry = vscode.l10n.t('Try Again');
    const message = vscode.l10n.t('The secret storage of VS Code does not open, so that nothing was saved');
    const detail = vscode.l10n.t(
      'Connection strings are kept there alone. Unlock the keyring of this machine (on Linux it may have to be installed), then try again. Who leaves here has to type the connection anew.',
    );
    const question = { severity: 'Warning', message, detail: [detail], buttons: [retry] } as const;
    if ((await askModally(question)) !== retry) return undefined;
  }
}

/** Says that the secret which a connection had may still lie where it was, and deletes it once that can be done. */
export async function tellOfSecret(
  connections: Pick<Connections, 'deleteSecret'>,
  { id, name }: Pick<ConnectionInfo, 'id' | 'name'>,
): Promise<void> {
  const retry = vscode.l10n.t('Delete It');
  const message = vscode.l10n.t(
    'The secret storage of VS Code does not open: the connection string that “{0}” had may still lie there, though nothing uses it. Unlock the keyring of this machine, then delete it; where that cannot be done, regenerate the account’s key.',
    name,
  );
  do {
    if ((await showWarning(message, retry)) !== retry) return;
  } while (!(await connections.deleteSecret(id)));
}
