import type { Files, Linker } from '../../link/linker.ts';
import type { Flow } from '../../flow/flow.ts';
import type { CallSite, CandidateCall, FileFacts } from '../../syntax/facts/facts.ts';
import type { Context } from '../../link/values/abstract.ts';
import type { Operation } from './operation.ts';
import { seenAt } from '../seen/seen-call.ts';
import { readOperation } from './sdk-call.ts';
import { isSure } from '../tables/tables.ts';
import { seenFrom } from './seen-from-call.ts';

/** What a call in a function asks for when that is called from a site, as the site sees it; undefined where it may be of no table. */
export function readThrough(
  linker: Linker,
  flow: () => Flow,
  files: Files,
  facts: FileFacts,
  site: CallSite,
  inner: CandidateCall,
  context: Context,
): Operation | undefined {
  const innerFacts = files.facts(context.file);
  const there = { file: context.file, nameStart: inner.nameSpan.start };
  const seen = seenAt(flow, files, facts.file, site, there);
  const operation = innerFacts && readOperation(linker, innerFacts, inner, context, seen);
  if (innerFacts === undefined || operation === undefined || !isSure(operation)) return undefined;
  return seenFrom(linker, { facts, site, innerFacts, inner }, operation, seen);
}
