import assert from 'node:assert/strict';
import { PACKAGE } from '../../../test/support/operations.ts';
import { rules } from '../rules/registry.ts';
import { createEngine } from './create.ts';

const STORES = `${PACKAGE}import type { FastifyInstance } from 'fastify';
export interface Stores { loans: TableClient; readers: TableClient }
export async function stores(app: FastifyInstance) {
  const open = (name: string) => TableClient.fromConnectionString(process.env.LIBRARY!, name);
  app.decorate('stores', { loans: open('Loans'), readers: open('Readers') });
}
declare module 'fastify' {
  interface FastifyInstance { stores: Stores }
}
`;
const EXPRESS = `${PACKAGE}
declare global {
  namespace Express {
    interface Request { loans: TableClient }
  }
}
export const attach = (client: TableClient) => (req: any, _res: any, next: () => void) => { req.loans = client; next(); };
`;

/** The operations of code, as “method table evidence”, and its findings. */
function analysed(
  stores: string,
  code: string,
): { readonly operations: readonly string[]; readonly findings: readonly string[] } {
  const engine = createEngine({ rules, onRuleError: (rule) => assert.fail(rule) });
  engine.setFile('/stores.ts', stores);
  engine.setFile('/main.ts', code);
  engine.wantedFiles();
  const { operations, findings } = engine.analyze('/main.ts');
  return {
    operations: operations.map(({ method, table, evidence }) => `${method} ${table ?? '?'} ${evidence}`),
    findings: findings.map(({ rule, span }) => `${rule}: ${code.slice(span.start, span.end)}`),
  };
}

describe('what files add to applications and requests of frameworks', () => {
  it('has the tables that it is decorated with', () => {
    const { operations, findings } = analysed(
      STORES,
      `import type { FastifyInstance } from 'fastify';
import { odata } from '@azure/data-tables';
export async function routes(app: FastifyInstance) {
  const { loans, readers } = app.stores;
  app.get('/late/:branch', async (req: { params: { branch: string } }) => {
    const names: string[] = [];
    for await (const loan of loans.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${req.params.branch}\` } })) {
      const reader = await readers.getEntity<{ name: string }>('readers', loan.reader as string);
      names.push(reader.name);
    }
    return names;
  });
}
`,
    );
    assert.deepEqual(operations, ['listEntities Loans proved', 'getEntity Readers proved']);
    assert.ok(findings.includes('n-plus-one: getEntity'), findings.join('\n'));
  });

  it('is what its type says where nothing is seen to decorate it, or several things do', () => {
    const code = `import type { FastifyInstance } from 'fastify';
export const forget = (app: FastifyInstance, reader: string) => app.stores.readers.deleteEntity('readers', reader);
`;
    const undecorated = STORES.replace('app.decorate', 'app.set');
    assert.deepEqual(analysed(undecorated, code).operations, ['deleteEntity ? proved']);
    const twice = `${STORES}export const other = (app: FastifyInstance) => app.decorate('stores', null);
`;
    assert.deepEqual(analysed(twice, code).operations, ['deleteEntity ? proved']);
  });

  it('is added to requests of Express', () => {
    const { operations } = analysed(
      EXPRESS,
      `import type { Request, Response } from 'express';
export async function drop(req: Request, res: Response) {
  await req.loans.deleteEntity(req.params.branch, req.params.id);
  res.sendStatus(204);
}
`,
    );
    assert.deepEqual(operations, ['deleteEntity ? proved']);
  });

  const routes: readonly (readonly [string, string])[] = [
    [
      'a route of Fastify that is given types',
      `import type { FastifyInstance } from 'fastify';
export async function routes(app: FastifyInstance) {
  const { readers } = app.stores;
  app.put<{ Body: { shelf: string; place: number } }>('/places', async (req) => {
    await readers.upsertEntity({ partitionKey: req.body.shelf, rowKey: \`\${req.body.place}\`, taken: true });
  });
}
`,
    ],
    [
      'a route of Fastify whose types have a name',
      `import Fastify from 'fastify';
import { client } from './stores.ts';
interface PutPlace { Body: { shelf: string; place: number } }
const app = Fastify();
app.put<PutPlace>('/places', async ({ body }) => {
  await client.upsertEntity({ partitionKey: body.shelf, rowKey: \`\${body.place}\`, taken: true });
});
`,
    ],
    [
      'a handler of Fastify',
      `import type { FastifyRequest } from 'fastify';
import { client } from './stores.ts';
export async function put(request: FastifyRequest<{ Body: { shelf: string; place: number } }>) {
  await client.upsertEntity({ partitionKey: request.body.shelf, rowKey: \`\${request.body.place}\`, taken: true });
}
`,
    ],
    [
      'a handler of Express',
      `import type { Request, Response } from 'express';
import { client } from './stores.ts';
export async function put(req: Request<{ shelf: string }, unknown, { place: number }>, res: Response) {
  await client.upsertEntity({ partitionKey: req.params.shelf, rowKey: \`\${req.body.place}\`, taken: true });
  res.sendStatus(204);
}
`,
    ],
  ];
  for (const [name, code] of routes) {
    it(`is a request that has the types of ${name}`, () => {
      const { findings } = analysed(
        `${STORES}export const client = TableClient.fromConnectionString(process.env.LIBRARY!, 'Places');\n`,
        code,
      );
      assert.ok(
        findings.some((one) => one.startsWith('unpadded-number-in-key')),
        findings.join('\n'),
      );
      const { findings: none } = analysed(STORES, code.replaceAll('place: number', 'place: string'));
      assert.ok(!none.some((one) => one.startsWith('unpadded-number-in-key')), none.join('\n'));
    });
  }

  it("isn't taken from types of another module, or with other members", () => {
    const code = `import type { FastifyInstance } from 'fastify';
import type { Request } from 'superagent';
export const forget = (app: FastifyInstance, req: Request, reader: string) =>
  [app.shelves.readers.deleteEntity('readers', reader), req.loans.deleteEntity('loans', reader)];
`;
    assert.deepEqual(analysed(`${STORES}${EXPRESS.replace(PACKAGE, '')}`, code).operations, [
      'deleteEntity ? shape-only',
      'deleteEntity ? shape-only',
    ]);
  });
});
