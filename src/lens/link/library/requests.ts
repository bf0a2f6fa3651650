import type { TypeRef } from '../../syntax/facts/expr.ts';

/** What requests have in frameworks, by the names that Fastify's routes give the types of it. */
const OF_ROUTE: ReadonlyMap<string, string> = new Map([
  ['Body', 'body'],
  ['Params', 'params'],
  ['Querystring', 'query'],
]);

/** What requests of Express have, by the places of the types: `Request<Params, unknown, Body, Query>`. */
const OF_EXPRESS: readonly (string | undefined)[] = ['params', undefined, 'body', 'query'];

/**
 * The type of a request that a route is given whose type is `{ Body: …; Params: …; Querystring: … }`, as in
 * `app.post<{ Body: Order }>('/orders', handler)`; undefined for any other type.
 */
export function requestOfRoute(route: Members, file: string): TypeRef | undefined {
  const members = Object.create(null) as Record<string, TypeRef>;
  for (const [name, type] of Object.entries(route ?? {})) {
    const member = OF_ROUTE.get(name);
    if (member !== undefined) members[member] = { file, ...type };
  }
  const names = Object.keys(members);
  return names.length === 0 ? undefined : { name: '', args: [], members, required: names };
}

type Members = TypeRef['members'];

/** The type of a member of Express's request; undefined for what its type doesn't say. */
export function memberOfExpressRequest({ args }: TypeRef, member: string): TypeRef | undefined {
  const index = OF_EXPRESS.indexOf(member);
  return index < 0 ? undefined : args[index];
}
