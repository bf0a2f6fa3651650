import type { Expr } from '../../syntax/facts/expr.ts';
import type { FileFacts } from '../../syntax/facts/facts.ts';
import { findBinding } from '../names/find-binding.ts';
import { callsOf } from './calls.ts';
import { type Abstract, alternativesOf, choose, type Context } from '../values/abstract.ts';
import { calledFunctions } from './called-functions.ts';
import { type Linker, once, type Provided } from '../linker.ts';
import type { GivenTo } from '../values/value.ts';
import { constantText } from '../values/text.ts';

type Parameter = Extract<Expr, { kind: 'parameter' }>;

/**
 * The client that a container hands to a parameter or field with `@Inject(TOKEN)`, or a decorator of the workspace that is made
 * of that: what the providers of the token in any file give. Undefined where that is not seen, or is no client.
 */
export function injectedClient(
  linker: Linker,
  { token }: Pick<Parameter, 'token'>,
  { file }: Context,
): Abstract | undefined {
  return token && clientOfKey(linker, askedFor(linker, token, { file }));
}

/** The client that a container has for a token: `container.get<TableClient>(TOKEN)`. */
export function clientOfToken(linker: Linker, token: Expr, context: Context): Abstract | undefined {
  return clientOfKey(linker, keyOf(linker, token, context));
}

function clientOfKey(linker: Linker, key: string | undefined): Abstract | undefined {
  const providers = key === undefined ? undefined : providersOf(linker).get(key);
  if (providers === undefined) return undefined;
  const value = choose(
    providers.map((provider) => ({
      value: once(linker, provider.value, 'provided', () =>
        linker.evaluate(provider.value, provider.context),
      ),
    })),
  );
  return alternativesOf(value).every((choice) => choice.value.kind === 'client') ? value : undefined;
}

/** The same of a parameter of a function, by its name. */
export function injectedParameter(
  linker: Linker,
  { file, fn }: GivenTo,
  name: string | undefined,
): Abstract | undefined {
  const facts = linker.files.facts(file);
  const scope = facts?.functions[fn]?.scope;
  const bindings = scope === undefined ? undefined : facts?.scopes[scope]?.bindings;
  const init = name === undefined || bindings === undefined ? undefined : bindings[name]?.init;
  return init?.kind === 'parameter' ? injectedClient(linker, init, { file }) : undefined;
}

/** The token that a decorator asks for. */
function askedFor(linker: Linker, decorator: Expr, context: Context): string | undefined {
  if (decorator.kind !== 'call') return undefined;
  const [argument] = decorator.args;
  const callee = linker.evaluate(decorator.callee, context);
  if (callee.kind === 'external')
    return INJECTING.has(callee.path.at(-1) ?? '') && argument ? keyOf(linker, argument, context) : undefined;
  const [called] = calledFunctions(linker, decorator, context);
  const returns = called && linker.files.facts(called.context.file)?.functions[called.fn]?.returns;
  const [only] = returns ?? [];
  return called && only && returns?.length === 1 ? askedFor(linker, only, called.context) : undefined;
}

/** Decorators by which a constructor or field asks a container. */
const INJECTING: ReadonlySet<string> = new Set(['Inject', 'inject']);

/** Equal for the same token: a text by its characters, a symbol or class by its name. */
function keyOf(linker: Linker, token: Expr, context: Context): string | undefined {
  const text = constantText(linker.evaluate(token, context));
  if (text !== undefined) return JSON.stringify(text);
  return token.kind === 'name' || token.kind === 'member' ? token.name : undefined;
}

function providersOf(linker: Linker): ReadonlyMap<string, readonly Provided[]> {
  const known = linker.memory.providers.all;
  if (known !== undefined) return known;
  const all = new Map<string, Provided[]>();
  // who makes one may ask for another
  linker.memory.providers.all = all;
  const add = (key: string | undefined, one: Provided): void => {
    if (key !== undefined) all.set(key, [...(all.get(key) ?? []), one]);
  };
  const files = linker.files.providers();
  for (const file of files) {
    for (const { token, value } of linker.files.facts(file)?.providers ?? NO_PROVIDERS) {
      const parameter = parameterOf(linker, token, file);
      if (parameter === undefined) add(keyOf(linker, token, { file }), { value, context: { file } });
      else for (const { key, ...one } of madeWith(linker, value, parameter, { file }, files)) add(key, one);
    }
  }
  return all;
}

/** The parameter of a function of the file that a token is, as it was given. */
function parameterOf(linker: Linker, token: Expr, file: string): Parameter | undefined {
  const facts = linker.files.facts(file);
  if (token.kind !== 'name' || facts === undefined) return undefined;
  const { binding } = findBinding(facts, token.name, token.scope) ?? {};
  return binding?.init?.kind === 'parameter' && binding.writes.length === 0 ? binding.init : undefined;
}

/** What all calls of the function make that makes a provider for the token that it is given. */
function madeWith(
  linker: Linker,
  value: Expr,
  { fn, index }: Parameter,
  { file }: Context,
  files: readonly string[],
): readonly (Provided & { readonly key: string | undefined })[] {
  const name = linker.files.facts(file)?.functions[fn]?.name;
  if (name === undefined) return [];
  return files.flatMap((from) => {
    const facts = linker.files.facts(from);
    const calls = facts === undefined ? [] : callsOf(linker, facts, name);
    return calls.flatMap(({ call }) => {
      const here: Context = { file: from };
      const [made] = calledFunctions(linker, call, here, (one) => one.file === file && one.fn === fn);
      const token = call.args[index];
      return made && token ? [{ key: keyOf(linker, token, here), value, context: made.context }] : [];
    });
  });
}

const NO_PROVIDERS: FileFacts['providers'] = [];
