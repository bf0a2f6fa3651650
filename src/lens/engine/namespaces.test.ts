import assert from 'node:assert/strict';
import { findingsOf } from '../../../test/support/rule-fixtures.ts';
import { rules } from '../rules/registry.ts';
import { createEngine } from './create.ts';

const HEAD = `import { TableClient, odata } from '@azure/data-tables';
const shelves = TableClient.fromConnectionString(process.env.TABLES!, 'shelves');
`;

/** The filters of the queries of a file, or why they are not known. */
function filtersOf(source: string): readonly string[] {
  const engine = createEngine({ rules, onRuleError: (rule) => assert.fail(rule) });
  engine.setFile('/code/a.ts', `${HEAD}${source}`);
  return engine
    .operations('/code/a.ts')
    .flatMap((operation) =>
      operation.kind === 'query'
        ? [
            operation.filter.kind === 'known'
              ? operation.filter.worst.classification.shape
              : operation.filter.kind,
          ]
        : [],
    );
}

const query = (key: string): string =>
  `export const all = (room: string) => shelves.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${${key}}\` } });\n`;

describe('namespaces', () => {
  it('leave what is there already where they add to the global scope', () => {
    const declared = 'declare global { var cache: TableClient | undefined; }\n';
    for (const cached of ['global', 'globalThis']) {
      const make = `const kept = (${cached}.cache ??= shelves);\n`;
      assert.deepEqual(filtersOf(`${declared}${make}${query('room')}`), ['partition-scan'], cached);
    }
  });

  it('that are only declared are something unknown', () => {
    const declared =
      "declare namespace Floors { const first: string }\ndeclare module 'plans' { const a: string }\n";
    assert.deepEqual(filtersOf(`${declared}const key = Floors.first;\n${query('key + room')}`), [
      'partition-scan',
    ]);
  });

  it('are objects of what they export', () => {
    const keys = `namespace Keys {
  const PREFIX = 'r';
  export namespace Of { export const room = (name: string) => PREFIX + name; }
  export function fixed() { return 'hall'; }
}
`;
    assert.deepEqual(filtersOf(`${keys}${query('Keys.Of.room(room)')}`), ['partition-scan']);
    const point = `${keys}export const hall = () => shelves.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${Keys.fixed()} and RowKey eq '1'\` } });`;
    assert.deepEqual(filtersOf(point), ['point']);
  });

  it('add to a class of their name, and are exported', () => {
    const engine = createEngine({ rules, onRuleError: (rule) => assert.fail(rule) });
    engine.setFile(
      '/code/shelf.ts',
      `${HEAD}export class Shelf { static of(room: string) { return 's' + room; } }
export namespace Shelf { export const at = (room: string) => Shelf.of(room) + '-1'; }
export namespace Racks { export const width: number = 4; }`,
    );
    engine.setFile(
      '/code/main.ts',
      `${HEAD}import { Shelf, Racks } from './shelf';
const first = Racks.width;
${query('Shelf.at(room)')}`,
    );
    const [only] = engine.operations('/code/main.ts');
    assert(only?.kind === 'query' && only.filter.kind === 'known');
    assert.equal(only.filter.worst.classification.shape, 'partition-scan');
  });

  it('have mistakes of their own', () => {
    const found = findingsOf(
      '/code/a.ts',
      `${HEAD}export namespace Rooms {
  export async function red(room: string) {
    const found = [];
    for await (const one of shelves.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${room}\` } })) found.push(one);
    return found.filter((one) => one.colour === 'red');
  }
}`,
    );
    assert(found.some(({ rule }) => rule === 'client-side-filter'));
  });
});
