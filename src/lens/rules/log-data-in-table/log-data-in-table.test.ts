import assert from 'node:assert/strict';
import { check, checkSilent, findingsOf } from '../../../../test/support/rule-fixtures.ts';

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

  it('is said of one that is upserted under the time of what comes', () => {
    check(`${head('DoorAccessLog')}
export const add = (door: string, at: Date, id: string) =>
  client.upsertEntity({ partitionKey: door, rowKey: \`\${at.toISOString()}_\${id}\`, card: 1 });
//                                                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^ information log-data-in-table/append-only
`);
    checkSilent(
      RULE,
      `${head('Logs')}export const add = (door: string, key: string) => client.upsertEntity({ partitionKey: door, rowKey: key });\n`,
    );
    checkSilent(
      RULE,
      `${head('Logs')}${ADD}export const close = (s: string, id: string) => client.updateEntity({ partitionKey: s, rowKey: id, done: true });\n`,
    );
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

  it('is said of lines of a log, whatever the table is called', () => {
    const lines = (level: string, rest = ''): string => `${head('Happenings')}
export const add = (service: string, level: string, text: string) =>
  client.createEntity({ partitionKey: service, rowKey: \`\${new Date().toISOString()}_\${crypto.randomUUID()}\`, level: ${level}, message: text });
${rest}`;
    const read = 'export const all = () => client.listEntities();\n';
    const told = (source: string): number =>
      findingsOf('/main.ts', source).filter(({ rule }) => rule === RULE).length;
    assert.equal(told(lines("'info'")), 1);
    assert.equal(told(lines("text ? 'warn' : 'error'", read)), 1);
    assert.equal(told(lines('level')), 1);
    // the levels of alarms
    assert.equal(told(lines("'high'")), 0);
    assert.equal(told(lines('level', read)), 0);
    assert.equal(
      told(lines("'info'", 'export const get = (s: string, id: string) => client.getEntity(s, id);\n')),
      0,
    );
    assert.equal(told(lines("'info'").replace('message: text', 'title: text')), 0);
    assert.equal(
      told(
        lines(
          "'info'",
          'export const other = (a: string) => client.createEntity({ partitionKey: a, rowKey: new Date().toISOString(), a });\n',
        ),
      ),
      0,
    );
  });

  it('knows names in small letters, as one word', () => {
    for (const table of ['requestlog', 'auditlogs', 'Errorlog'])
      assert.ok(
        findingsOf('/main.ts', head(table) + ADD).some(({ rule }) => rule === RULE),
        table,
      );
    for (const table of ['catalog', 'weblogin', 'backlogs']) checkSilent(RULE, head(table) + ADD);
  });
});
