import * as l10n from '@vscode/l10n';
import type { PutProperty, TransactionAction } from '../../model/operations/operation.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { isPath, stringCode } from '../shared/code.ts';
import { expressionAt } from '../shared/code-at.ts';
import { constantKey } from '../shared/key-values.ts';
import { textAt } from '../shared/place.ts';
import { kindMeant } from './kinds.ts';

/**
 * The tuple in place of `{ type: 'create', entity }`, under whatever names these go, where nothing else is in the
 * object than the entity's keys.
 */
export function tupleFixes(context: RuleContext, action: TransactionAction): readonly Fix[] {
  const { place, isTuple } = action;
  const properties = isTuple === false && place.file === context.file ? (action.parts ?? []) : [];
  if (expressionAt(context, place)?.expression.kind !== 'object') return [];
  const find = (name: RegExp): PutProperty | undefined => properties.find((one) => name.test(one.name));
  const kind = find(/^(type|kind|op|action|method|operation(Type|Kind)?|actionType)$/i);
  const entity = find(/^(entity|tableEntity)$/i);
  const mode = find(/^(update)?Mode$/i);
  const meant = kindMeant((kind && constantKey(kind.value)) ?? '');
  const code = entity && textAt(context, entity.place);
  if (meant === undefined || code === undefined) return [];
  const rest = properties.filter((one) => one !== kind && one !== entity && one !== mode);
  const isOfEntity = ({ name, place: at }: PutProperty): boolean =>
    /^(partition|row)Key$/.test(name) && isPath(code) && textAt(context, at) === `${code}.${name}`;
  if (!rest.every(isOfEntity)) return [];
  const parts = [stringCode(meant), code, ...(mode ? [textAt(context, mode.place)] : [])];
  return [
    {
      title: l10n.t('Write the action as a tuple'),
      edits: [{ span: place.span, text: `[${parts.join(', ')}]` }],
    },
  ];
}
