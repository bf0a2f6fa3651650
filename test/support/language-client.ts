import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { basename, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import {
  type ClientCapabilities,
  CodeLensRefreshRequest,
  ConfigurationRequest,
  createConnection,
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidChangeWatchedFilesNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  type FileChangeType,
  InitializedNotification,
  InitializeRequest,
  InlayHintRefreshRequest,
  type InitializeResult,
  LogMessageNotification,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  type PublishDiagnosticsParams,
  RegistrationRequest,
  ShowMessageNotification,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  WorkDoneProgress,
  WorkDoneProgressCreateRequest,
} from 'vscode-languageserver/node';
import { createEngine } from '../../src/lens/engine/create.ts';
import { rules } from '../../src/lens/rules/registry.ts';
import { serve } from '../../src/server/server.ts';
import { KILLED_LATE } from './killed-late.ts';

const SERVER = join(import.meta.dirname, '../../src/server/main.ts');

/** An editor without a window: it talks to a language server of its own. */
export interface EditorClient {
  readonly connection: ProtocolConnection;
  readonly introduction: InitializeResult;
  /** Everything the server published or logged, in order. */
  readonly published: readonly PublishDiagnosticsParams[];
  readonly logged: readonly string[];
  /** What the server told the person. */
  readonly told: readonly string[];
  /** Tells of each that it publishes diagnostics, or asks for lenses or hints again: `published`, `refreshed`, `hints`. */
  readonly events: EventEmitter;
  /** Resolved when the server asks for lenses again, or has asked and nobody took notice. */
  readonly refreshed: () => Promise<void>;
  /** Resolved when all folders are indexed. */
  readonly indexed: Promise<void>;
  readonly open: (uri: string, text: string, language?: string) => Promise<void>;
  readonly change: (uri: string, text: string, version: number) => Promise<void>;
  readonly close: (uri: string) => Promise<void>;
  readonly onDisk: (uri: string, type: FileChangeType) => Promise<void>;
  /** The first publication for a document, from the `from`th on, that satisfies the condition. */
  readonly diagnostics: (
    uri: string,
    condition?: (params: PublishDiagnosticsParams) => boolean,
    from?: number,
  ) => Promise<PublishDiagnosticsParams>;
}

/** One whose server runs in this process. */
export interface ServedHere extends EditorClient {
  /** Shuts the session down, and hangs up. */
  readonly stop: () => Promise<void>;
}

/** One whose server is a process of its own. */
export interface LanguageClient extends EditorClient {
  readonly process: ChildProcess;
  /** Ends the session as the protocol wants it; gives the process's exit code. */
  readonly stop: () => Promise<number | null>;
}

const CAPABILITIES: ClientCapabilities = {
  workspace: {
    configuration: true,
    codeLens: { refreshSupport: true },
    inlayHint: { refreshSupport: true },
    workspaceFolders: true,
    workspaceEdit: {
      documentChanges: true,
      resourceOperations: ['create'],
      changeAnnotationSupport: {},
    },
    didChangeWatchedFiles: { dynamicRegistration: true },
  },
  window: { workDoneProgress: true },
};

export interface ClientOptions {
  /** What the server gets at its start. */
  readonly options?: object;
  /** What is set under `partitionLens`, for a folder's URI or for the window; read again after a change. */
  readonly settings?: (folder: string | undefined) => unknown;
  /** Folders to open besides the first. */
  readonly folders?: readonly string[];
}

/** Starts a server from source for a folder, with Node's own type stripping. */
export async function startLanguageClient(
  folder: string,
  options: ClientOptions = {},
): Promise<LanguageClient> {
  const child = spawn(process.execPath, [SERVER, '--stdio'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    ...KILLED_LATE,
  });
  const connection = createProtocolConnection(child.stdout, child.stdin);
  const client = await introduce(connection, process.pid, folder, options);
  return {
    ...client,
    process: child,
    stop: async () => {
      const ended = once(child, 'exit');
      await connection.sendRequest(ShutdownRequest.type);
      await connection.sendNotification(ExitNotification.type);
      const [code] = (await ended) as [number | null];
      connection.dispose();
      return code;
    },
  };
}

/** Serves a folder in this process. */
export async function serveHere(folder: string, options: ClientOptions = {}): Promise<ServedHere> {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const server = createConnection(new StreamMessageReader(toServer), new StreamMessageWriter(toClient));
  serve(server, (told) => createEngine({ rules, ...told }), new Set(rules.map(({ id }) => id)));
  const client = createProtocolConnection(
    new StreamMessageReader(toClient),
    new StreamMessageWriter(toServer),
  );
  // a server looks at the process that it is told of, and ends with it
  const editor = await introduce(client, null, folder, options);
  return {
    ...editor,
    stop: async () => {
      await client.sendRequest(ShutdownRequest.type);
      // not told to exit: it would end this process
      client.dispose();
      server.dispose();
    },
  };
}

/** Introduces an editor without a window to a server. */
async function introduce(
  connection: ProtocolConnection,
  processId: number | null,
  folder: string,
  { options = {}, settings = () => null, folders = [] }: ClientOptions,
): Promise<EditorClient> {
  const published: PublishDiagnosticsParams[] = [];
  const logged: string[] = [];
  const told: string[] = [];
  const events = new EventEmitter();
  events.setMaxListeners(0);
  let refreshes = 0;

  connection.onNotification(PublishDiagnosticsNotification.type, (params) => {
    published.push(params);
    events.emit('published');
  });
  connection.onNotification(LogMessageNotification.type, ({ message }) => {
    logged.push(message);
  });
  connection.onNotification(ShowMessageNotification.type, ({ message }) => {
    told.push(message);
  });
  connection.onRequest(InlayHintRefreshRequest.type, () => {
    events.emit('hints');
  });
  connection.onRequest(CodeLensRefreshRequest.type, () => {
    refreshes++;
    events.emit('refreshed');
  });
  connection.onRequest(RegistrationRequest.type, () => undefined);
  connection.onRequest(ConfigurationRequest.type, ({ items }) =>
    items.map(({ scopeUri }) => settings(scopeUri)),
  );
  let unindexed = 1 + folders.length;
  const indexed = new Promise<void>((done) => {
    connection.onRequest(WorkDoneProgressCreateRequest.type, ({ token }) => {
      connection.onProgress(WorkDoneProgress.type, token, ({ kind }) => {
        if (kind === 'end' && --unindexed === 0) done();
      });
    });
  });
  connection.listen();

  const introduction = await connection.sendRequest<InitializeResult>(InitializeRequest.method, {
    processId,
    workspaceFolders: [folder, ...folders].map((path) => ({
      uri: pathToFileURL(path).href,
      name: basename(path),
    })),
    capabilities: CAPABILITIES,
    initializationOptions: options,
  });
  await connection.sendNotification(InitializedNotification.type, {});

  return {
    connection,
    introduction,
    published,
    logged,
    told,
    events,
    refreshed: async () => {
      if (refreshes === 0) await once(events, 'refreshed');
      refreshes = 0;
    },
    indexed,
    open: (uri, text, languageId = 'typescript') =>
      connection.sendNotification(DidOpenTextDocumentNotification.type, {
        textDocument: { uri, languageId, version: 1, text },
      }),
    change: (uri, text, version) =>
      connection.sendNotification(DidChangeTextDocumentNotification.type, {
        textDocument: { uri, version },
        contentChanges: [{ text }],
      }),
    close: (uri) =>
      connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } }),
    onDisk: (uri, type) =>
      connection.sendNotification(DidChangeWatchedFilesNotification.type, { changes: [{ uri, type }] }),
    diagnostics: async (uri, condition = () => true, from = 0) => {
      for (;;) {
        const found = published.slice(from).find((params) => params.uri === uri && condition(params));
        if (found) return found;
        await once(events, 'published');
      }
    },
  };
}
