import { findBinding } from '../../link/names/find-binding.ts';
import type { CandidateCall, CallSite, FileFacts } from '../../syntax/facts/facts.ts';
import { METHODS } from '../../syntax/gate.ts';
import type { Operation } from './operation.ts';

/** A call of a method that a TableClient has, by the name that it is bound to. */
export interface BoundCall {
  readonly candidate: CandidateCall;
  /** Where the method is named, and what it goes by here. */
  readonly via: NonNullable<Operation['via']>;
}

/** `list(…)` of `const list = table.listEntities.bind(table)`. */
export function boundCall(facts: FileFacts, site: CallSite): BoundCall | undefined {
  const { callee } = site.call;
  const binding = callee.kind === 'name' ? findBinding(facts, callee.name, callee.scope)?.binding : undefined;
  if (binding?.init === undefined || binding.writes.length > 0) return undefined;
  const init = binding.init.kind === 'typed' ? binding.init.operand : binding.init;
  if (init.kind !== 'call' || init.callee.kind !== 'member' || init.callee.name !== 'bind') return undefined;
  const method = init.callee.object;
  // what is bound beside the client would come before the arguments of the call
  if (method.kind !== 'member' || !METHODS.has(method.name) || init.args.length !== 1) return undefined;
  const { end } = method.span;
  return {
    candidate: { ...site, method: method.name, receiver: method.object },
    via: {
      place: { file: facts.file, span: { start: end - method.name.length, end } },
      name: site.method,
    },
  };
}
