import * as l10n from '@vscode/l10n';
import { grouped } from '../../core/text/numbers.ts';
import { placeOf } from '../connections/address.ts';
import type { Listing } from './listing.ts';
import { connectionOf, leavesOf } from './nodes.ts';
import type { BrowserNode, GroupNode } from './nodes.ts';
import type { Presentation } from './presentation.ts';
import { countText, dotted } from './row-texts.ts';

/** The row of a group, which says how many rows it has: at least so many as long as what its list has more to read may belong to it. */
export function group(node: GroupNode, listing: Listing | undefined): Presentation {
  const { group, children } = node;
  const leaves = leavesOf(children);
  const count = grouped(leaves.length);
  const all = canGrow(node, leaves, listing) ? `${count}+` : count;
  switch (group.kind) {
    case 'series': {
      const { base, first, last } = group;
      const label = `${base}…`;
      return {
        label,
        description: dotted(`${first} – ${last}`, countText('connection', all)),
        tooltip: [l10n.t('Tables whose names differ in the date at their end: {0} to {1}', first, last)],
        icon: 'calendar',
        foldable: true,
        context: 'group.series',
      };
    }
    case 'prefix': {
      const label = `${group.prefix}…`;
      return {
        label,
        description: countText('table', all),
        tooltip: [l10n.t('Partitions found so far whose keys start with “{0}”', group.prefix)],
        icon: 'symbol-namespace',
        foldable: true,
        context: 'group.prefix',
      };
    }
    case 'type': {
      const label = group.type === '' ? l10n.t('(no type)') : group.type;
      return {
        label,
        description: countText('partition', all),
        tooltip: [l10n.t('Entities of the type {0} read so far', label)],
        icon: 'symbol-class',
        foldable: true,
        context: 'group.type',
      };
    }
  }
}

/** Keys that begin alike stand together where the service sorts them: of those, the last group alone can go on. */
function canGrow(node: GroupNode, leaves: readonly BrowserNode[], listing: Listing | undefined): boolean {
  if (listing?.more === undefined) return false;
  const isSorted = node.group.kind === 'prefix' && placeOf(connectionOf(node).connection.host) !== 'cosmos';
  return !isSorted || leaves.at(-1)?.id === (listing.former ?? listing.children).at(-1)?.id;
}
