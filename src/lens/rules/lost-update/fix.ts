import * as l10n from '@vscode/l10n';
import type { TransactionAction, Write } from '../../model/operations/operation.ts';
import { etagOptionOf, etagOptionOfTuple } from '../../syntax/edits/etag-option.ts';
import { visibleNames } from '../../syntax/edits/visible-names.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { etagOptionEdit } from '../shared/etag-options.ts';
import { retryFixes } from './retry.ts';

/** The same in the options of an update that is an action of a transaction, which is then rejected as a whole. */
export function actionFixes(
  context: RuleContext,
  { file, via }: Write,
  { place, kind, stale }: TransactionAction,
): readonly Fix[] {
  if (kind !== 'update' || via !== undefined || place.file !== file || stale?.name === undefined) return [];
  const source = context.sourceOf(file);
  if (!visibleNames(file, source, place.span.start).has(stale.name)) return [];
  const property = `etag: ${stale.name}${stale.mayBeNothing === true ? '?.' : '.'}etag`;
  // a tuple, or the call of a TableTransaction that makes one
  const edit =
    etagOptionOfTuple(file, source, place.span, property) ?? etagOptionOf(file, source, place.span, property);
  return edit === undefined
    ? []
    : [{ title: l10n.t('Send the etag that was read (then handle 412)'), edits: [edit] }];
}

/** The etag that was read, in the options of an `updateEntity`, where the entity that was read has a name there. */
export function etagFixes(context: RuleContext, write: Write): readonly Fix[] {
  const { file, callSpan, stale } = write;
  // an etag in the wrong place is put into the right one by the fix for that
  if (stale?.name === undefined || write.misplaced !== undefined) return [];
  if (!visibleNames(file, context.sourceOf(file), callSpan.start).has(stale.name)) return [];
  const etag = `${stale.name}${stale.mayBeNothing === true ? '?.' : '.'}etag`;
  const edit = etagOptionEdit(context, write, `etag: ${etag}`);
  const retry = retryFixes(context.sourceOf(file), write, stale, edit);
  return edit === undefined
    ? retry
    : [...retry, { title: l10n.t('Send the etag that was read (then handle 412)'), edits: [edit] }];
}
