import type { StoredType } from './stored-type.ts';

/** A property as the source of a workspace knows it. */
export interface NamedProperty {
  readonly name: string;
  /** What the source stores it as; empty where that is not known for all of its writes. */
  readonly types: readonly StoredType[];
}
