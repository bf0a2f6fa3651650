import * as l10n from '@vscode/l10n';
import type { Write } from '../../model/operation.ts';
import { mayAwait } from '../../syntax/await-place.ts';
import type { Fix, Rule, RuleContext } from '../rule.ts';
import { methodOf } from '../shared/repeated.ts';

/** The guide, "Asynchronous and parallel operations": parallel writes are fine as long as somebody handles their results. */
export const rule: Rule = {
  id: 'unawaited-write',
  severity: 'warning',
  title: () => l10n.t('A write that nobody waits for'),
  check: function* (context) {
    for (const operation of context.operations) {
      if (operation.kind !== 'write' || operation.unawaited === undefined) continue;
      yield {
        place: methodOf(operation),
        message:
          operation.unawaited === 'statement'
            ? l10n.t(
                'Nobody waits for this write: what comes next may run before it, an error in it ends the process or is lost, and a function that is stopped at its end may never send it. Await it.',
              )
            : l10n.t(
                'forEach does not wait for what its callback returns: what comes next runs before the writes, and their errors are lost. Use for … of with await, or await Promise.all over map.',
              ),
        fixes: () => awaitFixes(context, operation),
      };
    }
  },
};

function awaitFixes(context: RuleContext, { unawaited, callSpan, file }: Write): readonly Fix[] {
  if (unawaited !== 'statement' || !mayAwait(file, context.sourceOf(file), callSpan)) return [];
  const span = { start: callSpan.start, end: callSpan.start };
  return [{ title: l10n.t('Await the write'), edits: [{ span, text: 'await ' }] }];
}
