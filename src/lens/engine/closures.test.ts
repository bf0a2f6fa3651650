import assert from 'node:assert/strict';
import { rules } from '../rules/registry.ts';
import { createEngine } from './create.ts';

const CLIENT = `import { TableClient, odata } from '@azure/data-tables';
const table = new TableClient(u, 'Orders', k);
`;

/** The helper, and what makes it a closure around the queries of one shop. */
const LIST = `const list = async (filter: string) => {
  const found: object[] = [];
  for await (const order of table.listEntities({ queryOptions: { filter } })) found.push(order);
  return found;
};
`;
const ASKED = 'list(odata`PartitionKey eq ${shop} and state eq ${state}`)';
const WRONG = 'list(odata`partitionKey eq ${shop} and total gt 5`)';

describe('a helper that is a closure is judged call by call', () => {
  const told = (text: string): readonly string[] => {
    const engine = createEngine({ rules, onRuleError: (rule) => assert.fail(rule) });
    engine.setFile('/a.ts', CLIENT + text);
    const { findings } = engine.analyze('/a.ts');
    const errors = findings.filter(({ rule }) => rule === 'key-name-case');
    return errors.map(({ span, severity }) => {
      const before = (CLIENT + text).slice(0, span.start).split('\n');
      return `${severity} at ${before.at(-1)?.trim() ?? ''}`;
    });
  };

  it('in a plugin, whose routes are handlers', () => {
    const routes = `export const plugin = async (app: App) => {
${LIST}app.get('/:shop/:state', async ({ params: { shop, state } }) => ${ASKED});
app.get('/:shop/large', async ({ params: { shop } }) => ${WRONG});
};`;
    assert.deepEqual(told(routes), [
      "error at app.get('/:shop/large', async ({ params: { shop } }) => list(odata`",
    ]);
  });

  it('in a factory, whose functions are handed out', () => {
    const made = `export function makeOrders() {
${LIST}return {
  inState: (shop: string, state: string) => ${ASKED},
  large: async (shop: string) => ${WRONG},
};
}`;
    assert.deepEqual(told(made), ['error at large: async (shop: string) => list(odata`']);
  });

  it('in a factory with one function that is handed out', () => {
    const made = `export function makeOrders() {
${LIST}return { large: (shop: string) => ${WRONG} };
}`;
    assert.deepEqual(told(made), ['error at return { large: (shop: string) => list(odata`']);
  });

  it('through a closure of its own', () => {
    const made = `export function makeOrders(shop: string) {
${LIST}const large = () => ${WRONG};
const open = (state: string) => ${ASKED};
return { count: async () => (await large()).length + (await open('new')).length };
}`;
    assert.deepEqual(told(made), ['error at const large = () => list(odata`']);
  });

  it('of the module, called by functions that a factory hands out', () => {
    const made = `${LIST}export const makeOrders = (shop: string) => ({
  inState: (state: string) => ${ASKED},
  large: () => ${WRONG},
});`;
    assert.deepEqual(told(made), ['error at large: () => list(odata`']);
  });

  it('of the module, called by methods of a class that a function makes', () => {
    const made = `${LIST}export const Reading = (Base: new () => object) => class extends Base {
  async large(shop: string) { return ${WRONG}; }
};`;
    assert.deepEqual(told(made), ['error at async large(shop: string) { return list(odata`']);
  });

  it('unless conditions tell which of its calls is made', () => {
    const chosen = `export async function search(shop: string, state?: string) {
${LIST}return state ? ${ASKED} : ${WRONG};
}`;
    assert.deepEqual(told(chosen), [
      'warning at return state ? list(odata`PartitionKey eq ${shop} and state eq ${state}`) : list(odata`',
    ]);
  });
});

describe('a closure that a factory hands out, and that another one calls', () => {
  const FACTORY = `import { TableClient } from '@azure/data-tables';
export function shelf(name: string) {
  const table = TableClient.fromConnectionString(process.env.STOCK!, name);
  const find = async (zone: string, id: string) => table.getEntity<{ left: number; label: string }>(zone, id);
  const take = async (zone: string, id: string) => {
    const crate = await find(zone, id);
    await table.updateEntity({ partitionKey: zone, rowKey: id, left: crate.left - 1 }, 'Merge', { etag: crate.etag });
  };
  return { HANDED };
}
`;
  const MAIN = `import { shelf } from './shelf.ts';
const crates = shelf('Crates');
export async function labels(zone: string, ids: string[]) {
  const all: string[] = [];
  for (const id of ids) all.push((await crates.find(zone, id)).label);
  return all;
}
`;
  const readsWith = (handed: string): readonly string[] => {
    const engine = createEngine({ rules, onRuleError: (rule) => assert.fail(rule) });
    engine.setFile('/shelf.ts', FACTORY.replace('HANDED', handed));
    engine.setFile('/main.ts', MAIN);
    engine.wantedFiles();
    return engine
      .analyze('/main.ts')
      .operations.filter(({ kind }) => kind === 'point-read')
      .map(({ method, table, via }) => `${via?.name ?? ''} ${method} ${table ?? '?'}`);
  };

  it('is a wrapper for its callers, too', () => {
    assert.deepEqual(readsWith('find, take'), ['find getEntity Crates']);
  });

  it('is none where it stays inside', () => {
    assert.deepEqual(readsWith('take, find: (zone: string) => zone'), []);
  });
});
