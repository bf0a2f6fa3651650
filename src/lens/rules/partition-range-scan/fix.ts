import * as l10n from '@vscode/l10n';
import type { FilterAlternative, Query } from '../../model/operations/operation.ts';
import { visibleNames } from '../../syntax/edits/visible-names.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { insertAfter } from '../shared/filter-edit.ts';
import type { OpenBound } from '../shared/open-bound.ts';

/**
 * Names that nothing declares, so that code in which one is left does not compile, or throws: a made-up bound would
 * quietly leave entities out.
 */
const PLACEHOLDERS = { lower: 'firstPartitionKey', upper: 'lastPartitionKey' } as const;

/** The other bound in a template, for the person to fill in. */
export function boundToFill(
  context: RuleContext,
  query: Query,
  filter: FilterAlternative,
  { span, missing }: OpenBound,
): Fix[] {
  const placeholder = PLACEHOLDERS[missing];
  const isTemplate = filter.form === 'odata' || filter.form === 'template';
  if (!isTemplate) return [];
  const hole = filter.form === 'odata' ? `\${${placeholder}}` : `'\${${placeholder}}'`;
  const text = ` and PartitionKey ${missing === 'upper' ? 'le' : 'ge'} ${hole}`;
  const edit = insertAfter(context, query, filter, span.end, { kind: 'code', text });
  if (edit === undefined) return [];
  const names = visibleNames(query.file, context.sourceOf(query.file), edit.span.start);
  return names.has(placeholder)
    ? []
    : [{ title: l10n.t('Add the other bound (you choose the value)'), edits: [edit], placeholder }];
}
