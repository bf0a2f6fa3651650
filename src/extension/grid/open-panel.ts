import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { NamedProperty } from '../../core/shape/named-property.ts';
import { isLoopback } from '../../data/connection.ts';
import { isTableGone } from '../../data/error.ts';
import type { DataError } from '../../data/error.ts';
import { keyBounds } from '../../data/within-signature.ts';
import type { EntityDocuments } from '../sidebar/entity-documents.ts';
import type { DeclaredKeys } from '../sidebar/keys/declared-keys.ts';
import type { Opened } from '../sidebar/model.ts';
import { placeOf } from '../connections/address.ts';
import { noop } from '../sidebar/noop.ts';
import { boundsText } from '../sidebar/signature-label.ts';
import { connectionNode } from '../sidebar/nodes.ts';
import type { ConnectionInfo } from '../sidebar/nodes.ts';
import type { Reports } from '../explain/explain.ts';
import { readColumns, readToHost } from '../../protocol/grid.ts';
import type { ListedPartitions, Remedy, TableKeys, ToHost, ToPanel } from '../../protocol/grid.ts';
import { codeOf } from './code.ts';
import type { Code } from './code.ts';
import { exportRows } from './export-rows.ts';
import { insertCall, type InsertionAt } from './insert-call.ts';
import type { LastEditor } from './last-editor.ts';
import { pageHtml } from './page.ts';
import { PanelCount } from './panel-count.ts';
import { GridSession } from './session.ts';
import { titleOf } from './source.ts';
import type { GridSource } from './source.ts';
import { showError } from '../window/messages.ts';
import type { Panel } from '../window/panel.ts';

type Exported = Extract<ToHost, { kind: 'exported' }>;

/** What the panels need from around them. */
export interface PanelsHost {
  readonly context: vscode.ExtensionContext;
  readonly output: vscode.LogOutputChannel;
  readonly documents: EntityDocuments;
  readonly lastEditor: LastEditor;
  readonly declaredKeys: Pick<DeclaredKeys, 'of' | 'ready' | 'onDidChange'>;
  /** What is known of a connection now; undefined for one that was removed. */
  readonly connection: (id: string) => ConnectionInfo | undefined;
  readonly open: (connection: string) => Promise<Opened>;
  /** The name of a connection, with what tells it from others of that name. */
  readonly nameOf: (connection: ConnectionInfo) => string;
  /** The keys of a table's partitions that were found so far, without asking the service. */
  readonly foundPartitions: (connection: ConnectionInfo, table: string) => readonly string[];
  /** What the sidebar has read of a table, at most so many partitions and entities. */
  readonly listed: (connection: ConnectionInfo, table: string, most: number) => ListedPartitions;
  /** A table was found not to be there any more: whoever lists it looks again. */
  readonly tableGone: (connection: ConnectionInfo, table: string) => void;
  /** What the source knows of a table's properties. Rejects when the language server cannot be asked. */
  readonly propertiesOf: (table: string) => Promise<readonly NamedProperty[]>;
  /** Where a call goes in a source. Rejects as `propertiesOf` does. */
  readonly insertionAt: InsertionAt;
  /** Counts what queries touch, and shows it. */
  readonly reports: Pick<Reports, 'agrees' | 'count' | 'report'>;
}

/** Keys of partitions that a page is sent for completion: those found first. */
const MAX_PARTITIONS = 5_000;

/** One panel, its page and its readings. */
export class OpenPanel {
  readonly panel: Panel;
  rowsShown = 0;
  readonly #host: PanelsHost;
  #source: GridSource;
  #session: GridSession;
  readonly #count: PanelCount;
  #isReady = false;
  #isClosed = false;
  #filter: string;
  /** Told of the part of an export that was asked for last; of nothing, when the page is gone. */
  #partCame: ((part: Exported | undefined) => void) | undefined;

