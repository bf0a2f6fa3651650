import { findBinding } from '../link/binding.ts';
import type { Linker } from '../link/linker.ts';
import { type Frame, type Source, trace } from '../link/trace.ts';
import { ANY_NAME, type CallSite, type Expr, type FileFacts } from '../syntax/facts.ts';
import { keyExpressions } from './entity-expressions.ts';
import type { StaleRead } from './operation.ts';
import { callersOf } from './repetition.ts';
import { childrenOf } from './turns.ts';

/**
 * The read from which a write's content comes, if it writes the same entity back: as a whole, or single properties
 * that are made from what was read. An entity that is given to the function is looked for at its calls in the file.
 */
export function staleRead(
  linker: Linker,
  facts: FileFacts,
  site: CallSite,
  mode: string | undefined,
): StaleRead | undefined {
  const [entity] = site.call.args;
  if (entity === undefined) return undefined;
  const own = readBack(linker, facts, entity, mode);
  if (own !== undefined || site.fn === undefined) return own;
  for (const source of trace(linker, entity, { file: facts.file })) {
    if (source.kind !== 'parameter' || source.expr.kind !== 'parameter' || source.path.length > 0) continue;
    if (source.expr.fn !== site.fn || source.share === 'made') continue;
    for (const caller of callersOf(linker, facts, site.fn)) {
      const given = caller.call.args[source.expr.index];
      const found = given && readBack(linker, facts, given, mode);
      if (found !== undefined) return withoutName(found);
    }
  }
  return undefined;
}

/** At the call the name may be another one. */
function withoutName({ place, isWhole }: StaleRead): StaleRead {
  return { place, isWhole };
}

/** The read that `entity` carries the content and the keys of. */
export function readBack(
  linker: Linker,
  facts: FileFacts,
  entity: Expr,
  mode: string | undefined,
): StaleRead | undefined {
  const sources = trace(linker, entity, { file: facts.file }).filter(isContent);
  // one property that is kept unless a new value is given is merged as good as never
  const kept = new Set(sources.filter(isKept).map(({ path }) => path[0]));
  const isLittle = mode !== 'Replace' && kept.size < 2;
  for (const source of sources) {
    if (isLittle && isKept(source)) continue;
    const isSame = ['partitionKey', 'rowKey'].every((key, index) =>
      isKeyOfRead(linker, facts, entity, key, index, source),
    );
    if (!isSame) continue;
    const named = nameOfRead(linker, facts, entity, source);
    return {
      place: { file: source.frame.file, span: source.expr.span },
      isWhole: source.path.length === 0,
      ...named,
    };
  }
  return undefined;
}

/** A property as it was read, in case there is nothing new: `given ?? entity.name`. */
function isKept({ path, share, isFallback }: Source): boolean {
  return path.length > 0 && share !== 'made' && isFallback === true;
}

const KEYS: ReadonlySet<string> = new Set(['partitionKey', 'rowKey', 'etag', 'timestamp']);

/**
 * Whether a source carries over what somebody else may change in the meantime. Of many entities that are listed
 * only those written back as a whole; when an entity was created never changes.
 */
function isContent({ kind, path, share }: Source): boolean {
  const [first] = path;
  if (kind !== 'point' && kind !== 'list') return false;
  if (first === undefined) return share !== 'made';
  if (KEYS.has(first) || kind === 'list') return false;
  return share === 'made' || !/^(created|inserted|first)/i.test(first);
}

/** Whether the written entity has the key of the one that was read. */
function isKeyOfRead(
  linker: Linker,
  facts: FileFacts,
  entity: Expr,
  key: string,
  index: number,
  read: Source,
): boolean {
  const frame: Frame = { file: facts.file };
  const asked = read.kind === 'point' && read.expr.kind === 'call' ? read.expr.args[index] : undefined;
  return keyExpressions(facts, entity, key).some((expr) => {
    if (asked !== undefined && isSameExpr(linker, expr, frame, asked, read.frame, DEPTH)) return true;
    const sources = trace(linker, expr, frame);
    const isIts = ({ expr: from, path }: Source): boolean =>
      from === read.expr && (path[0] === key || path[0] === ANY_NAME);
    if (sources.some(isIts)) return true;
    // the whole was copied by ways that cannot be followed: nothing says that it got another key
    const isCopied = expr.kind === 'member' && expr.name === key && expr.object.kind !== 'this';
    return (
      isCopied && read.path.length === 0 && sources.every(({ kind }) => kind !== 'point' && kind !== 'list')
    );
  });
}

const DEPTH = 12;

