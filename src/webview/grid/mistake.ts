import type { Span } from '../../core/text/span.ts';

/** Something wrong in the filter, and where. */
export interface Mistake {
  readonly message: string;
  readonly span: Span;
  readonly replacement: string | undefined;
  /** Whether the service rejects it; else it runs, and by all that is known matches nothing. */
  readonly isRejected: boolean;
}
