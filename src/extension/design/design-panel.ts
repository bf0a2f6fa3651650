import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { svgFile } from '../../core/text/svg.ts';
import { codeOf } from '../../data/error.ts';
import { DESIGN, type DesignAnswer, type DesignQuestion } from '../../protocol/design.ts';
import { CHANGED, type Location, type Site } from '../../protocol/messages.ts';
import { pageHtml } from '../grid/page.ts';
import { toLocation } from '../lens/table-operations.ts';
import {
  type FromDesignPage,
  readFromDesignPage,
  type RehearsalPlace,
  type RehearsalView,
  type ToDesignPage,
} from '../../protocol/design-page.ts';
import { applyPattern } from './apply.ts';
import type { Rehearsals } from './rehearsals.ts';
import type { Panel } from '../window/panel.ts';
import { savePicture } from './save-picture.ts';

/** What the panel needs from around it. */
export interface DesignHost {
  readonly extensionUri: vscode.Uri;
  readonly running: () => Promise<LanguageClient>;
  readonly rehearse: Rehearsals['rehearse'];
  /** Asks for a table that no code uses yet, and shows it. */
  readonly newTable: () => Promise<void>;
  readonly output: Pick<vscode.LogOutputChannel, 'warn' | 'error'>;
}

/** The panel of all tables, its page, and what it shows of which table. */
export class DesignPanel {
  readonly panel: Panel;
  readonly #host: DesignHost;
  #table: string | undefined;
  #site: Site | undefined;
  #isReady = false;
  #isClosed = false;
  #isAsking = false;
  /** Something changed since the answer that is on its way was asked for. */
  #isStale = false;
  #number = 0;
  #answer: DesignAnswer | undefined;
  #wentTo: string | undefined;
  #rehearsal: RehearsalView | undefined;

