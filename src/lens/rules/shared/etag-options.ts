import type { TextEdit } from '../../../core/text/edit.ts';
import type { Write } from '../../model/operations/operation.ts';
import type { RuleContext } from '../rule.ts';
import { expressionAt } from './code-at.ts';

/**
 * The edit that gives an `updateEntity` an etag in its options: with the mode that it has by default where it has
 * none. Undefined where its arguments are not spelled out. `property` is code: `etag: entity.etag`.
 */
export function etagOptionEdit(context: RuleContext, write: Write, property: string): TextEdit | undefined {
  const [entity, mode, options, ...others] = write.argumentSpans;
  if (
    write.method !== 'updateEntity' ||
    write.via !== undefined ||
    entity === undefined ||
    others.length > 0
  ) {
    return undefined;
  }
  const insert = (at: number, text: string): TextEdit => ({ span: { start: at, end: at }, text });
  if (mode === undefined) return insert(entity.end, `, 'Merge', { ${property} }`);
  if (options === undefined) return insert(mode.end, `, { ${property} }`);
  const code = expressionAt(context, { file: write.file, span: options })?.expression;
  if (code?.kind !== 'object') return undefined;
  // one that is there comes after it, and would be the one that is sent
  const [own] = code.parts.flatMap((part) =>
    part.kind === 'property' && part.name === 'etag' ? [part.span] : [],
  );
  return own === undefined ? insert(options.start + 1, ` ${property},`) : { span: own, text: property };
}
