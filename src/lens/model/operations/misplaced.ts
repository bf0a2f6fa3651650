import { alternativesOf, type Context } from '../../link/values/abstract.ts';
import { findBinding } from '../../link/names/find-binding.ts';
import type { Linker } from '../../link/linker.ts';
import { constantText } from '../../link/values/text.ts';
import type { Expr } from '../../syntax/facts/expr.ts';
import type { Binding, CallSite, FileFacts } from '../../syntax/facts/facts.ts';
import { literalsOf, writtenProperty, type WrittenProperty } from './entity-expressions.ts';
import type { MisplacedEtag, Write } from './operation.ts';

/** What people call it among the properties of an entity. */
const ETAG = /^(odata\.)?etag$/i;

/**
 * An etag that is given where the SDK does not look for it; undefined where there is none, or it is an entity's as it
 * was read and spread. `sent` tells whether the options bring one all the same.
 */
export function misplacedEtag(
  linker: Linker,
  facts: FileFacts,
  site: CallSite,
  context: Context,
  sent: Write['etag'],
): MisplacedEtag | undefined {
  const { method, call } = site;
  const [first, second, third] = call.args;
  if (first === undefined) return undefined;
  const at = (kind: MisplacedEtag['kind'], property: WrittenProperty): MisplacedEtag => ({
    kind,
    place: { file: facts.file, span: { start: property.nameSpan.start, end: property.value.span.end } },
    value: property.value.span,
  });
  switch (method) {
    case 'submitTransaction': {
      const actions = actionsOf(facts, first);
      const found = firstOf(actions, (action) => inAction(linker, facts, action, context));
      if (found !== undefined) return at(found.kind, found.property);
      const mode = actions.flatMap(modeOf).find((expr) => isObject(linker, expr, context));
      return mode && asMode(facts, mode);
    }
    case 'updateEntity':
    case 'upsertEntity': {
      if (second !== undefined && isObject(linker, second, context)) return asMode(facts, second);
      const option = method === 'upsertEntity' && third ? etagIn(linker, facts, third, context) : undefined;
      if (option !== undefined) return at('upsert', option);
      const own = sent === 'missing' ? etagIn(linker, facts, first, context) : undefined;
      return own && at('entity', own);
    }
    default:
      return undefined;
  }
}

/** The first that something is made of. */
function firstOf<T, R>(all: readonly T[], make: (one: T) => R | undefined): R | undefined {
  for (const one of all) {
    const made = make(one);
    if (made !== undefined) return made;
  }
  return undefined;
}

/** An object where the mode belongs. */
function asMode(facts: FileFacts, expr: Expr): MisplacedEtag {
  const value = writtenProperty(facts, expr, ETAG)?.value.span;
  return { kind: 'mode', place: { file: facts.file, span: expr.span }, ...(value && { value }) };
}

/** Where an action has its mode. */
function modeOf([kind, , mode]: readonly Expr[]): readonly Expr[] {
  const name = kind?.kind === 'string' ? kind.text.text : '';
  return mode !== undefined && (name === 'update' || name === 'upsert') ? [mode] : [];
}

function isObject(linker: Linker, expr: Expr, context: Context): boolean {
  const values = alternativesOf(linker.evaluate(expr, context));
  return values.length > 0 && values.every(({ value }) => value.kind === 'object');
}

/** The property that sets an etag on purpose: not to nothing, to an empty text or to "any". */
function etagIn(linker: Linker, facts: FileFacts, expr: Expr, context: Context): WrittenProperty | undefined {
  const property = writtenProperty(facts, expr, ETAG);
  const value = property && linker.evaluate(property.value, context);
  if (value === undefined || value.kind === 'nothing') return undefined;
  const text = constantText(value);
  return text === '' || text === '*' ? undefined : property;
}

type Action = readonly Expr[];

/** The actions of a transaction that are spelled out: in an array, pushed to one, or made by `map`. */
function actionsOf(facts: FileFacts, expr: Expr): readonly Action[] {
  const found: Action[] = [];
  collectActions(facts, expr, new Set(), found);
  return found;
}

/** Names of lists that are looked into. */
const MOST_NAMES = 50;

/** Each name once: lists may be spread into others again and again. */
function collectActions(facts: FileFacts, expr: Expr, seen: Set<Binding>, found: Action[]): void {
  switch (expr.kind) {
    case 'typed':
    case 'spread':
      collectActions(facts, expr.operand, seen, found);
      return;
    case 'array':
      for (const element of expr.elements) collectAction(facts, element, seen, found);
      return;
    case 'name': {
      const binding = findBinding(facts, expr.name, expr.scope)?.binding;
      if (binding === undefined || seen.has(binding) || seen.size >= MOST_NAMES) return;
      seen.add(binding);
      if (binding.init && binding.init.kind !== 'name') collectActions(facts, binding.init, seen, found);
      for (const { operator, value } of binding.writes) {
        if (operator === 'push') collectAction(facts, value, seen, found);
      }
      return;
    }
    case 'call': {
      const [fn] = expr.args;
      const isMap = expr.callee.kind === 'member' && expr.callee.name === 'map' && fn?.kind === 'function';
      const returns = isMap ? (facts.functions[fn.fn]?.returns ?? []) : [];
      for (const { value } of returns) collectAction(facts, value, seen, found);
      return;
    }
    default:
  }
}

function collectAction(facts: FileFacts, expr: Expr, seen: Set<Binding>, found: Action[]): void {
  if (expr.kind === 'typed') collectAction(facts, expr.operand, seen, found);
  else if (expr.kind === 'spread') collectActions(facts, expr.operand, seen, found);
  else if (expr.kind === 'array' && expr.elements[0]?.kind === 'string') found.push(expr.elements);
}

function inAction(
  linker: Linker,
  facts: FileFacts,
  [kind, entity, ...others]: readonly Expr[],
  context: Context,
): { readonly kind: MisplacedEtag['kind']; readonly property: WrittenProperty } | undefined {
  const name = kind?.kind === 'string' ? kind.text.text : '';
  const optional = firstOf(others, (option) => etagIn(linker, facts, option, context));
  const own =
    entity && literalsOf(facts, entity).length > 0 ? etagIn(linker, facts, entity, context) : undefined;
  switch (name) {
    case 'delete': {
      const property = optional ?? own;
      return property && { kind: 'delete-action', property };
    }
    case 'upsert': {
      const property = optional ?? own;
      return property && { kind: 'upsert', property };
    }
    case 'update':
      return own && others.length < 2 ? { kind: 'entity', property: own } : undefined;
    default:
      return undefined;
  }
}
