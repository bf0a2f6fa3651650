import type { Place } from '../../../core/text/segments.ts';
import { markOf } from '../entities/answers.ts';
import { NEVER } from '../conditions/guards.ts';
import { casesOf, type Machine } from '../machine.ts';
import type { InJson, Mark } from '../entities/marks.ts';
import { filledObject } from '../values/property-writes.ts';
import type { Atom, ObjectId, Value } from '../values/values.ts';

/** Places of one answer that make JSON. */
const MOST_PLACES = 50;

/** Objects in one value that are looked into. */
const MOST_OBJECTS = 500;

/** Modules of frameworks whose `json` makes a response. */
const OF_RESPONSES =
  /^(?:@remix-run\/(?:node|cloudflare|deno|server-runtime)|react-router-dom|@sveltejs\/kit)$/;

/** Whether a function of a framework makes a response of JSON of what it is given. */
export function makesJson({ module, path }: Extract<Atom, { kind: 'external' }>): boolean {
  return path.length === 1 && path[0] === 'json' && OF_RESPONSES.test(module);
}

/** Notes that JSON is made of a value, of all entities and properties of entities that it has. */
export function noteJson(machine: Machine, given: Value, { file, span }: Place): void {
  if (machine.reached === NEVER) return;
  const place = { file, span };
  const seen = new Set<ObjectId>();
  const open = [given];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    for (const { value: atom } of casesOf(machine, value)) {
      note(asRead(machine, atom), { place, without: withoutOf(machine, atom) });
      if (atom.kind !== 'object' || seen.has(atom.id) || seen.size >= MOST_OBJECTS) continue;
      seen.add(atom.id);
      const { kind, properties, elements, open: openness, cls } = machine.store.object(atom.id);
      // others may say themselves what is made of them
      if (cls !== undefined || properties.has('toJSON') || kind === 'map' || kind === 'set') continue;
      note(openness?.some, { place, without: withoutOf(machine, atom) });
      open.push(...properties.values(), ...elements.map((element) => element.value));
    }
  }
}

function note(mark: Mark | undefined, found: InJson): void {
  if (mark === undefined || mark.of.inJson.length >= MOST_PLACES) return;
  // a page is an array of entities, what gives them one after the other is none
  const isWhole = mark.kind === 'entity' || (mark.kind === 'list' && mark.isPage === true);
  if (isWhole) mark.of.inJson.push(found);
  if (mark.kind === 'property') mark.of.inJson.push({ place: found.place, name: mark.name, without: [] });
}

/** The properties that an entity does not have as they were read. */
function withoutOf(machine: Machine, atom: Atom): readonly string[] {
  if (atom.kind === 'unknown' || atom.kind === 'typed') {
    const filled = filledObject(machine, atom);
    return [
      ...((atom.kind === 'unknown' ? atom.without : undefined) ?? []),
      ...(filled === undefined ? [] : withoutOf(machine, filled)),
    ];
  }
  if (atom.kind !== 'object') return [];
  const { kind, properties, open } = machine.store.object(atom.id);
  const own =
    kind === 'object' ? [...properties].filter(([name, value]) => !isRead(machine, name, value)) : [];
  return [...own.map(([name]) => name), ...(open?.without ?? [])];
}

/** Whether a property has the value that the entity had when it was read. */
function isRead(machine: Machine, name: string, value: Value): boolean {
  return casesOf(machine, value).every(({ value: atom }) => {
    const mark = asRead(machine, atom);
    return mark?.kind === 'property' && mark.name === name;
  });
}

/** What a value has to do with an answer, where it is not the text of that. */
function asRead(machine: Machine, atom: Atom): Mark | undefined {
  const isText = atom.kind === 'unknown' && (atom.isMadeText === true || atom.is === 'string');
  return isText ? undefined : markOf(machine, atom);
}
