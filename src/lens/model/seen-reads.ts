import type { Observation } from '../flow/machine.ts';
import type { Consumption } from './operation.ts';

/** Which properties are read of the entities that a call gives, on all ways on which it was seen; undefined where not all are. */
export function seenReads(observations: readonly Observation[] | undefined): Pick<Consumption, 'reads'> {
  if (observations === undefined) return { reads: { names: [], isWhole: true } };
  const answers = observations.flatMap(({ answer }) => answer ?? []);
  const isWhole = answers.some((one) => one.isWhole);
  const names = [...new Set(answers.flatMap((one) => [...one.names]))];
  const isCounted = answers.some((one) => one.isCounted);
  return isWhole || names.length > 0 ? { reads: { names, isWhole, ...(isCounted && { isCounted }) } } : {};
}
