import assert from 'node:assert/strict';
import { PACKAGE } from '../../../test/support/operations.ts';
import { rules } from '../rules/registry.ts';
import { createEngine } from './create.ts';

const SHELF = `${PACKAGE}import type { TableEntity } from '@azure/data-tables';
export class Shelf<Kind extends object, Place = string> {
  private readonly table: TableClient;
  constructor(table: TableClient) { this.table = table; }
  pick(filter: string) { return this.table.listEntities<Kind>({ queryOptions: { filter } }); }
  one(zone: string, place: string) { return this.table.getEntity<Kind>(zone, place); }
  overwrite(entity: { partitionKey: string; rowKey: string; label?: string }) { return this.table.updateEntity(entity, 'Merge'); }
}
export declare function partsOf(names?: string): Promise<Map<string, unknown>>;
export class Registry {
  constructor(private readonly made: Map<string, unknown>) {}
  find<Part>(name: string): Part { return this.made.get(name) as Part; }
}
export async function* sealedRows<Kind extends object>(table: TableClient, filter: string): AsyncGenerator<TableEntity<Kind>> {
  for await (const row of table.listEntities<Kind>({ queryOptions: { filter } })) yield row as TableEntity<Kind> & { etag: string };
}
export async function* rowsOf<Kind extends object>(table: TableClient, filter: string): AsyncGenerator<Kind> {
  for await (const row of table.listEntities<Kind>({ queryOptions: { filter } })) yield row as Kind;
}
`;
const MAIN = `import { odata, TableClient } from '@azure/data-tables';
import { partsOf, Registry, rowsOf, sealedRows, Shelf } from './shelf.ts';
interface Crate { partitionKey: string; rowKey: string; label: string; sealed: boolean; grams: bigint; origin: string; arrived: Date; carrier: string }
const crates = TableClient.fromConnectionString(process.env.STOCK!, 'Crates');
const registry = new Registry(await partsOf(process.env.PARTS));
`;

/** The findings of code beside a generic class of another file, as “rule: text”. */
function findingsIn(code: string): readonly string[] {
  const text = `${MAIN}${code}`;
  const engine = createEngine({ rules, onRuleError: (rule) => assert.fail(rule) });
  engine.setFile('/shelf.ts', SHELF);
  engine.setFile('/main.ts', text);
  engine.wantedFiles();
  return engine
    .analyze('/main.ts')
    .findings.map(({ rule, span }) => `${rule}: ${text.slice(span.start, span.end)}`);
}

describe('what type parameters stand for', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    [
      'is what the instance was made with',
      `const shelf = new Shelf<Crate>(crates);
      export const open = (zone: string) => shelf.pick(odata\`PartitionKey eq \${zone} and sealed eq 'no'\`);`,
      ["filter-type-mismatch: 'no'"],
    ],
    [
      'is what the type of a field says',
      `export class Yard {
        constructor(private readonly shelf: Shelf<Crate, number>) {}
        open(zone: string) { return this.shelf.pick(odata\`PartitionKey eq \${zone} and sealed eq 'no'\`); }
      }`,
      ["filter-type-mismatch: 'no'"],
    ],
    [
      'is what a class gives its base',
      `class Crates extends Shelf<Crate> {
        open(zone: string) { return this.pick(odata\`PartitionKey eq \${zone} and sealed eq 'no'\`); }
      }
      export const open = (zone: string) => new Crates(crates).open(zone);`,
      ["filter-type-mismatch: 'no'"],
    ],
    [
      'is what a class gives its base of what it was given itself',
      `class Locked<Thing extends object> extends Shelf<Thing> {}
      const shelf = new Locked<Crate>(crates);
      export const open = (zone: string) => shelf.pick(odata\`PartitionKey eq \${zone} and sealed eq 'no'\`);`,
      ["filter-type-mismatch: 'no'"],
    ],
    [
      'is what a call gives a function',
      `export async function carriers(zone: string) {
        const all: string[] = [];
        for await (const crate of rowsOf<Crate>(crates, odata\`PartitionKey eq \${zone}\`)) all.push(crate.carrier);
        return all;
      }`,
      ['missing-select: rowsOf'],
    ],
    [
      'has keys where it is of an entity',
      `export async function seal(zone: string) {
        for await (const crate of sealedRows<Omit<Crate, 'partitionKey' | 'rowKey'>>(crates, odata\`PartitionKey eq \${zone}\`))
          await crates.updateEntity({ partitionKey: zone, rowKey: crate.rowKey, sealed: true }, 'Merge');
      }`,
      ['missing-select: sealedRows', 'writes-in-loop: updateEntity'],
    ],
    [
      'is a class of the workspace that a container has',
      `export async function weigh(zone: string, place: string) {
        const shelf = registry.find<Shelf<Crate>>('crates');
        const crate = await shelf.one(zone, place);
        await shelf.overwrite({ partitionKey: zone, rowKey: place, label: crate.label + "!" });
      }`,
      ['lost-update: overwrite'],
    ],
    [
      "isn't known where nothing is given",
      `const shelf = new Shelf(crates);
      export const open = (zone: string) => shelf.pick(odata\`PartitionKey eq \${zone} and sealed eq 'no'\`);`,
      [],
    ],
    [
      "isn't another type that is called like it",
      `interface Kind { sealed: boolean }
      const shelf = new Shelf<Omit<Kind, 'sealed'> & { sealed: string }>(crates);
      export const open = (zone: string) => shelf.pick(odata\`PartitionKey eq \${zone} and sealed eq 'no'\`);`,
      [],
    ],
    [
      'is each at its place',
      `const shelf = new Shelf<{ sealed: string } | { open: string }, Crate>(crates);
      export const open = (zone: string) => shelf.pick(odata\`PartitionKey eq \${zone} and sealed eq 'no'\`);`,
      [],
    ],
  ];
  for (const [name, code, expected] of cases) {
    it(name, () => {
      assert.deepEqual(findingsIn(code), expected);
    });
  }
});
