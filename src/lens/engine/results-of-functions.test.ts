import assert from 'node:assert/strict';
import { PACKAGE } from '../../../test/support/operations.ts';
import { rules } from '../rules/registry.ts';
import { createEngine } from './create.ts';

const STORE = `${PACKAGE}
export class Orders {
  private readonly client = TableClient.fromConnectionString(process.env.X!, 'Orders');
  async list(shop: string) {
    const found = [];
    for await (const e of this.client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${shop}\` } }))
      found.push({ id: e.rowKey as string, at: e.placedAt as string, status: e.status as string });
    return found;
  }
  async *each() {
    yield* this.client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${'a'}\` } });
  }
}
export const newestFirst = <T extends { at: string }>(rows: T[]): T[] =>
  [...rows].sort((a, b) => +new Date(b.at) - +new Date(a.at));
export function where<T>(rows: T[], test: (row: T) => boolean): T[] {
  return rows.filter(test);
}`;

describe('what callers do with results that each class makes in its own way', () => {
  const told = (mapper: string): readonly string[] => {
    const engine = createEngine({ rules, onRuleError: (rule) => assert.fail(rule) });
    engine.setFile(
      '/shelf.ts',
      `${PACKAGE}
interface Book { title: string; pages: number }
abstract class Shelf<T> {
  protected abstract readonly table: TableClient;
  protected abstract toItem(row: Record<string, unknown>): T;
  async all(room: string): Promise<T[]> {
    const items: T[] = [];
    for await (const row of this.table.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${room}\` } })) items.push(this.toItem(row));
    return items;
  }
}
class Books extends Shelf<Book> {
  protected readonly table = TableClient.fromConnectionString(process.env.TABLES!, 'Books');
  protected toItem(row: Record<string, unknown>): Book { ${mapper} }
}
const books = new Books();
export const thick = async (room: string) => (await books.all(room)).filter((book) => book.pages > 900);`,
    );
    return engine.analyze('/shelf.ts').findings.map(({ rule, data }) => [rule, ...data].join(' '));
  };

  it('is told at the caller, and only of properties that the class takes from the entity', () => {
    assert.deepEqual(told('return { title: row.title as string, pages: row.pages as number };'), [
      'client-side-filter pages pages gt 900',
    ]);
    assert.deepEqual(told('return { title: row.title as string, pages: count(row.title as string) };'), []);
  });
});

describe('what callers in other files do with results', () => {
  const told = (body: string): string[] => {
    const engine = createEngine({ rules, onRuleError: (rule) => assert.fail(rule) });
    engine.setFile('/store.ts', STORE);
    engine.setFile(
      '/main.ts',
      `import { newestFirst, Orders, where } from './store';
const orders = new Orders();
export async function f(shop: string, n: number, wanted: string) {
${body}
}`,
    );
    // the store is there already, and nothing else is
    for (let wanted = engine.wantedFiles(); wanted.length > 0; wanted = engine.wantedFiles())
      for (const file of wanted.flat()) if (file !== '/store.ts') engine.markMissing(file);
    return engine
      .analyze('/main.ts')
      .findings.map(({ rule, messageId, data }) => [rule, messageId, ...data].join(' '));
  };
  const rows = 'const rows = await orders.list(shop);';
  const cases: readonly (readonly [string, readonly string[]])[] = [
    [
      `${rows} return rows.filter((row) => row.status === 'open');`,
      ["client-side-filter compared status status eq 'open'"],
    ],
    [
      "return where(await orders.list(shop), (row) => row.status === 'open');",
      ["client-side-filter compared status status eq 'open'"],
    ],
    [
      "const out = []; for await (const e of orders.each()) { if (e.status === 'open') out.push(e); } return out;",
      ["client-side-filter compared status status eq 'open'"],
    ],
    ['return newestFirst(await orders.list(shop));', ['client-side-sort by-property placedAt']],
    [`${rows} rows.sort((a, b) => (a.id < b.id ? 1 : -1)); return rows;`, ['client-side-sort by-row-key']],
    [`${rows} return rows[0];`, ['first-of-list all-for-one']],
    [`${rows} return rows.slice(n * 20, n * 20 + 20);`, ['offset-paging skipped']],
    [`${rows} return rows;`, []],
    [`${rows} return { total: rows.length, open: rows.filter((row) => row.status === 'open') };`, []],
    [`${rows} return rows.map((row) => row.id);`, []],
  ];
  for (const [body, expected] of cases)
    it(`is ${expected.join(', ') || 'nothing'}: ${body}`, () => {
      assert.deepEqual(told(body), expected);
    });
});
