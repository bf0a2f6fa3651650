import { contains } from '../../../core/text/span.ts';
import type { Query } from '../../model/operations/operation.ts';
import { type GivenOn, givenOnAt } from '../../syntax/edits/given-on.ts';
import type { World } from '../pattern.ts';
import { isNamedWhereSeen } from './named-where-seen.ts';
import { isAtOnePlace, isThrough } from './table-program.ts';

/** A function of the program that gives the entities of whatever filter it is asked with, as it is called at a query. */
export interface FilterFunction extends Pick<GivenOn, 'as' | 'isAll'> {
  /** Code for a function of a filter that calls it likewise. */
  readonly code: string;
  /** No other call of it goes unseen. */
  readonly isSeen: boolean;
}

/**
 * The function that a query is sent through, where it could be asked with another filter as well: it is given the whole filter, gives all
 * properties of the entities, as they are, and this is the only call of the SDK that it may make here.
 */
export function filterFunctionOf(world: World, query: Query): FilterFunction | undefined {
  const { via, filter, file, callSpan, projection } = query;
  if (via === undefined || via.isFar === true || filter.kind !== 'known') return undefined;
  const inner = world
    .operations(via.place.file)
    .find((one) => isThrough(query, one) && one.via === undefined);
  const isOne = world.operations(file).filter((one) => isAtOnePlace(one, query)).length === 1;
  if (inner?.kind !== 'query' || inner.method !== 'listEntities' || !isOne) return undefined;
  const isGiven = inner.filter.kind === 'unknown' && inner.filter.given !== undefined;
  const isWhole = projection?.select === undefined && inner.projection?.select === undefined;
  const given = givenOnAt(inner.file, world.text(inner.file) ?? '', inner.callSpan);
  if (!isGiven || !isWhole || given === undefined || !via.name.endsWith(given.name)) return undefined;
  const { expression } = filter.worst;
  const text = world.text(file);
  if (text === undefined || expression?.file !== file || !contains(callSpan, expression.span))
    return undefined;
  const before = text.slice(callSpan.start, expression.span.start);
  const after = text.slice(expression.span.end, callSpan.end);
  const code = calledWith(before, after, text);
  const isSeen = isNamedWhereSeen(world, inner, given);
  return code === undefined ? undefined : { as: given.as, isAll: given.isAll, code, isSeen };
}

/**
 * A function that makes the call with another filter; undefined where the rest of the call is not the same within it: what it does may be
 * done several times, and in a function a test before it says nothing of a property.
 */
function calledWith(before: string, after: string, text: string): string | undefined {
  const rest = before + after;
  if (DOES.test(rest) || rest.split('(').length > 2 || isTested(before, text)) return undefined;
  const name = NAMES.find((one) => !isUsed(rest, one));
  if (name === undefined) return undefined;
  // `{ filter }` says it once
  const end = before.trimEnd();
  const property = end.endsWith(':') ? end.slice(0, -1).trimEnd() : '';
  const isShort =
    property.endsWith(name) && /[{,\s]/.test(property.charAt(property.length - name.length - 1));
  const call = `${isShort ? property : before + name}${after}`;
  const [, itself] = /^([\p{L}_$][\w$]*)\((\w+)\)$/u.exec(call) ?? [];
  return itself ?? `(${name}) => ${call}`;
}

/** Code that does something each time: assigns, makes, waits. A backtick may begin what a tag is called with. */
const DOES = /\b(?:await|yield|arguments|new|delete)\b|\+\+|--|`|\?\.|(?<![=!<>])=(?![=>])/;

/** Whether the object of a call is a property that the file asks for itself, as a test does. */
function isTested(before: string, text: string): boolean {
  const [, path = ''] = /^([^(]*)\.[^.(]*\(/.exec(before) ?? [];
  if (!path.includes('.')) return false;
  const escaped = path.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<![.\w$])${escaped}(?![\w$.(])`, 'u').test(text);
}

/** Whether code names a variable, and not a property alone. */
function isUsed(code: string, name: string): boolean {
  return [...code.matchAll(new RegExp(String.raw`(?<![.\w$])${name}\b`, 'gu'))].some(
    ({ index }) => !/[{,]\s*$/.test(code.slice(0, index)) || !/^\s*:/.test(code.slice(index + name.length)),
  );
}

const NAMES = ['filter', 'where', 'asked'] as const;
