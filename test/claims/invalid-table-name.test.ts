import { checkClaim } from '../support/claims.ts';

const RULE = 'invalid-table-name';

describe('the claims of invalid-table-name', () => {
  const create = (name: string): string =>
    `await TableClient.fromConnectionString(connection, '${name}', options).createTable();`;
  const refused: Readonly<Record<string, RegExp>> = {
    'my-table': /invalid characters/,
    my_table: /invalid characters/,
    '2ndTable': /invalid characters/,
    tables: /invalid characters/,
    ab: /length/,
    ['a'.repeat(64)]: /length/,
  };
  for (const [name, error] of Object.entries(refused)) {
    it(`"${name}" is refused`, () => checkClaim(RULE, create(name), error, create('MyTable2')));
  }

  it('by the service, too', () => {
    const make = (name: string): string => `await service.createTable('${name}');`;
    return checkClaim(RULE, make('my.table'), /invalid characters/, make('MyTable3'));
  });
});