  constructor(source: GridSource, host: PanelsHost, panel: Panel) {
    this.#host = host;
    this.#source = source;
    this.#filter = source.filter;
    const { extensionUri } = host.context;
    this.panel = panel;
    panel.name(titleOf(source));
    panel.webview.options = {
      enableScripts: true,
      localResourceRoots: ['dist', 'media'].map((folder) => vscode.Uri.joinPath(extensionUri, folder)),
    };
    this.#session = this.#newSession();
    this.#count = this.#newCount();
    const { webview } = this.panel;
    this.panel.setIcon({
      light: vscode.Uri.joinPath(extensionUri, 'media/partition-lens.svg'),
      dark: vscode.Uri.joinPath(extensionUri, 'media/partition-lens-dark.svg'),
    });
    webview.onDidReceiveMessage((received: unknown) => {
      const message = readToHost(received);
      if (message === undefined) host.output.warn('grid: a message that is none was dropped');
      else void this.#answer(message).catch(tellFailure);
    });
    const declared = host.declaredKeys.onDidChange(() => {
      if (this.#isReady) this.#post({ kind: 'keys', keys: this.#keys });
    });
    this.panel.onDidDispose(() => {
      this.#isClosed = true;
      this.#session.stop();
      this.#count.end();
      this.#partCame?.(undefined);
      declared.dispose();
    });
    const address = (path: string): string =>
      webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, path)).toString();
    webview.html = pageHtml({
      script: address('dist/grid.js'),
      style: address('media/grid.css'),
      language: vscode.env.language,
      title: this.panel.title,
      nonce: randomBytes(16).toString('hex'),
    });
  }

  /** What it shows, its filter as it began. */
  get source(): GridSource {
    return this.#source;
  }

  /** Runs a filter in the page, now or when it is there. */
  show(filter: string): void {
    this.#filter = filter;
    if (this.#isReady) this.#post({ kind: 'filter', filter });
  }

  /** What is still on its way when the panel is closed reaches nobody: VS Code throws where it is asked of its page. */
  #post(message: ToPanel): void {
    if (!this.#isClosed) void this.panel.webview.postMessage(message);
  }

  async #answer(message: ToHost): Promise<void> {
    const { table, connection } = this.#source;
    switch (message.kind) {
      case 'ready':
        await this.#host.declaredKeys.ready();
        this.#isReady = true;
        return this.#start();
      case 'run':
        // where the connection doesn't open, the reading says why
        this.#tellBounds().catch(noop);
        this.#tellListed();
        // the page begins again with it, also when its tab is moved to another window
        this.#filter = message.filter;
        return this.#isElsewhere() ? this.#startAgain() : this.#session.run(message);
      case 'more':
        return this.#isElsewhere() ? this.#startAgain() : this.#session.more(message);
      case 'count':
        return this.#count.begin(message.count, message.filter.trim(), message.select);
      case 'stopCount':
        this.#count.stop();
        return;
      case 'report':
        return this.#count.report(message.count);
      case 'stop':
        this.#session.stop();
        return;
      case 'export':
        return this.#export(message);
      case 'exported':
        this.#partCame?.(message);
        return;
      case 'partitionKeysWanted':
        this.#tellListed();
        this.#post({
          kind: 'partitionKeys',
          partitionKeys: this.#host.foundPartitions(connection, table).slice(0, MAX_PARTITIONS),
        });
        return;
      case 'remedy':
        return this.#remedy(message.remedy);
      case 'shown':
        this.rowsShown = message.rows;
        return;
      case 'openEntity':
        return this.#host.documents.openAt({ connection: connection.id, table, ...message.keys });
      case 'copy':
        return this.#copy(message.text, message.what);
      case 'code': {
        const code = codeOf(message.call);
        return message.use === 'copy' ? this.#copy(code.text, code.what) : this.#insert(code);
      }
      case 'remember':
        return this.#host.context.workspaceState.update(this.#columnsKey, message.columns);
    }
  }

  #newSession(): GridSession {
    const { table, connection } = this.#source;
    return new GridSession(table, isLoopback(connection.host), {
      open: () => this.#host.open(connection.id),
      post: (message) => {
        this.#post(message);
      },
      remedyOf: (error) => remedyOf(error, connection),
      stopped: (error) => {
        if (isTableGone(error)) this.#host.tableGone(connection, table);
      },
      log: (line) => {
        this.#host.output.debug(line);
      },
    });
  }

  #newCount(): PanelCount {
    const { reports, open } = this.#host;
    return new PanelCount({
      open: () => open(this.#source.connection.id),
      agrees: (filter) => reports.agrees({ ...this.#source, filter }, vscode.l10n.t('Count')),
      count: (query, options) => reports.count({ ...this.#source, ...query }, options),
      report: (query, explanation) => reports.report({ ...this.#source, ...query }, explanation),
      post: (message) => {
        this.#post(message);
      },
    });
  }

  /** Lets the page begin, with nothing of what it had. */
  async #start(): Promise<void> {
    const { table, connection, scope } = this.#source;
    this.#partCame?.(undefined);
    this.#count.end();
    this.#post({
      kind: 'start',
      connection: this.#host.nameOf(connection),
      host: connection.host,
      isLoopback: isLoopback(connection.host),
      isSorted: placeOf(connection.host) !== 'cosmos',
      state: { connection: connection.id, table, scope, filter: this.#filter },
      columns: readColumns(this.#host.context.workspaceState.get(this.#columnsKey)),
      keys: this.#keys,
      texts: vscode.l10n.bundle as Readonly<Record<string, string>> | undefined,
    });
    // what the source names can be completed before any entity has it; without a language server nothing is lost
    this.#post({ kind: 'named', properties: await this.#host.propertiesOf(table).catch(() => []) });
  }

  #tellListed(): void {
    const { connection, table } = this.#source;
    this.#post({ kind: 'listed', listed: this.#host.listed(connection, table, MAX_PARTITIONS) });
  }

  /** A signature shows some keys alone: asked each time, for another one may have taken its place. */
  async #tellBounds(): Promise<void> {
    const opened = await this.#host.open(this.#source.connection.id);
    const bounds = opened.kind === 'service' ? keyBounds(opened.service.endpoint.credential) : undefined;
    this.#post({ kind: 'within', keys: bounds && boundsText(bounds) });
  }

  /** Whether the connection leads to another endpoint than the rows here are of. */
  #isElsewhere(): boolean {
    const { id, host } = this.#source.connection;
    return (this.#host.connection(id)?.host ?? host) !== host;
  }

  /** Begins anew, with the connection as it is now. */
  async #startAgain(): Promise<void> {
    const connection = this.#host.connection(this.#source.connection.id);
    if (connection === undefined) return;
    // the page numbers its queries from 1 again: nothing of the old ones may come under these numbers
    this.#session.end();
    this.#source = { ...this.#source, connection };
    this.#session = this.#newSession();
    return this.#start();
  }

  async #remedy(remedy: Remedy): Promise<void> {
    const { connection } = this.#source;
    switch (remedy) {
      case 'start-azurite':
        await vscode.commands.executeCommand('partitionLens.startAzurite');
        this.#post({ kind: 'retry' });
        return;
      case 'connect-again': {
        const isDone = await vscode.commands.executeCommand<boolean>(
          'partitionLens.reconnect',
          connectionNode(connection),
        );
        return isDone ? this.#startAgain() : undefined;
      }
    }
  }

  get #keys(): TableKeys {
    const { partitionKey = [], rowKey = [] } = this.#host.declaredKeys.of(this.#source.table) ?? {};
    return { partitionKey, rowKey };
  }

  get #columnsKey(): string {
    const { connection, table } = this.#source;
    return `partitionLens.columns.${connection.id}/${table}`;
  }

  async #export({ format, rows, more }: Extract<ToHost, { kind: 'export' }>): Promise<void> {
    const { table } = this.#source;
    const partFrom = (from: number): Promise<Exported | undefined> =>
      new Promise((resolve) => {
        if (this.#isClosed) resolve(undefined);
        this.#partCame = resolve;
        this.#post({ kind: 'exportFrom', from });
      });
    await exportRows({ table, format, rows, more, partFrom });
    this.#post({ kind: 'exportEnded' });
  }

  async #copy(text: string, what: string): Promise<void> {
    await vscode.env.clipboard.writeText(text);
    this.#post({ kind: 'said', text: vscode.l10n.t('Copied: {0}', what) });
  }

  async #insert(code: Code): Promise<void> {
    const { lastEditor, insertionAt } = this.#host;
    const said = await insertCall(code, this.#source.table, lastEditor, insertionAt);
    if (said !== undefined) this.#post({ kind: 'said', text: said });
  }
}

/** What nobody expected is told all the same: the page waits for an answer. Not logged, for it may have keys. */
function tellFailure(error: unknown): void {
  const why = error instanceof Error ? error.message : String(error);
  void showError(vscode.l10n.t('This failed: {0}', why));
}

function remedyOf(error: DataError, { origin }: ConnectionInfo): Remedy | undefined {
  if (error.kind === 'authentication' && origin === 'saved') return 'connect-again';
  return error.kind === 'refused' && origin === 'azurite' ? 'start-azurite' : undefined;
}
