import assert from 'node:assert/strict';
import { GridPanels, type Tab } from './panels.ts';
import type { GridSource } from './source.ts';

/** A tab without an editor: what happened to it, in order. */
function tab(): Tab & { readonly events: string[] } {
  const events: string[] = [];
  const closed: (() => void)[] = [];
  return {
    events,
    get title() {
      return events.findLast((one) => one.startsWith('named '))?.slice(6) ?? '';
    },
    webview: { html: '' } as Tab['webview'],
    name: (title) => events.push(`named ${title}`),
    reveal: () => events.push('revealed'),
    dispose: () => {
      events.push('disposed');
      for (const tell of closed) tell();
    },
    onDidDispose: (tell) => closed.push(tell),
  };
}

const source = (account: string, filter = ''): GridSource => ({
  connection: { id: account, name: account, host: account, origin: 'saved' },
  table: 'Claims',
  filter,
  scope: undefined,
});

describe('the panels of entities', () => {
  let shown: string[];
  let created: ReturnType<typeof tab>[];
  let panels: GridPanels<ReturnType<typeof tab>>;
  beforeEach(() => {
    shown = [];
    created = [];
    panels = new GridPanels({
      create: () => {
        const panel = tab();
        created.push(panel);
        return panel;
      },
      open: (opened, panel) => ({
        panel,
        source: opened,
        rowsShown: 0,
        show: (filter) => shown.push(filter),
      }),
      nameOf: ({ name }) => name,
    });
  });

  it('are one for each source', () => {
    panels.show(source('shop'));
    panels.show(source('shop', "PartitionKey eq 'a'"));
    assert.equal(created.length, 1);
    assert.deepEqual(shown, ["PartitionKey eq 'a'"]);
    panels.show(source('other'));
    assert.deepEqual(
      panels.panels.map(({ title }) => title),
      ['Claims · shop', 'Claims · other'],
    );
  });

  it('of a former window give way to one that shows the same already', () => {
    panels.show(source('shop'));
    const former = tab();
    panels.adopt(source('shop'), former);
    assert.deepEqual(former.events, ['disposed']);
    assert.equal(panels.panels.length, 1);
    const [panel] = created;
    assert.equal(panel?.events.at(-1), 'revealed');
    panel.dispose();
    assert.equal(panels.panels.length, 0);
    panels.adopt(source('shop'), tab());
    assert.equal(panels.panels.length, 1);
  });
});
