import * as vscode from 'vscode';
import type { CodeLensMiddleware } from 'vscode-languageclient/node';
import { sourceDocuments } from './documents.ts';

/** Milliseconds: VS Code asks for lenses a quarter of a second after an edit, later where answers were slow. */
const PATIENCE = 1_500;

/** How often a document is brought to its mind: never is it asked for lenses where a person wants none (`editor.codeLens`). */
const TRIES = 4;

/** Milliseconds without another extension coming to life, after which a window that starts is taken to be calm. */
const CALM = 5_000;

/** Has lenses asked for that VS Code does not ask for itself. */
export interface UnaskedLenses {
  /** Sees what is asked. */
  readonly middleware: Required<Pick<CodeLensMiddleware, 'provideCodeLenses'>>;
  /** Begins with the providers of a client that runs and has the middleware. */
  readonly follow: (providerOf: ProviderOf) => vscode.Disposable;
}

/** What gives the lenses of a document; undefined where nothing does. */
type ProviderOf = (document: vscode.TextDocument) => LensProvider | undefined;

interface LensProvider {
  readonly onDidChangeCodeLensEmitter: { readonly fire: () => void };
}

/**
 * VS Code drops the question for lenses that it was about to ask when the editor loses the focus, and asks no more before the editor
 * has it again (`onDidBlurEditorText` in `codelensController`, seen in 1.139). And when another extension registers lenses, it throws
 * away the answers under way and those it has, but for their titles, to ask again: in a window that starts, with the sidebar opened
 * meanwhile, lenses were missing or had no links, although they had been given. So a visible document without lenses of its version is
 * brought to its mind after a while, and so are all of them until no other extension comes to life any more:
 * `countActive` tells how many are alive.
 */
export function unaskedLenses(countActive: () => number = activeExtensions): UnaskedLenses {
  /** The version that lenses were last given of, by document. */
  const given = new Map<string, number>();

  const isUnasked = ({ uri, version }: vscode.TextDocument): boolean => given.get(uri.toString()) !== version;

  return {
    middleware: {
      provideCodeLenses: async (document, token, next) => {
        const { version } = document;
        const lenses = await next(document, token);
        if (!token.isCancellationRequested) given.set(document.uri.toString(), version);
        return lenses;
      },
    },
    follow: (providerOf) => {
      let reminder: NodeJS.Timeout | undefined;
      let calm: NodeJS.Timeout | undefined;
      const remind = (triesLeft: number): void => {
        if (triesLeft > 0 && askFor(providerOf, isUnasked)) later(triesLeft - 1);
      };
      const later = (tries: number): void => {
        clearTimeout(reminder);
        reminder = setTimeout(remind, PATIENCE, tries);
      };
      const settle = (before: number): void => {
        const now = countActive();
        if (now === before) return;
        given.clear();
        remind(TRIES);
        calm = setTimeout(settle, CALM, now);
      };
      calm = setTimeout(settle, CALM, 0);
      return vscode.Disposable.from(
        new vscode.Disposable(() => {
          clearTimeout(reminder);
          clearTimeout(calm);
        }),
        vscode.workspace.onDidChangeTextDocument(({ document }) => {
          if (isSource(document)) later(TRIES);
        }),
        vscode.workspace.onDidCloseTextDocument(({ uri }) => {
          given.delete(uri.toString());
        }),
      );
    },
  };
}

/** A log that goes on being written is none. */
const isSource = (document: vscode.TextDocument): boolean =>
  vscode.languages.match(sourceDocuments(), document) > 0;

function activeExtensions(): number {
  return vscode.extensions.all.filter(({ isActive }) => isActive).length;
}

/** Has VS Code ask again for all lenses, if it shows a document of which it should; whether it does. */
function askFor(providerOf: ProviderOf, isUnasked: (document: vscode.TextDocument) => boolean): boolean {
  const providers = vscode.window.visibleTextEditors
    .filter(({ document }) => isSource(document) && isUnasked(document))
    .flatMap(({ document }) => providerOf(document) ?? []);
  for (const provider of new Set(providers)) provider.onDidChangeCodeLensEmitter.fire();
  return providers.length > 0;
}
