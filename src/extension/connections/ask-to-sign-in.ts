import * as vscode from 'vscode';
import { showError } from '../window/messages.ts';
import { signIn } from './sign-in.ts';

/** Asks the person to sign in; false when they do not, or cannot, which is then said. */
export async function signedIn(scope: string): Promise<boolean> {
  const answer = await signIn(vscode.authentication, scope, false);
  if (answer.kind === 'yes') return true;
  if (answer.why !== '') {
    void showError(
      vscode.l10n.t(
        "VS Code couldn't sign in to Microsoft Entra ID: {0}. Check that its extension “Microsoft Account” is enabled and that you are online, or connect with a key or a signature.",
        answer.why.replace(/\.$/, ''),
      ),
    );
  }
  return false;
}
