import { type Place, samePlace } from '../../../core/text/segments.ts';
import type { ActionHere, Tuple } from '../../flow/entities/submitted.ts';
import type { Flow } from '../../flow/flow.ts';
import { type Guard, NEVER } from '../../flow/conditions/guards.ts';
import type { Observation } from '../../flow/machine.ts';
import type { Atom, Value } from '../../flow/values/values.ts';
import type { Files } from '../../link/linker.ts';
import { constantText } from '../../link/values/text.ts';
import type { InList, TransactionAction } from '../operations/operation.ts';
import { type SeenArgument, seenEntity, seenKeys } from './seen-entities.ts';
import { seenMode } from './seen-options.ts';
import { seenReadRow, type SeenWrite, seenStale, type ToldAt } from './seen-stale.ts';

/** An action as it was seen once, of one of the kinds that it may be. */
interface Sight {
  readonly action: ActionHere;
  readonly seen: Observation;
  /** Over all that was seen of the call, which list it is in. */
  readonly list: number;
  readonly guard: Guard;
  readonly kind: string | undefined;
}

/**
 * The actions of the transactions that were seen at a call, in order; undefined where what is submitted is not seen to be a list. What
 * stands at one place of the source, and is of one kind, is one action.
 */
export function seenActions(
  flow: Flow,
  files: Files,
  observations: readonly Observation[],
  here: Place,
  told: ToldAt,
): readonly TransactionAction[] | undefined {
  if (observations.length === 0 || observations.some(({ actions }) => actions === undefined))
    return undefined;
  // what the runs had left may not be enough to tell what they saw
  flow.guards.renew();
  const groups = new Map<string, Sight[]>();
  let lists = 0;
  for (const seen of observations) {
    const { actions = [] } = seen;
    const before = new Map<string, Set<number>>();
    for (const sight of actions.flatMap((action) => sightsOf(flow, action, seen, lists + action.list))) {
      const key = keyOf(sight, before);
      const group = groups.get(key);
      if (group !== undefined) group.push(sight);
      else if (groups.size < MOST_ACTIONS) groups.set(key, [sight]);
    }
    lists += Math.max(0, ...actions.map(({ list }) => list + 1));
  }
  return [...groups.values()].map((sights) => actionOf(flow, files, sights, here, told));
}

/** Actions of one call that are told apart. */
const MOST_ACTIONS = 200;

function sightsOf(
  { guards: { and } }: Flow,
  action: ActionHere,
  seen: Observation,
  list: number,
): readonly Sight[] {
  const { what, guard: all } = action;
  const name = what?.kind === 'tuple' ? what.name : undefined;
  if (name?.kind !== 'choice') return [{ action, seen, list, guard: all, kind: name && kindOf(name) }];
  // of a table of kinds, what it has no entry for is not seen to be asked for
  const isNamed = name.cases.some(({ value }) => kindOf(value) !== undefined);
  return name.cases.flatMap(({ guard, value }) => {
    if (isNamed && value.kind === 'nothing') return [];
    const here = and(guard, all);
    return here === NEVER ? [] : [{ action, seen, list, guard: here, kind: kindOf(value) }];
  });
}

function kindOf(atom: Atom): string | undefined {
  return atom.kind === 'text' ? constantText(atom) : undefined;
}

/** Equal for what is one action; how often one list has what is written at a place counts, where that is not any number of times. */
function keyOf({ action, list, kind }: Sight, before: Map<string, Set<number>>): string {
  const { place, what, element, isMany } = action;
  const where = place === undefined ? '' : `${place.span.start} ${place.span.end} ${place.file}`;
  const key = [where, kind, what?.kind, isMany].join('\0');
  if (isMany) return key;
  const inList = `${list}\0${key}`;
  const others = before.get(inList) ?? new Set();
  before.set(inList, others.add(element));
  return `${key}\0${others.size}`;
}

