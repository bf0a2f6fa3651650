import type { Property } from '../../src/core/edm/json.ts';
import type { RehearsalPlan } from '../../src/core/rehearsal/plan.ts';
import type { FakeEntity } from '../fake-service/rows.ts';
import { rehearsalsFor } from './designs.ts';

/** The guide's employees: read by keys, by a property within a department, and by one without. */
export const STAFF = `import { odata, TableClient } from '@azure/data-tables';
declare const connection: string;
const client = TableClient.fromConnectionString(connection, 'Employees');
const rowKeyOf = (id: number) => \`emp_\${String(id).padStart(6, '0')}\`;
export const add = (department: string, id: number, email: string, lastName: string) =>
  client.createEntity({ partitionKey: department, rowKey: rowKeyOf(id), email, lastName });
export const one = (department: string, id: number) => client.getEntity(department, rowKeyOf(id));
export const byEmail = (department: string, email: string) =>
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department} and email eq \${email}\` } });
export const byName = (lastName: string) =>
  client.listEntities({ queryOptions: { filter: odata\`lastName eq \${lastName}\` } });
`;

/** The plan of the first design of a source whose title is so; throws where there is none. */
export function planFor(source: string, title: RegExp): RehearsalPlan {
  const all = rehearsalsFor(source);
  const [found] = [...all].filter(([name]) => title.test(name));
  if (found?.[1].kind !== 'plan')
    throw new Error(
      `no plan for ${String(title)}: ${JSON.stringify([...all].map(([name, one]) => [name, one.kind]))}`,
    );
  return found[1].plan;
}

/** An employee as the source above writes it. */
export function employee(department: string, id: number, email: string, lastName: string): FakeEntity {
  return {
    PartitionKey: department,
    RowKey: `emp_${String(id).padStart(6, '0')}`,
    properties: [textProperty('email', email), textProperty('lastName', lastName)],
  };
}

function textProperty(name: string, value: string): Property {
  return { name, value: { type: 'String', value } };
}
