import * as l10n from '@vscode/l10n';
import type { TextEdit } from '../../../core/text/edit.ts';
import type { FileAnalysis } from '../../engine/engine.ts';
import type { Query } from '../../model/operations/operation.ts';
import { useImport } from '../../syntax/edits/edit-imports.ts';
import { ownerOf, takesMore } from '../../syntax/edits/etag-parameter.ts';
import { importedFrom } from '../../syntax/edits/imported-from.ts';
import { type NotPaged, type PagedStyle, pagedCaller, pagedCopy } from '../../syntax/edits/paged-copy.ts';
import { styleOf } from '../code-style.ts';
import { useHelper } from '../new-module.ts';
import type { Change, Given, Pattern, Proposal, World } from '../pattern.ts';
import { pagingHelper } from './helper.ts';
import { refusals } from './refusals.ts';

/** Reads one page, and returns where the next one starts: the guide's "Retrieving large numbers of entities from a query". */
export const pagingEndpoint: Pattern = {
  id: 'paging-endpoint',
  title: () => l10n.t('Add a function that returns one page and a continuation token'),
  rules: ['offset-paging', 'unbounded-collect'],
  modules: () => ['page-options'],
  settings: [
    {
      name: 'most',
      summary: () => l10n.t('the most entities of a page, from 1 to 1000'),
      usual: '100',
      allows: (text) => /^(?:[1-9]\d{0,2}|1000)$/.test(text),
    },
  ],
  propose(operation, world, given) {
    if (operation.kind !== 'query' || !isCollected(operation)) return undefined;
    const found = pagedIn(operation, world, given);
    return 'kind' in found ? { kind: 'refused', why: refusals[found.kind](found.code) } : proposed(found);
  },
};

/** Whether all that a query gives is put into an array, or returned. */
function isCollected({
  method,
  consumption: { collects, skip, returnsEach, returnsEntities },
}: Query): boolean {
  return (
    method === 'listEntities' &&
    (collects === 'array' || skip !== undefined || returnsEach === true || returnsEntities === true)
  );
}

/** The new functions, by what they read all of. */
interface Paged {
  readonly changes: readonly Change[];
  readonly of: string;
}

function pagedIn(query: Query, world: World, given: Given): Paged | NotPaged | { kind: 'helper'; code: '' } {
  const place = query.via?.place ?? { file: query.file, span: query.nameSpan };
  const list = world
    .operations(place.file)
    .find(({ nameSpan, via }) => via === undefined && nameSpan.start === place.span.start);
  const text = world.text(place.file);
  if (list === undefined || text === undefined) return { kind: 'function', code: '' };
  const helper = useHelper(world, place.file, pagingHelper(given('most')));
  if (helper === undefined) return { kind: 'helper', code: '' };
  const own = pagedCopy(place.file, text, list.callSpan, styled(place.file, text, given, helper.reference));
  if ('kind' in own) return own;
  const created = helper.created ? [helper.created] : [];
  const edits = [...helper.edits, ...own.edits];
  if (query.via === undefined) return { of: own.of, changes: [changed(place.file, text, edits), ...created] };
  const { file } = query;
  const caller = world.text(file);
  const name = pageOf(own.of);
  const reference = caller === undefined ? undefined : referenceIn(file, caller, own.of, name);
  const owner = ownerOf(place.file, text, place.span);
  if (caller === undefined || reference === undefined || !takesMore(file, caller, query.callSpan, owner))
    return { kind: 'arguments', code: own.of };
  const outer = pagedCaller(
    file,
    caller,
    query.callSpan,
    { name: own.of, before: own.before, reference: reference.reference },
    styled(file, caller, given, ''),
  );
  if ('kind' in outer) return outer;
  const all = [...reference.edits, ...outer.edits];
  return {
    of: outer.of,
    changes:
      file === place.file
        ? [changed(file, caller, [...edits, ...all]), ...created]
        : [changed(file, caller, all), changed(place.file, text, edits), ...created],
  };
}

function changed(file: string, text: string, edits: readonly TextEdit[]): Change {
  return { kind: 'edit', file, edits: styleOf(text).finish(edits) };
}

function pageOf(of: string): string {
  return `${of}Page`;
}

/** How a file that calls one function calls another one that is exported beside it. */
function referenceIn(
  file: string,
  text: string,
  of: string,
  name: string,
): { readonly reference: string; readonly edits: readonly TextEdit[] } | undefined {
  const module = importedFrom(file, text, of);
  return module === undefined ? { reference: name, edits: [] } : useImport(file, text, module, name);
}

function styled(file: string, text: string, given: Given, options: string): PagedStyle {
  return {
    step: styleOf(text).step,
    name: pageOf,
    comment: (of) => [
      `One page of what ${of} returns, and the token of the next page: undefined after the last one.`,
      'A page can be empty though there is a next one. Each is as it is when it is read.',
    ],
    options: (token, size) => `${options}(${token}, ${size})`,
    most: given('most'),
    isTyped: /\.[cm]?tsx?$/.test(file),
  };
}

function proposed({ of, changes }: Paged): Proposal {
  return {
    kind: 'change',
    changes,
    isReached: (before, after) => countOf(after) > countOf(before),
    notes: [
      l10n.t(
        '{0} stays as it is. Call {1} instead where people read page by page, and return its token.',
        of,
        pageOf(of),
      ),
      l10n.t('Cost: one request for each page. Before: all n entities of the list, in n/1,000 requests.'),
      l10n.t(
        'Order: that of the keys. Pages have no numbers: to jump, offer something that the keys contain.',
      ),
      l10n.t(
        'Consistency: each page is as it is when it is read. An entity that is there all along is in exactly one page.',
      ),
    ],
  };
}

/** Queries of the file, whether they are made here or through functions. */
function countOf({ operations }: FileAnalysis): number {
  return operations.filter(({ kind }) => kind === 'query').length;
}
