import * as vscode from 'vscode';
import type { ConnectionInfo } from '../sidebar/nodes.ts';
import { SecretsClosed } from './connections.ts';
import type { Connections } from './connections.ts';
import { askModally, showWarning } from '../window/messages.ts';

/** Does what keeps a secret, again as long as the storage does not open and the person wants another try; undefined when they give up. */
export async function untilKept<T>(keep: () => Promise<T>): Promise<T | undefined> {
  for (;;) {
    try {
      return await keep();
    } catch (error) {
      if (!(error instanceof SecretsClosed)) throw error;
    }
    const retry = vscode.l10n.t('Try Again');
    const message = vscode.l10n.t("VS Code's secret storage can't be opened, so nothing was saved");
    const detail = vscode.l10n.t(
      'Connection strings are kept only there. Unlock the keyring of this computer (on Linux, you might have to install one), then try again. If you close this, you have to enter the connection again.',
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
    "VS Code's secret storage can't be opened, so the connection string of “{0}” might still be there. Unlock the keyring of this computer, then delete it. If you can't, regenerate the account’s key.",
    name,
  );
  do {
    if ((await showWarning(message, retry)) !== retry) return;
  } while (!(await connections.deleteSecret(id)));
}
