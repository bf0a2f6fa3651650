import * as l10n from '@vscode/l10n';
import type { ToPanel } from '../../protocol/grid.ts';
import { shortened } from '../../core/text/shortened.ts';
import { element } from './dom.ts';

/** UTF-16 units of a name that are shown: those of Azure Table storage have 63. */
const MAX_NAME = 100;

/** The table, and where it is: said in a colour of its own where requests cost money. `bounds` stands behind it. */
export function heading(
  { state: { table }, connection, host, isLoopback }: Extract<ToPanel, { kind: 'start' }>,
  bounds: HTMLElement,
): HTMLElement {
  const place = element(
    'span',
    { class: isLoopback ? 'dim' : 'remote' },
    l10n.t('{0} at {1}', shortened(connection, MAX_NAME), host),
  );
  return element('h1', {}, shortened(table, MAX_NAME), ' ', place, ' ', bounds);
}
