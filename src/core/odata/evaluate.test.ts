import assert from 'node:assert/strict';
import { filterText } from '../../../test/support/filter-text.ts';
import type { EdmValue } from '../edm/value.ts';
import { evaluate, type EvaluatedEntity } from './evaluate.ts';
import { parseFilter } from './parse.ts';

const entity: EvaluatedEntity = {
  partitionKey: 'Sales',
  rowKey: '00123',
  properties: new Map<string, EdmValue>([
    ['Age', { type: 'Int32', value: 42 }],
    ['Big', { type: 'Int64', value: 2n ** 53n + 1n }],
    ['Rate', { type: 'Double', value: 1.5, text: '1.5' }],
    ['Nan', { type: 'Double', value: NaN, text: 'NaN' }],
    ['Active', { type: 'Boolean', value: true }],
    ['Name', { type: 'String', value: "O'Brien" }],
    ['Joined', { type: 'DateTime', value: '2026-01-02T03:04:05.1234567Z' }],
    ['Id', { type: 'Guid', value: '12345678-ABCD-0000-0000-123456789012' }],
    ['Bytes', { type: 'Binary', value: '0AFF' }],
  ]),
};

function holds(source: string): boolean {
  const { filter } = parseFilter(filterText(source));
  assert.ok(filter);
  return evaluate(filter, entity);
}

describe('evaluate', () => {
  const trueOnes = [
    "PartitionKey eq 'Sales' and RowKey ge '001' and RowKey lt '002'",
    "'Sales' eq PartitionKey and '002' gt RowKey",
    "Name eq 'O''Brien'",
    'Age gt 41 and Age le 42 and Age ne 43',
    'Big eq 9007199254740993L and Big gt 9007199254740992L',
    'Rate lt 1.75',
    'Active eq true and Active ne false and false lt Active',
    'Active',
    "Joined gt datetime'2026-01-02T03:04:05.1234566Z' and Joined lt datetime'2026-01-02T04:04:06+01:00'",
    "Id eq guid'12345678-abcd-0000-0000-123456789012'",
    "Bytes eq X'0aff' and Bytes lt X'0B'",
    'Age eq 1 or Rate eq 1.5',
    'not (Age eq 1)',
    'not (Missing eq 1)',
  ];
  for (const filter of trueOnes) {
    it(`${filter} holds`, () => {
      assert.ok(holds(filter));
    });
  }

  const falseOnes = [
    "PartitionKey eq 'sales'",
    'Missing eq 1',
    'Missing ne 1',
    'Age eq 42L',
    'Age ne 42L',
    "Age eq '42'",
    'PartitionKey ne 5',
    'Nan eq 1.0 or Nan lt 1.0 or Nan ge 1.0',
    'Age',
    'Missing',
  ];
  for (const filter of falseOnes) {
    it(`${filter} does not hold`, () => {
      assert.ok(!holds(filter));
    });
  }

  for (const filter of ['${clause}', 'Age eq ${age}', "Name eq '${name}'", 'Age eq null']) {
    it(`${filter} has no value without the program that runs`, () => {
      assert.throws(() => holds(filter), RangeError);
    });
  }
});
