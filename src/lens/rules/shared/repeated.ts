import * as l10n from '@vscode/l10n';
import type { Place } from '../../../core/text/segments.ts';
import type { Operation, Repetition } from '../../model/operation.ts';
import type { Report } from '../rule.ts';

/** The method's name of any operation. */
export function methodOf({ file, nameSpan }: Operation): Place {
  return { file, span: nameSpan };
}

/** Points to the loop, and to the call that leads from there to the operation. */
export function loopOf({ file }: Operation, { head, calledAt }: Repetition): NonNullable<Report['related']> {
  const loop = { place: { file, span: head }, message: l10n.t('This is the loop.') };
  return calledAt === undefined
    ? [loop]
    : [{ place: { file, span: calledAt }, message: l10n.t('It is called here, inside a loop.') }, loop];
}

/** How many turns a loop over a few constants has; undefined where the number may grow. */
export function constantTurns({ turns }: Repetition): number | undefined {
  const size = turns();
  return size.kind === 'most' && size.isDefault !== true ? size.count : undefined;
}
