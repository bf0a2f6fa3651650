import * as l10n from '@vscode/l10n';
import type { PointRead, Query } from '../../model/operations/operation.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';
import { stringCode } from '../shared/code.ts';
import { replaceIn } from '../shared/filter-edit.ts';
import { alternativesOf, propertiesIn, queriesOf } from '../shared/filters.ts';
import {
  isAllSeen,
  knownProperties,
  OF_EVERY_ENTITY,
  propertiesAtFirst,
} from '../shared/known-properties.ts';
import { filterPlace, onBranch } from '../shared/place.ts';
import { operationsBeside } from '../shared/writes.ts';
import { nearest } from '../../../core/text/near.ts';
import { say } from './messages.ts';

/** The guide, "Entities": every entity has the properties that it was written with, and the service checks no name. */
export const rule: Rule = {
  id: 'unknown-property',
  severity: 'warning',
  title: () => l10n.t('A property that no entity has'),
  check: function* (context) {
    for (const query of queriesOf(context)) {
      if (query.method !== 'listEntities') continue;
      const known = knownTo(context, query);
      if (known === undefined) continue;
      yield* inFilter(context, query, known);
      if (query.via === undefined) yield* inSelect(query, known);
    }
    for (const read of context.operations) {
      if (read.kind !== 'point-read' || read.via !== undefined) continue;
      const known = knownTo(context, read);
      if (known !== undefined) yield* inSelect(read, known);
    }
  },
};

/** The names that entities have; `isByCase`: updates that are not seen may have added others, none of which is one of these in another case. */
interface Known {
  readonly names: ReadonlySet<string>;
  readonly isByCase: boolean;
}

function knownTo(context: RuleContext, read: Query | PointRead): Known | undefined {
  const names = knownProperties(context, read);
  if (names !== undefined) return { names, isByCase: false };
  const first = propertiesAtFirst(context, read);
  return first && { names: first, isByCase: true };
}

const IN_ANY_CASE: ReadonlySet<string> = new Set([...OF_EVERY_ENTITY].map((name) => name.toLowerCase()));

function meant(name: string, { names, isByCase }: Known, isAll: boolean): string | undefined {
  // what differs from a key's name by case alone is for `key-name-case`
  if (names.has(name) || IN_ANY_CASE.has(name.toLowerCase())) return undefined;
  const near = nearest(name, [...names, 'PartitionKey', 'RowKey', 'Timestamp'], isAll);
  return isByCase && near?.toLowerCase() !== name.toLowerCase() ? undefined : near;
}

function* inFilter(context: RuleContext, query: Query, known: Known): Iterable<Report> {
  // both the type that the query names and all writes say what there is
  const isAll = query.projection?.properties !== undefined && isAllSeen(operationsBeside(context, query));
  for (const filter of alternativesOf(query)) {
    for (const { name, span } of propertiesIn(filter.parsed.filter)) {
      const near = meant(name, known, isAll);
      if (near === undefined) continue;
      yield {
        ...filterPlace(context, query, filter, span),
        ...onBranch(filter.when, say('compared', name, near)),
        fixes: () => {
          const edit = replaceIn(context, query, filter, span, near);
          return edit === undefined ? [] : [{ title: renameTitle(near), edits: [edit] }];
        },
      };
    }
  }
}

function* inSelect(query: Query | PointRead, known: Known): Iterable<Report> {
  const select = query.projection?.select;
  if (select === undefined || select === 'unknown') return;
  for (const { name, place } of select) {
    const near = meant(name, known, false);
    if (near === undefined || place?.file !== query.file) continue;
    yield {
      place,
      ...say('selected', name, near),
      fixes: () => [{ title: renameTitle(near), edits: [{ span: place.span, text: stringCode(near) }] }],
    };
  }
}

function renameTitle(name: string): string {
  return l10n.t('Write {0}', name);
}
