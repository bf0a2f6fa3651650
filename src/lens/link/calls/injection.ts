import type { Expr } from '../../syntax/facts/expr.ts';
import type { FileFacts } from '../../syntax/facts/facts.ts';
import { type Abstract, alternativesOf, choose, type Context } from '../values/abstract.ts';
import { calledFunctions } from './call.ts';
import { type Linker, once, type Provided } from '../linker.ts';
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
        linker.evaluate(provider.value, { file: provider.file }),
      ),
    })),
  );
  return alternativesOf(value).every((choice) => choice.value.kind === 'client') ? value : undefined;
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
  for (const file of linker.files.providers()) {
    for (const { token, value } of linker.files.facts(file)?.providers ?? NO_PROVIDERS) {
      const key = keyOf(linker, token, { file });
      if (key !== undefined) all.set(key, [...(all.get(key) ?? []), { file, value }]);
    }
  }
  linker.memory.providers.all = all;
  return all;
}

const NO_PROVIDERS: FileFacts['providers'] = [];