/** Whether two expressions are written alike, once names are followed to what they stand for. */
function isSameExpr(linker: Linker, a: Expr, frameA: Frame, b: Expr, frameB: Frame, depth: number): boolean {
  if (depth === 0) return false;
  const left = resolved(linker, a, frameA, DEPTH);
  const right = resolved(linker, b, frameB, DEPTH);
  const [x, y] = [left.expr, right.expr];
  const alike = (p: Expr, q: Expr): boolean => isSameExpr(linker, p, left.frame, q, right.frame, depth - 1);
  if (x === y) return true;
  if (x.kind === 'string' && y.kind === 'string') return x.text.text === y.text.text;
  if (x.kind === 'number' && y.kind === 'number') return x.value === y.value;
  if (x.kind === 'parameter' && y.kind === 'parameter') return x.fn === y.fn && x.index === y.index;
  if (x.kind === 'name' && y.kind === 'name') return isSameName(linker, x, left.frame, y, right.frame);
  if (x.kind === 'member' && y.kind === 'member') return x.name === y.name && alike(x.object, y.object);
  if (x.kind === 'this') return y.kind === 'this' && x.cls === y.cls;
  if (x.kind === 'template' && y.kind === 'template') {
    const isText = x.texts.every((text, i) => text.text === y.texts[i]?.text);
    return isText && areAlike(x.holes, y.holes, alike);
  }
  if (x.kind === 'call' && y.kind === 'call') {
    return alike(x.callee, y.callee) && areAlike(x.args, y.args, alike);
  }
  if (x.kind === 'binary' && y.kind === 'binary') {
    return x.operator === y.operator && alike(x.left, y.left) && alike(x.right, y.right);
  }
  return false;
}

function areAlike(a: readonly Expr[], b: readonly Expr[], alike: (p: Expr, q: Expr) => boolean): boolean {
  return a.length === b.length && a.every((one, i) => b[i] !== undefined && alike(one, b[i]));
}

function isSameName(
  linker: Linker,
  a: Extract<Expr, { kind: 'name' }>,
  frameA: Frame,
  b: Extract<Expr, { kind: 'name' }>,
  frameB: Frame,
): boolean {
  if (a.name !== b.name || frameA.file !== frameB.file) return false;
  const facts = linker.files.facts(frameA.file);
  return (
    facts !== undefined &&
    findBinding(facts, a.name, a.scope)?.scope === findBinding(facts, b.name, b.scope)?.scope
  );
}

/** What a name that is never assigned again stands for, and a parameter whose argument is known. */
function resolved(linker: Linker, expr: Expr, frame: Frame, depth: number): { expr: Expr; frame: Frame } {
  if (depth === 0) return { expr, frame };
  if (expr.kind === 'typed') return resolved(linker, expr.operand, frame, depth - 1);
  if (expr.kind === 'parameter' && frame.given?.fn === expr.fn) {
    const given = frame.given.args[expr.index];
    return given === undefined ? { expr, frame } : resolved(linker, given, frame.given.frame, depth - 1);
  }
  const facts = expr.kind === 'name' ? linker.files.facts(frame.file) : undefined;
  const binding =
    facts && expr.kind === 'name' ? findBinding(facts, expr.name, expr.scope)?.binding : undefined;
  const isFixed = binding?.writes.every((write) => write.operator === 'open') === true;
  const isPlain =
    binding?.init !== undefined && binding.init.kind !== 'other' && binding.init.kind !== 'element';
  return isFixed && isPlain && binding.init
    ? resolved(linker, binding.init, frame, depth - 1)
    : { expr, frame };
}

/** The plain name that stands for the entity as it was read, among those that the written one is made from. */
function nameOfRead(
  linker: Linker,
  facts: FileFacts,
  entity: Expr,
  read: Source,
): Pick<StaleRead, 'name' | 'mayBeNothing'> {
  const open: Expr[] = [entity];
  const seen = new Set<string>();
  for (let expr = open.shift(); expr !== undefined && seen.size < DEPTH; expr = open.shift()) {
    if (expr.kind !== 'name') {
      open.push(...childrenOf(expr));
      continue;
    }
    const binding = findBinding(facts, expr.name, expr.scope)?.binding;
    if (binding === undefined || seen.has(expr.name)) continue;
    seen.add(expr.name);
    const { name } = expr;
    if (binding.type === undefined && binding.init === read.expr) return { name };
    const isRead = binding.writes.some((write) => write.path.length === 0 && write.value === read.expr);
    if (binding.type === undefined && isRead) return { name, mayBeNothing: true };
    if (binding.init?.kind === 'element' && read.kind === 'list' && binding.type === undefined) {
      const { init } = binding;
      const isOne = trace(linker, init, { file: facts.file }).some(
        (source) => source.expr === read.expr && source.path.length === 0 && source.share === 'same',
      );
      if (isOne) return { name };
    }
    if (binding.init) open.push(binding.init);
  }
  return {};
}
