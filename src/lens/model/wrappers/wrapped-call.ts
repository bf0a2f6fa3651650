import type { CallSite, FileFacts } from '../../syntax/facts/facts.ts';

/** A call of a wrapper, and the call of the SDK that it comes to. */
export interface WrappedCall {
  readonly facts: FileFacts;
  readonly site: CallSite;
  readonly innerFacts: FileFacts;
  readonly inner: CallSite;
}
