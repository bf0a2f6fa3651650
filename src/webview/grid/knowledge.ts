import { isKeyless } from '../../core/edm/json.ts';
import type { Entity } from '../../core/edm/json.ts';
import type { NamedProperty } from '../../core/shape/named-property.ts';
import type { ColumnChoice, ListedPartitions, ToPanel } from '../../protocol/grid.ts';
import type { SeenProperties } from './columns.ts';
import type { KnownProperty } from '../../core/shape/completion.ts';
import { createKeySample } from './key-sample.ts';
import type { Results } from './results.ts';
import { knownProperties } from './samples.ts';
import type { Known } from './verdict.ts';

/** What the extension tells of a table besides its rows. */
type Told = Extract<ToPanel, { kind: 'named' | 'within' | 'listed' | 'partitionKeys' }>;

/** What is known of a table: by the extension, and by the rows of all queries of this panel, for one may leave out what another has shown. */
export interface Knowledge {
  readonly learn: (told: Told) => void;
  /** Learns the RowKeys of rows that came. */
  readonly learnRows: (entities: readonly Entity[]) => void;
  /** Some RowKeys of each kind. */
  readonly rowKeys: () => readonly string[];
  /** What a filter may name, with values that the rows have. */
  readonly properties: (entities: readonly Entity[]) => KnownProperty[];
  /** The keys that a signature shows alone, in words. */
  readonly within: () => string | undefined;
  /** What a verdict on a filter needs, with these rows on the screen. */
  readonly forVerdict: (filter: string, results: Results) => Known;
}

/** `columns` are those remembered: what was hidden is not asked for, and so not seen. */
export function createKnowledge(seen: SeenProperties, columns: readonly ColumnChoice[]): Knowledge {
  /** What the source knows, and the columns that are remembered. */
  let named: readonly NamedProperty[] = columns.map(({ name }) => ({ name, types: [] }));
  /** Those that the sidebar knows. */
  let partitionKeys: readonly string[] = [];
  let listed: ListedPartitions | undefined;
  let within: string | undefined;
  const rowKeys = createKeySample();

  function properties(entities: readonly Entity[]): KnownProperty[] {
    return knownProperties(seen, named, entities, partitionKeys);
  }

  return {
    learn: (told) => {
      switch (told.kind) {
        case 'named':
          named = [
            ...told.properties,
            ...named.filter(({ name }) => told.properties.every((other) => other.name !== name)),
          ];
          return;
        case 'within':
          within = told.keys;
          return;
        case 'listed':
          ({ listed } = told);
          rowKeys.add(listed.rowKeys);
          return;
        case 'partitionKeys':
          ({ partitionKeys } = told);
          return;
      }
    },
    learnRows: (entities) => {
      rowKeys.add(entities.flatMap((entity) => (isKeyless(entity, 'RowKey') ? [] : entity.rowKey)));
    },
    rowKeys: rowKeys.keys,
    properties,
    within: () => within,
    forVerdict: (filter, results) => {
      const { entities, before, answers, toEnd, more, running, select } = results;
      const isWhole = results.filter === '' && before === 0 && !more && !running;
      return {
        entities,
        isWhole,
        // what a signature does not show may have other properties
        isComplete: isWhole && select === undefined && within === undefined,
        properties: properties(entities),
        listed,
        ...(filter.trim() === results.filter && { sent: more ? answers : undefined, toEnd }),
        within,
      };
    },
  };
}
