import type { Shape } from '../core/shape/shape.ts';

/** What an operation costs, which clients may show as an icon: a read's shape, or that it is a write. */
export type LensCost = Shape | 'write';

/** The `data` of a lens that says what a call is. */
export interface LensData {
  readonly cost: LensCost;
}
