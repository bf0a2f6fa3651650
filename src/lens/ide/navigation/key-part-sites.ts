import type { KeyName } from '../../../core/shape/shape.ts';
import { HOLE, offsetAt, type Place, toPlaces } from '../../../core/text/segments.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import { type KeyFlat, keyFlats } from '../../model/keys/key-flats.ts';
import type { Operation } from '../../model/operations/operation.ts';
import { isSure } from '../../model/tables/tables.ts';
import { endOf } from '../rename/key-part.ts';
import { tableIdentity } from '../table-uses.ts';
import { propertySites, type PropertySite } from './property-sites.ts';

/** A part of a table's keys: `${orderId}`, or `_`, of `${orderId}_${itemId}`. */
export interface KeyPartSite {
  /** The table's identity in this workspace. */
  readonly table: string;
  readonly key: KeyName;
  /** The key with each expression as one {@link HOLE}. */
  readonly text: string;
  /** Where the part is in it. */
  readonly span: Span;
}

/** The part of a key at an offset of a file; undefined where no key is, and where the part is all of it. */
export function keyPartSiteAt(
  operations: readonly Operation[],
  file: string,
  offset: number,
): KeyPartSite | undefined {
  for (const operation of operations.filter(isSure))
    for (const { key, text } of keyFlats(operation)) {
      // also right after its last character
      const at = offsetAt(text, file, offset) ?? offsetAt(text, file, offset - 1);
      const span = at === undefined ? undefined : pieceAt(text.text, at);
      if (span === undefined || span.end - span.start === text.text.length) continue;
      return { table: tableIdentity(operation), key, text: text.text, span };
    }
  return undefined;
}

/** Where the keys of the table have this part, each place once, in the order of `operations`. What gives a key as a whole has no parts. */
export function sitesOfKeyPart(
  part: KeyPartSite,
  operations: readonly Operation[],
): Pick<PropertySite, 'role' | 'place'>[] {
  const found = new Map<string, Pick<PropertySite, 'role' | 'place'>>();
  for (const operation of operations) {
    if (!isSure(operation) || tableIdentity(operation) !== part.table) continue;
    for (const flat of keyFlats(operation)) {
      const span = flat.key === part.key ? spanIn(flat, part) : undefined;
      if (span === undefined) continue;
      const role = roleOf(flat);
      for (const place of toPlaces(flat.text, span)) {
        const id = `${place.span.start} ${place.span.end} ${place.file}`;
        // what one function makes for reads and writes is made
        if (role === 'made' || !found.has(id)) found.set(id, { role, place });
      }
    }
  }
  return [...found.values()];
}

/** The expression at an offset, or all characters between two of them. */
function pieceAt(text: string, at: number): Span | undefined {
  if (at >= text.length) return undefined;
  if (text[at] === HOLE) return { start: at, end: at + 1 };
  const end = text.indexOf(HOLE, at);
  return { start: text.lastIndexOf(HOLE, at) + 1, end: end < 0 ? text.length : end };
}

/** Where a key has the part: what is constant before and after it tells which it is. */
function spanIn(
  { how, text: { text, holes } }: KeyFlat,
  { text: wanted, span }: KeyPartSite,
): Span | undefined {
  const before = wanted.slice(0, span.start);
  const piece = wanted.slice(span.start, span.end);
  const isBound = how === 'bound';
  if (piece !== HOLE) {
    const isThere = text.startsWith(before + piece) || (isBound && text === before + endOf(piece));
    return isThere ? span : undefined;
  }
  if (holes.size === 0) return how === 'whole' ? spanInConstant(text, wanted, span) : undefined;
  if (!text.startsWith(before + HOLE)) return undefined;
  const [after, other] = [wanted.slice(span.end), text.slice(span.end)];
  // a range may begin or end anywhere in the key
  if (isBound && (other === '' || after === '' || other === endOf(after.charAt(0)))) return span;
  return (after === '' ? other === '' : other.startsWith(after.charAt(0))) ? span : undefined;
}

/** Where a key that is spelled out has the part; undefined where that can be more than one place, or none. */
function spanInConstant(text: string, wanted: string, span: Span): Span | undefined {
  const literals = wanted.split(HOLE);
  const [first = '', ...others] = literals;
  const last = others.at(-1) ?? '';
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined;
  const ends: number[] = [first.length];
  for (const [index, literal] of others.entries()) {
    const from = ends.at(-1) ?? 0;
    const isLast = index === others.length - 1;
    if (literal === '' && !isLast) return undefined;
    const at = isLast ? text.length - literal.length : text.indexOf(literal, from);
    // an expression may have the text of what is after it
    if (at < from || (!isLast && text.includes(literal, at + 1))) return undefined;
    ends.push(at, at + literal.length);
  }
  // of each expression, where it starts and where it ends
  const nth = wanted.slice(0, span.start).split(HOLE).length - 1;
  const [start, end] = [ends[2 * nth], ends[2 * nth + 1]];
  return start === undefined || end === undefined || start === end ? undefined : { start, end };
}

function roleOf({ operation, key, place }: KeyFlat): PropertySite['role'] {
  const isMade = propertySites(operation).some(
    (site) => site.name === key && site.role === 'made' && isWithin(site.place, place),
  );
  return isMade ? 'made' : 'asked';
}

function isWithin(outer: Place, inner: Place): boolean {
  return outer.file === inner.file && contains(outer.span, inner.span);
}
