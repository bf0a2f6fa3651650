import {
  type CalledOperation,
  type Part,
  partsIn,
  readCalled,
} from '../model/operations/called-operations.ts';
import type { Operation } from '../model/operations/operation.ts';
import type { Ground } from '../model/operations/ground.ts';
import { namesOf, type Wrapper, type Wrappers } from '../model/wrappers/wrappers.ts';
import type { FileFacts } from '../syntax/facts/facts.ts';

/** A program whose operations are read. */
export interface ReadProgram {
  readonly files: readonly string[];
  readonly facts: (file: string) => FileFacts | undefined;
  readonly operations: (file: string) => readonly Operation[];
  /** What loops of a file repeat through functions of other files. */
  readonly looped: (file: string) => readonly Operation[];
  readonly wrappers: Wrappers;
  readonly ground: () => Ground;
}

/** How often functions are followed to those who call them: a chain of that many decides what the SDK is asked for. */
const ROUNDS = 4;

/** Calls that are read; of a program with more these alone are told. */
const MOST_CALLS = 5_000;

/**
 * The operations of functions that others decide in part, as those see them who decide: at once for all files, since callers may be
 * decided by their callers in turn. In steps.
 */
export function* calledIn(program: ReadProgram): Generator<void, readonly CalledOperation[]> {
  const parts = new Map<string, Map<number, Part[]>>();
  const names = new Set<string>();
  let fresh = new Set<string>();
  const add = (file: string, facts: FileFacts, operations: readonly Operation[]): Set<string> => {
    const news = new Set<string>();
    for (const part of partsIn(facts, namesOf(facts).ofFunction, operations)) {
      const ofFile = parts.get(file) ?? new Map<number, Part[]>();
      parts.set(file, ofFile);
      const known = ofFile.get(part.fn) ?? [];
      ofFile.set(part.fn, known);
      if (known.some(({ inner }) => inner === part.inner)) continue;
      known.push(part);
      news.add(`${part.fn} ${file}`);
      for (const name of part.names) names.add(name);
    }
    return news;
  };
  const loops: CalledOperation[] = [];
  for (const file of program.files) {
    const facts = program.facts(file);
    if (facts !== undefined) for (const key of add(file, facts, program.operations(file))) fresh.add(key);
    for (const operation of program.looped(file)) loops.push({ operation, passed: [], isLoop: true });
    yield;
  }
  const isPlain = ({ listed, saved, handedOn, promised, looped }: Wrapper): boolean =>
    [listed, saved, handedOn, promised, looped].every((one) => one === undefined);
  const all: Wrappers = {
    of: (file, fn) => {
      const own = parts.get(file)?.get(fn) ?? [];
      const others = program.wrappers
        .of(file, fn)
        .filter((one) => isPlain(one) && !own.some(({ inner }) => inner === one.inner));
      return [...own, ...others];
    },
    isName: (name) => names.has(name),
  };
  const found: CalledOperation[] = [];
  for (let round = 0; round < ROUNDS && fresh.size > 0 && found.length < MOST_CALLS; round++) {
    const next = new Set<string>();
    const asked = fresh;
    for (const file of program.files) {
      const facts = program.facts(file);
      if (facts === undefined) continue;
      const called = yield* readCalled(program.ground(), facts, all, (other, fn) =>
        asked.has(`${fn} ${other}`),
      );
      found.push(...called);
      const open = called.map(({ operation }) => operation).filter(({ table }) => table === undefined);
      for (const key of add(file, facts, open)) next.add(key);
    }
    fresh = next;
  }
  return [...found, ...loops];
}
