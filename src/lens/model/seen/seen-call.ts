import { type Place, samePlace } from '../../../core/text/segments.ts';
import type { Span } from '../../../core/text/span.ts';
import * as l10n from '@vscode/l10n';
import { type ClientValue, unknown } from '../../link/values/abstract.ts';
import { type Files } from '../../link/linker.ts';
import type { CallSite } from '../../syntax/facts/facts.ts';
import { seenActions } from './seen-actions.ts';
import type { Seen } from './seen-cases.ts';
import { UNDEFINED } from '../../flow/values/values.ts';
import { type SeenArgument, type SeenEntity, seenEntity, UNSEEN } from './seen-entities.ts';
import { type Flow } from '../../flow/flow.ts';
import { UNKNOWN } from '../../flow/values/list-size.ts';
import type { Observation } from '../../flow/machine.ts';
import type { Value } from '../../link/values/value.ts';
import { isGivenUp } from '../../flow/interpreter.ts';
import { unreadableFilter } from '../filters/filter.ts';
import { seenClients } from './seen-clients.ts';
import { seenFilter } from './seen-filter.ts';
import { seenKey } from './seen-keys.ts';
import {
  seenCopiedRow,
  seenListedRow,
  type SeenWrite,
  seenCheck,
  seenMissing,
  seenReadRow,
  seenStale,
  type ToldAt,
} from './seen-stale.ts';
import { seenGivenAsMode, seenMisplaced } from './seen-misplaced.ts';
import { seenDifferences } from './seen-differences.ts';
import { seenOptions } from './seen-options.ts';
import { seenJson, seenReads, seenSorts } from './seen-reads.ts';
import { type FunctionAt, seenResults, type SeenResults } from './seen-results.ts';
import { seenSelect } from './seen-select.ts';
import { inLoop, seenLoop, type SeenLoop, UNSEEN_LOOP } from './seen-loops.ts';
import { seenAtOnce, seenSize, seenTurns } from './seen-sizes.ts';
import type {
  Consumption,
  ListSize,
  PointRead,
  Projection,
  Query,
  QueryFilter,
  Repetition,
  Write,
} from '../operations/operation.ts';
import type { Turn } from '../operations/turns.ts';

/** What the flow of programs sees of a call. */
export interface SeenCall {
  /** Undefined where another call is followed and never leads to it. */
  readonly filter: () => QueryFilter | undefined;
  /** The clients that it may be of, where it is of nothing else. */
  readonly clients: () => readonly ClientValue[];
  readonly key: (index: number) => Value;
  readonly entity: () => SeenEntity;
  /** `isToldByCallers`: what the function around it is given is told where that is called. */
  readonly actions: (isToldByCallers: boolean) => Write['actions'];
  /** `isEach`: it is made for each of many. */
  readonly stale: (
    isToldByCallers: boolean,
    isEach: boolean,
    isCalled: () => boolean,
  ) => Pick<Write, 'stale'>;
  readonly options: () => Pick<Write, 'mode' | 'etag'>;
  readonly misplaced: (sent: Write['etag']) => Pick<Write, 'misplaced'>;
  /** The read that an upsert is made after because it gave nothing. */
  readonly missing: () => Pick<Write, 'missing'>;
  /** The read of the same row of which something is asked before a write. */
  readonly checked: (isToldByCallers: boolean) => Pick<Write, 'checked'>;
  readonly listedRow: () => Pick<Write, 'listedRow'>;
  readonly copiedRow: () => Pick<Write, 'copiedRow'>;
  readonly readRow: () => Pick<Write, 'readRow' | 'readEntity'>;
  /** The list query whose entities give the RowKey that is deleted, where any do; of a loop that calls the function around it those that this gives it. */
  readonly rowFrom: (repeated?: Repetition) => Place | undefined;
  readonly strayFilter: () => Pick<Query, 'strayFilter'>;
  readonly size: () => ListSize;
  readonly reads: () => Pick<Consumption, 'reads'>;
  readonly sorts: () => Pick<Consumption, 'sorts'>;
  readonly results: (fn: FunctionAt | undefined) => SeenResults;
  /** `unseen`: what it is where the call is never seen to be reached. */
  readonly select: (unseen: Projection['select']) => Projection['select'];
  readonly inJson: () => Pick<Query, 'inJson'>;
  /** What a loop around it goes through; `calledAt`: where that calls the function around it, which `isVisited` says that it is handed. */
  readonly loop: (
    turn: Pick<Turn, 'span' | 'whole'>,
    calledAt: Span | undefined,
    isVisited?: true,
  ) => SeenLoop;
  readonly turns: (repeated: Repetition | undefined) => Pick<PointRead, 'turns'>;
  readonly atOnce: (repeated: Repetition | undefined) => Pick<PointRead, 'atOnce'>;
}