  constructor(host: DesignHost, panel: Panel, table: string | undefined) {
    this.#host = host;
    this.#table = table;
    this.panel = panel;
    const { extensionUri } = host;
    const { webview } = panel;
    const uri = (path: string): vscode.Uri => vscode.Uri.joinPath(extensionUri, path);
    panel.name(vscode.l10n.t('Table Design'));
    panel.setIcon({ light: uri('media/partition-lens.svg'), dark: uri('media/partition-lens-dark.svg') });
    webview.options = { enableScripts: true, localResourceRoots: [uri('dist'), uri('media')] };
    const received = webview.onDidReceiveMessage((given: unknown) => {
      const message = readFromDesignPage(given);
      if (message === undefined) host.output.warn('design: a message that is none was dropped');
      else void this.#receive(message);
    });
    const shown = panel.onDidChangeViewState(() => {
      if (this.#isStale) void this.refresh();
    });
    const following = host.running().then(
      (client) => client.onNotification(CHANGED, () => void this.refresh()),
      // whoever started the server tells why it is not there
      () => undefined,
    );
    panel.onDidDispose(() => {
      this.#isClosed = true;
      received.dispose();
      shown.dispose();
      void following.then((notifications) => {
        notifications?.dispose();
      });
    });
    webview.html = pageHtml({
      script: webview.asWebviewUri(uri('dist/design.js')).toString(),
      style: webview.asWebviewUri(uri('media/design.css')).toString(),
      language: vscode.env.language,
      title: panel.title,
      nonce: randomBytes(16).toString('hex'),
    });
  }

  /** What it shows now; undefined before the first answer. */
  get answer(): DesignAnswer | undefined {
    return this.#answer;
  }

  /** The read or write of the site that was asked for last, once an answer had it: later answers lead nowhere. */
  get wentTo(): string | undefined {
    return this.#wentTo;
  }

  /** What the last rehearsal came to. */
  get rehearsal(): RehearsalView | undefined {
    return this.#rehearsal;
  }

  /** Shows a table by its name, or that of the operation at a site; else what it showed. */
  show({ table, site }: DesignQuestion): void {
    this.#table = table ?? this.#table;
    this.#site = site;
    this.#wentTo = undefined;
    void this.refresh();
  }

  /** Asks again; while nobody sees it, once somebody does. */
  async refresh(): Promise<void> {
    this.#isStale = true;
    if (this.#isAsking || !this.#isReady || !this.panel.visible) return;
    this.#isAsking = true;
    try {
      while (this.#isStale && !this.#isClosed) {
        this.#isStale = false;
        await this.#ask();
      }
    } catch (error) {
      this.#host.output.error(error instanceof Error ? error : String(error));
    } finally {
      this.#isAsking = false;
    }
  }

  async #ask(): Promise<void> {
    const [table, site] = [this.#table, this.#site];
    const question: DesignQuestion = { ...(table !== undefined && { table }), ...(site && { site }) };
    const answer = await (await this.#host.running()).sendRequest<DesignAnswer>(DESIGN, question);
    // somebody chose another table meanwhile
    if (this.#table !== table || this.#site !== site) return;
    this.#answer = answer;
    this.#number += 1;
    this.#table = answer.shown?.table ?? table;
    // gone to once; a file that is not read yet may have it with the next answer
    if (answer.at !== null) {
      this.#site = undefined;
      this.#wentTo = answer.at;
    }
    this.#post({
      kind: 'design',
      number: this.#number,
      tables: answer.tables,
      shown: answer.shown,
      wanted: this.#table,
      at: answer.at ?? undefined,
    });
  }

  async #receive(message: FromDesignPage): Promise<void> {
    switch (message.kind) {
      case 'ready':
        this.#isReady = true;
        this.#post({
          kind: 'start',
          texts: vscode.l10n.bundle as Readonly<Record<string, string>> | undefined,
        });
        return this.refresh();
      case 'new':
        return this.#host.newTable();
      case 'table':
        this.show({ table: message.table });
        return;
      case 'open': {
        const location = message.number === this.#number ? this.#answer?.locations[message.site] : undefined;
        return location && this.#open(location);
      }
      case 'save':
        return message.number === this.#number ? this.#save(message.design) : undefined;
      case 'apply':
        return message.number === this.#number ? this.apply(message.design, message.assist) : undefined;
      case 'rehearse':
        return message.number === this.#number ? this.rehearse(message.design, message.place) : undefined;
    }
  }

  /** Writes a pattern of a design of those that are shown. */
  async apply(design: number, assist: number): Promise<void> {
    const wanted = this.#answer?.shown?.designs[design]?.assists[assist];
    const location = wanted && this.#answer?.locations[wanted.site.index];
    if (wanted === undefined || location === undefined) return;
    const site: Site = { uri: location.uri, position: location.range.start };
    try {
      await applyPattern(await this.#host.running(), site, wanted.pattern);
    } catch (error) {
      this.#host.output.error(`apply: ${codeOf(error)}`);
    }
  }

  /** Rehearses a design of those that are shown, and shows what came of it. */
  async rehearse(index: number, place: RehearsalPlace): Promise<void> {
    const shown = this.#answer?.shown;
    const design = shown?.designs[index];
    if (!shown || design === undefined) return;
    const { table } = shown;
    try {
      const view = await this.#host.rehearse({ table, title: design.title }, place);
      if (view === undefined) return;
      this.#rehearsal = view;
      this.#post({ kind: 'rehearsed', table, design, view });
    } catch (error) {
      this.#host.output.error(`design: ${codeOf(error)}`);
    }
  }

  /** Shows a site beside the panel, which stays where it is. */
  async #open(location: Location): Promise<void> {
    const { uri, range } = toLocation(location);
    const isFirst = this.panel.viewColumn === vscode.ViewColumn.One;
    await vscode.window.showTextDocument(uri, {
      selection: range,
      viewColumn: isFirst ? vscode.ViewColumn.Beside : vscode.ViewColumn.One,
    });
  }

  async #save(design: number | undefined): Promise<void> {
    const { shown, pictureStyle } = this.#answer ?? {};
    if (shown === undefined || shown === null || pictureStyle === undefined) return;
    const picture = design === undefined ? shown.picture : shown.designs[design]?.picture;
    if (picture !== undefined && picture !== null)
      await savePicture(shown.table, svgFile(picture, pictureStyle));
  }

  /** What is still on its way when the panel is closed reaches nobody: VS Code throws where it is asked of its page. */
  #post(message: ToDesignPage): void {
    if (!this.#isClosed) void this.panel.webview.postMessage(message);
  }
}
