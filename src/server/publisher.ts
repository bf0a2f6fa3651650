import type { Diagnostic, PublishDiagnosticsParams } from 'vscode-languageserver';

/** Sends diagnostics to the client, but only those that differ from what it has. */
export interface Publisher {
  readonly publish: (uri: string, version: number, diagnostics: readonly Diagnostic[]) => void;
  /** Takes all diagnostics of a document back. */
  readonly clear: (uri: string) => void;
}

export function createPublisher(send: (params: PublishDiagnosticsParams) => void): Publisher {
  const sent = new Map<string, string>();
  return {
    publish: (uri, version, diagnostics) => {
      const key = JSON.stringify(diagnostics);
      if ((sent.get(uri) ?? '[]') === key) return;
      sent.set(uri, key);
      send({ uri, version, diagnostics: [...diagnostics] });
    },
    clear: (uri) => {
      const before = sent.get(uri) ?? '[]';
      sent.delete(uri);
      if (before !== '[]') send({ uri, diagnostics: [] });
    },
  };
}
