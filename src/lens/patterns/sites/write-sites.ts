import type { TextEdit } from '../../../core/text/edit.ts';
import { type KeyPattern, patternsOf } from '../../model/keys/key-pattern.ts';
import type { Operation, Write, WriteMethod } from '../../model/operations/operation.ts';
import { ANY_NAME } from '../../syntax/facts/facts.ts';
import { isEtagAlone, tableCallAt } from '../../syntax/edits/table-call.ts';
import { type PassedOn, passedOnAt } from '../../syntax/edits/passed-on.ts';
import { styleOf } from '../code-style.ts';
import type { World } from '../pattern.ts';

/** Why a write can't be made one that keeps copies, too. */
export type NoWriteEdit = 'transaction' | 'result' | 'arguments' | 'etag' | 'bound';

type SingleWrite = Exclude<WriteMethod, 'submitTransaction'>;

/** A write of one entity that becomes a call of a function that takes the client first. */
export interface WriteSite {
  readonly write: Write;
  readonly method: SingleWrite;
  /** The edit, once it is known how the function is called. */
  readonly edit: (reference: string) => TextEdit;
}

/** The most arguments that the functions take beside the client. */
const MOST_ARGUMENTS: Readonly<Record<SingleWrite, number>> = {
  createEntity: 1,
  updateEntity: 3,
  upsertEntity: 2,
  deleteEntity: 2,
};

/** How a write becomes one that keeps copies; or why it doesn't. */
export function writeSiteOf(world: World, write: Write): WriteSite | NoWriteEdit {
  const { file, method, callSpan } = write;
  const text = world.text(file);
  if (method === 'submitTransaction') return 'transaction';
  const call = text === undefined ? undefined : tableCallAt(file, text, callSpan);
  if (text === undefined || call === undefined) return 'bound';
  if (call.use !== 'dropped') return 'result';
  if (method === 'deleteEntity' && write.etag !== 'missing') return 'etag';
  const [, , options] = call.args;
  if (call.args.length === 0 || call.args.length > MOST_ARGUMENTS[method]) return 'arguments';
  if (options !== undefined && !isEtagAlone(file, text, options)) return 'arguments';
  const { head, receiver, typeArguments } = call;
  // where each argument has a line of its own, so has the client
  const [line] = /^\r?\n[ \t]*/.exec(text.slice(head.end)) ?? [];
  return {
    write,
    method,
    edit: (reference) => ({
      span: head,
      text: `${reference}${typeArguments}(${line ?? ''}${receiver},${line === undefined ? ' ' : ''}`,
    }),
  };
}

/**
 * How a call of a method that passes on what it is given becomes a write that keeps copies: who calls it on itself has the client, too. Undefined
 * where that isn't certain.
 */
export function writeSiteThrough(world: World, caller: Write, inner: Operation): WriteSite | undefined {
  const { file, callSpan, method, via } = caller;
  const text = world.text(file);
  const passed = passedBy(world, inner);
  const call = text === undefined ? undefined : tableCallAt(file, text, callSpan);
  if (method === 'submitTransaction' || text === undefined || passed === undefined || call === undefined)
    return undefined;
  const isOwn = call.receiver === 'this' && via?.name.endsWith(passed.name) === true;
  const isAll = call.args.length === passed.parameters;
  if (!isOwn || !isAll || (passed.isGiven && call.use !== 'dropped')) return undefined;
  if (passed.parameters + passed.more.length > MOST_ARGUMENTS[method]) return undefined;
  const { quote } = styleOf(text);
  const given = call.args.map(({ start, end }) => text.slice(start, end));
  const more = passed.more.map((one) => `${quote}${one}${quote}`);
  return {
    write: caller,
    method,
    edit: (reference) => ({
      span: callSpan,
      text: `${reference}(${[passed.receiver, ...given, ...more].join(', ')})`,
    }),
  };
}

/** The method that passes on what it is given to a call of the SDK. */
export function passedBy(world: World, { file, callSpan }: Operation): PassedOn | undefined {
  return passedOnAt(file, world.text(file) ?? '', callSpan);
}

/** Whether a write may be of an entity that has the property, or would have it then. */
export function mayHold(write: Operation, attribute: string, makers: readonly Write[]): boolean {
  if (write.kind !== 'write') return false;
  if (write.method === 'createEntity' && !mayPut(write, attribute)) return false;
  const [own, theirs] = [startsOf(write), makers.map(startsOf)];
  if (own === undefined || theirs.includes(undefined)) return true;
  return theirs.some((one) => one?.some((other) => own.some((start) => areAlike(start, other))));
}

/** Whether a write is seen to put the property, or may put any. */
export function mayPut({ values, isWhole, properties }: Write, attribute: string): boolean {
  return isWhole !== true || properties.includes(attribute) || values.some(({ name }) => name === ANY_NAME);
}

interface Start {
  readonly text: string;
  readonly isAll: boolean;
}

/** The constants that a write's RowKeys begin with; undefined where one may be anything. */
function startsOf({ rowKey }: Write): readonly Start[] | undefined {
  const patterns = rowKey === undefined ? [] : patternsOf(rowKey);
  const starts = patterns.flatMap((one) => startOf(one) ?? []);
  return patterns.length > 0 && starts.length === patterns.length ? starts : undefined;
}

/** The constant that a key begins with. */
export function startOf({ parts }: KeyPattern): Start | undefined {
  const [first] = parts;
  return first?.kind === 'literal' ? { text: first.text, isAll: parts.length === 1 } : undefined;
}

/** Whether one key may have both beginnings. */
function areAlike(a: Start, b: Start): boolean {
  if (a.isAll && b.isAll) return a.text === b.text;
  if (a.isAll) return a.text.startsWith(b.text);
  if (b.isAll) return b.text.startsWith(a.text);
  return a.text.startsWith(b.text) || b.text.startsWith(a.text);
}
