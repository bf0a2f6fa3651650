import type { Guard, Guards } from '../../flow/conditions/guards.ts';
import type { Flow } from '../../flow/flow.ts';
import type { Observation } from '../../flow/machine.ts';
import type { ObjectState, Snapshot } from '../../flow/values/store.ts';
import { constantText } from '../../flow/values/texts.ts';
import type { Projection, SelectedName } from '../operations/operation.ts';
import { atomsOn } from './seen-options.ts';

/** The names that the `select` of a read lists on all ways on which it was seen; undefined where there is none. */
export function seenSelect(
  { guards }: Pick<Flow, 'guards'>,
  observations: readonly Observation[],
): Projection['select'] {
  const given = observations.flatMap(({ asked, reached }) =>
    asked === undefined ? [] : listsIn(guards, asked.select, reached),
  );
  if (given.length === 0) return undefined;
  const names: SelectedName[] = [];
  for (const list of given) {
    if (list === undefined) return 'unknown';
    for (const one of list) if (!names.some((other) => isAlike(one, other))) names.push(one);
  }
  return names;
}

function isAlike({ name, place }: SelectedName, other: SelectedName): boolean {
  const { file, span } = other.place ?? {};
  return name === other.name && place?.file === file && place?.span.start === span?.start;
}

/** What each of the lists has that a value may be; undefined where that is not all known. */
function listsIn(
  guards: Guards,
  { value, objects }: Snapshot,
  reached: Guard,
): readonly (readonly SelectedName[] | undefined)[] {
  return atomsOn(guards, value, reached)
    .filter(({ kind }) => kind !== 'nothing')
    .map((atom) => {
      const state = atom.kind === 'object' ? objects.get(atom.id) : undefined;
      return state && namesIn(guards, state, reached);
    });
}

function namesIn(
  guards: Guards,
  { kind, open, part, split, elements }: ObjectState,
  reached: Guard,
): readonly SelectedName[] | undefined {
  if (kind !== 'array' || [open, part, split].some((one) => one !== undefined)) return undefined;
  const names = elements
    .flatMap(({ value }) => atomsOn(guards, value, reached))
    .map((atom): SelectedName | undefined => {
      const name = atom.kind === 'text' ? constantText(atom) : undefined;
      const place = atom.kind === 'text' ? atom.place : undefined;
      return name === undefined ? undefined : { name, ...(place && { place }) };
    });
  return names.every((name) => name !== undefined) ? names : undefined;
}
