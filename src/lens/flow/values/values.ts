import { constantOf, type Place, type Segment } from '../../../core/text/segments.ts';
import type { Span } from '../../../core/text/span.ts';
import type { Abstract, ClientValue, ExternalValue, TypedValue } from '../../link/values/abstract.ts';
import type { TypeRef } from '../../syntax/facts/expr.ts';
import type { NumberFact, OtherValue, TextForm, Value as Plain } from '../../link/values/value.ts';
import type { ClassCode, FunctionCode, ScopeCode } from '../../syntax/program/program.ts';
import type { Guard } from '../conditions/guards.ts';
import type { Loop } from './list-size.ts';

/** What a value is while the program runs: one atom, or several of which conditions decide. */
export type Value = Atom | Choice;

/** The conditions exclude each other, and cover every way on which the value is there. */
export interface Choice {
  readonly kind: 'choice';
  readonly cases: readonly Case[];
}

export interface Case {
  readonly guard: Guard;
  readonly value: Atom;
}

/** One value: of texts and numbers what rules see of them, of objects where they stand. */
export type Atom =
  | TextAtom
  | NumberAtom
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** `undefined` and `null`; `isAbsent`: a property that an object does not have. */
  | { readonly kind: 'nothing'; readonly isNull?: boolean; readonly isAbsent?: boolean }
  | OtherValue
  | UnknownAtom
  | TypedAtom
  | { readonly kind: 'object'; readonly id: ObjectId; readonly isList?: boolean }
  | FunctionAtom
  | ClassAtom
  | ClientValue
  | { readonly kind: 'module'; readonly file: string }
  | ExternalValue
  | { readonly kind: 'global'; readonly path: readonly string[] }
  /** A method of a value that has no body here: `text.padStart`. */
  | { readonly kind: 'method'; readonly receiver: Atom; readonly name: string }
  | { readonly kind: 'pattern'; readonly source: string; readonly flags: string };

export interface TextAtom {
  readonly kind: 'text';
  readonly segments: readonly Segment<Plain>[];
  readonly form: TextForm;
  /** The one expression that spells it out, where there is one. */
  readonly place?: Place;
  /** It is the name of a property, which is given there. */
  readonly names?: Written;
}

export interface NumberAtom {
  readonly kind: 'number';
  readonly number: NumberFact;
  /** A loop counts with it: beside a list of which two elements are seen, there are just those. */
  readonly isCounted?: boolean;
  /** The loop that counts with it, and where to. */
  readonly counter?: { readonly loop: Loop; readonly to: number };
  /** In other turns of a loop it is another number: one that the loop counts, or the index of an element. */
  readonly varies?: true;
  /** It is at least that. */
  readonly least?: number;
  /** Which number it is where that is not known: equal for the same one. */
  readonly symbol?: number;
  /** The list whose length it is. */
  readonly lengthOf?: Atom;
  /** It is at most that. */
  readonly most?: number;
  /** It is so much more than the number of this symbol. */
  readonly past?: { readonly symbol: number; readonly by: number };
  /** It is 0 just where the value of this symbol is empty. */
  readonly emptyWith?: number;
  /** It is by `less` smaller than the number, of a symbol of its own, of elements that something has, or of characters. */
  readonly counts?: { readonly symbol: number; readonly less: number; readonly name?: string | undefined };
  /** It was added to what nobody knows: where that was a text, this is one. */
  readonly mayBeText?: boolean;
  /** So many characters before the end of a text. */
  readonly end?: { readonly of: TextAtom; readonly before: number };
}

/** Where the source gives an object a property. */
export interface Written {
  readonly file: string;
  /** The property of the literal, or the assignment. */
  readonly at: Span;
  /** The value in that. */
  readonly value: Span;
  /** In the object itself, after it was made, with another object that is copied into it, or by the type of that alone. */
  readonly how: 'literal' | 'late' | 'copied' | 'typed';
}

/** Some value that is the same wherever it has the same symbol. */
export type UnknownAtom = Extract<Plain, { kind: 'unknown' }> & {
  readonly symbol: number;
  /** It is the JSON of that, which is not seen to be an object. */
  readonly jsonOf?: Atom;
  /** The source says of which type it is, and nobody sees what that has. */
  readonly isCast?: boolean;
};

/** Some value of which the type is known. */
export type TypedAtom = TypedValue & { readonly symbol: number };

/** A value of which nothing, or no more than its type, is known. */
export type Symbolic = UnknownAtom | TypedAtom;

/** Whether nothing, or no more than its type, is known of a value. */
export function isSymbolic(value: Value): value is Symbolic {
  return value.kind === 'unknown' || value.kind === 'typed';
}

