import { findBinding } from '../link/binding.ts';
import type { Expr, FileFacts, PropertyExpr } from '../syntax/facts.ts';
import { parametersIn } from './turns.ts';

/** Names that lead from one to the next before the trail is given up. */
const DEPTH = 8;

/** A property as an object literal, or an assignment to it, spells it out. */
export type WrittenProperty = Extract<PropertyExpr, { kind: 'property' }>;

/** The object literals that an expression is, through names of its own file. */
export function literalsOf(
  facts: FileFacts,
  expr: Expr,
  depth = DEPTH,
): readonly Extract<Expr, { kind: 'object' }>[] {
  if (depth === 0) return [];
  const of = (inner: Expr): readonly Extract<Expr, { kind: 'object' }>[] =>
    literalsOf(facts, inner, depth - 1);
  switch (expr.kind) {
    case 'object':
      return [expr];
    case 'typed':
      return of(expr.operand);
    case 'conditional':
      return [...of(expr.whenTrue), ...of(expr.whenFalse)];
    case 'name':
      return valuesOf(facts, expr).flatMap(of);
    default:
      return [];
  }
}

/** The expressions that a name is given as a whole: its initialiser, and what is assigned to it. */
function valuesOf(facts: FileFacts, expr: Extract<Expr, { kind: 'name' }>): readonly Expr[] {
  const binding = findBinding(facts, expr.name, expr.scope)?.binding;
  if (binding === undefined) return [];
  const assigned = binding.writes.filter((write) => write.operator === '=' && write.path.length === 0);
  return [...(binding.init ? [binding.init] : []), ...assigned.map((write) => write.value)];
}

/** A property that one of the literals behind an expression, or spread into them in place, spells out. */
export function writtenProperty(facts: FileFacts, expr: Expr, name: RegExp): WrittenProperty | undefined {
  for (const { properties } of literalsOf(facts, expr)) {
    for (const property of [...properties].reverse()) {
      if (property.kind === 'property') {
        if (name.test(property.name)) return property;
      } else if (property.value.kind !== 'name') {
        const found = writtenProperty(facts, property.value, name);
        if (found !== undefined) return found;
      }
    }
  }
  return undefined;
}

/**
 * The expressions for a key of an entity: where it is spelled out these, else a member of whatever the entity is or
 * has spread into it.
 */
export function keyExpressions(facts: FileFacts, entity: Expr, key: string, depth = DEPTH): readonly Expr[] {
  const member: Expr = { kind: 'member', object: entity, name: key, span: entity.span };
  if (depth === 0) return [member];
  const of = (inner: Expr): readonly Expr[] => keyExpressions(facts, inner, key, depth - 1);
  switch (entity.kind) {
    case 'typed':
      return of(entity.operand);
    case 'conditional':
      return [...of(entity.whenTrue), ...of(entity.whenFalse)];
    case 'object': {
      const written = writtenProperty(facts, entity, new RegExp(`^${key}$`));
      if (written !== undefined) return keyOf(facts, written.value, key, depth - 1);
      return entity.properties.flatMap((property) => (property.kind === 'spread' ? of(property.value) : []));
    }
    case 'name': {
      const values = valuesOf(facts, entity).filter(
        ({ kind }) => kind === 'object' || kind === 'typed' || kind === 'conditional' || kind === 'call',
      );
      const assigned = findBinding(facts, entity.name, entity.scope)?.binding.writes.filter(
        (write) => write.operator === '=' && write.path.length === 1 && write.path[0] === key,
      );
      if (assigned !== undefined && assigned.length > 0) return assigned.map((write) => write.value);
      return values.length === 0 ? [member] : values.flatMap(of);
    }
    case 'call':
      return asked(entity, key) ?? made(facts, entity, key, depth - 1) ?? [member];
    default:
      return [member];
  }
}

/** A key that is taken over from another entity is that entity's. */
function keyOf(facts: FileFacts, value: Expr, key: string, depth: number): readonly Expr[] {
  if (value.kind === 'typed') return keyOf(facts, value.operand, key, depth);
  const isTaken = value.kind === 'member' && value.name === key;
  return isTaken ? keyExpressions(facts, value.object, key, depth) : [value];
}

/** The key that an entity was read by, also through a function that is called so and told the table first. */
function asked({ callee, args }: Extract<Expr, { kind: 'call' }>, key: string): readonly Expr[] | undefined {
  const isRead = (callee.kind === 'member' || callee.kind === 'name') && callee.name === 'getEntity';
  if (!isRead) return undefined;
  const first = args[2] === undefined || args[2].kind === 'object' ? 0 : 1;
  const asked = args[key === 'partitionKey' ? first : first + 1];
  return asked && [asked];
}

/** Of what a key is made that a function of the file gives its entities: the arguments, or what it has without them. */
function made(
  facts: FileFacts,
  { callee, args }: Extract<Expr, { kind: 'call' }>,
  key: string,
  depth: number,
): readonly Expr[] | undefined {
  const init =
    callee.kind === 'name' ? findBinding(facts, callee.name, callee.scope)?.binding.init : undefined;
  const fn = init?.kind === 'function' ? facts.functions[init.fn] : undefined;
  const [only, ...others] = fn?.returns ?? [];
  if (fn === undefined || only === undefined || others.length > 0) return undefined;
  const [literal] = literalsOf(facts, only.value);
  if (literal === undefined || writtenProperty(facts, literal, new RegExp(`^${key}$`)) === undefined)
    return undefined;
  return keyExpressions(facts, only.value, key, depth).flatMap((expr) => {
    const given = [...parametersIn(facts, expr, fn.id)];
    return given.length === 0 ? [expr] : given.flatMap((index) => args[index] ?? []);
  });
}
