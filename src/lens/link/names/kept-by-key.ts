import type { Expr } from '../../syntax/facts/expr.ts';
import {
  ANY_NAME,
  type Binding,
  type FileFacts,
  holderName,
  type KeptEntry,
} from '../../syntax/facts/facts.ts';
import { findBinding } from './find-binding.ts';

/**
 * What an object or a map holds by a name, where the same function puts it there by that name: of `clients[name] ??= make(name)` what
 * makes it, for `clients[name]`. Nothing else may fill it, so whatever it holds by that name was made so; undefined where something may.
 */
export function keptByKey(facts: FileFacts, holder: Expr, key: Expr | undefined): Expr | undefined {
  const called = holderName(holder);
  if (called === undefined || key?.kind !== 'name') return undefined;
  const entries = facts.kept[called] ?? [];
  if (entries.length > MOST_ENTRIES) return undefined;
  const [entry, ...others] = entries.filter((one) => isSameHolder(facts, one.holder, holder));
  if (entry === undefined || others.length > 0 || !isFilledBy(facts, entry)) return undefined;
  const read = steady(facts, key);
  return read !== undefined && read === steady(facts, entry.key) ? entry.value : undefined;
}

/** Entries of holders by one name, which may be in several functions and classes of a file. */
const MOST_ENTRIES = 20;

function isSameHolder(facts: FileFacts, a: Expr, b: Expr): boolean {
  if (a.kind === 'name' && b.kind === 'name') {
    const own = findBinding(facts, a.name, a.scope)?.binding;
    return own !== undefined && own === findBinding(facts, b.name, b.scope)?.binding;
  }
  const [one, other] = [classOf(a), classOf(b)];
  return one !== undefined && one === other;
}

function classOf(holder: Expr): number | undefined {
  return holder.kind === 'member' && holder.object.kind === 'this' ? holder.object.cls : undefined;
}

/** Whether a holder is empty where it is made, and nothing but that entry changes it. */
function isFilledBy(facts: FileFacts, { holder }: KeptEntry): boolean {
  if (holder.kind === 'name') {
    const binding = findBinding(facts, holder.name, holder.scope)?.binding;
    const writes = binding?.writes ?? [];
    return isEmpty(binding?.init) && writes.length <= 1 && writes.every(({ path }) => path[0] === ANY_NAME);
  }
  const cls = classOf(holder);
  const members = cls === undefined ? [] : (facts.classes[cls]?.members ?? []);
  const own = members.filter(({ name }) => holder.kind === 'member' && name === holder.name);
  const made = own.filter(({ init }) => init !== undefined);
  return (
    own.every(({ kind, isStatic }) => kind === 'field' && !isStatic) &&
    own.filter(({ isChanged }) => isChanged).length <= 1 &&
    made.length === 1 &&
    made.every(({ init }) => isEmpty(init))
  );
}

/** What a name means, if it means the same wherever it stands. */
function steady(facts: FileFacts, { name, scope }: Extract<Expr, { kind: 'name' }>): Binding | undefined {
  const binding = findBinding(facts, name, scope)?.binding;
  return binding?.writes.length === 0 ? binding : undefined;
}

/** `{}`, `new Map()`, `Object.create(null)`. */
function isEmpty(init: Expr | undefined): boolean {
  switch (init?.kind) {
    case 'typed':
      return isEmpty(init.operand);
    case 'object':
      return init.properties.length === 0;
    case 'call': {
      const { callee, args, isNew } = init;
      if (isNew) return callee.kind === 'name' && callee.name === 'Map' && args.length === 0;
      return callee.kind === 'member' && callee.name === 'create' && args.length === 1;
    }
    default:
      return false;
  }
}