/** A call of something else, of which no more is told than that: the code around it is not run for it. */
export const NOT_LOOKED_AT: Omit<SeenCall, 'filter'> = {
  clients: () => [],
  key: () => unknown('too-complex'),
  entity: () => UNSEEN,
  actions: () => undefined,
  stale: () => ({}),
  options: () => ({ etag: 'unknown' }),
  misplaced: () => ({}),
  missing: () => ({}),
  checked: () => ({}),
  listedRow: () => ({}),
  copiedRow: () => ({}),
  readRow: () => ({}),
  rowFrom: () => undefined,
  strayFilter: () => ({}),
  size: () => UNKNOWN,
  reads: () => seenReads(undefined),
  sorts: () => ({}),
  results: () => ({ firstOnly: false }),
  select: () => 'unknown',
  inJson: () => ({}),
  loop: () => UNSEEN_LOOP,
  turns: () => ({}),
  atOnce: () => ({}),
};

/** What is asked for at a call, or through it at one elsewhere, when the code around it runs. */
export function seenAt(
  flow: () => Flow,
  files: Files,
  file: string,
  site: CallSite,
  through?: { readonly file: string; readonly nameStart: number },
): SeenCall {
  const place = { file, span: (site.call.args[0] ?? site.call).span };
  const nameStart = site.nameSpan.start;
  const tooComplex = (): QueryFilter =>
    unreadableFilter(l10n.t('the filter is built in too many ways to follow'));
  let all: { readonly seen: readonly Observation[] | undefined } | undefined;
  const observed = (): readonly Observation[] | undefined =>
    (all ??= { seen: flow().seenAt(file, nameStart, through) }).seen;
  const toldAt = (isToldByCallers: boolean): ToldAt => ({
    file,
    nameStart,
    isThrough: through !== undefined,
    isToldByCallers,
  });
  const within = (span: Span): readonly Observation[] =>
    flow().seenAt(file, nameStart, through, span.start) ?? [];
  return {
    filter: () =>
      unlessGivenUp(tooComplex, () => {
        const seen = observed();
        if (seen === undefined) return tooComplex();
        const filter = seenFilter(flow(), files, seen, place, { file, nameStart, fn: site.fn });
        if (filter !== undefined) return filter;
        if (through === undefined) return unreadableFilter(l10n.t('no path through the program leads here'));
        return flow().isFollowed(file, nameStart)
          ? undefined
          : unreadableFilter(l10n.t("the call doesn't seem to lead to the query"));
      }),
    clients: () =>
      unlessGivenUp(
        () => [],
        () => seenClients(flow(), observed() ?? []),
      ),
    key: (index) =>
      unlessGivenUp(
        () => unknown('too-complex'),
        () => seenKey(flow(), files, keysSeen(observed() ?? [], index)),
      ),
    entity: () =>
      unlessGivenUp(
        () => UNSEEN,
        () => seenEntity(flow(), files, argumentsSeen(observed() ?? []), place),
      ),
    actions: (isToldByCallers) =>
      unlessGivenUp(
        () => undefined,
        () => seenActions(flow(), files, observed() ?? [], place, toldAt(isToldByCallers)),
      ),
    stale: (isToldByCallers, isEach, isCalled) =>
      unlessGivenUp(
        () => ({}),
        () => {
          const told = toldAt(isToldByCallers);
          const own = seenStale(flow(), writesSeen(observed() ?? [], isEach), told);
          if (own !== undefined) return { stale: own };
          // of callers nothing is told where they are
          if (through !== undefined || isToldByCallers || !isCalled()) return {};
          const given = seenStale(flow(), writesSeen(flow().seenElsewhere(file, nameStart), isEach), told);
          return given === undefined ? {} : { stale: { place: given.place, isWhole: given.isWhole } };
        },
      ),
    options: () =>
      unlessGivenUp(
        (): Pick<Write, 'mode' | 'etag'> => ({ etag: 'unknown' }),
        () => seenOptions(flow(), observed() ?? []),
      ),
    misplaced: (sent) =>
      unlessGivenUp(
        () => ({}),
        () => {
          // of callers in its file it is told at the call itself
          const misplaced =
            through === undefined
              ? seenMisplaced(observed() ?? [], file, sent)
              : through.file === file
                ? undefined
                : seenGivenAsMode(observed() ?? [], file);
          return misplaced === undefined ? {} : { misplaced };
        },
      ),
    missing: () =>
      unlessGivenUp(
        () => ({}),
        () => seenMissing(observed() ?? [], toldAt(false)),
      ),
    checked: (isToldByCallers) =>
      unlessGivenUp(
        () => ({}),
        () => seenCheck(observed() ?? [], toldAt(isToldByCallers)),
      ),
    listedRow: () =>
      unlessGivenUp(
        () => ({}),
        () => seenListedRow(flow(), observed() ?? []),
      ),
    copiedRow: () =>
      unlessGivenUp(
        () => ({}),
        () => seenCopiedRow(flow(), files, observed() ?? []),
      ),
    readRow: () =>
      unlessGivenUp(
        () => ({}),
        () => seenReadRow(flow(), files, observed() ?? []),
      ),
    rowFrom: (repeated) =>
      unlessGivenUp(
        () => undefined,
        () => {
          const calledAt = repeated?.calledAt;
          const seen =
            repeated === undefined || calledAt === undefined
              ? (observed() ?? [])
              : inLoop(repeated.isVisited === true ? (observed() ?? []) : within(repeated.span), {
                  file,
                  span: repeated.span,
                  calledAt,
                }).map(({ one }) => one);
          return samePlace(seen.flatMap((one) => one.rowFrom ?? []));
        },
      ),
    strayFilter: () =>
      unlessGivenUp(
        () => ({}),
        () => {
          const [place] = (observed() ?? []).flatMap((one) => one.strayFilter ?? []);
          return place === undefined ? {} : { strayFilter: place };
        },
      ),
    size: () =>
      unlessGivenUp(
        () => UNKNOWN,
        () => seenSize(observed() ?? [], () => (through ? [] : flow().seenElsewhere(file, nameStart))),
      ),
    reads: () =>
      unlessGivenUp(
        () => seenReads(undefined),
        () => {
          const own = seenReads(observed());
          // what goes to callers is read by them
          const isGiven = own.reads?.isWhole === true && through === undefined;
          const byCallers = isGiven ? flow().seenFromCallers(file, nameStart) : undefined;
          return byCallers === undefined || byCallers.length === 0 ? own : seenReads(byCallers);
        },
      ),
    sorts: () =>
      unlessGivenUp(
        () => ({}),
        () => seenSorts(observed() ?? []),
      ),
    results: (fn) =>
      unlessGivenUp(
        (): SeenResults => ({ firstOnly: false }),
        () => seenResults(observed() ?? [], fn),
      ),
    select: (unseen) =>
      unlessGivenUp(
        () => unseen,
        () => {
          const seen = observed() ?? [];
          return seen.length === 0 ? unseen : seenSelect(flow(), seen);
        },
      ),
    inJson: () =>
      unlessGivenUp(
        () => ({}),
        () => seenJson(observed() ?? []),
      ),
    loop: ({ span, whole }, calledAt, isVisited) =>
      unlessGivenUp(
        () => UNSEEN_LOOP,
        () => {
          const caller = calledAt ?? (through && site.call.span);
          const read = through ?? { file, nameStart };
          const seen = isVisited === true ? (observed() ?? []) : within(span);
          const around = { file, span, calledAt };
          return {
            ...seenLoop(flow(), seen, whole, around),
            ...seenDifferences(flow(), seen, whole, around),
            followsAnswers: flow().isChain(read, caller && { file, span: caller }, {
              file,
              span: isVisited === true ? site.nameSpan : span,
            }),
          };
        },
      ),
    turns: (repeated) =>
      repeated === undefined
        ? {}
        : unlessGivenUp(
            () => ({}),
            () => ({ turns: seenTurns(within(repeated.span), { file, ...repeated }) }),
          ),
    atOnce: (repeated) =>
      repeated?.isParallel !== true
        ? {}
        : unlessGivenUp(
            () => ({}),
            () => ({ atOnce: seenAtOnce(within(repeated.span), { file, ...repeated }) }),
          ),
  };
}

function keysSeen(observations: readonly Observation[], index: number): readonly Seen[] {
  return observations.map(({ reached, keys: given }) => ({ reached, value: given[index] ?? UNDEFINED }));
}

function writesSeen(observations: readonly Observation[], isEach: boolean): readonly SeenWrite[] {
  return observations.flatMap(({ method, back, through, within, client }): readonly SeenWrite[] =>
    back === undefined
      ? []
      : [{ kind: method === 'updateEntity' ? 'update' : 'upsert', back, through, within, client, isEach }],
  );
}

function argumentsSeen(observations: readonly Observation[]): readonly SeenArgument[] {
  return observations.flatMap(({ reached, argument }) => (argument ? [{ ...argument, reached }] : []));
}

function unlessGivenUp<T>(otherwise: () => T, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isGivenUp(error)) return otherwise();
    throw error;
  }
}
