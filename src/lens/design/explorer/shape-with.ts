import type { Shape } from '../../../core/shape/shape.ts';
import type { Condition } from '../conditions.ts';
import type { Kind } from '../kind.ts';
import { rewrite } from './rewrite.ts';

/** The shape that a question has where it is asked of a kind as well as its keys allow. */
export function shapeWith({ layout, attributes }: Kind, conditions: readonly Condition[]): Shape {
  const explored = attributes.map(({ name, property, type }) => ({
    name,
    ...(property !== undefined && { property }),
    type,
    values: 1,
    isGrowing: false,
  }));
  return (
    rewrite({ conditions }, { role: 'base', layout, isToday: true }, explored)?.classification.shape ??
    'unknown'
  );
}
