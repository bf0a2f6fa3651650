/** A small program with one finding of each kind that people meet first, to be repaired from the light bulb. */
export const SAMPLE = `// Sample of Partition Lens
import { TableClient, odata } from '@azure/data-tables';

interface Order {
  partitionKey: string; // the customer
  rowKey: string; // the order's number
  email: string;
  total: number;
}

const orders = TableClient.fromConnectionString('UseDevelopmentStorage=true', 'Orders');

// Point query: both keys are known, so this reads one entity.
export const order = (customer: string, number: string) => orders.getEntity<Order>(customer, number);

// Table scan: neither key is in the filter, so this reads the whole table.
export const ordersOf = (email: string) =>
  orders.listEntities<Order>({ queryOptions: { filter: odata\`email eq \${email}\` } });

// The text isn't escaped: a customer named O'Neil breaks this filter.
export const ordersBy = (customer: string) =>
  orders.listEntities<Order>({ queryOptions: { filter: \`PartitionKey eq '\${customer}'\` } });

// Lost update: what someone else wrote in between is overwritten.
export async function addToTotal(customer: string, number: string, amount: number): Promise<void> {
  const found = await orders.getEntity<Order>(customer, number);
  found.total += amount;
  await orders.updateEntity(found, 'Replace');
}
`;
