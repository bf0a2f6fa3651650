import type { Panel } from '../window/panel.ts';
import { titleOf } from './source.ts';
import type { GridSource } from './source.ts';

/** A panel as the extension's own tests see it. */
export interface GridPanel {
  readonly title: string;
  readonly html: string;
  /** Rows that its page has shown. */
  readonly rowsShown: number;
}

/** What is asked of a panel here. */
export type Tab = Pick<Panel, 'title' | 'webview' | 'name' | 'reveal' | 'dispose'> & {
  readonly onDidDispose: (listener: () => void) => unknown;
};

/** A panel that shows the entities of a source. */
export interface ShownSource {
  readonly panel: Tab;
  readonly source: GridSource;
  readonly rowsShown: number;
  /** Shows what another filter finds. */
  readonly show: (filter: string) => void;
}

/** What the panels need from around them. */
export interface GridPanelsHost<T extends Tab> {
  readonly create: () => T;
  readonly open: (source: GridSource, panel: T) => ShownSource;
  /** What tells the connection from others. */
  readonly nameOf: (connection: GridSource['connection']) => string;
}

/** The panels that are open, one for each table or partition. */
export class GridPanels<T extends Tab> {
  readonly #host: GridPanelsHost<T>;
  readonly #open = new Map<string, ShownSource>();

  constructor(host: GridPanelsHost<T>) {
    this.#host = host;
  }

  get panels(): readonly GridPanel[] {
    return [...this.#open.values()].map(({ panel, rowsShown }) => ({
      title: panel.title,
      html: panel.webview.html,
      rowsShown,
    }));
  }

  /** Shows the entities of a source: in its panel if there is one, else in a new one. */
  show(source: GridSource): void {
    const known = this.#open.get(idOf(source));
    if (known === undefined) {
      this.adopt(source, this.#host.create());
    } else {
      known.panel.reveal();
      known.show(source.filter);
    }
  }

  /** Shows the entities of a source in this panel; where another one shows them already, that one comes to the front. */
  adopt(source: GridSource, panel: T): void {
    const id = idOf(source);
    const known = this.#open.get(id);
    if (known !== undefined) {
      panel.dispose();
      known.panel.reveal();
      return;
    }
    const opened = this.#host.open(source, panel);
    this.#open.set(id, opened);
    this.#nameTabs();
    panel.onDidDispose(() => {
      this.#open.delete(id);
      this.#nameTabs();
    });
  }

  /** Of tables of one name in several accounts the account is named too. */
  #nameTabs(): void {
    const all = [...this.#open.values()];
    for (const { panel, source } of all) {
      const title = titleOf(source);
      const isAlone = all.every((other) => other.source === source || titleOf(other.source) !== title);
      panel.name(isAlone ? title : `${title} · ${this.#host.nameOf(source.connection)}`);
    }
  }
}

function idOf({ connection, table, scope }: GridSource): string {
  return JSON.stringify([connection.id, table, scope]);
}
