import * as l10n from '@vscode/l10n';
import type { Place } from '../../../core/text/segments.ts';
import type { ListSize, Write } from '../../model/operations/operation.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';
import { mayGiveOne, methodOf } from '../shared/repeated.ts';
import { chunkFixes, sizeFixes } from './fix.ts';
import { groupedFrom } from './grouped.ts';
import type { Message } from '../message.ts';
import { say } from './messages.ts';

/** Most actions of one entity group transaction: the guide, "Entity Group Transactions". */
const MOST_ACTIONS = 100;

export const rule: Rule = {
  id: 'transaction-too-large',
  severity: 'error',
  title: () => l10n.t('A transaction of more than 100 actions'),
  check: function* (context) {
    for (const operation of [...context.operations, ...context.called]) {
      if (operation.kind !== 'write' || operation.method !== 'submitTransaction') continue;
      const size = sizeOf(context, operation);
      if (size.kind === 'open' && size.by === 'query' && mayGiveOne(context, size.place, operation.nameSpan))
        continue;
      const found = explain(operation, size);
      if (found === undefined) continue;
      yield {
        place: methodOf(operation),
        ...found,
        about: operation,
        fixes: () => [
          ...(size.kind === 'most' ? sizeFixes(context, operation, size, MOST_ACTIONS) : []),
          ...chunkFixes(context, operation, MOST_ACTIONS),
        ],
      };
    }
  },
};

/** How many actions a transaction may have; of one group of many what they were grouped from decides. */
function sizeOf(context: RuleContext, write: Write): ListSize {
  if (write.size.kind !== 'unknown' || write.size.isReplaced === true || write.via !== undefined)
    return write.size;
  const from = groupedFrom(context, write);
  return from === undefined ? write.size : { kind: 'open', ...from };
}

function explain(write: Write, size: ListSize): (Message & Pick<Report, 'severity' | 'related'>) | undefined {
  if (size.kind === 'unknown') return undefined;
  if (size.kind === 'most') {
    if (size.count <= MOST_ACTIONS) return undefined;
    return {
      ...say('count', size.count, MOST_ACTIONS),
      severity: size.isDefault ? 'warning' : 'error',
      related: size.place ? boundAt(size.place) : [],
    };
  }
  // its callers are judged
  if (write.given !== undefined && write.via === undefined) return undefined;
  return {
    ...(size.by === 'query' ? say('query', MOST_ACTIONS) : say('unbounded', MOST_ACTIONS)),
    severity: 'warning',
    related: [{ place: size.place, message: l10n.t('The number is set here.') }],
  };
}

function boundAt(place: Place): NonNullable<Report['related']> {
  return [{ place, message: l10n.t('This decides the number.') }];
}
