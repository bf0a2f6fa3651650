import { written } from '../../core/shape/condition.ts';
import type { Place } from '../../core/text/segments.ts';
import { type Abstract, alternativesOf, type ArrayElement, type Context, toValue } from '../link/abstract.ts';
import { findBinding } from '../link/find-binding.ts';
import type { Linker } from '../link/linker.ts';
import { asObject } from '../link/instance.ts';
import { constantText } from '../link/text.ts';
import { trace } from '../link/trace.ts';
import type { Expr } from '../syntax/expr.ts';
import { ANY_NAME } from '../syntax/facts.ts';
import { keysOf, valuesOf } from './entity.ts';
import type { TransactionAction } from './operation.ts';

/**
 * The actions that `submitTransaction` is given as `list`, as far as they are seen, in order; undefined where that is
 * not seen to be a list, or a part of one.
 */
export function actionsOf(
  linker: Linker,
  list: Expr,
  context: Context,
): readonly TransactionAction[] | undefined {
  const found = listsBehind(linker, list, context);
  const here = { file: context.file, span: list.span };
  return found?.lists.flatMap((elements, index) =>
    elements.flatMap((one, element) =>
      actionOf(linker, one, here).map((action) => ({
        ...action,
        list: index,
        element,
        isPart: found.isPart,
      })),
    ),
  );
}

/** The list query of which each action of `list` has an entity's PartitionKey; undefined where some have another. */
export function partitionsFrom(linker: Linker, list: Expr, file: string): Place | undefined {
  const sources = trace(linker, list, { file }, [ANY_NAME, '1', 'partitionKey']);
  const [first] = sources;
  const isListed = sources.every(
    ({ kind, path, share }) => kind === 'list' && share === 'same' && path.join('.') === 'partitionKey',
  );
  return first && isListed ? { file: first.frame.file, span: first.expr.span } : undefined;
}

/** Names and methods that lead from a part to the list that it is taken from. */
const DEPTH = 8;

interface Lists {
  readonly lists: readonly (readonly ArrayElement[])[];
  readonly isPart: boolean;
}

function listsBehind(linker: Linker, expr: Expr, context: Context, depth = DEPTH): Lists | undefined {
  const lists = alternativesOf(linker.evaluate(expr, context)).flatMap(({ value }) =>
    value.kind === 'array' ? [value.elements] : [undefined],
  );
  const known = lists.filter((elements) => elements !== undefined);
  if (known.length === lists.length) return { lists: known, isPart: false };
  const whole = depth === 0 ? undefined : cutFrom(linker, expr, context);
  const found = whole && listsBehind(linker, whole, context, depth - 1);
  return found && { ...found, isPart: true };
}

/** Methods that give some elements of an array, or all in another order. */
const CUTS = /^(slice|splice|filter|sort|reverse|toSorted|toReversed)$/;

/** What people call functions that divide an array. */
const DIVIDES = /chunk|batch|split|slice|partition/i;

/** The array that an expression has a part of. */
function cutFrom(linker: Linker, expr: Expr, context: Context): Expr | undefined {
  switch (expr.kind) {
    case 'typed':
      return cutFrom(linker, expr.operand, context);
    case 'call':
      return expr.callee.kind === 'member' && CUTS.test(expr.callee.name) ? expr.callee.object : undefined;
    case 'element':
      return dividedIn(expr.of);
    case 'name': {
      const facts = linker.files.facts(context.file);
      const binding = facts && findBinding(facts, expr.name, expr.scope)?.binding;
      const { init, writes = [] } = binding ?? {};
      return init === undefined || writes.length > 0 ? undefined : cutFrom(linker, init, context);
    }
    default:
      return undefined;
  }
}

/** The array that `chunk(actions, 100)` divides. */
function dividedIn(expr: Expr): Expr | undefined {
  if (expr.kind !== 'call') return undefined;
  const { callee, args } = expr;
  const isDivided = (callee.kind === 'name' || callee.kind === 'member') && DIVIDES.test(callee.name);
  return isDivided ? args[0] : undefined;
}

type Action = Omit<TransactionAction, 'list' | 'element' | 'isPart'>;

function actionOf(linker: Linker, element: ArrayElement, here: Place): readonly Action[] {
  const { many, when } = element;
  const place = element.place ?? here;
  return alternativesOf(element.value).map(({ value }): Action => {
    const common = { place, many, ...(when !== undefined && { when: written(when) }) };
    if (value.kind !== 'array') {
      if (value.kind !== 'object') return { ...common, isTuple: undefined };
      return { ...common, isTuple: false, parts: () => valuesOf(linker, value, place) };
    }
    const [kind, entity] = value.elements;
    const made = entity && asObject(linker, entity.value);
    const at = entity?.place ?? place;
    const name = kind && constantText(kind.value);
    return {
      ...common,
      isTuple: isTuple(value.elements),
      ...(name !== undefined && { kind: name }),
      ...(made?.kind === 'object' && keysOf(linker, made, at)),
      entityPlace: at,
      values: () => valuesOf(linker, made, at),
      ...(value.elements[2] && { options: toValue(value.elements[2].value) }),
    };
  });
}

/** Whether an array has what an action needs: its name, and an entity after it. */
function isTuple(elements: readonly ArrayElement[]): boolean | undefined {
  if (elements.some(({ many }) => many)) return undefined;
  const [kind, entity] = elements;
  if (entity === undefined) return false;
  const isName = kind !== undefined && alternativesOf(kind.value).every(({ value }) => mayBeName(value));
  return isName && alternativesOf(entity.value).every(({ value }) => mayBeEntity(value));
}

function mayBeName({ kind }: Abstract): boolean {
  return !/^(number|boolean|nothing|object|array|client)$/.test(kind);
}

function mayBeEntity({ kind }: Abstract): boolean {
  return !/^(text|number|boolean|nothing|number-text|time-text|random-text|array|client)$/.test(kind);
}
