import type { TableUse } from '../design/table-model.ts';
import { type DesignData, readId } from '../design/report/data.ts';
import type { Place } from '../../core/text/segments.ts';
import type { Operation, Query } from '../model/operations/operation.ts';
import { compoundKey } from './compound-key/assist.ts';
import type { Pattern } from './pattern.ts';
import { dataSeries } from './data-series/assist.ts';
import { patterns } from './registry.ts';
import { lookupOf } from './sites/lookup.ts';
import { tablePerPeriod } from './table-per-period/assist.ts';

/** A pattern that lets a read of a design be answered by another structure than the entities themselves. */
export interface DesignAssist {
  readonly pattern: Pattern;
  /** The name of the method that is called, in a function of the program's own if it sends the query. */
  readonly place: Place;
  /** The id of the read in the report. */
  readonly read: string;
}

/**
 * Gives the patterns that make what a design adds to the entities, its other RowKeys, its tables of periods or its series: for each read that gets
 * better by that, at each place that asks it. What a pattern really does there, and whether it can, is known when it is asked.
 */
export function assistsForDesign(design: DesignData, use: TableUse): readonly DesignAssist[] {
  const added = design.entities.filter(({ isNew }) => isNew);
  const keys = added
    .filter(({ role }) => role !== 'base')
    .map(({ partitionKey, rowKey }) => `${partitionKey} ${rowKey}`);
  const rowKeys = added
    .filter(({ role, keysAsToday, seriesBy }) => role === 'base' && !keysAsToday && seriesBy === undefined)
    .map(({ rowKey }) => rowKey);
  const times = new Set(added.flatMap(({ tablePerDayOf }) => tablePerDayOf ?? []));
  const hasSeries = added.some(({ seriesBy }) => seriesBy !== undefined);
  if (keys.length === 0 && rowKeys.length === 0 && times.size === 0 && !hasSeries) return [];
  const better = new Set(design.patterns.filter(({ verdict }) => verdict === 'better').map(({ id }) => id));
  return use.patterns.flatMap(({ uses, deletesBy }, index) => {
    const read = readId(index);
    if (!better.has(read)) return [];
    const found = new Map<string, DesignAssist>();
    for (const { operation } of uses) {
      if (operation.kind !== 'query') continue;
      const place = operation.via?.place ?? { file: operation.file, span: operation.nameSpan };
      const wanted = [
        ...(isByOneOf(operation, keys) ? patterns.filter((one) => writesIndex(one, operation)) : []),
        ...(isByFirstOf(operation, rowKeys) ? [compoundKey] : []),
        ...(deletesBy !== undefined && times.has(deletesBy) ? [tablePerPeriod] : []),
        ...(hasSeries ? [dataSeries] : []),
      ];
      for (const pattern of wanted)
        found.set(`${pattern.id} ${place.span.start} ${place.file}`, { pattern, place, read });
    }
    return [...found.values()];
  });
}

/** Whether a query asks for one value of a property that is in one of these keys. */
function isByOneOf(query: Query, keys: readonly string[]): boolean {
  const lookup = lookupOf(query, '');
  return typeof lookup === 'object' && keys.some((key) => key.includes(`{${lookup.attribute}}`));
}

/** Whether a query asks for one value of a property that one of these keys begins with. */
function isByFirstOf(query: Query, rowKeys: readonly string[]): boolean {
  const lookup = lookupOf(query, '');
  return typeof lookup === 'object' && rowKeys.some((key) => key.startsWith(`{${lookup.attribute}}`));
}

function writesIndex(pattern: Pattern, operation: Operation): boolean {
  const { rules, modules } = pattern;
  return (
    pattern !== compoundKey &&
    INDEX_RULES.some((rule) => rules.includes(rule)) &&
    modules([operation]).length > 0
  );
}

/** What a query that an index answers is found by. */
const INDEX_RULES = ['partition-scan', 'table-scan'] as const;
