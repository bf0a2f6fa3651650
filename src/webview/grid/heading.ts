import * as l10n from '@vscode/l10n';
import type { ToPanel } from '../../extension/messages/grid.ts';
import { element } from './dom.ts';

/** The table, and where it is: said in a colour of its own where requests cost money. `bounds` stands behind it. */
export function heading(
  { state: { table }, connection, host, isLoopback }: Extract<ToPanel, { kind: 'start' }>,
  bounds: HTMLElement,
): HTMLElement {
  const place = element(
    'span',
    { class: isLoopback ? 'dim' : 'remote' },
    l10n.t('{0} at {1}', connection, host),
  );
  return element('h1', {}, table, ' ', place, ' ', bounds);
}
