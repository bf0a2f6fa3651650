import type { Place } from '../../../core/text/segments.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import type { Flow } from '../../flow/flow.ts';
import { baseOf } from '../../link/calls/bases.ts';
import type { Linker } from '../../link/linker.ts';
import type { CandidateCall, FileFacts } from '../../syntax/facts/facts.ts';
import { indexCode } from '../../syntax/program/code.ts';
import { bare } from '../../syntax/program/names.ts';
import type { ClassCode, Expression, FunctionCode } from '../../syntax/program/program.ts';
import { seenEntity } from '../seen/seen-entities.ts';
import { isSure } from '../tables/tables.ts';
import type { KeyExpression, Operation, Write } from './operation.ts';

/** Classes above each other that are looked at; they may extend each other in circles. */
const MOST_BASES = 4;

/**
 * What a class writes through methods that it inherits and that leave it to make the keys: `rowKey: this.keyOf(item)`. Of each such
 * write the keys that are made in the class itself; of RowKeys nothing is told where nothing lists the entities: nobody sees their order.
 */
export function inheritedBy(
  linker: Linker,
  facts: FileFacts,
  cls: number,
  flow: () => Flow,
  read: (facts: FileFacts, site: CandidateCall) => Operation | undefined,
): readonly Write[] {
  const own = codeOf(facts, cls);
  if (own === undefined) return [];
  const found: { readonly of: FileFacts; readonly site: CandidateCall }[] = [];
  let isListed = listsIn(facts, own);
  let at = { file: facts.file, cls };
  for (let left = MOST_BASES; left > 0; left--) {
    const base = baseOf(linker, at);
    const of = base?.kind === 'class' ? linker.files.facts(base.file) : undefined;
    const code = of && base?.kind === 'class' ? codeOf(of, base.cls) : undefined;
    if (base?.kind !== 'class' || of === undefined || code === undefined) break;
    isListed ||= listsIn(of, code);
    for (const site of of.calls)
      if (INSERTS.has(site.method) && contains(code.span, site.nameSpan)) found.push({ of, site });
    at = { file: base.file, cls: base.cls };
  }
  const heir = { file: facts.file, start: own.span.start };
  return found.flatMap(({ of, site }): readonly Write[] => {
    const write = read(of, site);
    if (write?.kind !== 'write' || !isSure(write)) return [];
    const observed = flow().seenInHeir(heir, of.file, site.nameSpan.start) ?? [];
    const seen = observed.flatMap(({ reached, argument }) => (argument ? [{ ...argument, reached }] : []));
    if (seen.length === 0) return [];
    const here = { file: of.file, span: (site.call.args[0] ?? site.call).span };
    const entity = seenEntity(flow(), linker.files, seen, here);
    const partitionKey = madeIn(facts, own, of, entity.partitionKey);
    const rowKey = isListed ? madeIn(facts, own, of, entity.rowKey) : undefined;
    const place = (rowKey ?? partitionKey)?.place;
    return place === undefined ? [] : [inheritedWrite(write, place, partitionKey, rowKey)];
  });
}

const INSERTS: ReadonlySet<string> = new Set(['createEntity', 'upsertEntity']);

function inheritedWrite(
  write: Write,
  { file, span }: Place,
  partitionKey: KeyExpression | undefined,
  rowKey: KeyExpression | undefined,
): Write {
  const { evidence, because, receiver, method, table } = write;
  return {
    kind: 'write',
    method,
    file,
    nameSpan: span,
    callSpan: span,
    receiver,
    evidence,
    because,
    loops: [],
    branches: [],
    properties: [],
    values: [],
    size: { kind: 'unknown' },
    argumentSpans: [],
    etag: 'unknown',
    isInCatch: false,
    ...(table !== undefined && { table }),
    ...(partitionKey && { partitionKey }),
    ...(rowKey && { rowKey }),
  };
}

/** The code of a class, found by a function of it. */
function codeOf({ classes, functions, program }: FileFacts, cls: number): ClassCode | undefined {
  const { members = [], constructorFn } = classes[cls] ?? {};
  const starts = [...members.map(({ fn }) => fn), constructorFn].flatMap((fn) =>
    fn === undefined ? [] : (functions[fn]?.span.start ?? []),
  );
  return program?.roots.find(({ fn, cls: of }) => of !== undefined && starts.includes(fn.span.start))?.cls;
}

function listsIn({ calls }: FileFacts, { span }: ClassCode): boolean {
  return calls.some(({ method, nameSpan }) => method === 'listEntities' && contains(span, nameSpan));
}

/** A key that a class makes, where it does: as it stands there, or as what one of its own members gives. */
function madeIn(
  facts: FileFacts,
  own: ClassCode,
  base: FileFacts,
  key: KeyExpression | undefined,
): KeyExpression | undefined {
  if (key === undefined || key.value.kind === 'unknown') return undefined;
  const { file, span } = key.place;
  if (file === facts.file && contains(own.span, span)) return key;
  const code =
    file === base.file && base.program ? indexCode(file, base.program).expressionAt(span) : undefined;
  const given = code && givenBy(own, memberNamed(bare(code.expression)));
  return given && { ...key, place: { file: facts.file, span: given } };
}

/** `keyOf` of `this.keyOf(item)`, and of `this.keyOf`. */
function memberNamed(code: Expression): string | undefined {
  const member = code.kind === 'call' ? code.callee : code;
  return member.kind === 'member' && member.object.kind === 'this' ? member.name : undefined;
}

/** What a member of a class itself gives, where that is one expression. */
function givenBy({ named }: ClassCode, name: string | undefined): Span | undefined {
  const [member, ...others] = name === undefined ? [] : (named.get(name) ?? []);
  if (member === undefined || others.length > 0 || member.isStatic) return undefined;
  if (member.kind === 'field') {
    const init = member.init && bare(member.init);
    return init?.kind === 'function' ? returnedBy(init.fn) : init?.span;
  }
  return member.fn && returnedBy(member.fn);
}

function returnedBy({ body }: FunctionCode): Span | undefined {
  const [only, ...others] = body;
  return only?.kind === 'return' && others.length === 0 ? only.value?.span : undefined;
}