export interface FunctionAtom {
  readonly kind: 'function';
  readonly file: string;
  readonly fn: FunctionCode;
  readonly frame: Frame;
  readonly self?: Value | undefined;
  /** The class that it is a member of: where `super` is looked for. */
  readonly home?: ClassAtom | undefined;
  /** The object literal that it is written in. */
  readonly owner?: ObjectId | undefined;
  /** What `bind` gave it beside `this`. */
  readonly bound?: readonly Value[];
  /** What type parameters of functions around it stand for. */
  readonly types?: GivenTypes | undefined;
}

/** What type parameters stand for, by their names; each type has the file that it is written in. */
export type GivenTypes = ReadonlyMap<string, TypeRef>;

export interface ClassAtom {
  readonly kind: 'class';
  readonly file: string;
  readonly cls: ClassCode;
  readonly frame: Frame;
  readonly self?: Value | undefined;
  readonly base?: Value | undefined;
  /** Its static members. */
  readonly statics: ObjectId;
}

export type ObjectId = number;

/** The names of one scope while it runs: places in the store from `first` on. */
export interface Frame {
  readonly first: number;
  readonly scope: ScopeCode;
  readonly parent?: Frame | undefined;
}

export const UNDEFINED: Atom = { kind: 'nothing' };
export const NULL: Atom = { kind: 'nothing', isNull: true };
export const ABSENT: Atom = { kind: 'nothing', isAbsent: true };
export const TRUE: Atom = { kind: 'boolean', value: true };
export const FALSE: Atom = { kind: 'boolean', value: false };

/** Whether two atoms are the same value, as far as that is sure. */
export function isSame(a: Atom, b: Atom): boolean {
  if (a === b) return true;
  switch (a.kind) {
    case 'text':
      return b.kind === 'text' && sameText(a, b);
    case 'number':
      return (
        b.kind === 'number' &&
        (a.symbol === undefined
          ? a.number.constant !== undefined && Object.is(a.number.constant, b.number.constant)
          : a.symbol === b.symbol)
      );
    case 'boolean':
      return b.kind === 'boolean' && a.value === b.value;
    case 'nothing':
      return b.kind === 'nothing' && a.isNull === b.isNull && a.isAbsent === b.isAbsent;
    case 'unknown':
    case 'typed':
      // a type that a parameter gives changes nothing of what is given
      return (b.kind === 'unknown' || b.kind === 'typed') && a.symbol === b.symbol;
    case 'object':
      return b.kind === 'object' && a.id === b.id;
    case 'function':
      return (
        b.kind === 'function' &&
        a.fn === b.fn &&
        a.frame === b.frame &&
        a.self === b.self &&
        a.bound === b.bound
      );
    case 'class':
      return b.kind === 'class' && a.statics === b.statics;
    case 'module':
      return b.kind === 'module' && a.file === b.file;
    case 'external':
      return (
        b.kind === 'external' && a.module === b.module && samePath(a.path, b.path) && a.schema === b.schema
      );
    case 'global':
      return b.kind === 'global' && samePath(a.path, b.path);
    case 'client':
      return b.kind === 'client' && sameClient(a, b);
    case 'method':
    case 'pattern':
    case 'time-text':
    case 'number-text':
    case 'random-text':
      return false;
  }
}

/** Two that are made with the same are one to whoever asks them. */
function sameClient(a: ClientValue, b: ClientValue): boolean {
  const isKnown = [a, b].every(({ given, isKept }) => given === undefined && isKept !== true);
  return isKnown && sameGiven(a.table, b.table) && sameGiven(a.connection, b.connection);
}

function sameGiven(a: Abstract | undefined, b: Abstract | undefined): boolean {
  if (a?.kind === 'text') {
    const text = constantOf(a.segments);
    return text !== undefined && b?.kind === 'text' && constantOf(b.segments) === text;
  }
  return a?.kind === 'global' && b?.kind === 'global' && samePath(a.path, b.path);
}

function samePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index]);
}

function sameText(a: TextAtom, b: TextAtom): boolean {
  return (
    a.segments.length === b.segments.length &&
    a.form === b.form &&
    a.segments.every((segment, index) => {
      const other = b.segments[index];
      if (segment === other) return true;
      if (segment.kind === 'literal') return other?.kind === 'literal' && other.text === segment.text;
      return other?.kind === 'hole' && other.tagged === segment.tagged && sameHole(segment.hole, other.hole);
    })
  );
}

function sameHole(a: Plain, b: Plain): boolean {
  return (
    a === b ||
    (a.kind === 'unknown' && b.kind === 'unknown' && a.symbol !== undefined && a.symbol === b.symbol)
  );
}
