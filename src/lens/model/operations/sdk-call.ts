import { type Linker, spend } from '../../link/linker.ts';
import type { CallSite, CandidateCall, FileFacts } from '../../syntax/facts/facts.ts';
import type { Context } from '../../link/values/abstract.ts';
import { NOT_LOOKED_AT, type SeenCall } from '../seen/seen-call.ts';
import type { KeyExpression, Operation, QueryFilter, Repetition, WriteMethod } from './operation.ts';
import { judgeReceiver } from './evidence.ts';
import { clientKeyOf } from '../tables/client-identity.ts';
import { functionOf, siteOf } from './site.ts';
import { type SeenEntity, UNSEEN } from '../seen/seen-entities.ts';
import { UNKNOWN } from '../../flow/values/list-size.ts';
import { isDecidedByCallers } from '../wrappers/wrappers.ts';
import { samePlace } from '../../../core/text/segments.ts';
import { queryRepetition, readWrite } from './writes.ts';
import { writtenFilter } from '../filters/filter.ts';
import { consumptionOf } from './consumption.ts';
import { readProjection } from './projection.ts';
import { repetitionOf } from './repetition.ts';
import { keys, madeBySubclass } from './entity.ts';
import { callersOf } from './callers.ts';
import { givenOut } from './given-out.ts';
import { LONGEST_READ } from '../../../core/shape/filter-text.ts';

/** Whether a call stands in a function that is given out by the one that is given the table: `return { get: async () => client.getEntity(…) }`. */
function isGivenOut(
  facts: FileFacts,
  { tableGiven, clientGiven }: Pick<Operation, 'tableGiven' | 'clientGiven'>,
  { nameSpan: { start } }: CandidateCall,
): boolean {
  const by = clientGiven ?? tableGiven;
  if (by?.file !== facts.file) return false;
  const spans = givenOut(facts, by.fn).map((fn) => facts.functions[fn]?.span);
  return spans.some((span) => span !== undefined && span.start <= start && start < span.end);
}

export function readOperation(
  linker: Linker,
  facts: FileFacts,
  candidate: CandidateCall,
  context: Context,
  around: SeenCall,
): Operation | undefined {
  const { call, method } = candidate;
  const judged = judgeReceiver(linker, facts, candidate, context, around.clients);
  const isOther = judged.evidence === 'rejected' && method !== 'listEntities';
  const seen = isOther ? NOT_LOOKED_AT : around;
  const clientKey =
    judged.table === undefined ? clientKeyOf(linker.files, facts, candidate.receiver) : undefined;
  const isOfMember = isGivenOut(facts, judged, candidate);
  const site = {
    ...siteOf(facts, candidate),
    ...judged,
    ...(clientKey !== undefined && { clientKey }),
    ...(isOfMember && { isOfMember }),
  };
  const keyArgument = (index: number): KeyExpression | undefined => {
    const arg = call.args[index];
    return arg && { place: { file: facts.file, span: arg.span }, value: seen.key(index) };
  };
  const write = (name: WriteMethod, entity: SeenEntity): Operation => {
    const isTransaction = name === 'submitTransaction';
    const size = isTransaction ? seen.size() : UNKNOWN;
    const isToldByCallers = isDecidedByCallers({ ...site, ...entity });
    const actions = isTransaction ? seen.actions(isToldByCallers) : undefined;
    const partitionsFrom = actions && samePlace(actions.map(({ partitionFrom }) => partitionFrom));
    const known = { ...site, method: name, ...entity, ...(actions && { actions }), size };
    const details = readWrite(linker, facts, candidate, known, seen);
    return {
      ...site,
      kind: 'write',
      method: name,
      ...entity,
      ...details,
      ...(actions && { actions }),
      ...(partitionsFrom && { partitionsFrom }),
      ...seen.atOnce(details.repeated),
      ...(name === 'updateEntity' || name === 'upsertEntity'
        ? {
            ...seen.stale(isToldByCallers, isEachOf(details.repeated), () =>
              isCalled(linker, facts, candidate),
            ),
            ...seen.checked(isToldByCallers),
            ...seen.listedRow(),
            ...seen.readRow(),
          }
        : {}),
      ...(name === 'upsertEntity' ? seen.missing() : {}),
      ...(name === 'createEntity' || name === 'upsertEntity' ? seen.copiedRow() : {}),
      size,
    };
  };
  switch (method) {
    case 'listEntities': {
      const [argument] = call.args;
      const filter = writtenFilter(linker, argument, context) ?? around.filter();
      if (filter === undefined) return undefined;
      spend(linker, costOfReading(filter));
      const repeated = queryRepetition(linker, facts, candidate, seen.loop);
      return {
        ...site,
        kind: 'query',
        method,
        filter,
        consumption: {
          ...consumptionOf(seen.results(functionOf(facts, candidate))),
          ...seen.reads(),
          ...seen.sorts(),
        },
        projection: readProjection(linker, candidate, seen, context),
        ...seen.inJson(),
        ...(argument && filter.kind === 'none' && seen.strayFilter()),
        ...(argument && { optionsSpan: argument.span }),
        ...repeated,
        ...seen.turns(repeated.repeated),
        ...seen.atOnce(repeated.repeated),
      };
    }
    case 'getEntity': {
      const repeated = repetitionOf(linker, facts, candidate, seen.loop);
      return {
        ...site,
        kind: 'point-read',
        method,
        ...keys(keyArgument(0), keyArgument(1)),
        projection: readProjection(linker, candidate, seen, context),
        ...seen.reads(),
        ...seen.inJson(),
        ...repeated,
        ...seen.turns(repeated.repeated),
        ...seen.atOnce(repeated.repeated),
      };
    }
    case 'deleteEntity':
      return write(method, { ...UNSEEN, ...keys(keyArgument(0), keyArgument(1)) });
    case 'createEntity':
    case 'updateEntity':
    case 'upsertEntity':
    case 'submitTransaction':
      return write(method, {
        ...madeBySubclass(linker, call.args[0], candidate.fn, context),
        ...seen.entity(),
      });
    default:
      return undefined;
  }
}

function isEachOf(repeated: Repetition | undefined): boolean {
  return repeated !== undefined && !repeated.isLast;
}

/** Whether the function around a call is called in its file. */
function isCalled(linker: Linker, facts: FileFacts, { fn }: CallSite): boolean {
  return fn !== undefined && callersOf(linker, facts, fn).length > 0;
}

/** Of what a file may cost: what a filter says is read character by character, unless it is too long for that. */
function costOfReading(filter: QueryFilter): number {
  const texts = filter.kind === 'none' ? [] : filter.alternatives.map(({ text }) => text);
  return texts.reduce(
    (cost, { text: { length }, segments }) =>
      cost + segments.length + (length > LONGEST_READ ? 0 : 2 * length),
    0,
  );
}
