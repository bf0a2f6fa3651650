import type { Expr } from '../../syntax/facts/expr.ts';
import type { FileFacts, Provider } from '../../syntax/facts/facts.ts';
import { writtenProvider } from '../../syntax/lower/providers.ts';
import { type Abstract, alternativesOf, choose, type Context } from '../values/abstract.ts';
import { calledFunctions, functionsCalled } from './call.ts';
import { type Linker, once, type Provided } from '../linker.ts';
import type { GivenTo } from '../values/value.ts';
import { constantText } from '../values/text.ts';

type Parameter = Extract<Expr, { kind: 'parameter' }>;

/**
 * The client that a container hands to a parameter with `@Inject(TOKEN)`, or a decorator of the workspace that is made of
 * that: what the providers of the token in any file give. Undefined where that is not seen, or is no client.
 */
export function injectedClient(
  linker: Linker,
  { token }: Parameter,
  { file }: Context,
): Abstract | undefined {
  const key = token && askedFor(linker, token, { file });
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
    return callee.path.at(-1) === 'Inject' && argument ? keyOf(linker, argument, context) : undefined;
  const [called] = calledFunctions(linker, decorator, context);
  const returns = called && linker.files.facts(called.context.file)?.functions[called.fn]?.returns;
  const [only] = returns ?? [];
  return called && only && returns?.length === 1 ? askedFor(linker, only, called.context) : undefined;
}

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
  for (const file of linker.files.providers()) {
    for (const provider of linker.files.facts(file)?.providers ?? NO_PROVIDERS) {
      const { key, value, context } = readProvider(linker, provider, { file }) ?? NO_PROVIDER;
      if (key !== undefined) all.set(key, [...(all.get(key) ?? []), { value, context }]);
    }
  }
  return all;
}

function readProvider(
  linker: Linker,
  provider: Provider,
  context: Context,
): { readonly key: string | undefined; readonly value: Expr; readonly context: Context } | undefined {
  if (provider.kind === 'written')
    return { ...provider, key: keyOf(linker, provider.token, context), context };
  const { call } = provider;
  const [fn, ...others] = functionsCalled(linker, call, context);
  const made = fn === undefined || others.length > 0 ? undefined : linker.evaluate(call, context);
  const written = made?.kind === 'object' ? writtenProvider(made.properties) : undefined;
  if (fn === undefined || made?.kind !== 'object' || written === undefined) return undefined;
  const { token, value } = written;
  const parameters = linker.files.facts(fn.file)?.functions[fn.fn]?.parameters ?? [];
  const index = token.kind === 'name' ? parameters.findIndex(({ name }) => name === token.name) : -1;
  const argument = call.args[index];
  const key = argument === undefined ? keyOf(linker, token, made.context) : keyOf(linker, argument, context);
  return { key, value, context: made.context };
}

const NO_PROVIDERS: FileFacts['providers'] = [];
const NO_PROVIDER = { key: undefined, value: undefined, context: undefined };
