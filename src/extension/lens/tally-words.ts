import * as vscode from 'vscode';
import type { Tally } from '../../protocol/messages.ts';

/** What matters first, in a few words: "2 scans · 1 risk". */
export function tallyWords({ scans, risks }: Tally): string {
  const words = [
    ...(scans === 0 ? [] : [scans === 1 ? vscode.l10n.t('1 scan') : vscode.l10n.t('{0} scans', scans)]),
    ...(risks === 0 ? [] : [risks === 1 ? vscode.l10n.t('1 risk') : vscode.l10n.t('{0} risks', risks)]),
  ];
  return words.length === 0 ? vscode.l10n.t('No warnings') : words.join(' · ');
}
