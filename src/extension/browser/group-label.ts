import * as l10n from '@vscode/l10n';
import { grouped } from '../../core/text/numbers.ts';
import type { Listing } from './listing.ts';
import { leavesOf } from './nodes.ts';
import type { GroupNode } from './nodes.ts';
import type { Presentation } from './presentation.ts';
import { countText, dotted } from './row-texts.ts';

/** The row of a group, which says how many rows it has: at least so many as long as its list has more to read. */
export function group({ group, children }: GroupNode, listing: Listing | undefined): Presentation {
  const count = grouped(leavesOf(children).length);
  const all = listing?.more === undefined ? count : `${count}+`;
  switch (group.kind) {
    case 'series': {
      const { base, first, last } = group;
      const label = `${base}…`;
      return {
        label,
        description: dotted(`${first} – ${last}`, countText('connection', all)),
        tooltip: l10n.t('Tables whose names differ in the date at their end: {0} to {1}', first, last),
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
        tooltip: l10n.t('Partitions found so far whose keys start with “{0}”', group.prefix),
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
        tooltip: l10n.t('Entities of the type {0} that are read so far', label),
        icon: 'symbol-class',
        foldable: true,
        context: 'group.type',
      };
    }
  }
}
