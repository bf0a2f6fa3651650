import * as l10n from '@vscode/l10n';
import type { Write } from '../../model/operation.ts';
import { visibleNames } from '../../syntax/visible-names.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { etagOptionEdit } from '../shared/etag-options.ts';

/** The etag that was read, in the options of an `updateEntity`, where the entity that was read has a name there. */
export function etagFixes(context: RuleContext, write: Write): readonly Fix[] {
  const { file, callSpan, stale, when } = write;
  if (stale?.name === undefined) return [];
  if (!visibleNames(file, context.sourceOf(file), callSpan.start).has(stale.name)) return [];
  const mayBeNothing = stale.mayBeNothing === true && !isThere(stale.name, when);
  const etag = `${stale.name}${mayBeNothing ? '?.' : '.'}etag`;
  const edit = etagOptionEdit(context, write, `etag: ${etag}`);
  return edit === undefined
    ? []
    : [{ title: l10n.t('Send the etag that was read (then handle a 412)'), edits: [edit] }];
}

/** Whether a condition says that a variable holds something. */
function isThere(name: string, when: readonly string[]): boolean {
  const variable = name.replaceAll('$', '\\$');
  const check = new RegExp(`^(?:!!)?${variable}(?:\\s*!==?\\s*(?:null|undefined)|\\??\\.\\S+)?$`);
  const sure = when.filter((condition) => !condition.includes('||'));
  return sure.some((condition) => condition.split('&&').some((part) => check.test(part.trim())));
}
