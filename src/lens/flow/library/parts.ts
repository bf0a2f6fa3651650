import type { Place } from '../../../core/text/segments.ts';
import { mark, markOf } from '../entities/answers.ts';
import { exactly, type ListSize } from '../values/list-size.ts';
import { type CallPlace, casesOf, type Machine, settled, unknownOf } from '../machine.ts';
import { readIfThere } from '../values/properties.ts';
import { constantOf, countOf, noteGiven } from '../values/sizes.ts';
import { memberPlace, nameList } from '../values/symbols.ts';
import type { Results } from '../entities/results.ts';
import type { Atom, Symbolic, Value } from '../values/values.ts';

/** Functions of well-known packages that divide a list, and which of their arguments says into parts of how many. */
const DIVIDING: ReadonlyMap<string, { readonly name: string; readonly size: number }> = new Map([
  ...['lodash', 'lodash-es', 'underscore', 'es-toolkit', 'es-toolkit/compat', 'remeda'].map(
    (module) => [module, { name: 'chunk', size: 1 }] as const,
  ),
  ['radash', { name: 'cluster', size: 1 }],
  ['ramda', { name: 'splitEvery', size: 0 }],
]);

/** Notes of what a function of a package gives how large its parts are: `chunk(rows, 100)`. */
export function noteParts(
  machine: Machine,
  made: Value,
  { module, path }: Extract<Atom, { kind: 'external' }>,
  args: readonly Value[],
  { file, span, code }: CallPlace,
): void {
  // `lodash/chunk` and `lodash.chunk` export the function alone
  const [, main = module, alone] = /^(lodash(?:-es)?)[/.](\w+)$/.exec(module) ?? [];
  const name = alone ?? path.at(-1);
  const divides = DIVIDING.get(main);
  if (made.kind !== 'unknown' || divides === undefined || divides.name !== name) return;
  const place = { file, span: code?.args[divides.size]?.span ?? span };
  const each = countOf(machine, args[divides.size], place);
  if (each.kind === 'most') noteGiven(machine, made, { each });
}

/** The service's own bound of a page that names no size: the REST documentation, "Query timeout and pagination". */
const PAGE = 1_000;

/** `query.byPage(options)` */
export function pagesOf(machine: Machine, query: Symbolic, [options]: readonly Value[], at: CallPlace): Atom {
  const extent = machine.extents.get(query.symbol);
  if (extent?.by !== 'query') return query;
  const pages = unknownOf(machine, 'call-result');
  const of = markOf(machine, query)?.of;
  if (of !== undefined) noteOptions(machine, of.results, options, at);
  mark(machine, pages, of && { kind: 'pages', of });
  const name = machine.listNames.get(query.symbol);
  if (name !== undefined) nameList(machine, pages, name);
  noteGiven(machine, pages, { ...extent, each: pageSize(machine, options, at) });
  return pages;
}

/** Notes which size of pages is asked for, and whether it begins after a page that was read before. */
function noteOptions(machine: Machine, results: Results, options: Value | undefined, at: CallPlace): void {
  if (options === undefined) return;
  const isSeen = casesOf(machine, options).every(
    ({ value }) => value.kind === 'nothing' || (value.kind === 'object' && isClosed(machine, value)),
  );
  const [token, size] = ['continuationToken', 'maxPageSize'].map((name) =>
    readIfThere(machine, options, name),
  );
  if (!isSeen || token?.kind !== 'nothing') {
    results.continues = true;
    results.isLater = true;
  }
  if (size === undefined || size.kind === 'nothing') return;
  const count = constantOf(settled(machine, size));
  results.page ??= { place: sizePlace(at), ...(count !== undefined && { size: count }) };
}

function isClosed(machine: Machine, { id }: Extract<Atom, { kind: 'object' }>): boolean {
  return machine.store.object(id).open === undefined;
}

function pageSize(machine: Machine, options: Value | undefined, at: CallPlace): ListSize {
  const byDefault = exactly(PAGE, { file: at.file, span: at.span }, true);
  if (options === undefined) return byDefault;
  const size = readIfThere(machine, options, 'maxPageSize');
  return size.kind === 'nothing' ? byDefault : countOf(machine, size, sizePlace(at));
}

function sizePlace({ file, span, code }: CallPlace): Place {
  const [options] = code?.args ?? [];
  const parts = options?.kind === 'object' ? options.parts : [];
  const size = parts.find((part) => part.kind === 'property' && part.name === 'maxPageSize');
  return { file, span: size?.kind === 'property' ? size.value.span : span };
}

/** `(await list.next()).value`, or that of its pages. */
export function nextOf(machine: Machine, list: Symbolic, { file, span }: Place): Atom | undefined {
  const { kind, of } = markOf(machine, list) ?? {};
  const each = machine.extents.get(list.symbol)?.each;
  const isOfPages = kind === 'pages';
  if (of === undefined || (kind !== 'list' && !isOfPages)) return undefined;
  const [next, value] = [unknownOf(machine, 'call-result'), unknownOf(machine, 'property')];
  if (each !== undefined) noteGiven(machine, value, { size: each });
  mark(machine, next, { kind: isOfPages ? 'page-step' : 'list-step', of });
  mark(machine, value, isOfPages ? { kind: 'list', of, isPage: true } : { kind: 'entity', of });
  of.results.stops.push({ kind: 'probe', place: { file, span } });
  noteNext(machine, of.results, isOfPages);
  machine.store.set(memberPlace(machine, next, 'value'), value);
  return next;
}

/** Notes that the next one, or page, is asked for, and where a constant says how often a loop does so at most. */
function noteNext(machine: Machine, results: Results, isOfPages: boolean): void {
  const [loop, ...others] = machine.loops.slice(results.loops);
  if (loop?.size.kind !== 'most' || others.length > 0 || isOfPages) {
    results.nexts += loop === undefined ? 1 : 2;
    return;
  }
  if (loop.turn > 0) return;
  const { count, place = loop.place } = loop.size;
  results.stops.push({ kind: 'count', place, count });
  results.nexts += 1;
}
