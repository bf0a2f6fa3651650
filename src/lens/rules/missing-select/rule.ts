import * as l10n from '@vscode/l10n';
import type { Query } from '../../model/operation.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { stringCode } from '../shared/code.ts';
import { queriesOf } from '../shared/filters.ts';
import { knownProperties, OF_EVERY_ENTITY } from '../shared/known-properties.ts';
import { nameOf } from '../shared/place.ts';
import { addQueryOption } from '../shared/query-options.ts';

/** More properties than these are hardly worth a list, unless entities are known to have many more. */
const MOST = 2;
const MOST_OF_WIDE = 4;

/** How many properties that are not read make a list worth it, and make an entity a wide one. */
const SOME_UNREAD = 3;
const MANY_UNREAD = 10;

/** The guide, "Server-side projection". */
export const rule: Rule = {
  id: 'missing-select',
  severity: 'hint',
  title: () => l10n.t('Few properties are read, all are sent'),
  check: function* (context) {
    for (const query of queriesOf(context)) {
      const names = namesToSelect(context, query);
      if (names === undefined) continue;
      const code = `select: [${names.map(stringCode).join(', ')}]`;
      yield {
        place: nameOf(query),
        message: l10n.t(
          'Of each entity only {0} is read, but the service sends all properties. Add "{1}" to the query\'s options; what is not listed there, the keys as well, does not come.',
          names.join(', '),
          code,
        ),
        fixes: () => {
          const edit = query.consumption.reads?.isCounted ? undefined : addQueryOption(context, query, code);
          return edit === undefined ? [] : [{ title: titleOf(names), edits: [edit] }];
        },
      };
    }
  },
};

/** What is selected comes as null where an entity does not have it, and did not come at all before. */
function titleOf(names: readonly string[]): string {
  const all = names.join(', ');
  return names.every((name) => OF_EVERY_ENTITY.has(name))
    ? l10n.t('Select {0}', all)
    : l10n.t('Select {0}: null, not undefined, where an entity has none', all);
}

/** The few properties that are read, where all reads are seen and entities may well have more. */
function namesToSelect(context: RuleContext, query: Query): readonly string[] | undefined {
  const { consumption, projection, via } = query;
  if (query.method !== 'listEntities' || via !== undefined || projection?.select !== undefined)
    return undefined;
  // one entity more or less is not the point of a look at what comes first
  if (consumption.reads === undefined || consumption.reads.isWhole || consumption.firstOnly) {
    return undefined;
  }
  const { names } = consumption.reads;
  // the etag belongs to the answer: what becomes of it under `select` is not documented
  if (names.length === 0 || names.length > MOST_OF_WIDE || names.includes('etag')) return undefined;
  const known = knownProperties(context, query);
  const isOwn = (name: string): boolean => OF_EVERY_ENTITY.has(name) || known?.has(name) === true;
  if (known === undefined) return names.length <= MOST ? names : undefined;
  const unread = [...known].filter((name) => !names.includes(name)).length;
  const isWorthIt = unread >= (names.length <= MOST ? SOME_UNREAD : MANY_UNREAD);
  return isWorthIt && names.every(isOwn) ? names : undefined;
}
