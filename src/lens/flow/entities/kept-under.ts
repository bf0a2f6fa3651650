import { type Machine, nextSymbol } from '../machine.ts';
import { piece } from '../values/texts.ts';
import { type Atom, isSame, type ObjectId, type TextAtom, type Value } from '../values/values.ts';
import type { Read, Source } from './reads.ts';
import { atomsOf, sourcesOf } from './sources.ts';

const KEY_NAMES = ['partitionKey', 'rowKey'] as const;

/** Notes under which key an object or a map keeps entities that were read. */
export function noteKeptUnder(machine: Machine, holder: ObjectId, key: Value, value: Value): void {
  const { keptUnder, sources, reads } = machine;
  if (sources.size === 0 && reads.size === 0) return;
  for (const { entity } of atomsOf(value).flatMap((atom) => wholesOf(machine, atom))) {
    const at = placeOf(holder, entity);
    const before = keptUnder.get(at);
    const isOther = keptUnder.has(at) && !(before !== undefined && isOneKey(before, key));
    keptUnder.set(at, isOther ? undefined : key);
  }
}

/**
 * Takes what is found under a key for the entity that has it, where what is kept there is kept under a key of the entity, or under a
 * part of one: `rows.get(id)` of rows that were kept with `rows.set(row.rowKey, row)` is the row `id`.
 */
export function noteFoundUnder(machine: Machine, holder: ObjectId, key: Atom, made: Atom): void {
  if (machine.keptUnder.size === 0 || made.kind !== 'unknown') return;
  const own = sourcesOf(machine, made);
  const found = own.map((source): Source => {
    const kept = isWhole(source) ? machine.keptUnder.get(placeOf(holder, source.entity)) : undefined;
    const [from, ...others] = kept === undefined ? [] : atomsOf(kept);
    const keys = from === undefined || others.length > 0 ? undefined : keysUnder(machine, source, from, key);
    if (keys === undefined) return source;
    // each key stands for another one
    return { ...source, entity: made.symbol, read: { ...source.read, keys } };
  });
  if (found.some((source, index) => source !== own[index])) machine.sources.set(made.symbol, found);
}

function placeOf(holder: ObjectId, entity: number): string {
  return `${String(holder)} ${String(entity)}`;
}

function wholesOf(machine: Machine, atom: Atom): readonly Source[] {
  return sourcesOf(machine, atom).filter(isWhole);
}

function isWhole({ name, share }: Source): boolean {
  return name === undefined && (share === 'same' || share === 'like');
}

function isOneKey(a: Value, b: Value): boolean {
  return a.kind !== 'choice' && b.kind !== 'choice' && isSame(a, b);
}

/** The keys of the entity that is kept under another key than the one that was read; undefined where no key has to do with that. */
function keysUnder(
  machine: Machine,
  { read, entity }: Source,
  from: Atom,
  to: Atom,
): Read['keys'] | undefined {
  const own = sourcesOf(machine, from);
  const keys = KEY_NAMES.map((name, index): readonly [Value, boolean] => {
    const isKey = own.some(
      (one) => one.entity === entity && one.name === name && (one.share === 'same' || one.share === 'like'),
    );
    if (isKey) return [to, true];
    const asked = read.keys[index];
    const replaced = asked === undefined || asked.kind === 'choice' ? undefined : withOther(asked, from, to);
    return replaced === undefined ? [asked ?? nobodyKnows(machine), false] : [replaced, true];
  });
  return keys.some(([, isIts]) => isIts) ? keys.map(([key]) => key) : undefined;
}

function nobodyKnows(machine: Machine): Atom {
  return { kind: 'unknown', why: 'not-supported', symbol: nextSymbol(machine) };
}

/** The same key with another part in the place of one; undefined where it has not that part. */
function withOther(key: Atom, from: Atom, to: Atom): Atom | undefined {
  if (isSame(key, from)) return to;
  const symbol = 'symbol' in from ? from.symbol : undefined;
  if (key.kind !== 'text' || symbol === undefined) return undefined;
  const isIt = (part: TextAtom['segments'][number]): boolean =>
    part.kind === 'hole' && 'symbol' in part.hole && part.hole.symbol === symbol;
  if (!key.segments.some(isIt)) return undefined;
  const segments = key.segments.flatMap((part) => (isIt(part) ? piece(to, part.place) : [part]));
  return { ...key, segments };
}
