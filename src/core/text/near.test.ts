import assert from 'node:assert/strict';
import { nearest } from './near.ts';

describe('the nearest name', () => {
  const cases: readonly (readonly [name: string, names: readonly string[], near: string | undefined])[] = [
    ['lastname', ['lastName', 'name'], 'lastName'],
    ['departmnt', ['department', 'name'], 'department'],
    ['staus', ['status', 'state'], 'status'],
    ['stauts', ['status'], 'status'],
    ['PartitonKey', ['PartitionKey', 'RowKey'], 'PartitionKey'],
    ['age', ['page', 'ages'], undefined],
    ['line1', ['line2'], undefined],
    ['tags', ['tag'], undefined],
    ['statuss', ['status'], 'status'],
    ['mail', ['email', 'nail'], undefined],
    ['size', ['weight'], undefined],
    ['name', [], undefined],
  ];
  for (const [name, names, near] of cases) {
    it(`of ${name} is ${near ?? 'none'}`, () => {
      assert.equal(nearest(name, names), near);
    });
  }
});
