import type { Files } from '../../link/linker.ts';
import { findBinding } from '../../link/names/find-binding.ts';
import type { Expr } from '../../syntax/facts/expr.ts';
import { grouped } from '../../syntax/facts/grouped.ts';
import type { BindingWrite, CallSite, FileFacts } from '../../syntax/facts/facts.ts';
import type { WrappedCall } from '../wrappers/wrapped-call.ts';
import { isCandidate } from '../wrappers/wrappers.ts';

/** What holds a client: a field of a class, or a name, and what is read of it. */
interface Held {
  readonly by: { readonly kind: 'class' | 'scope'; readonly id: number };
  /** The function whose call makes the name; absent for those of the module. */
  readonly fn?: number | undefined;
  readonly path: readonly string[];
}

/**
 * Equal for operations whose receiver is one field of one class of a file, or one name that is never given another client, also where
 * other files import it: whatever table that is of, it is the same one. Undefined where this is not seen.
 */
export function clientKeyOf(files: ImportedFiles, facts: FileFacts, receiver: Expr): string | undefined {
  const exported = exportedAs(files, facts, receiver, MOST_EXPORTS);
  if (exported !== undefined && isMadeOnce(exported.file, exported.expr)) {
    const held = heldAt(exported.file, exported.expr);
    if (held !== undefined) return keyOf(exported.file, held);
  }
  const held = heldAt(facts, receiver);
  return held && keyOf(facts, held);
}

/** Whether what others import begins with a name of the module that its declaration alone gives a value. */
function isMadeOnce(facts: FileFacts, expr: Expr): boolean {
  let at = expr;
  while (at.kind === 'member') at = at.object;
  const found = at.kind === 'name' ? findBinding(facts, at.name, at.scope) : undefined;
  if (found === undefined || found.fn !== undefined) return false;
  const { init, writes } = found.binding;
  // what a class or a function makes may have another one later
  if (expr.kind === 'member' && init?.kind !== 'object') return false;
  return init !== undefined && writes.every(({ operator, path }) => operator === 'open' || path.length > 0);
}

type ImportedFiles = Pick<Files, 'facts' | 'resolve'>;

/** Files that hand an export of another one on. */
const MOST_EXPORTS = 4;

/** What stands for an imported client in the file that makes it; undefined where nothing is imported, or that file isn't there. */
function exportedAs(
  files: ImportedFiles,
  facts: FileFacts,
  receiver: Expr,
  left: number,
): { readonly file: FileFacts; readonly expr: Expr } | undefined {
  if (receiver.kind === 'member') {
    const { object } = receiver;
    const init = object.kind === 'name' ? importOf(facts, object) : object;
    // `tables.orders`, of `import * as tables`
    if (init?.kind === 'require') return exportOf(files, facts, init.module, receiver.name, left);
    const owner = exportedAs(files, facts, object, left);
    return owner && { ...owner, expr: { ...receiver, object: owner.expr } };
  }
  const init = receiver.kind === 'name' ? importOf(facts, receiver) : undefined;
  return init?.kind === 'member' && init.object.kind === 'require'
    ? exportOf(files, facts, init.object.module, init.name, left)
    : undefined;
}

function exportOf(
  files: ImportedFiles,
  { file }: FileFacts,
  module: string,
  name: string,
  left: number,
): ReturnType<typeof exportedAs> {
  const from = files.resolve(file, module);
  const facts = from === undefined ? undefined : files.facts(from);
  const expr = facts && Object.hasOwn(facts.exports, name) ? facts.exports[name] : undefined;
  if (facts === undefined || expr === undefined || left === 0) return undefined;
  return exportedAs(files, facts, expr, left - 1) ?? { file: facts, expr };
}

/** What a name is, where nothing but its declaration says it: of an import the module, or what it has by a name. */
function importOf(facts: FileFacts, { name, scope }: Extract<Expr, { kind: 'name' }>): Expr | undefined {
  const { binding } = findBinding(facts, name, scope) ?? {};
  return binding?.writes.length === 0 ? binding.init : undefined;
}

function keyOf({ file }: FileFacts, { by, path }: Held): string {
  return [file, by.kind, by.id, ...path].join('\n');
}

/**
 * The same of a call of a wrapper: where the wrapper stands beside it, and is not given the client by it, or where a class inherits it, as
 * an instance has one field of a name.
 */
export function clientKeyThrough({ facts, site, innerFacts, inner }: WrappedCall): string | undefined {
  if (!isCandidate(inner)) return undefined;
  const held = heldAt(innerFacts, inner.receiver);
  if (held === undefined) return undefined;
  if (held.by.kind === 'scope')
    return facts.file === innerFacts.file && stands(facts, site, held.fn) ? keyOf(facts, held) : undefined;
  const own = ownClass(facts, site);
  if (own === undefined) return undefined;
  const inherited = heldBy(facts, own, held.path);
  return inherited && keyOf(facts, inherited);
}

