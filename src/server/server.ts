import * as l10n from '@vscode/l10n';
import {
  CodeActionKind,
  type Connection,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
  TextDocuments,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { EngineOptions } from '../lens/engine/create.ts';
import type { Engine } from '../lens/engine/engine.ts';
import { describeGivenUp } from '../lens/engine/not-analysed.ts';
import { describeUnread } from '../lens/workspace/unread.ts';
import { createWorkspace } from '../lens/workspace/workspace.ts';
import { createBackground } from './background.ts';
import { createChecks } from './checks.ts';
import { answerCompletion, TRIGGERS } from './completion.ts';
import { createDeclarations } from './declarations.ts';
import { answerBugReports } from './bug-report.ts';
import { answerAssist } from './assists.ts';
import { answerDesign } from './design/answer.ts';
import { answerFixAll, FIX_ALL } from './fix-all.ts';
import { answerSilencing } from './silencing.ts';
import { createDiskChanges, WATCHED } from './disk.ts';
import { fileOf } from './file-names.ts';
import { answerNavigation } from './navigation.ts';
import { CURSOR, type Site, VIEW, type View } from '../protocol/messages.ts';
import { answerOverviews } from './overview.ts';
import { readOptions } from '../protocol/options.ts';
import { answerRename } from './rename.ts';
import { answerRequests } from './requests.ts';
import type { Client } from './client.ts';
import type { Session } from './session.ts';
import { createSettings } from './settings.ts';
import { createTrouble } from './trouble.ts';
import { createWriting } from './writing.ts';

/** Milliseconds without a key press after which a changed document is checked. */
const DEBOUNCE = 150;

const NAME = 'Partition Lens';

/**
 * Serves one client until it hangs up. `makeEngine` gets what is to be told when a rule fails or a file is given up;
 * `rules` are the ids that settings may name.
 */
export function serve(
  connection: Connection,
  makeEngine: (told: Omit<EngineOptions, 'rules'>) => Engine,
  rules: ReadonlySet<string>,
): void {
  const trouble = createTrouble((line) => {
    connection.console.error(line);
  });
  const warn = (path: string, words: string): void => {
    // a name may have line breaks
    connection.console.warn(`${JSON.stringify(path)}: ${words}`);
  };
  const engine = makeEngine({
    onRuleError: (rule, _file, error) => {
      trouble(`rule ${rule}`, error);
    },
    onGivenUp: (file, why) => {
      warn(file, describeGivenUp(why));
    },
  });
  const workspace = createWorkspace(engine, (path, why) => {
    warn(path, describeUnread(why));
  });
  const documents = new TextDocuments(TextDocument);
  const client = clientOf(undefined);
  const settings = createSettings({ connection, client, trouble }, rules);
  const declarations = createDeclarations({ workspace, client, trouble });
  const writing = createWriting();
  const session: Session = {
    connection,
    documents,
    workspace,
    trouble,
    client,
    settings,
    declarations,
    writing,
  };

  const checks = createChecks(session);
  const checkSoon = (): void => {
    checks.request(0);
  };
  const disk = createDiskChanges(session, () => {
    checks.edited(0);
  });
  const background = createBackground(session, checkSoon);
  answerRequests(session, checks);
  answerOverviews(session, checks.findings);
  answerDesign(session);
  answerAssist(session);
  answerBugReports(session);
  answerSilencing(session);
  answerFixAll(session);
  answerCompletion(session);
  answerNavigation(session);
  answerRename(session);

  connection.onInitialize((params) => {
    Object.assign(client, clientOf(params));
    if (client.options.texts) l10n.config({ contents: { ...client.options.texts } });
    return {
      serverInfo: { name: NAME },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        hoverProvider: true,
        completionProvider: { triggerCharacters: [...TRIGGERS] },
        codeLensProvider: {},
        codeActionProvider: {
          codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.RefactorRewrite, FIX_ALL],
        },
        definitionProvider: true,
        inlayHintProvider: true,
        referencesProvider: true,
        renameProvider: { prepareProvider: true },
        documentSymbolProvider: { label: NAME },
        workspaceSymbolProvider: true,
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
    };
  });

  connection.onInitialized(() => {
    settings.start();
    declarations.refresh();
    client.folders.forEach(background.add);
    if (client.canWatch) void connection.client.register(DidChangeWatchedFilesNotification.type, WATCHED);
    if (!client.canFollowFolders) return;
    connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
      const gone = new Set(removed.map(({ uri }) => uri));
      client.folders = [...client.folders.filter((uri) => !gone.has(uri)), ...added.map(({ uri }) => uri)];
      void settings.refresh();
      declarations.refresh();
      for (const { uri } of removed) background.remove(uri);
      for (const { uri } of added) background.add(uri);
    });
  });

  connection.onDidChangeConfiguration((params) => {
    void settings.refresh(ours(params.settings)).then(checkSoon);
  });

  connection.onNotification(VIEW, (view: View) => {
    client.view = view;
    checkSoon();
  });

  connection.onNotification(CURSOR, ({ uri, position }: Site) => {
    const document = documents.get(uri);
    if (document && writing.moved(uri, document.offsetAt(position))) checks.request(0, uri);
  });

  connection.onDidChangeWatchedFiles((params) => {
    declarations.changed(params.changes);
    disk.add(params.changes);
  });

  connection.onShutdown(() => {
    checks.dispose();
    disk.dispose();
    background.dispose();
  });

  const seen = new Set<string>();
  documents.onDidChangeContent(({ document }) => {
    const { uri } = document;
    writing.edited(uri, document.getText());
    checks.edited(seen.has(uri) ? DEBOUNCE : 0, uri);
    seen.add(uri);
  });
  documents.onDidSave(({ document: { uri } }) => {
    writing.saved(uri);
    checks.request(0, uri);
  });
  documents.onDidClose(({ document: { uri } }) => {
    seen.delete(uri);
    writing.closed(uri);
    checks.closed(uri);
    workspace.close(fileOf(uri)).then(checkSoon, (error: unknown) => {
      trouble('close', error);
    });
  });

  documents.listen(connection);
  connection.listen();
}

/** Our part of what a client sends of its settings: `{ partitionLens: … }`. */
function ours(settings: unknown): unknown {
  const isThere = typeof settings === 'object' && settings !== null && 'partitionLens' in settings;
  return isThere ? settings.partitionLens : undefined;
}

function clientOf(params: InitializeParams | undefined): Client {
  const abilities = params?.capabilities.workspace;
  const completion = params?.capabilities.textDocument?.completion?.completionItem;
  const edits = abilities?.workspaceEdit;
  return {
    options: readOptions(params?.initializationOptions),
    canRefreshLenses: abilities?.codeLens?.refreshSupport === true,
    canRefreshHints: abilities?.inlayHint?.refreshSupport === true,
    canWatch: abilities?.didChangeWatchedFiles?.dynamicRegistration === true,
    takesSnippets: completion?.snippetSupport === true,
    canCreateFiles: edits?.documentChanges === true && edits.resourceOperations?.includes('create') === true,
    takesAnnotations: edits?.changeAnnotationSupport !== undefined,
    canFollowFolders: abilities?.workspaceFolders === true,
    canAnswerSettings: abilities?.configuration === true,
    canTellOfSettings: abilities?.didChangeConfiguration?.dynamicRegistration === true,
    folders: params?.workspaceFolders?.map((folder) => folder.uri) ?? [],
  };
}
