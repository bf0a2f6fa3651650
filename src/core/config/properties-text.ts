import * as l10n from '@vscode/l10n';
import { PLANNED_TYPES, type PlannedType } from './planned.ts';

/** What a person typed for the properties of a kind, or what is wrong with it, in words. */
export type TypedProperties =
  | { readonly kind: 'properties'; readonly properties: ReadonlyMap<string, PlannedType> }
  | { readonly kind: 'wrong'; readonly why: string };

/** Reads `id: id, email, hired: time`: names with types behind colons, where they are no texts. */
export function readProperties(text: string): TypedProperties {
  const properties = new Map<string, PlannedType>();
  for (const part of text.split(',')) {
    const [name = '', written = 'text', ...more] = part.split(':').map((word) => word.trim());
    if (!isName(name) || more.length > 0)
      return wrong(l10n.t('Type names, such as {0}.', 'customerId: id, email, ordered: time'));
    const type = PLANNED_TYPES.find((each) => each === written);
    if (type === undefined)
      return wrong(l10n.t('{0} is not a type. Use one of: {1}.', written, PLANNED_TYPES.join(', ')));
    if (properties.has(name)) return wrong(l10n.t('{0} is there twice.', name));
    properties.set(name, type);
  }
  return { kind: 'properties', properties };
}

/** Reads `department, email`: names of properties that are known; undefined where one is not. */
export function readNames(text: string, known: ReadonlySet<string>): readonly string[] | undefined {
  const names = text.split(',').map((name) => name.trim());
  return names.every((name) => known.has(name)) ? [...new Set(names)] : undefined;
}

/** Whether a text can be the name of a kind or a property: identifiers, as the service takes them. */
export function isName(text: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_]{0,254}$/u.test(text);
}

function wrong(why: string): TypedProperties {
  return { kind: 'wrong', why };
}
