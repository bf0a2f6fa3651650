import type { Observation } from '../../flow/machine.ts';
import type { AnswerSort, InJson } from '../../flow/entities/marks.ts';
import type { Consumption } from '../operations/operation.ts';

/** Which properties are read of the entities that a call gives, on all ways on which it was seen; undefined where not all are. */
export function seenReads(observations: readonly Observation[] | undefined): Pick<Consumption, 'reads'> {
  if (observations === undefined) return { reads: { names: [], isWhole: true } };
  const answers = observations.flatMap(({ answer }) => answer ?? []);
  const isWhole = answers.some((one) => one.isWhole);
  const names = [...new Set(answers.flatMap((one) => [...one.names]))];
  const isCounted = answers.some((one) => one.isCounted);
  return isWhole || names.length > 0 ? { reads: { names, isWhole, ...(isCounted && { isCounted }) } } : {};
}

/** Where JSON is made of the entities that a call gives. */
export function seenJson(observations: readonly Observation[]): { readonly inJson?: readonly InJson[] } {
  const inJson = observations.flatMap(({ answer }) => answer?.inJson ?? []);
  return inJson.length > 0 ? { inJson } : {};
}

/** Where the entities that a call gives are put into another order. */
export function seenSorts(observations: readonly Observation[]): Pick<Consumption, 'sorts'> {
  const byPlace = new Map<string, AnswerSort>();
  for (const sort of observations.flatMap(({ answer }) => answer?.sorts ?? [])) {
    const { file, span } = sort.place;
    byPlace.set(`${span.start} ${span.end} ${file}`, sort);
  }
  return byPlace.size > 0 ? { sorts: [...byPlace.values()] } : {};
}
