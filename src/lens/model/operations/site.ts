import type { CallSite, FileFacts } from '../../syntax/facts/facts.ts';
import type { Place } from '../../../core/text/segments.ts';
import type { Operation } from './operation.ts';
import { runIn } from './run-in.ts';

/** The function around a call. */
export function functionOf({ file, functions }: FileFacts, { fn }: CallSite): Place | undefined {
  const span = fn === undefined ? undefined : functions[fn]?.span;
  return span && { file, span };
}

export function siteOf(
  facts: FileFacts,
  site: CallSite,
): Pick<Operation, 'file' | 'nameSpan' | 'callSpan' | 'receiver' | 'loops' | 'branches' | 'fn' | 'runIn'> {
  return {
    file: facts.file,
    nameSpan: site.nameSpan,
    callSpan: site.call.span,
    receiver: { text: site.receiverText, span: site.receiverSpan },
    loops: site.loops,
    branches: site.branches,
    ...(site.fn !== undefined && { fn: site.fn }),
    ...runIn(facts, site),
  };
}
