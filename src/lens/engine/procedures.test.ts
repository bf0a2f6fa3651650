import assert from 'node:assert/strict';
import { PACKAGE, summary } from '../../../test/support/operations.ts';

const CONTEXT = `${PACKAGE}
export const createContext = ({ req }: { req: Request }) => ({
  tables: { orders: new TableClient(url, 'Orders', credential), customers: new TableClient(url, 'Customers', credential) },
  user: req.headers.get('user'),
});
export type Context = Awaited<ReturnType<typeof createContext>>;
`;

const TRPC = `import { initTRPC } from '@trpc/server';
import { createBuilder } from 'another-package';
import type { Context } from './context.ts';
const t = initTRPC.context<Context>().create({ isServer: true });
export const procedure = t.procedure;
export const withUser = t.procedure.use(async ({ ctx, next }) => {
  if (!ctx.user) throw new Error('nobody');
  return next({ ctx: { ...ctx, user: ctx.user } });
});
export const logged = t.middleware(({ ctx, next }) => next());
const limited = t.procedure.use(async ({ ctx, next }) => { await check(ctx.user); return next({ ctx }); });
export const withLog = limited.use(logged);
export const other = createBuilder.context<Context>().create().procedure;
`;

/** The operations of procedures, a line each. */
function operations(code: string): readonly string[] {
  const procedures = `${PACKAGE}import { z } from 'zod';\nimport { other, procedure, withLog, withUser } from './trpc.ts';\n${code}`;
  return summary({ 'context.ts': CONTEXT, 'trpc.ts': TRPC, 'procedures.ts': procedures });
}

describe('functions of a builder that was given the type of its context', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    [
      'have the tables of the context',
      `export const get = procedure.query(({ ctx }) => ctx.tables.orders.getEntity('a', 'b'));`,
      ['getEntity Orders proved'],
    ],
    [
      'have them beside what a schema says of their input',
      `export const find = procedure.input(z.object({ id: z.string() })).query(({ ctx, input }) => {
        const filter = odata\`PartitionKey eq 'a' and RowKey ge \${input.id}\`;
        return ctx.tables.customers.listEntities({ queryOptions: { filter } });
      });`,
      ['listEntities Customers proved row-range'],
    ],
    [
      'have them after functions that hand the context on as it is',
      `export const get = withLog.mutation(async (given) => given.ctx.tables.orders.deleteEntity('a', 'b'));`,
      ['deleteEntity Orders proved'],
    ],
    [
      'have none after one that hands on another context',
      `export const get = withUser.query(({ ctx }) => ctx.tables.orders.getEntity('a', 'b'));`,
      ['getEntity ? inferred'],
    ],
    [
      'have none where another package gives the context',
      `export const get = other.query(({ ctx }) => ctx.tables.orders.getEntity('a', 'b'));`,
      ['getEntity ? inferred'],
    ],
  ];
  for (const [name, code, expected] of cases)
    it(name, () => {
      assert.deepEqual(operations(code), expected);
    });
});
