import type { Place } from '../../core/text/segments.ts';
import { type Abstract, type Context, toValue } from '../link/abstract.ts';
import { newLinker } from '../link/evaluate.ts';
import { type Files, type Linker, newMemory } from '../link/linker.ts';
import { propertyOf } from '../link/object.ts';
import type { CandidateCall, Expr, FileFacts } from '../syntax/facts.ts';
import { judgeReceiver } from './evidence.ts';
import { readFilter } from './filter.ts';
import type { Consumption, KeyExpression, Operation } from './operation.ts';

/**
 * Every data-access site of one file, whatever its evidence, in source order. Never throws: a call whose
 * arguments are nested deeper than the stack allows is left out.
 */
export function readOperations(files: Files, facts: FileFacts): readonly Operation[] {
  const memory = newMemory();
  return facts.calls
    .map((candidate) => shallow(() => readOperation(newLinker(files, memory), facts, candidate)))
    .filter((operation) => operation !== undefined)
    .sort((a, b) => a.nameSpan.start - b.nameSpan.start);
}

function shallow<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readOperation(linker: Linker, facts: FileFacts, candidate: CandidateCall): Operation | undefined {
  const { call, method } = candidate;
  const context: Context = {
    file: facts.file,
    use: { when: candidate.when, ...(candidate.fn !== undefined && { fn: candidate.fn }) },
  };
  const receiver = linker.evaluate(candidate.receiver, context);
  const site = {
    file: facts.file,
    nameSpan: candidate.nameSpan,
    callSpan: call.span,
    receiver: { text: candidate.receiverText, span: candidate.receiverSpan },
    loops: candidate.loops,
    ...(candidate.fn !== undefined && { fn: candidate.fn }),
    ...judgeReceiver(linker, facts, candidate, receiver),
  };
  const keyArgument = (index: number): KeyExpression | undefined => {
    const arg = call.args[index];
    return arg && keyOf(facts.file, arg, linker.evaluate(arg, context));
  };
  switch (method) {
    case 'listEntities':
      return {
        ...site,
        kind: 'query',
        method,
        filter: readFilter(linker, call, context),
        consumption: consumptionOf(linker, candidate, context),
        ...(call.args[0] && { optionsSpan: call.args[0].span }),
      };
    case 'getEntity':
      return { ...site, kind: 'point-read', method, ...keys(keyArgument(0), keyArgument(1)) };
    case 'deleteEntity':
      return { ...site, kind: 'write', method, properties: [], ...keys(keyArgument(0), keyArgument(1)) };
    case 'createEntity':
    case 'updateEntity':
    case 'upsertEntity':
      return { ...site, kind: 'write', method, ...readEntity(linker, call.args[0], context) };
    case 'submitTransaction':
      return { ...site, kind: 'write', method, properties: [] };
    default:
      return undefined;
  }
}

function keys(
  partitionKey: KeyExpression | undefined,
  rowKey: KeyExpression | undefined,
): { readonly partitionKey?: KeyExpression; readonly rowKey?: KeyExpression } {
  return { ...(partitionKey && { partitionKey }), ...(rowKey && { rowKey }) };
}

function keyOf(file: string, expr: Expr, value: Abstract): KeyExpression {
  return { place: { file, span: expr.span }, value: toValue(value) };
}

/** The keys and the property names of the entity that a write is given. */
function readEntity(
  linker: Linker,
  argument: Expr | undefined,
  context: Context,
): {
  readonly properties: readonly string[];
  readonly partitionKey?: KeyExpression;
  readonly rowKey?: KeyExpression;
} {
  const entity = argument && linker.evaluate(argument, context);
  if (argument === undefined || entity?.kind !== 'object') return { properties: [] };
  const here: Place = { file: context.file, span: argument.span };
  const key = (name: string): KeyExpression | undefined => {
    const value = propertyOf(linker, entity, name);
    if (value.kind === 'nothing') return undefined;
    const written = entity.properties.find(
      (property) => property.kind === 'property' && property.name === name,
    );
    const isHere = written !== undefined && entity.context.file === context.file;
    return { place: isHere ? { file: context.file, span: written.value.span } : here, value: toValue(value) };
  };
  const properties = entity.properties.flatMap((property) =>
    property.kind === 'property' && !['partitionKey', 'rowKey'].includes(property.name)
      ? [property.name]
      : [],
  );
  return { properties, ...keys(key('partitionKey'), key('rowKey')) };
}

function consumptionOf(linker: Linker, candidate: CandidateCall, context: Context): Consumption {
  const { use } = candidate;
  const size = use.pageSize && linker.evaluate(use.pageSize, context);
  const pageSize = size?.kind === 'number' ? size.number.constant : undefined;
  return {
    firstOnly: use.firstOnly,
    ...(typeof pageSize === 'number' && { pageSize }),
    ...(use.loop && { loop: use.loop }),
  };
}
