import assert from 'node:assert/strict';
import { PACKAGE, summary } from '../../../../test/support/operations.ts';

describe('a filter by what may be undefined', () => {
  const cases: readonly (readonly [what: string, parameters: string, given: string])[] = [
    ['a member of a type with a name', 'p: { kind?: Kind }', 'p.kind'],
    ['a member of an object that may be missing', 'p?: { kind?: Kind }', 'p?.kind'],
    ['a member of an enum', 'p: { kind?: Colors }', 'p.kind'],
    ['a parameter of a type with a name', 'kind?: Kind', 'kind'],
    ['a part of a pattern', '{ kind }: { kind?: Kind }', 'kind'],
    ['a member of what is partial', 'p: Partial<Row>', 'p.kind'],
    ['a member of a part of what is partial', "p: Partial<Pick<Row, 'kind'>>", 'p.kind'],
  ];
  const shapes = (parameters: string, given: string): readonly string[] =>
    summary({
      'types.ts': "export type Kind = 'a' | 'b'; export interface Row { kind: Kind }",
      'main.ts': `${PACKAGE}import type { Kind, Row } from './types';
const client = TableClient.fromConnectionString(text, 'Items');
enum Colors { Red = 'red', Blue = 'blue' }
export const find = (${parameters}) =>
  client.listEntities({ queryOptions: { filter: ${given} ? odata\`PartitionKey eq \${${given}}\` : undefined } });`,
    });

  for (const [what, parameters, given] of cases)
    it(`is none where ${what} is`, () => {
      assert.match(shapes(parameters, given).join(), /table-scan/);
    });

  it('is there where its type says so', () => {
    assert.match(shapes('p: Row', 'p.kind').join(), /partition-scan/);
    assert.match(shapes('p: Required<Row>', 'p.kind').join(), /partition-scan/);
  });
});
