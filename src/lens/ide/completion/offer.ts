import type { Offer } from '../../../core/shape/completion.ts';
import { type Piece, stop, text } from './written.ts';

/** What something is that may be written, for the sign before it. */
export type OfferKind = 'property' | 'operator' | 'keyword' | 'value' | 'variable' | 'snippet';

/** Something that may be written into a filter, in the pieces of which the source is made. */
export interface SourceOffer extends Pick<Offer, 'label' | 'detail' | 'begins'> {
  readonly kind: OfferKind;
  readonly documentation?: string;
  readonly pieces: readonly Piece[];
  /** What follows is worth offering at once. */
  readonly goesOn?: true;
}

/** An offer of the grammar's, as a person finishes it. */
export function fromGrammar({ insert, cursor, ...offer }: Offer, kind: OfferKind): SourceOffer {
  const pieces =
    cursor === undefined
      ? [text(insert)]
      : [text(insert.slice(0, cursor)), stop(''), text(insert.slice(cursor))];
  return { ...offer, kind, pieces, ...(cursor === undefined && insert.endsWith(' ') && { goesOn: true }) };
}
