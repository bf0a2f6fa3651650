import assert from 'node:assert/strict';
import { passedOnAt } from './passed-on.ts';

describe('what a method passes on', () => {
  const passed = (member: string, field = 'protected table: TableClient;'): string | undefined => {
    const code = `class Base { ${field} ${member} }`;
    const start = code.indexOf('this.table.');
    const end = code.indexOf(')', start) + 1;
    const found = passedOnAt('/a.ts', code, { start, end });
    return found && `${found.name} ${found.receiver} ${[found.parameters, ...found.more].join(' ')}`;
  };
  for (const [member, expected] of [
    ['async insert(one: T) { await this.table.createEntity(one); }', 'insert this.table 1'],
    ["merge(one: T) { return this.table.updateEntity(one, 'Merge'); }", 'merge this.table 1 Merge'],
    ['async remove(a: string, b: string) { await this.table.deleteEntity(a, b); }', 'remove this.table 2'],
    ['async remove(a: string, b: string) { await this.table.deleteEntity(b, a); }', undefined],
    ['async insert(one: T) { check(one); await this.table.createEntity(one); }', undefined],
    ['@retried async insert(one: T) { await this.table.createEntity(one); }', undefined],
    ['async insert(one = none) { await this.table.createEntity(one); }', undefined],
    ['async put(one: T, mode: Mode) { await this.table.upsertEntity(one, this.mode(mode)); }', undefined],
    ['async insert(one: T) { if (one) await this.table.createEntity(one); }', undefined],
  ] as const)
    it(`is ${String(expected)}: ${member}`, () => {
      assert.equal(passed(member), expected);
    });

  it('is nothing where the field is private', () => {
    const member = 'async insert(one: T) { await this.table.createEntity(one); }';
    assert.equal(passed(member, 'private table: TableClient;'), undefined);
    assert.equal(passed(`constructor(private readonly table: TableClient) {} ${member}`, ''), undefined);
  });
});
