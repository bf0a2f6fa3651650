import assert from 'node:assert/strict';
import { rules } from '../rules/registry.ts';
import { createEngine } from './create.ts';

const IMPORTS = "import { TableClient, odata } from '@azure/data-tables';\n";

/** Two copies of a member are written, and one of them is changed. */
const ENROLL = (client: string): string => `await ${client}.submitTransaction([
  ['create', { partitionKey: m.club, rowKey: \`no_\${m.no}\`, name: m.name, level: m.level }],
  ['create', { partitionKey: m.club, rowKey: \`mail_\${m.mail}\`, name: m.name, level: m.level }],
]);`;
const PROMOTE = (client: string): string =>
  `await ${client}.updateEntity({ partitionKey: m.club, rowKey: \`no_\${m.no}\`, level }, 'Merge');`;

describe('operations on one client whose table is not known', () => {
  const told = (text: string, ...only: readonly string[]): readonly string[] => {
    const engine = createEngine({ rules, onRuleError: (rule) => assert.fail(rule) });
    engine.setFile('/a.ts', IMPORTS + text);
    return engine
      .analyze('/a.ts')
      .findings.flatMap(({ rule, message }) => (only.includes(rule) ? [message] : []));
  };
  const STALE = ['This changes "level" in one of two copies: the other one keeps the old value.'];

  const TOGETHER: Readonly<Record<string, string>> = {
    'a field that a constructor is given': `class Members {
  constructor(private readonly table: TableClient) {}
  async enroll(m: Member) { ${ENROLL('this.table')} }
  async promote(m: Member, level: string) { ${PROMOTE('this.table')} }
}`,
    'a parameter of a factory': `export const members = (table: TableClient) => ({
  async enroll(m: Member) { ${ENROLL('table')} },
  async promote(m: Member, level: string) { ${PROMOTE('table')} },
});`,
    'a property of a parameter': `export function routes(app: { members: TableClient }) {
  app.on('enroll', async (m: Member) => { ${ENROLL('app.members')} });
  app.on('promote', async (m: Member, level: string) => { ${PROMOTE('app.members')} });
}`,
    'a constant of the module': `const table = TableClient.fromConnectionString(connection, process.env.MEMBERS!);
export async function enroll(m: Member) { ${ENROLL('table')} }
export async function promote(m: Member, level: string) { ${PROMOTE('table')} }`,
    'a class, and the one that extends it': `class Store { constructor(protected readonly table: TableClient) {} }
class Members extends Store {
  async enroll(m: Member) { ${ENROLL('this.table')} }
}
export class Promoted extends Members {
  async promote(m: Member, level: string) { ${PROMOTE('this.table')} }
}`,
    'classes that functions make of one another': `class Store { constructor(readonly table: TableClient) {} }
type Made = new (...args: any[]) => Store;
const Enrolling = <B extends Made>(Base: B) => class extends Base {
  async enroll(m: Member) { ${ENROLL('this.table')} }
};
const Promoting = <B extends Made>(Base: B) => class extends Base {
  async promote(m: Member, level: string) { ${PROMOTE('this.table')} }
};
export class Members extends Promoting(Enrolling(Store)) {}`,
  };
  for (const [by, text] of Object.entries(TOGETHER)) {
    it(`are judged together: ${by}`, () => {
      assert.deepEqual(told(text, 'stale-copy'), STALE);
    });
  }

  const APART: Readonly<Record<string, string>> = {
    'two classes': `class Members {
  constructor(private readonly table: TableClient) {}
  async enroll(m: Member) { ${ENROLL('this.table')} }
}
class Guests {
  constructor(private readonly table: TableClient) {}
  async promote(m: Member, level: string) { ${PROMOTE('this.table')} }
}`,
    'two classes that extend one': `class Store { constructor(protected readonly table: TableClient) {} }
class Members extends Store {
  async enroll(m: Member) { ${ENROLL('this.table')} }
}
class Guests extends Store {
  async promote(m: Member, level: string) { ${PROMOTE('this.table')} }
}`,
    'two fields': `class Members {
  constructor(private readonly table: TableClient, private readonly guests: TableClient) {}
  async enroll(m: Member) { ${ENROLL('this.table')} }
  async promote(m: Member, level: string) { ${PROMOTE('this.guests')} }
}`,
    'parameters of two functions': `export async function enroll(table: TableClient, m: Member) { ${ENROLL('table')} }
export async function promote(table: TableClient, m: Member, level: string) { ${PROMOTE('table')} }`,
    'a name that is given two clients': `let table = clients.first();
export const next = () => { table = clients.next(); };
export async function enroll(m: Member) { ${ENROLL('table')} }
export async function promote(m: Member, level: string) { ${PROMOTE('table')} }`,
    'a function that is given the client': `const promote = async (table: TableClient, m: Member, level: string) => { ${PROMOTE('table')} };
export async function both(a: TableClient, b: TableClient, m: Member) {
  ${ENROLL('a')}
  await promote(b, m, 'gold');
}`,
  };
  for (const [by, text] of Object.entries(APART)) {
    it(`are of two tables for all that is known: ${by}`, () => {
      assert.deepEqual(told(text, 'stale-copy'), []);
    });
  }

  it('are named by the client', () => {
    const bookings = `export const service = (bookings: TableClient) => ({
  book: (customer: string) => bookings.createEntity({ partitionKey: crypto.randomUUID(), rowKey: 'booking', customer }),
  list: (customer: string) => bookings.listEntities({ queryOptions: { filter: odata\`customer eq \${customer}\` } }),
});`;
    assert.deepEqual(told(bookings, 'unique-partition-key'), [
      'Each entity in the table of bookings has a PartitionKey of its own, so listing it reads every partition.',
    ]);
  });
});
