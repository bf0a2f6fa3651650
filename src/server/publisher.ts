import type { Diagnostic, PublishDiagnosticsParams } from 'vscode-languageserver';

/** Sends diagnostics to the client, but only those that differ from what it has. */
export interface Publisher {
  /** `version` is that of the open document; a file on disk has none. */
  readonly publish: (uri: string, diagnostics: readonly Diagnostic[], version?: number) => void;
  /** Takes all diagnostics of a document back. */
  readonly clear: (uri: string) => void;
}

export function createPublisher(send: (params: PublishDiagnosticsParams) => void): Publisher {
  const sent = new Map<string, string>();
  return {
    publish: (uri, diagnostics, version) => {
      const key = JSON.stringify(diagnostics);
      if ((sent.get(uri) ?? '[]') === key) return;
      sent.set(uri, key);
      send({ uri, diagnostics: [...diagnostics], ...(version !== undefined && { version }) });
    },
    clear: (uri) => {
      const before = sent.get(uri) ?? '[]';
      sent.delete(uri);
      if (before !== '[]') send({ uri, diagnostics: [] });
    },
  };
}
