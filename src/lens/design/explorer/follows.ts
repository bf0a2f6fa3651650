import { keyAttributes } from '../layout.ts';
import type { Reading } from './cost.ts';
import type { Problem, Question } from './problem.ts';
import { isCarried, referencesIn, type Structure } from './structure.ts';

/** A question with the conditions that a structure can answer, and what is left for the program to test. */
export interface Askable {
  readonly question: Question;
  readonly untold: Question['conditions'];
}

/**
 * Tells apart what can be asked of a structure: what lies with related entities can where it carries that, and of entities that are
 * columns of one only what is in their keys. Undefined where it is not known what a condition is about.
 */
export function askableOf(question: Question, structure: Structure, problem: Problem): Askable | undefined {
  const related = relatedNames(problem);
  if (structure.columns === undefined) {
    if (related.size === 0) return { question, untold: [] };
  } else if (question.conditions.some(({ test }) => test.kind === 'other' && test.why === 'open')) {
    return undefined;
  }
  const inKeys = new Set(keyAttributes(structure.layout));
  const isTold = ({ attributes }: Question['conditions'][number]): boolean =>
    structure.columns === undefined
      ? attributes.every((name) => !related.has(name) || inKeys.has(name) || isCarried(name, structure))
      : attributes.every((name) => inKeys.has(name));
  const told = question.conditions.filter(isTold);
  if (told.length === question.conditions.length) return { question, untold: [] };
  const untold = question.conditions.filter((one) => !isTold(one));
  return { question: { ...question, conditions: told }, untold };
}

/** What a question costs with the related entities that it reads, each by its keys. `results`: how many it gives. */
export function withFollows(
  reading: Reading,
  { conditions, follows = [] }: Question,
  untold: Question['conditions'],
  structure: Structure,
  { results, related }: { readonly results: number; readonly related: ReadonlySet<string> },
): Reading {
  const missing = (names: readonly string[]): readonly string[] =>
    names
      .filter((name) => related.has(name) && !isCarried(name, structure))
      .flatMap((name) => referencesIn(name, structure));
  const tested = new Set(missing(untold.flatMap(({ attributes }) => attributes)));
  const read = missing(follows.flatMap(({ names, own }) => (own === undefined ? names : [])));
  const others = new Set(read.filter((name) => !tested.has(name)));
  // results that all refer to the one that is asked for need no other
  const isGiven = (name: string): boolean =>
    conditions.some(({ attributes, test }) => test.kind === 'eq' && attributes.join() === name);
  const given = [...others].filter(isGiven).length;
  // what is told by a related entity alone is told once that is read
  const times =
    tested.size * reading.entities + given + (others.size - given) * Math.min(reading.entities, results);
  return { requests: reading.requests + times, entities: reading.entities + times };
}

/** The attributes that lie with related entities. */
export function relatedNames({ attributes }: Problem): ReadonlySet<string> {
  return new Set(attributes.flatMap(({ name, related }) => (related ? [name] : [])));
}

/** The questions that need not be asked any more, as a structure carries what they read. */
export function carriedOf(
  { follows = [] }: Question,
  structure: Structure,
): readonly { readonly pattern: number; readonly cost: number }[] {
  return follows.flatMap(({ names, own }) =>
    own !== undefined && names.every((name) => isCarried(name, structure)) ? [own] : [],
  );
}
