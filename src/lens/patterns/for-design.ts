import type { TableUse } from '../design/table-model.ts';
import { type DesignData, readId } from '../design/report/data.ts';
import type { Place } from '../../core/text/segments.ts';
import type { Operation, Query } from '../model/operations/operation.ts';
import type { Pattern } from './pattern.ts';
import { patterns } from './registry.ts';
import { lookupOf } from './sites/lookup.ts';

/** A pattern that lets a read of a design be answered by another structure than the entities themselves. */
export interface DesignAssist {
  readonly pattern: Pattern;
  /** The name of the method that is called, in a function of the program's own if it sends the query. */
  readonly place: Place;
  /** The id of the read in the report. */
  readonly read: string;
}

/**
 * Gives the patterns that make what a design adds to the entities: for each read that gets better by a copy or an index, at each place that
 * asks it. What a pattern really does there, and whether it can, is known when it is asked.
 */
export function assistsForDesign(design: DesignData, use: TableUse): readonly DesignAssist[] {
  const keys = design.entities
    .filter(({ isNew, role }) => isNew && role !== 'base')
    .map(({ partitionKey, rowKey }) => `${partitionKey} ${rowKey}`);
  if (keys.length === 0) return [];
  const better = new Set(design.patterns.filter(({ verdict }) => verdict === 'better').map(({ id }) => id));
  return use.patterns.flatMap(({ uses }, index) => {
    const read = readId(index);
    if (!better.has(read)) return [];
    const found = new Map<string, DesignAssist>();
    for (const { operation } of uses) {
      if (operation.kind !== 'query' || !isByOneOf(operation, keys)) continue;
      const place = operation.via?.place ?? { file: operation.file, span: operation.nameSpan };
      for (const pattern of patterns.filter((one) => writesIndex(one, operation)))
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

function writesIndex({ rules, modules }: Pattern, operation: Operation): boolean {
  return INDEX_RULES.some((rule) => rules.includes(rule)) && modules([operation]).length > 0;
}

/** What a query that an index answers is found by. */
const INDEX_RULES = ['partition-scan', 'table-scan'] as const;
