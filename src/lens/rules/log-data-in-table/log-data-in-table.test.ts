import { check, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const head = (table: string): string => `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, '${table}', credential);
`;

const RULE = 'log-data-in-table';
const ADD =
  'export const add = (service: string, text: string) =>\n  client.createEntity({ partitionKey: service, rowKey: `${Date.now()}_${crypto.randomUUID()}`, text });\n';

describe(RULE, () => {
  it('is said of a log that only grows', () => {
    check(`${head('AuditLog')}
export const add = (service: string, text: string) =>
  client.createEntity({ partitionKey: service, rowKey: \`\${Date.now()}_\${crypto.randomUUID()}\`, text });
//                                                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ information log-data-in-table/append-only: AuditLog
`);
  });

  it('is silent for other names, and for logs that are used as tables are', () => {
    for (const table of ['Claims', 'Logins', 'Catalog', 'Blogs', 'Dialogs'])
      checkSilent(RULE, head(table) + ADD);
    checkSilent(
      RULE,
      `${head('Logs')}${ADD}export const get = (s: string, id: string) => client.getEntity(s, id);\n`,
    );
    checkSilent(
      RULE,
      `${head('Logs')}${ADD}export const drop = (s: string, id: string) => client.deleteEntity(s, id);\n`,
    );
    checkSilent(
      RULE,
      `${head('Logs')}export const add = (s: string, id: string) => client.createEntity({ partitionKey: s, rowKey: id });\n`,
    );
  });
});
