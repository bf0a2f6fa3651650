import type { Place } from '../../core/text/segments.ts';
import type { Expression } from '../syntax/program/program.ts';
import { exactly, type ListSize, UNKNOWN } from './list-size.ts';
import { mark, markOf } from './answers.ts';
import { type CallPlace, type Machine, unknownOf } from './machine.ts';
import { readIfThere } from './properties.ts';
import { countOf, noteGiven } from './sizes.ts';
import { memberPlace, nameList } from './symbols.ts';
import type { Atom, Symbolic, Value } from './values.ts';

/** What people call functions that divide a list. */
const DIVIDES = /chunk|batch|split|slice|partition/i;

/** Notes of what a call gives that is not followed how large its parts are: `chunk(rows, 100)`. */
export function noteParts(
  machine: Machine,
  made: Value,
  { callee, args: code }: Extract<Expression, { kind: 'call' }>,
  args: readonly Value[],
  file: string,
): void {
  if (made.kind !== 'unknown' || args.length < 2 || machine.extents.has(made.symbol)) return;
  if (!DIVIDES.test(nameOf(callee))) return;
  const sizes = args.slice(1).map((arg, index): ListSize => {
    const span = code[index + 1]?.span;
    return span === undefined ? UNKNOWN : countOf(machine, arg, { file, span });
  });
  const each = sizes.find(({ kind }) => kind === 'most');
  if (each !== undefined) noteGiven(machine, made, { each });
}

/** What is called: `chunk` of `import chunk from 'lodash/chunk'` too. */
function nameOf(callee: Expression): string {
  if (callee.kind === 'import' && callee.name === 'default')
    return callee.module.slice(callee.module.lastIndexOf('/') + 1);
  return 'name' in callee && typeof callee.name === 'string' ? callee.name : '';
}

/** The service's own bound of a page that names no size: the REST documentation, "Query timeout and pagination". */
const PAGE = 1_000;

/** `query.byPage(options)` */
export function pagesOf(machine: Machine, query: Symbolic, [options]: readonly Value[], at: CallPlace): Atom {
  const extent = machine.extents.get(query.symbol);
  if (extent?.by !== 'query') return query;
  const pages = unknownOf(machine, 'call-result');
  const of = markOf(machine, query)?.of;
  mark(machine, pages, of && { kind: 'pages', of });
  const name = machine.listNames.get(query.symbol);
  if (name !== undefined) nameList(machine, pages, name);
  noteGiven(machine, pages, { ...extent, each: pageSize(machine, options, at) });
  return pages;
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
export function nextOf(machine: Machine, list: Symbolic): Atom | undefined {
  const { kind, of } = markOf(machine, list) ?? {};
  const each = machine.extents.get(list.symbol)?.each;
  const isOfPages = kind === 'pages';
  if (of === undefined || (kind !== 'list' && !isOfPages)) return undefined;
  const [next, value] = [unknownOf(machine, 'call-result'), unknownOf(machine, 'property')];
  if (each !== undefined) noteGiven(machine, value, { size: each });
  mark(machine, next, { kind: isOfPages ? 'page-step' : 'list-step', of });
  mark(machine, value, { kind: isOfPages ? 'list' : 'entity', of });
  machine.store.set(memberPlace(machine, next, 'value'), value);
  return next;
}
