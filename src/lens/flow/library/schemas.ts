import { CALLED } from '../../link/calls/clients.ts';
import { callSchema, countOf, resultType, type SchemaArgument } from '../../link/library/schemas.ts';
import { callValibot } from '../../link/library/valibot.ts';
import type { TypeRef } from '../../syntax/facts/expr.ts';
import type { Expression } from '../../syntax/program/program.ts';
import { nameIn } from '../../syntax/program/names.ts';
import { type Part, someCode } from '../../syntax/program/walk.ts';
import { type CallPlace, type Machine, settled } from '../machine.ts';
import { valueOf } from '../values/symbols.ts';
import { constantText } from '../values/texts.ts';
import type { Atom, FunctionAtom, Value } from '../values/values.ts';

/** What a call of a schema gives: another schema, or what is made of its arguments, of a type that it tells. */
export type SchemaMade =
  { readonly kind: 'schema'; readonly value: Atom } | { readonly kind: 'parsed'; readonly type: TypeRef };

/** A call of a package such as zod; undefined where it tells nothing. */
export function schemaCall(
  machine: Machine,
  target: Extract<Atom, { kind: 'external' }>,
  args: readonly Value[],
): SchemaMade | undefined {
  const given = (): readonly SchemaArgument[] => args.map((arg) => argumentOf(machine, arg));
  const made = callSchema(target, given) ?? callValibot(target, given);
  switch (made?.kind) {
    case 'schema':
      return {
        kind: 'schema',
        value: { ...target, path: [...target.path, CALLED], schema: made.schema },
      };
    case 'value':
      return { kind: 'parsed', type: made.type };
    case 'result':
      return { kind: 'parsed', type: resultType(made.type) };
    case undefined:
      return undefined;
  }
}

/** What a builder such as that of tRPC is called that was given the schema of what its functions take as `input`. */
const PROCEDURE = '@trpc/server';

/** `procedure.input(schema)`: whatever the builder is, its functions are given what the schema parses. */
export function withInput(
  machine: Machine,
  receiver: Atom,
  name: string,
  args: readonly Value[],
): Atom | undefined {
  const [only] = args;
  if (name !== 'input' || only === undefined || args.length > 1) return undefined;
  const schema = settled(machine, only);
  const type = schema.kind === 'external' ? schema.schema?.type : undefined;
  if (type === undefined) return undefined;
  const context = receiver.kind === 'external' ? givenByProcedure(receiver)?.members?.ctx : undefined;
  return {
    kind: 'external',
    module: PROCEDURE,
    path: [name, CALLED],
    schema: { type: objectOf({ ...(context !== undefined && { ctx: context }), input: type }) },
  };
}

/** `initTRPC.context<Context>()`: the functions of all that is built from it are given that context. */
export function withContext(
  { module, path }: Extract<Atom, { kind: 'external' }>,
  { types: [type] = [] }: CallPlace,
): Atom | undefined {
  if (module !== PROCEDURE || path.at(-1) !== 'context' || type === undefined) return undefined;
  return { kind: 'external', module, path: [...path, CALLED], schema: { type: objectOf({ ctx: type }) } };
}

/**
 * What the functions of a builder are given after `.use(middleware)`: of the context nothing, unless all code of that function is seen to
 * hand it on as it was.
 */
export function afterMiddleware(machine: Machine, given: TypeRef, [only]: readonly Value[]): TypeRef {
  const { ctx, ...others } = given.members ?? {};
  const middleware = only === undefined ? undefined : settled(machine, only);
  const isLeft = middleware?.kind === 'function' && leavesContext(middleware);
  return objectOf({ ...(ctx !== undefined && isLeft && { ctx }), ...others });
}

/** Whether middleware ends with `next()` or `next({ ctx })`, and changes nothing before. */
function leavesContext({ fn }: FunctionAtom): boolean {
  const code: Part = { kind: 'function', fn, frames: { scope: fn.scope } };
  const isAssigned = someCode(
    code,
    (part) => part.kind === 'expression' && part.expression.kind === 'assign',
  );
  const callsNext = (isWanted: (args: readonly Expression[]) => boolean): boolean =>
    someCode(code, (part) => {
      const call =
        part.kind === 'expression' && part.expression.kind === 'call' ? part.expression : undefined;
      return call !== undefined && nameIn(call.callee) === 'next' && isWanted(call.args);
    });
  return !isAssigned && callsNext(() => true) && !callsNext((args) => !args.every(isContextAlone));
}

/** `{ ctx }` */
function isContextAlone(given: Expression): boolean {
  const [part, ...more] = given.kind === 'object' ? given.parts : [];
  return (
    part?.kind === 'property' && part.name === 'ctx' && nameIn(part.value) === 'ctx' && more.length === 0
  );
}

function objectOf(members: Readonly<Record<string, TypeRef>>): TypeRef {
  return { name: '', args: [], members, required: Object.keys(members) };
}

/** The type of what such a builder gives the functions that it is given. */
export function givenByProcedure({
  module,
  schema,
}: Extract<Atom, { kind: 'external' }>): TypeRef | undefined {
  return module === PROCEDURE ? schema?.type : undefined;
}

/** A value of a type that a schema tells. */
export function parsedValue(machine: Machine, type: TypeRef, { file }: CallPlace): Value {
  return valueOf(machine, { type, file });
}

function argumentOf(machine: Machine, arg: Value): SchemaArgument {
  const atom = settled(machine, arg);
  switch (atom.kind) {
    case 'external':
      return atom.schema === undefined ? { kind: 'other' } : { kind: 'schema', schema: atom.schema };
    case 'text': {
      const text = constantText(atom);
      return text === undefined ? { kind: 'other' } : { kind: 'text', text };
    }
    case 'number':
      return atom.least === undefined ? countOf(atom.number.constant) : { kind: 'other' };
    case 'object': {
      const { kind, properties, elements, open } = machine.store.object(atom.id);
      if (kind === 'array')
        return { kind: 'list', elements: elements.map(({ value }) => argumentOf(machine, value)) };
      return {
        kind: 'object',
        members: [...properties].map(([name, value]) => [name, argumentOf(machine, value)] as const),
        isOpen: open !== undefined,
      };
    }
    default:
      return { kind: 'other' };
  }
}
