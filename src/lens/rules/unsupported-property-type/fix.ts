import * as l10n from '@vscode/l10n';
import type { Structured } from '../../model/operations/operation.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { expressionAt } from '../shared/code-at.ts';
import { textAt } from '../shared/place.ts';
import { type Put, replaceValue } from '../shared/put-values.ts';

/** JSON of a value that JSON holds whole; the SDK's name for a type of the service. */
export function storableFixes(context: RuleContext, put: Put, structure: Structured): readonly Fix[] {
  switch (structure.kind) {
    case 'typed':
      return typeName(context, put);
    case 'object':
    case 'array': {
      if (!structure.isPlain || structure.when !== undefined) return [];
      const code = `JSON.stringify(${textAt(context, put.place)})`;
      return [{ title: l10n.t('Store it as JSON'), edits: [replaceValue(context, put, code)] }];
    }
    case 'function':
      return [];
  }
}

/** `Edm.Int64` is what the service calls it. */
function typeName(context: RuleContext, { place }: Put): readonly Fix[] {
  const object = expressionAt(context, place)?.expression;
  const parts = object?.kind === 'object' ? object.parts : [];
  const type = parts.find((part) => part.kind === 'property' && part.name === 'type');
  const name = type?.kind === 'property' && type.value.kind === 'text' ? type.value.text : undefined;
  if (name === undefined || !name.text.startsWith('Edm.') || name.offsets !== undefined) return [];
  const { start } = name.span;
  return [
    { title: l10n.t('Remove "Edm."'), edits: [{ span: { start, end: start + 'Edm.'.length }, text: '' }] },
  ];
}
