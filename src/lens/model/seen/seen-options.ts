import type { Argument } from '../../flow/entities/submitted.ts';
import { type Guard, type Guards, NEVER } from '../../flow/conditions/guards.ts';
import type { Flow } from '../../flow/flow.ts';
import type { Observation } from '../../flow/machine.ts';
import type { ObjectState } from '../../flow/values/store.ts';
import { constantText } from '../../flow/values/texts.ts';
import type { Atom, Value } from '../../flow/values/values.ts';
import type { Write } from '../operations/operation.ts';

/** How a write is made: what it does with an entity that is there, and on what condition the service takes it. */
export function seenOptions(
  { guards }: Pick<Flow, 'guards'>,
  observations: readonly Observation[],
): Pick<Write, 'mode' | 'etag'> {
  const etags = observations.flatMap(({ others = [], reached }) =>
    // what stands before the options is the mode
    etagsIn(guards, others[1], reached),
  );
  return {
    etag: same(etags) ?? (etags.every(isAnEtag) ? 'sent' : 'unknown'),
    ...seenMode(observations.map(({ others = [] }) => others)),
  };
}

/** Of an etag or `*` it may be the former. */
function isAnEtag(etag: Write['etag']): boolean {
  return etag === 'sent' || etag === 'any';
}

/** The mode that all say of some that are given what stands behind an entity. */
export function seenMode(all: readonly (readonly Argument[])[]): Pick<Write, 'mode'> {
  const mode = same(all.map(([first]) => first && constantIn(first)));
  return mode === 'Merge' || mode === 'Replace' ? { mode } : {};
}

function same<T>([first, ...others]: readonly T[]): T | undefined {
  return others.every((one) => one === first) ? first : undefined;
}

function constantIn({ value }: Argument): string | undefined {
  return value.kind === 'text' ? constantText(value) : undefined;
}

/** Whether the options bring an etag, on each of the ways on which the call is reached; `{ etag: undefined }` brings none. */
function etagsIn(guards: Guards, options: Argument | undefined, reached: Guard): readonly Write['etag'][] {
  if (options === undefined) return ['missing'];
  return atomsOn(guards, options.value, reached).flatMap((atom): readonly Write['etag'][] => {
    if (atom.kind === 'nothing') return ['missing'];
    const state = atom.kind === 'object' ? options.objects.get(atom.id) : undefined;
    // headers of one's own may say the same
    if (state === undefined || mayHave(guards, state, 'requestOptions', reached)) return ['unknown'];
    const etag = state.properties.get('etag');
    if (etag === undefined) return [state.open === undefined ? 'missing' : 'unknown'];
    return atomsOn(guards, etag, reached).map((one) => {
      if (one.kind === 'nothing') return 'missing';
      return constantText(one) === '*' ? 'any' : 'sent';
    });
  });
}

function mayHave(guards: Guards, { properties, open }: ObjectState, name: string, reached: Guard): boolean {
  const value = properties.get(name);
  if (value === undefined) return open !== undefined;
  return atomsOn(guards, value, reached).some(({ kind }) => kind !== 'nothing');
}

/** What a value may be on a way. */
export function atomsOn({ and }: Guards, value: Value, reached: Guard): readonly Atom[] {
  if (value.kind !== 'choice') return [value];
  return value.cases.flatMap((one) => (and(one.guard, reached) === NEVER ? [] : [one.value]));
}
