import { typeOfValue } from '../../design/attributes.ts';
import { nounOf, withArticle, wordsOf } from '../../design/words.ts';
import { patternsOf } from '../../model/keys/key-pattern.ts';
import type { KeyExpression, Operation, PutProperty, Write } from '../../model/operations/operation.ts';
import { ANY_NAME } from '../../syntax/facts/facts.ts';
import { pascalOf, camelOf } from '../sites/code-names.ts';
import { isThrough, type TableProgram } from '../sites/table-program.ts';
import { startOf } from '../sites/write-sites.ts';
import type { Kind } from './module-code.ts';
import { refusals } from './refusals.ts';

/** A place where the program makes an entity of a kind, or puts another one in its place. */
export interface Making {
  readonly write: Write;
  readonly values: readonly PutProperty[];
  /** The constant that its RowKey begins with; empty where that may be anything. */
  readonly start: string;
  /** That is the whole key, of one entity. */
  readonly isAlone: boolean;
  /** Properties that it may leave out. */
  readonly perhaps: readonly string[];
}

/** What all entities have, and no kind is told by. */
const COMMON: ReadonlySet<string> = new Set(['partitionKey', 'rowKey', 'etag', 'timestamp']);

/** Every place of a program where an entity of a table is made; or why not all that is put there is seen. */
export function makingsOf(
  { calls, through }: TableProgram,
  here: (one: Operation) => string,
): readonly Making[] | string {
  const found: Making[] = [];
  for (const one of [...calls, ...through]) {
    if (one.kind !== 'write' || isChange(one)) continue;
    // what callers give, they are asked about
    if (one.via === undefined && through.some((other) => isThrough(other, one))) continue;
    const made = one.method === 'submitTransaction' ? actionsOf(one) : [wholeOf(one)];
    for (const making of made) {
      if (making === undefined) return refusals.properties(here(one));
      found.push(making);
    }
  }
  return found;
}

/** Whether a write leaves what it doesn't name as it is, or deletes. */
function isChange({ method, mode }: Write): boolean {
  return method === 'deleteEntity' || (method === 'updateEntity' && mode !== 'Replace');
}

function wholeOf(write: Write): Making | undefined {
  const { values, isWhole, isTyped, perhaps = [], rowKey } = write;
  return isSeen(values, isWhole === true || isTyped === true)
    ? { write, values, ...startIn(rowKey), perhaps }
    : undefined;
}

function actionsOf(write: Write): readonly (Making | undefined)[] {
  const { actions = [] } = write;
  if (actions.length === 0) return [undefined];
  return actions.flatMap(({ kind, values, isWhole, rowKey }) => {
    if (kind === 'delete') return [];
    const isMade = (kind === 'create' || kind === 'upsert') && isSeen(values, isWhole === true);
    return [isMade ? { write, values, ...startIn(rowKey), perhaps: [] } : undefined];
  });
}

function isSeen(values: readonly PutProperty[], isWhole: boolean): boolean {
  return isWhole && values.every(({ name }) => name !== ANY_NAME);
}

/** The constant that every RowKey which a place may put begins with; empty where there is none. */
function startIn(rowKey: KeyExpression | undefined): Pick<Making, 'start' | 'isAlone'> {
  const starts = (rowKey === undefined ? [] : patternsOf(rowKey)).map((one) => startOf(one));
  const [first] = starts;
  const isOne = first !== undefined && starts.every((one) => one?.text === first.text);
  return isOne
    ? { start: first.text, isAlone: starts.every((one) => one?.isAll === true) }
    : { start: '', isAlone: false };
}

/** The properties that every place of a kind puts, and those that any may put. */
interface Put {
  readonly always: readonly PutProperty[];
  readonly ever: ReadonlySet<string>;
}

/** What places put that make one kind of entities, by what their RowKeys begin with: of those that always put the same it is one kind. */
function putByStart(makings: readonly Making[]): ReadonlyMap<string, Put> {
  const starts = [...new Set(makings.map(({ start }) => start))].sort();
  const kinds = new Map<string, string[]>();
  for (const start of starts) {
    const { always } = putIn(makings.filter((one) => one.start === start));
    const names = always
      .map(({ name }) => name)
      .sort()
      .join();
    kinds.set(names, [...(kinds.get(names) ?? []), start]);
  }
  return new Map(
    [...kinds.values()].flatMap((all) => {
      const put = putIn(makings.filter(({ start }) => all.includes(start)));
      return all.map((start) => [start, put] as const);
    }),
  );
}

function putIn(makings: readonly Making[]): Put {
  const [first] = makings;
  const always = (first?.values ?? []).filter(
    ({ name }) =>
      !COMMON.has(name) &&
      makings.every(
        ({ values, perhaps }) => values.some((one) => one.name === name) && !perhaps.includes(name),
      ),
  );
  return { always, ever: new Set(makings.flatMap(({ values }) => values.map((one) => one.name))) };
}

/** The kinds of a table, by what the RowKeys of each begin with. */
export type Kinds = ReadonlyMap<string, Kind>;

/** How the entities of a table are told apart; undefined where two kinds have names of one word. */
export function kindsOf(table: string, makings: readonly Making[], isTypeScript: boolean): Kinds | undefined {
  const put = putByStart(makings);
  const all = new Set(put.values());
  const kinds = new Map<Put, Kind>();
  for (const [start, own] of put) {
    if (kinds.has(own)) continue;
    const words = start === '' ? nounOf(table).name : wordsOf(start);
    const others = [...all].filter((one) => one !== own);
    const properties = own.always.filter(({ name }) => IDENTIFIER.test(name));
    const alone = properties.find(
      ({ name }) => name !== 'entity' && others.every(({ ever }) => !ever.has(name)),
    );
    kinds.set(own, {
      name: camelOf(words),
      one: withArticle(words),
      as: `as${pascalOf(words)}`,
      properties: properties.map((one) => ({ name: one.name, type: typeOf(one, isTypeScript) })),
      ...(alone && { own: alone.name }),
    });
  }
  const names = new Set([...kinds.values()].map(({ name }) => name));
  if (names.has('') || names.size < kinds.size) return undefined;
  return new Map(
    [...put].flatMap(([start, own]) => {
      const kind = kinds.get(own);
      return kind === undefined ? [] : [[start, kind] as const];
    }),
  );
}

const IDENTIFIER = /^[A-Za-z_]\w{0,254}$/;

/** The type that TypeScript has for a value, as far as that is seen. */
function typeOf({ value, structure }: PutProperty, isTypeScript: boolean): string {
  const unknown = isTypeScript ? 'unknown' : '*';
  if (structure !== undefined) return unknown;
  if (value.kind === 'number') return NUMBERS[value.number.representation];
  switch (typeOfValue(value)) {
    case 'text':
    case 'id':
      return 'string';
    case 'boolean':
      return 'boolean';
    case 'time':
      return 'string';
    case 'number':
    case 'unknown':
      return unknown;
  }
}

const NUMBERS = { double: 'number', bigint: 'bigint', date: 'Date' } as const;
