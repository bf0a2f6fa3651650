import { keptPlace, type Machine, unknownOf } from '../machine.ts';
import { memberPlace } from '../values/symbols.ts';
import {
  type Atom,
  type ClassAtom,
  FALSE,
  type Symbolic,
  TRUE,
  UNDEFINED,
  type Value,
} from '../values/values.ts';

/** Classes of the language that tell what was thrown. */
const ERRORS: ReadonlySet<string> = new Set([
  ...['Error', 'RangeError', 'TypeError', 'SyntaxError', 'ReferenceError', 'URIError', 'EvalError'],
]);

/** Notes of which class of the language an error is. */
export function noteErrorClass(machine: Machine, error: Symbolic, path: readonly string[]): void {
  machine.store.set(errorPlace(machine, error), { kind: 'global', path });
}

/** What the SDK's errors, and others, say of themselves. One that the language made has none of it. */
const TOLD_BY_OTHERS = ['code', 'status', 'statusCode', 'details'];

/** Notes that an error has just what the language gives it: it is thrown where it is made. */
export function noteBareError(machine: Machine, error: Atom): void {
  if (error.kind !== 'unknown' || machine.store.get(errorPlace(machine, error)) === undefined) return;
  for (const name of TOLD_BY_OTHERS) machine.store.set(memberPlace(machine, error, name), UNDEFINED);
}

function errorPlace(machine: Machine, { symbol }: Symbolic): number {
  return keptPlace(machine, `error ${symbol}`);
}

/** `value instanceof cls`, as far as it is seen where the value was made. */
export function isInstance(machine: Machine, value: Atom, cls: Atom): Value {
  const unseen = (): Value => unknownOf(machine, 'not-supported');
  switch (value.kind) {
    case 'nothing':
    case 'text':
    case 'boolean':
      return FALSE;
    case 'object': {
      const { kind, cls: own } = machine.store.object(value.id);
      if (own !== undefined) return extendsIt(own, cls) ?? unseen();
      return kind === 'object' || cls.kind !== 'class' ? unseen() : FALSE;
    }
    case 'unknown': {
      const made = machine.store.get(errorPlace(machine, value));
      if (made?.kind !== 'global') return unseen();
      // of those no class of others is the one of the language
      if (cls.kind === 'class' || cls.kind === 'external') return FALSE;
      const [name = ''] = cls.kind === 'global' ? cls.path : [];
      if (!ERRORS.has(name)) return unseen();
      return name === 'Error' || name === made.path[0] ? TRUE : FALSE;
    }
    default:
      return unseen();
  }
}

/** Whether a class is another one, or extends it; undefined where what it extends is not seen. */
function extendsIt(own: ClassAtom, cls: Atom): Atom | undefined {
  for (let at = own; ;) {
    if (cls.kind === 'class' && at.statics === cls.statics) return TRUE;
    const { base } = at;
    if (base === undefined) return cls.kind === 'class' ? FALSE : undefined;
    if (base.kind === 'class') {
      at = base;
      continue;
    }
    // of what is not seen a class of the workspace is no base
    return cls.kind === 'class' && base.kind === 'global' ? FALSE : undefined;
  }
}
