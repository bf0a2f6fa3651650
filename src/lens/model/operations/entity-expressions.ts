import { findBinding } from '../../link/names/find-binding.ts';
import type { Expr, PropertyExpr } from '../../syntax/facts/expr.ts';
import type { Binding, FileFacts } from '../../syntax/facts/facts.ts';
import { parametersIn } from './turns.ts';

/** Names that lead from one to the next before the trail is given up. */
const DEPTH = 8;

/** A property as an object literal, or an assignment to it, spells it out. */
type WrittenProperty = Extract<PropertyExpr, { kind: 'property' }>;

type Literal = Extract<Expr, { kind: 'object' }>;

/** The object literals that an expression is, through names of its own file; each name is looked at once. */
function literalsOf(facts: FileFacts, expr: Expr): readonly Literal[] {
  const found: Literal[] = [];
  collectLiterals(facts, expr, DEPTH, new Set(), found);
  return found;
}

function collectLiterals(
  facts: FileFacts,
  expr: Expr,
  depth: number,
  seen: Set<Binding>,
  found: Literal[],
): void {
  const into = (inner: Expr): void => {
    collectLiterals(facts, inner, depth - 1, seen, found);
  };
  if (depth === 0) return;
  switch (expr.kind) {
    case 'object':
      found.push(expr);
      return;
    case 'typed':
      into(expr.operand);
      return;
    case 'conditional':
      into(expr.whenTrue);
      into(expr.whenFalse);
      return;
    case 'name': {
      const binding = findBinding(facts, expr.name, expr.scope)?.binding;
      if (binding === undefined || seen.has(binding)) return;
      seen.add(binding);
      valuesOf(binding).forEach(into);
      return;
    }
    default:
  }
}

/** The expressions that a name is given as a whole: its initialiser, and what is assigned to it. */
function valuesOf({ init, writes }: Binding): readonly Expr[] {
  const assigned = writes.filter((write) => write.operator === '=' && write.path.length === 0);
  return [...(init ? [init] : []), ...assigned.map((write) => write.value)];
}

/** A property that one of the literals behind an expression, or spread into them in place, spells out. */
function writtenProperty(
  facts: FileFacts,
  expr: Expr,
  name: RegExp,
  seen = new Set<Literal>(),
): WrittenProperty | undefined {
  for (const literal of literalsOf(facts, expr)) {
    if (seen.has(literal)) continue;
    seen.add(literal);
    const { properties } = literal;
    for (let index = properties.length - 1; index >= 0; index -= 1) {
      const property = properties[index];
      if (property?.kind === 'property') {
        if (name.test(property.name)) return property;
      } else if (property !== undefined && property.value.kind !== 'name') {
        const found = writtenProperty(facts, property.value, name, seen);
        if (found !== undefined) return found;
      }
    }
  }
  return undefined;
}

/** Expressions that are looked at for one key. */
const MOST_STEPS = 200;

/**
 * The expressions for a key of an entity: where it is spelled out these, else a member of whatever the entity is or
 * has spread into it.
 */
export function keyExpressions(facts: FileFacts, entity: Expr, key: string): readonly Expr[] {
  return keysIn({ facts, key, steps: MOST_STEPS }, entity, DEPTH);
}

interface Trail {
  readonly facts: FileFacts;
  readonly key: string;
  steps: number;
}

function keysIn(trail: Trail, entity: Expr, depth: number): readonly Expr[] {
  const { facts, key } = trail;
  const member: Expr = { kind: 'member', object: entity, name: key, span: entity.span };
  if (depth === 0 || trail.steps <= 0) return [member];
  trail.steps -= 1;
  const of = (inner: Expr): readonly Expr[] => keysIn(trail, inner, depth - 1);
  switch (entity.kind) {
    case 'typed':
      return of(entity.operand);
    case 'conditional':
      return [...of(entity.whenTrue), ...of(entity.whenFalse)];
    case 'object': {
      const written = writtenProperty(facts, entity, new RegExp(`^${key}$`));
      if (written !== undefined) return keyOf(trail, written.value, depth - 1);
      return entity.properties.flatMap((property) => (property.kind === 'spread' ? of(property.value) : []));
    }
    case 'name': {
      const binding = findBinding(facts, entity.name, entity.scope)?.binding;
      const values = (binding === undefined ? [] : valuesOf(binding)).filter(
        ({ kind }) => kind === 'object' || kind === 'typed' || kind === 'conditional' || kind === 'call',
      );
      const assigned = binding?.writes.filter(
        (write) => write.operator === '=' && write.path.length === 1 && write.path[0] === key,
      );
      if (assigned !== undefined && assigned.length > 0) return assigned.map((write) => write.value);
      return values.length === 0 ? [member] : values.flatMap(of);
    }
    case 'call':
      return asked(entity, key) ?? made(trail, entity, depth - 1) ?? [member];
    default:
      return [member];
  }
}

/** A key that is taken over from another entity is that entity's. */
function keyOf(trail: Trail, value: Expr, depth: number): readonly Expr[] {
  if (value.kind === 'typed') return keyOf(trail, value.operand, depth);
  const isTaken = value.kind === 'member' && value.name === trail.key;
  return isTaken ? keysIn(trail, value.object, depth) : [value];
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
  trail: Trail,
  { callee, args }: Extract<Expr, { kind: 'call' }>,
  depth: number,
): readonly Expr[] | undefined {
  const { facts, key } = trail;
  const init =
    callee.kind === 'name' ? findBinding(facts, callee.name, callee.scope)?.binding.init : undefined;
  const fn = init?.kind === 'function' ? facts.functions[init.fn] : undefined;
  const [only, ...others] = fn?.returns ?? [];
  if (fn === undefined || only === undefined || others.length > 0) return undefined;
  const [literal] = literalsOf(facts, only.value);
  if (literal === undefined || writtenProperty(facts, literal, new RegExp(`^${key}$`)) === undefined)
    return undefined;
  return keysIn(trail, only.value, depth).flatMap((expr) => {
    const given = [...parametersIn(facts, expr, fn.id)];
    return given.length === 0 ? [expr] : given.flatMap((index) => args[index] ?? []);
  });
}
