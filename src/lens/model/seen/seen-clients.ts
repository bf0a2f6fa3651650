import type { Flow } from '../../flow/flow.ts';
import type { Observation } from '../../flow/machine.ts';
import type { ClientValue } from '../../link/values/abstract.ts';
import { atomsOn } from './seen-options.ts';

/** The clients that a table is asked with, on all ways on which the call was seen; none where it may be asked with anything else. */
export function seenClients(
  { guards }: Pick<Flow, 'guards'>,
  observations: readonly Observation[],
): readonly ClientValue[] {
  const atoms = new Set(observations.flatMap(({ client, reached }) => atomsOn(guards, client, reached)));
  const clients = [...atoms].filter((atom) => atom.kind === 'client');
  return clients.length === atoms.size ? clients : [];
}
