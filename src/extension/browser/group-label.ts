import * as l10n from '@vscode/l10n';
import { grouped } from '../../core/text/numbers.ts';
import { leavesOf } from './nodes.ts';
import type { GroupNode } from './nodes.ts';
import type { Presentation } from './presentation.ts';
import { countText, dotted } from './row-texts.ts';

/** The row of a group, which says how many rows it has. */
export function group({ group, children }: GroupNode): Presentation {
  const all = leavesOf(children).length;
  switch (group.kind) {
    case 'series': {
      const { base, first, last } = group;
      const label = `${base}…`;
      return {
        label,
        description: dotted(`${first} – ${last}`, countText('connection', grouped(all))),
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
        description: countText('table', grouped(all)),
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
        description: countText('partition', grouped(all)),
        tooltip: l10n.t('Entities of the type {0} that are read so far', label),
        icon: 'symbol-class',
        foldable: true,
        context: 'group.type',
      };
    }
  }
}
