import type { TextEdit } from '../../core/text/edit.ts';
import type { Markdown } from '../../core/text/markdown.ts';
import type { Shape } from '../../core/shape/shape.ts';
import type { Span } from '../../core/text/span.ts';
import type { SilenceScope } from '../engine/suppress.ts';

/**
 * What a line leads to: all operations of a table, its designs, or what the query at the line's place finds, or touches, in data.
 */
export type LensAction =
  { readonly kind: 'table'; readonly table: string } | { readonly kind: 'run' | 'explain' | 'design' };

/** What an operation costs, which a client may show as an icon: a read's shape, or that it is a write. */
export type LensCost = Shape | 'write';

/** A line of text that stands above a call, anchored at a span. */
export interface LensLine {
  readonly span: Span;
  readonly title: string;
  /** Present in the line that says what the call is. */
  readonly cost?: LensCost;
  /** What a click does; absent for a line that only tells. */
  readonly action?: LensAction;
  /** What a click does, in words. */
  readonly tooltip?: string;
}

/** What is shown while the pointer rests on a span. */
export interface HoverText {
  readonly span: Span;
  readonly markdown: Markdown;
}

/** A change of the analysed file that is offered for a finding: one that mends it, or has it told no longer. */
export type ActionOffer = FixOffer | SilenceOffer;

export interface FixOffer extends Offer {
  readonly kind: 'fix';
}

export interface SilenceOffer extends Offer {
  readonly kind: 'silence';
  readonly scope: SilenceScope;
}

interface Offer {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  /** The finding that it answers. */
  readonly rule: string;
  readonly span: Span;
  /** The one thing to do: what "auto fix" applies. */
  readonly preferred: boolean;
}
