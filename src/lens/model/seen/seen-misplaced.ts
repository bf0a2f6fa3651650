import { type Place, samePlace } from '../../../core/text/segments.ts';
import { contains } from '../../../core/text/span.ts';
import type { Argument, Tuple } from '../../flow/entities/submitted.ts';
import type { Observation } from '../../flow/machine.ts';
import { constantText } from '../../flow/values/texts.ts';
import type { ObjectState, Snapshot } from '../../flow/values/store.ts';
import type { Atom, Value, Written } from '../../flow/values/values.ts';
import type { MisplacedEtag, Write } from '../operations/operation.ts';

/** What people call it among the properties of an entity. */
const ETAG = /^(odata\.)?etag$/i;

/**
 * An etag that is given in `file` where the SDK does not look for it; undefined where there is none, or it is an entity's as it was
 * read and spread. `sent` tells whether the options bring one all the same.
 */
export function seenMisplaced(
  observations: readonly Observation[],
  file: string,
  sent: Write['etag'],
): MisplacedEtag | undefined {
  const found = observations.flatMap((seen) => misplacedIn(seen, sent) ?? []);
  // where the mode belongs there may be one at other times
  const [first] = found.filter(({ kind }) => kind !== 'mode' || found.length === observations.length);
  return first?.place.file === file ? first : undefined;
}

/** Options that a call gives to a function of another file, which puts them where the mode belongs: where `file` writes them. */
export function seenGivenAsMode(
  observations: readonly Observation[],
  file: string,
): MisplacedEtag | undefined {
  const places = observations.map(({ others: [mode] = [] }) =>
    mode !== undefined && inPlaceOfMode(mode) !== undefined
      ? samePlace(statesIn(mode).map((state) => state?.place))
      : undefined,
  );
  const place = samePlace(places);
  return place?.file === file ? { kind: 'given-mode', place } : undefined;
}

function misplacedIn(
  { method, argument, others = [], actions = [] }: Observation,
  sent: Write['etag'],
): MisplacedEtag | undefined {
  switch (method) {
    case 'submitTransaction': {
      const tuples = actions.flatMap(({ what }) => (what?.kind === 'tuple' ? [what] : []));
      return firstOf(tuples, inAction) ?? firstOf(tuples, modeOfAction);
    }
    case 'updateEntity':
    case 'upsertEntity': {
      const [mode, options] = others;
      const asMode = mode && inPlaceOfMode(mode);
      if (asMode !== undefined) return asMode;
      const optional = method === 'upsertEntity' && options ? etagIn(options) : undefined;
      if (optional !== undefined) return at('upsert', optional);
      const own = sent === 'missing' && argument ? etagIn(argument) : undefined;
      return own && at('entity', own);
    }
    default:
      return undefined;
  }
}

/** The first that something is made of. */
function firstOf<T, R>(all: readonly T[], make: (one: T) => R | undefined): R | undefined {
  for (const one of all) {
    const made = make(one);
    if (made !== undefined) return made;
  }
  return undefined;
}

function at(kind: MisplacedEtag['kind'], { file, at: span, value }: Written): MisplacedEtag {
  return { kind, place: { file, span }, value };
}

function inAction({ name, entity, others }: Tuple): MisplacedEtag | undefined {
  const optional = firstOf(others, etagIn);
  const own = entity && etagIn(entity);
  switch (nameIn(name)) {
    case 'delete': {
      const found = optional ?? own;
      return found && at('delete-action', found);
    }
    case 'upsert': {
      const found = optional ?? own;
      return found && at('upsert', found);
    }
    case 'update':
      return own && others.length < 2 ? at('entity', own) : undefined;
    default:
      return undefined;
  }
}

function modeOfAction({ name, others: [mode] }: Tuple): MisplacedEtag | undefined {
  const kind = nameIn(name);
  return mode !== undefined && (kind === 'update' || kind === 'upsert') ? inPlaceOfMode(mode) : undefined;
}

function nameIn(name: Value | undefined): string | undefined {
  return name?.kind === 'text' ? constantText(name) : undefined;
}

/** An object where the mode belongs. */
function inPlaceOfMode({ place, ...given }: Argument): MisplacedEtag | undefined {
  const states = statesIn(given);
  if (place === undefined || !states.every((state) => state?.kind === 'object' && state.isGiven !== true))
    return undefined;
  const value = firstOf(states, (state) => state && writtenEtag(state))?.value;
  return { kind: 'mode', place: placeIn(place), ...(value && { value }) };
}

function placeIn({ file, span }: Place): Place {
  return { file, span };
}

/** What sets an etag on purpose: not to nothing, to an empty text or to "any". */
function etagIn(given: Snapshot): Written | undefined {
  return firstOf(statesIn(given), (state) => {
    const written = state && writtenEtag(state);
    const name = written && [...(state.written ?? [])].find(([, one]) => one === written)?.[0];
    const value = name === undefined ? undefined : state?.properties.get(name);
    return value !== undefined && atomsOf(value).some(isEtag) ? written : undefined;
  });
}

function isEtag(atom: Atom): boolean {
  const text = constantText(atom);
  return atom.kind !== 'nothing' && text !== '' && text !== '*';
}

/** Where the source spells it out for an object: in its literal, or in what is spread there in place, or later. */
function writtenEtag({ written, place, isGiven, open }: ObjectState): Written | undefined {
  const found = [...(written ?? [])].flatMap(([name, one]) => (ETAG.test(name) ? [one] : []));
  return found.find(({ how, file, at: span }) => {
    switch (how) {
      case 'literal':
        return true;
      case 'late':
        return isGiven !== true && open === undefined;
      case 'copied':
        return place?.file === file && contains(place.span, span);
      case 'typed':
        return false;
    }
  });
}

function statesIn({ value, objects }: Snapshot): readonly (ObjectState | undefined)[] {
  return atomsOf(value).map((atom) => (atom.kind === 'object' ? objects.get(atom.id) : undefined));
}

function atomsOf(value: Value): readonly Atom[] {
  return value.kind === 'choice' ? value.cases.map((one) => one.value) : [value];
}