/** The class whose instance calls a method of its own. */
function ownClass(facts: FileFacts, { fn, receiverText }: CallSite): number | undefined {
  return receiverText !== 'this' || fn === undefined ? undefined : facts.functions[fn]?.cls;
}

function stands({ functions }: FileFacts, { nameSpan }: CallSite, fn: number | undefined): boolean {
  if (fn === undefined) return true;
  const around = functions[fn]?.span;
  return around !== undefined && around.start <= nameSpan.start && nameSpan.end <= around.end;
}

function heldAt(facts: FileFacts, receiver: Expr): Held | undefined {
  const path: string[] = [];
  let at = receiver;
  for (; at.kind === 'member'; at = at.object) path.unshift(at.name);
  if (at.kind === 'this') {
    return at.cls === undefined ? undefined : heldBy(facts, at.cls, path);
  }
  if (at.kind !== 'name') return undefined;
  const found = findBinding(facts, at.name, at.scope);
  if (found === undefined) return undefined;
  const { init, writes } = found.binding;
  const givers = writes.filter((write) => isGiven(write, path)).length + (init === undefined ? 0 : 1);
  return givers > 1
    ? undefined
    : { by: { kind: 'scope', id: found.scope }, fn: found.fn, path: [at.name, ...path] };
}

/** A field of a class that no more than one member gives its value. */
function heldBy(facts: FileFacts, cls: number, path: readonly string[]): Held | undefined {
  const [field] = path;
  if (field === undefined) return undefined;
  const { id, classes } = familyOf(facts, cls);
  const members = classes.flatMap((one) => facts.classes[one]?.members ?? []);
  const given = members.filter(
    ({ name, init, type }) => name === field && (init !== undefined || type === undefined),
  );
  return given.length > 1 ? undefined : { by: { kind: 'class', id }, path };
}

/** Whether something puts another value where the client is. */
function isGiven({ operator, path }: BindingWrite, held: readonly string[]): boolean {
  return operator !== 'open' && path.every((name, i) => held[i] === name);
}

/** Classes of a file whose members its instances have together. */
interface Family {
  readonly id: number;
  readonly classes: readonly number[];
}

const families = new WeakMap<FileFacts, ReadonlyMap<number, Family>>();

/** A class with what it extends in its file, functions that make classes among it, and with what alone extends it there. */
function familyOf(facts: FileFacts, cls: number): Family {
  let known = families.get(facts);
  if (known === undefined) families.set(facts, (known = familiesIn(facts)));
  return known.get(cls) ?? { id: cls, classes: [cls] };
}

function familiesIn(facts: FileFacts): ReadonlyMap<number, Family> {
  const extended = grouped(
    facts.classes.flatMap(({ id, extends: base }) =>
      base === undefined ? [] : basesIn(facts, base).map((of) => ({ id, of })),
    ),
    ({ of }) => of,
  );
  // what two classes extend are instances of either
  const only = new Map(
    [...extended].flatMap(([of, by]) => (by.length === 1 && by[0] ? [[of, by[0].id]] : [])),
  );
  const rootOf = (cls: number, left = facts.classes.length): number => {
    const by = only.get(cls);
    return by === undefined || left === 0 ? cls : rootOf(by, left - 1);
  };
  const groups = grouped(facts.classes, ({ id }) => rootOf(id));
  return new Map(
    [...groups].flatMap(([id, members]) => {
      const family = { id, classes: members.map((member) => member.id) };
      return family.classes.map((member) => [member, family] as const);
    }),
  );
}

/** The classes that an instance has the members of, of what stands after `extends`: `Writing(Reading(Store))` has three. */
function basesIn(facts: FileFacts, base: Expr): readonly number[] {
  const bases: number[] = [];
  for (let at: Expr | undefined = base; at !== undefined;) {
    const called: Expr = at.kind === 'call' ? at.callee : at;
    const init: Expr | undefined =
      called.kind === 'name' ? findBinding(facts, called.name, called.scope)?.binding.init : undefined;
    if (at.kind !== 'call') {
      if (init?.kind === 'class') bases.push(init.cls);
      return bases;
    }
    const made = init?.kind === 'function' ? facts.functions[init.fn]?.returns : undefined;
    const [value] = made ?? [];
    if (value?.kind === 'class') bases.push(value.cls);
    at = at.args[0];
  }
  return bases;
}