function actionOf(
  flow: Flow,
  files: Files,
  sights: readonly Sight[],
  here: Place,
  told: ToldAt,
): TransactionAction {
  const actions = sights.map(({ action }) => action);
  const [first] = sights;
  const place = first?.action.place ?? here;
  const tuples = actions.map(({ what }) => (what?.kind === 'tuple' ? what : undefined));
  const entityPlace = tuples[0]?.entityPlace ?? place;
  const entities = sights.flatMap(({ action: { what }, guard: reached }): readonly SeenArgument[] =>
    what?.kind === 'tuple' && what.entity !== undefined ? [{ ...what.entity, reached }] : [],
  );
  const objects = sights.flatMap(({ action: { what }, guard: reached }): readonly SeenArgument[] =>
    what?.kind === 'object' ? [{ ...what.object, reached }] : [],
  );
  const many = actions.some(({ isMany }) => isMany);
  const { partitionKey, rowKey, values, isWhole } = seenEntity(flow, files, entities, entityPlace);
  const partitionFrom = samePlace(tuples.map((tuple) => tuple?.partitionFrom));
  const rowFrom = samePlace(tuples.map((tuple) => tuple?.rowFrom));
  const stale = seenStale(flow, sights.flatMap(writeIn), told);
  const isBack = first?.kind === 'update' || first?.kind === 'upsert';
  const isTuple = sameFor(sights.map((sight) => isTupleHere(flow, sight)));
  return {
    place,
    lists: sights.map((sight) => inList(flow, files, sight, entityPlace)),
    many,
    isPart: actions.some(({ isPart }) => isPart),
    isTuple,
    ...(first?.kind !== undefined && { kind: first.kind }),
    ...seenMode(tuples.map((tuple) => tuple?.others ?? [])),
    ...(partitionKey && { partitionKey }),
    ...(rowKey && { rowKey }),
    ...(partitionFrom && { partitionFrom }),
    ...(rowFrom && { rowFrom }),
    ...(stale && { stale }),
    ...(isBack && seenReadRow(flow, files, sights.map(backIn))),
    ...(tuples[0] && { entityPlace }),
    values,
    ...(isWhole === true && { isWhole }),
    ...(objects.length > 0 && { parts: seenEntity(flow, files, objects, place).values }),
  };
}

/** What an action writes of entities that were read. */
function writeIn({
  action: { what, isMany },
  seen: { through, within, client },
  kind,
}: Sight): readonly SeenWrite[] {
  const back = what?.kind === 'tuple' ? what.back : undefined;
  if (back === undefined || (kind !== 'update' && kind !== 'upsert')) return [];
  return [{ kind, back, through, within, client, isEach: isMany }];
}

function backIn({
  action: { what },
  seen: { client },
  guard,
}: Sight): Parameters<typeof seenReadRow>[2][number] {
  const back = what?.kind === 'tuple' ? what.back : undefined;
  return { client, reached: guard, ...(back && { back }) };
}

function inList(flow: Flow, files: Files, { list, action, guard }: Sight, here: Place): InList {
  const { and, not } = flow.guards;
  const { listed, element, what, isEach, cutUnder } = action;
  const isSure = and(listed, not(guard)) === NEVER;
  const entity = isEach && what?.kind === 'tuple' ? what.entity : undefined;
  return {
    list,
    element,
    ...(!isSure && { when: guard }),
    ...(cutUnder !== undefined && { cutUnder }),
    ...(entity && { keys: seenKeys(flow, files, { ...entity, reached: guard }, here) }),
  };
}

function sameFor<T>(all: readonly T[]): T | undefined {
  const [first] = all;
  return all.every((one) => one === first) ? first : undefined;
}

/** Whether it has what an action needs: its name, and an entity after it; undefined where that is not seen. */
function isTupleHere(flow: Flow, { action: { what }, guard }: Sight): boolean | undefined {
  if (what?.kind !== 'tuple') return what === undefined ? undefined : false;
  if (what.count === undefined) return undefined;
  if (what.count < 2) return false;
  const [name, entity] = [isName(flow, what, guard), isEntity(flow, what, guard)];
  if (name === false || entity === false) return false;
  return name === undefined || entity === undefined ? undefined : true;
}

function isName(flow: Flow, { name }: Tuple, reached: Guard): boolean | undefined {
  return ofAll(flow, name, reached, ({ kind }) => !NO_NAMES.has(kind));
}

function isEntity(flow: Flow, { entity }: Tuple, reached: Guard): boolean | undefined {
  const isOne = (atom: Atom): boolean =>
    atom.kind === 'object' ? entity?.objects.get(atom.id)?.kind !== 'array' : !NO_ENTITIES.has(atom.kind);
  return ofAll(flow, entity?.value, reached, isOne);
}

/** Whether something is so of all that a value may be there, or of nothing of it. */
function ofAll(
  { guards: { and } }: Flow,
  value: Value | undefined,
  reached: Guard,
  isSo: (atom: Atom) => boolean,
): boolean | undefined {
  if (value === undefined) return false;
  if (value.kind !== 'choice') return isSo(value);
  return sameFor(value.cases.flatMap((one) => (and(one.guard, reached) === NEVER ? [] : [isSo(one.value)])));
}

const NO_NAMES: ReadonlySet<Atom['kind']> = new Set([
  'number',
  'boolean',
  'nothing',
  'object',
  'client',
  'function',
  'class',
]);

const NO_ENTITIES: ReadonlySet<Atom['kind']> = new Set([
  'text',
  'number',
  'boolean',
  'nothing',
  'number-text',
  'time-text',
  'random-text',
  'client',
  'function',
  'pattern',
]);
