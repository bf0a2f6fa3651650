import * as l10n from '@vscode/l10n';
import type { Write } from '../../model/operations/operation.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { textAt } from '../shared/place.ts';

/** `upsertEntity` in place of `createEntity`: for whoever knows that what was written before is the same. */
export function upsertFixes(context: RuleContext, write: Write): readonly Fix[] {
  const { file, nameSpan, argumentSpans } = write;
  const [entity, ...others] = argumentSpans;
  if (entity === undefined || others.length > 0) return [];
  if (textAt(context, { file, span: nameSpan }) !== 'createEntity') return [];
  return [
    {
      title: l10n.t('Use upsertEntity (replaces an existing entity)'),
      edits: [
        { span: nameSpan, text: 'upsertEntity' },
        { span: { start: entity.end, end: entity.end }, text: ", 'Replace'" },
      ],
      isConditional: true,
    },
  ];
}
