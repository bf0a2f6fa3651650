import * as l10n from '@vscode/l10n';
import type { Write } from '../../model/operations/operation.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { textAt } from '../shared/place.ts';

/** `createEntity` in place of `upsertEntity`, which takes no mode: for whoever handles the 409. */
export function createFixes(context: RuleContext, write: Write): readonly Fix[] {
  const { file, nameSpan, argumentSpans } = write;
  const [entity, ...others] = argumentSpans;
  const last = others.at(-1);
  if (entity === undefined || textAt(context, { file, span: nameSpan }) !== 'upsertEntity') return [];
  // options stand in another place
  if (others.length > 1) return [];
  return [
    {
      title: l10n.t('Use createEntity (the later caller gets 409)'),
      edits: [
        { span: nameSpan, text: 'createEntity' },
        ...(last ? [{ span: { start: entity.end, end: last.end }, text: '' }] : []),
      ],
      isConditional: true,
    },
  ];
}
