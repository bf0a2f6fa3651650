import type { Entity } from '../edm/json.ts';
import { valueText } from '../edm/text.ts';
import type { EdmValue } from '../edm/value.ts';
import { keyTextOf } from './key-text.ts';
import type { PlanKind, PlanPattern } from './plan.ts';
import { type KeyPieces, splitKey } from './split-key.ts';

/** An entity as an entity of its kind, with what it has of each attribute. */
export interface Subject {
  readonly entity: Entity;
  /** Which of the plan's kinds it is of. */
  readonly kind: number;
  readonly pieces: KeyPieces;
  readonly values: ReadonlyMap<string, EdmValue>;
}

/** Why it isn't known of which kind an entity is. */
export type Unread = 'no-kind' | 'several-kinds' | 'several-ways' | 'flawed';

/** Reads which kind of the plan an entity is of, by its keys alone. */
export function subjectOf(entity: Entity, kinds: readonly PlanKind[]): Subject | Unread {
  if (entity.lacks !== undefined || entity.omitted !== undefined) return 'flawed';
  const found: Subject[] = [];
  let isOpen = false;
  for (const [index, kind] of kinds.entries()) {
    const partition = splitKey(entity.partitionKey, kind.partitionKey);
    const row = splitKey(entity.rowKey, kind.rowKey);
    if (partition === 'none' || row === 'none') continue;
    if (partition === 'several' || row === 'several') isOpen = true;
    else found.push({ entity, kind: index, pieces: [...partition, ...row], values: valuesOf(entity, kind) });
  }
  const [first, ...others] = found;
  if (others.length > 0 || (first !== undefined && isOpen)) return 'several-kinds';
  return first ?? (isOpen ? 'several-ways' : 'no-kind');
}

function valuesOf(entity: Entity, { attributes }: PlanKind): ReadonlyMap<string, EdmValue> {
  const properties = new Map(entity.properties.map(({ name, value }) => [name, value]));
  const found = new Map<string, EdmValue>();
  for (const { name, property } of attributes) {
    const value = property === undefined ? undefined : properties.get(property);
    if (value !== undefined) found.set(name, value);
  }
  return found;
}

/** Gives what an attribute is as text of a key: copied from a key of today where that has it so, else made of its property. */
export function textIn({ pieces, values }: Subject, attribute: string, encoding: string): string | undefined {
  const own = pieces.filter((piece) => piece.attribute === attribute);
  const same = own.find((piece) => piece.encoding === encoding);
  if (same !== undefined) return same.text;
  const value = values.get(attribute) ?? wholePiece(own);
  return value && keyTextOf(value, encoding);
}

/** Gives what an attribute is as a property: what is in a key alone is the text that it is there. */
export function valueIn({ pieces, values }: Subject, attribute: string): EdmValue | undefined {
  const value = values.get(attribute);
  if (value !== undefined) return value;
  return wholePiece(pieces.filter((one) => one.attribute === attribute));
}

/** Whether an entity has a value that the source says. */
export function hasConstant(
  { pieces, values }: Subject,
  { attribute, text }: PlanPattern['constants'][number],
): boolean {
  const value = values.get(attribute);
  return value === undefined
    ? pieces.some((piece) => piece.attribute === attribute && piece.text === text)
    : valueText(value) === text;
}

/** What is in a key alone is the text that it is there. */
function wholePiece(pieces: KeyPieces): EdmValue | undefined {
  const piece = pieces.find(({ isCut }) => !isCut);
  return piece && { type: 'String', value: piece.text };
}
