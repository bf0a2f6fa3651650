import * as l10n from '@vscode/l10n';
import type { Write } from '../../model/operations/operation.ts';
import { mayAwait } from '../../syntax/edits/await-place.ts';
import type { Message } from '../message.ts';
import type { Fix, Rule, RuleContext } from '../rule.ts';
import { methodOf } from '../shared/repeated.ts';
import { isLeftBehind } from './left-behind.ts';
import { say } from './messages.ts';

/** The guide, "Asynchronous and parallel operations": parallel writes are fine as long as somebody handles their results. */
export const rule: Rule = {
  id: 'unawaited-write',
  severity: 'warning',
  title: () => l10n.t('A write without await'),
  check: function* (context) {
    for (const operation of context.operations) {
      if (operation.kind !== 'write') continue;
      if (operation.unawaited === undefined) {
        if (!isLeftBehind(context, operation)) continue;
        yield {
          place: methodOf(operation),
          ...say('left-behind'),
          severity: 'information',
          fixes: () => awaitFix(context, operation),
        };
        continue;
      }
      yield {
        place: methodOf(operation),
        ...explain(operation.unawaited),
        fixes: () => awaitFixes(context, operation),
      };
    }
    for (const write of context.dropped) {
      yield {
        place: methodOf(write),
        ...(write.unawaited === 'then'
          ? say('then')
          : say('call-not-awaited', write.via?.name ?? write.method)),
        fixes: () => awaitFixes(context, write),
      };
    }
  },
};

function explain(unawaited: NonNullable<Write['unawaited']>): Message {
  switch (unawaited) {
    case 'statement':
      return say('not-awaited');
    case 'forEach':
      return say('for-each');
    case 'map':
      return say('map');
    case 'then':
      return say('then');
  }
}

function awaitFixes(context: RuleContext, write: Write): readonly Fix[] {
  const { unawaited } = write;
  return unawaited === 'statement' || unawaited === 'then' ? awaitFix(context, write) : [];
}

function awaitFix(context: RuleContext, { callSpan, file }: Write): readonly Fix[] {
  if (!mayAwait(file, context.sourceOf(file), callSpan)) return [];
  const span = { start: callSpan.start, end: callSpan.start };
  return [{ title: l10n.t('Await the write'), edits: [{ span, text: 'await ' }] }];
}
