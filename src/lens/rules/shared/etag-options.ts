import type { TextEdit } from '../../../core/text/edit.ts';
import type { Write } from '../../model/operations/operation.ts';
import { etagOptionOf } from '../../syntax/edits/etag-option.ts';
import type { RuleContext } from '../rule.ts';

/** The edit that gives an `updateEntity` an etag in its options, if it is no wrapper's. `property` is code: `etag: entity.etag`. */
export function etagOptionEdit(context: RuleContext, write: Write, property: string): TextEdit | undefined {
  const { method, via, file, callSpan } = write;
  if (method !== 'updateEntity' || via !== undefined) return undefined;
  return etagOptionOf(file, context.sourceOf(file), callSpan, property);
}
