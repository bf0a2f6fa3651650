import { alternativesOf, type Context } from '../link/abstract.ts';
import { findBinding } from '../link/binding.ts';
import type { Linker } from '../link/linker.ts';
import { constantText } from '../link/text.ts';
import type { CallSite, Expr, FileFacts } from '../syntax/facts.ts';
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
      const found = actions
        .map((action) => inAction(linker, facts, action, context))
        .find((one) => one !== undefined);
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

/** The actions of a transaction that are spelled out: in an array, pushed to one, or made by `map`. */
function actionsOf(facts: FileFacts, expr: Expr): readonly (readonly Expr[])[] {
  switch (expr.kind) {
    case 'typed':
    case 'spread':
      return actionsOf(facts, expr.operand);
    case 'array':
      return expr.elements.flatMap((element) => asAction(facts, element));
    case 'name': {
      const binding = findBinding(facts, expr.name, expr.scope)?.binding;
      if (binding === undefined) return [];
      const made = binding.init && binding.init.kind !== 'name' ? actionsOf(facts, binding.init) : [];
      const pushed = binding.writes.filter(({ operator }) => operator === 'push');
      return [...made, ...pushed.flatMap(({ value }) => asAction(facts, value))];
    }
    case 'call': {
      const [fn] = expr.args;
      const isMap = expr.callee.kind === 'member' && expr.callee.name === 'map' && fn?.kind === 'function';
      const returns = isMap ? (facts.functions[fn.fn]?.returns ?? []) : [];
      return returns.flatMap(({ value }) => asAction(facts, value));
    }
    default:
      return [];
  }
}

function asAction(facts: FileFacts, expr: Expr): readonly (readonly Expr[])[] {
  if (expr.kind === 'typed') return asAction(facts, expr.operand);
  if (expr.kind === 'spread') return actionsOf(facts, expr.operand);
  return expr.kind === 'array' && expr.elements[0]?.kind === 'string' ? [expr.elements] : [];
}

function inAction(
  linker: Linker,
  facts: FileFacts,
  [kind, entity, ...others]: readonly Expr[],
  context: Context,
): { readonly kind: MisplacedEtag['kind']; readonly property: WrittenProperty } | undefined {
  const name = kind?.kind === 'string' ? kind.text.text : '';
  const optional = others
    .map((option) => etagIn(linker, facts, option, context))
    .find((one) => one !== undefined);
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
