import type { Place } from '../../../core/text/segments.ts';
import type { Span } from '../../../core/text/span.ts';
import { calledFunctions } from '../../link/calls/called-functions.ts';
import { newLinker } from '../../link/evaluate.ts';
import { type Linker, spend } from '../../link/linker.ts';
import type { Context } from '../../link/values/abstract.ts';
import type { GivenTo } from '../../link/values/value.ts';
import type { CallSite, CandidateCall, FileFacts, FunctionFacts } from '../../syntax/facts/facts.ts';
import { unreadHoles } from '../filters/unread-clauses.ts';
import { withKey } from '../tables/table-takers.ts';
import { isSure } from '../tables/tables.ts';
import { decidedBy, givenIn, isCandidate, type Wrapper, type Wrappers } from '../wrappers/wrappers.ts';
import type { Operation } from './operation.ts';
import { givenOut } from './given-out.ts';
import { begun, type Ground, shallow } from './ground.ts';
import { mayReach } from './may-reach.ts';
import { readThrough } from './read-through.ts';

/** An operation as a call sees it that decides a part of what it asks for: which table it is on, or what some conditions compare with. */
export interface CalledOperation {
  readonly operation: Operation;
  /** Where the operation is asked for on the way from the call to the SDK, each the name that is called there. */
  readonly passed: readonly Place[];
  /** What its table is given to, where others give it one: see {@link withKey}. */
  readonly givenAs?: string;
  /** The call decides nothing of it but how often it runs: it stands in a loop. */
  readonly isLoop?: true;
}

/** A function whose callers decide a part of what an operation in it asks for. */
export type Part = Pick<Wrapper, 'fn' | 'names' | 'inner'>;

/** The parts that the operations of a file make of its functions. */
export function partsIn(
  facts: FileFacts,
  names: (fn: number) => readonly string[],
  operations: readonly Operation[],
): readonly Part[] {
  return operations.filter(isSure).flatMap((operation): readonly Part[] => {
    const isWhole = decidedBy(operation).length > 0 && operation.table !== undefined;
    const fns = isWhole ? [] : partlyBy(facts, operation);
    const start = operation.nameSpan.start;
    const inner = fns.length === 0 ? undefined : siteAt(facts, start);
    return inner === undefined ? [] : fns.map((fn) => ({ fn, names: names(fn), inner }));
  });
}

/** The functions of a file whose callers decide a part of an operation. */
function partlyBy(facts: FileFacts, operation: Operation): readonly number[] {
  const { start } = operation.nameSpan;
  const around = (isWanted: (one: FunctionFacts) => boolean): readonly number[] => {
    const found = facts.functions.findLast(
      (one) => one.name !== undefined && isWanted(one) && isIn(one.span, start),
    );
    return found === undefined ? [] : [facts.functions.indexOf(found)];
  };
  // who makes an instance, or an object of functions, gives it its table; who calls its methods asks that
  const methodFor = (fn: number): readonly number[] => {
    if (facts.classes.some(({ constructorFn }) => constructorFn === fn)) return around(() => true);
    const member = givenOut(facts, fn).find((one) => isIn(facts.functions[one]?.span, start));
    return [member ?? fn];
  };
  const by = givenBy(operation).flatMap(({ file, fn }) => (file === facts.file ? methodFor(fn) : []));
  const given = [...new Set(by)];
  if (given.length > 0) return given;
  // who gets its entities decides which of them are wanted
  if (operation.kind === 'query' && operation.consumption.returnsEach === true) return around(() => true);
  if (operation.table !== undefined) return [];
  // a table that is not known may come from anything that the function is given
  return around(({ parameters }) => parameters.length > 0);
}

function isIn(span: Span | undefined, offset: number): boolean {
  return span !== undefined && span.start <= offset && offset < span.end;
}

function givenBy(operation: Operation): readonly GivenTo[] {
  const { clientGiven, tableGiven, table } = operation;
  const ofTable = table === undefined ? [clientGiven, tableGiven].flatMap((by) => by ?? []) : [];
  if (operation.kind !== 'query') return ofTable;
  const { filter } = operation;
  const holes = (filter.kind === 'none' ? [] : filter.alternatives).flatMap(({ text, parsed }) => [
    ...[...text.holes.values()].flatMap(givenIn),
    ...unreadHoles(text, parsed.filter).flatMap(givenIn),
  ]);
  return [...ofTable, ...holes];
}

function siteAt(facts: FileFacts, start: number): CallSite | undefined {
  return [...facts.calls, ...facts.otherCalls].find(({ nameSpan }) => nameSpan.start === start);
}

/**
 * The operations of functions of `parts` as the calls of a file see them; `isNew`: whether a function's calls were not read before. Of a
 * file that costs more than one file may, those that were read until then.
 */
export function* readCalled(
  ground: Ground,
  facts: FileFacts,
  parts: Wrappers,
  isNew: (file: string, fn: number) => boolean,
): Generator<void, readonly CalledOperation[]> {
  const { files, memory, flow } = begun(ground);
  const found: CalledOperation[] = [];
  const calls = [...facts.otherCalls, ...facts.calls];
  for (const site of calls.filter(({ method, call }) => mayReach(facts, method, call, parts))) {
    if (memory.work.left <= 0) break;
    const read = shallow((): readonly CalledOperation[] => {
      const linker = newLinker(files, memory);
      return callsThrough(linker, parts, site, { file: facts.file }, isNew).flatMap(
        ({ inner, context, passed }): readonly CalledOperation[] => {
          const operation = readThrough(linker, flow, files, facts, site, inner, context);
          if (operation === undefined) return [];
          const { tableKey: givenAs } = withKey(files, facts, site, operation, inner).operation;
          return [{ operation, passed, ...(givenAs !== undefined && { givenAs }) }];
        },
      );
    });
    found.push(...(read ?? []));
    yield;
  }
  return found;
}

/** A call of the SDK that another call leads to, and what it passes on the way. */
interface Through {
  readonly inner: CandidateCall;
  readonly context: Context;
  readonly passed: readonly Place[];
}

/** Deepest chain of functions that is followed, and calls of the SDK that one call may lead to: of more nothing is told. */
const DEPTH = 5;
const MOST_INNER = 20;

function callsThrough(
  linker: Linker,
  parts: Wrappers,
  site: CallSite,
  context: Context,
  isNew: (file: string, fn: number) => boolean,
): readonly Through[] {
  const found: Through[] = [];
  const follow = (one: CallSite, at: Context, passed: readonly Place[]): void => {
    if (passed.length === DEPTH || found.length > MOST_INNER) return;
    const isWanted = ({ file, fn }: { file: string; fn: number }): boolean =>
      parts.of(file, fn).length > 0 && (passed.length > 0 || isNew(file, fn));
    for (const called of calledFunctions(linker, one.call, at, isWanted)) {
      const { file } = called.context;
      for (const { inner } of parts.of(file, called.fn)) {
        spend(linker, 1);
        const place = { file, span: inner.nameSpan };
        if (passed.some((other) => other.file === file && other.span.start === place.span.start)) continue;
        const all = [...passed, place];
        if (isCandidate(inner)) found.push({ inner, context: called.context, passed: all });
        follow(inner, called.context, all);
      }
    }
  };
  follow(site, context, []);
  return found.length > MOST_INNER ? [] : found;
}
