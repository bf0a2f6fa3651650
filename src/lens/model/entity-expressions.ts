import { findBinding } from '../link/binding.ts';
import type { Expr, FileFacts, PropertyExpr } from '../syntax/facts.ts';

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

/** A property that one of the literals behind an expression spells out. */
export function writtenProperty(facts: FileFacts, expr: Expr, name: string): WrittenProperty | undefined {
  for (const literal of literalsOf(facts, expr)) {
    const found = literal.properties.findLast(
      (property) => property.kind === 'property' && property.name === name,
    );
    if (found?.kind === 'property') return found;
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
      const written = writtenProperty(facts, entity, key);
      if (written !== undefined) return [written.value];
      return entity.properties.flatMap((property) => (property.kind === 'spread' ? of(property.value) : []));
    }
    case 'name': {
      const values = valuesOf(facts, entity).filter(
        (value) => value.kind === 'object' || value.kind === 'typed' || value.kind === 'conditional',
      );
      const assigned = findBinding(facts, entity.name, entity.scope)?.binding.writes.filter(
        (write) => write.operator === '=' && write.path.length === 1 && write.path[0] === key,
      );
      if (assigned !== undefined && assigned.length > 0) return assigned.map((write) => write.value);
      return values.length === 0 ? [member] : values.flatMap(of);
    }
    default:
      return [member];
  }
}
