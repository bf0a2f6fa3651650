import type { Span } from '../../../core/text/span.ts';
import type { Expression, FunctionCode } from '../../syntax/program/program.ts';
import type { ExpressionPart, FunctionPart } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { codeOfFile, givenToNames } from '../shared/code-at.ts';
import { functionOf } from '../shared/function-of.ts';
import { oncePerFile } from '../shared/once.ts';

/** Whether a function is run for each request: a framework is given it with a path, or looks for it by its name. */
export function servesRequests(context: RuleContext, { start }: Span): boolean {
  return servingIn(context).has(start);
}

/** Where the functions of a file begin that serve requests. */
const servingIn = oncePerFile((context): ReadonlySet<number> => {
  const code = codeOfFile(context, context.file);
  const given = givenToNames(context, code);
  const functions = code.parts.filter((part) => part.kind === 'function');
  const routed = code.parts.flatMap((part) => (part.kind === 'expression' ? routedBy(part) : []));
  const served = routed.flatMap((part) => functionOf(part, given, functions) ?? []).filter(takesRequest);
  const exported = functions.filter(
    ({ fn }) => isOfFramework(context.file, fn) || isHandingOn(fn) || makesContext(fn),
  );
  return new Set([...served, ...exported].map(({ fn }) => fn.span.start));
});

/** What a cache is given with a path to make what it keeps takes nothing. */
function takesRequest({ fn }: FunctionPart): boolean {
  return fn.parameters.length > 0;
}

/** What a call hands over to serve requests: `app.post('/orders', handler)`, `app.use(middleware)`. */
function routedBy({ expression, frames }: ExpressionPart): readonly ExpressionPart[] {
  if (expression.kind !== 'call' || expression.callee.kind !== 'member') return [];
  const { callee, args } = expression;
  const [first, ...others] = args;
  const isPath = first?.kind === 'text' && first.text.text.startsWith('/');
  const handlers = METHODS.has(callee.name) && isPath ? others : isMiddleware(callee.name, args) ? args : [];
  return handlers.map((handler) => ({ kind: 'expression', expression: handler, frames }));
}

/** Methods by which routers of Express, Hono, Fastify, Koa and their like are given what serves a path. */
const METHODS: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete', 'all', 'use']);

/** `app.use((req, res, next) => …)`, `app.use((c, next) => …)`: what ends by handing the request on. */
function isMiddleware(name: string, [only, ...others]: readonly Expression[]): boolean {
  if (name !== 'use' || others.length > 0 || only?.kind !== 'function') return false;
  return only.fn.parameters.at(-1)?.name === 'next';
}

/** `function (req, res, next)`: only a framework that is given it calls it so. */
function isHandingOn({ parameters }: FunctionCode): boolean {
  const [request, response, next] = parameters.map(({ name }) => name?.replace(/^_/, ''));
  return (
    parameters.length === 3 &&
    (request === 'req' || request === 'request') &&
    (response === 'res' || response === 'response') &&
    next === 'next'
  );
}

/** `createContext({ req })`: what servers of tRPC and GraphQL ask of each request for what their procedures see. */
function makesContext({ name, parameters: [given, ...others] }: FunctionCode): boolean {
  if (given === undefined || others.length > 0 || !/^(?:\w+C|c)ontext$/.test(name ?? '')) return false;
  const { pattern, type } = given;
  if (OF_ADAPTERS.test(type?.name ?? '')) return true;
  const parts = pattern.kind === 'object-pattern' ? pattern.parts : [];
  return parts.some(({ key }) => key === 'req' || key === 'request');
}

/** Types of what adapters of tRPC give it. */
const OF_ADAPTERS = /^(?:Create\w+ContextOptions|FetchCreateContextFnOptions)$/;

/** Names by which frameworks find what serves requests in files of theirs. */
const BY_FILE: readonly (readonly [RegExp, ReadonlySet<string>])[] = [
  [
    /(?:^|\/)(?:route|\+server)\.[jt]sx?$/,
    new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']),
  ],
  [/(?:^|\/)routes\//, new Set(['loader', 'action'])],
  [/(?:^|\/)\+(?:page|layout)\.server\.[jt]s$/, new Set(['load'])],
];

function isOfFramework(file: string, { name, parameters }: FunctionCode): boolean {
  return (
    name !== undefined &&
    parameters.length > 0 &&
    BY_FILE.some(([path, names]) => names.has(name) && path.test(file))
  );
}
