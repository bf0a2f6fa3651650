import { OpenPanel, titleOf } from './open-panel.ts';
import type { GridSource, PanelsHost } from './open-panel.ts';
import { createPanel, type Panel } from '../window/panel.ts';

/** A panel as the extension's own tests see it. */
export interface GridPanel {
  readonly title: string;
  readonly html: string;
  /** Rows that its page has shown. */
  readonly rowsShown: number;
}

/** The kind of panel, as VS Code remembers it. */
export const PANEL = 'partitionLens.entities';

/** The panels that are open, one for each table or partition. */
export class GridPanels {
  readonly #host: PanelsHost;
  readonly #open = new Map<string, OpenPanel>();

  constructor(host: PanelsHost) {
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
      this.adopt(source, createPanel(PANEL));
    } else {
      known.panel.reveal();
      known.show(source.filter);
    }
  }

  /** Shows the entities of a source in this panel. */
  adopt(source: GridSource, panel: Panel): void {
    const id = idOf(source);
    const opened = new OpenPanel(source, this.#host, panel);
    this.#open.set(id, opened);
    this.#nameTabs();
    opened.panel.onDidDispose(() => {
      if (this.#open.get(id) === opened) this.#open.delete(id);
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
