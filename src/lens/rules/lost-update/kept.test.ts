import { check, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'lost-update';
const HEAD = `
import { odata, TableClient } from '@azure/data-tables';
const seats = new TableClient(url, 'Seats', credential);
const archive = new TableClient(url, 'Archive', credential);
interface Booking { seat: string; guests: number }
`;
const inside = (body: string): string => `${HEAD}
export async function book(hall: string, bookings: Booking[], ids: string[]) {
${body}
}
`;
const marked = (call: string): string => {
  const at = call.indexOf('Entity(') - 'update'.length;
  return `${call}\n//${' '.repeat(at - 2)}${'^'.repeat('updateEntity'.length)} warning ${ID}`;
};
const LISTED = `  const kept = new Map<string, any>();
  for await (const seat of seats.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${hall}\` } }))
    kept.set(seat.rowKey!, seat);
`;

const silent = (...fixtures: readonly string[]): void => {
  for (const fixture of fixtures) checkSilent(ID, fixture);
};

describe(`${ID}: of entities that are kept by key`, () => {
  it('warns of the row that a map has under its RowKey', () => {
    check(
      inside(`${LISTED}  for (const { seat, guests } of bookings) {
    const found = kept.get(seat);
${marked("    await seats.updateEntity({ partitionKey: hall, rowKey: seat, taken: found.taken + guests }, 'Merge');")}
  }`),
    );
  });

  it('warns of what an object has under a part of the RowKey that was asked for', () => {
    check(
      inside(`  const found: Record<string, any> = {};
  for (const id of ids) found[id] = await seats.getEntity(hall, \`seat-\${id}\`);
//                                              ^^^^^^^^^ warning n-plus-one
  for (const id of ids) {
    const taken = (found[id]?.taken ?? 0) + 1;
${marked("    await seats.updateEntity({ partitionKey: hall, rowKey: `seat-${id}`, taken }, 'Merge');")}
  }`),
    );
  });

  it('warns of what was counted on in one loop, and is written in another', () => {
    check(
      inside(`${LISTED}  for (const { seat, guests } of bookings) {
    const found = kept.get(seat);
    found.taken += guests;
  }
  for (const one of kept.values()) {
${marked("    await seats.updateEntity({ partitionKey: hall, rowKey: one.rowKey, taken: one.taken }, 'Merge');")}
  }`),
    );
  });

  it('warns of a key with a number in it', () => {
    check(`${HEAD}
export async function count(hall: string, row: number) {
  const found: any = await seats.getEntity(hall, \`row-\${row}\`);
${marked("  await seats.updateEntity({ partitionKey: hall, rowKey: `row-${row}`, taken: found.taken + 1 }, 'Merge');")}
}`);
  });

  it('is silent for a row under another key than the one that what was kept has', () => {
    silent(
      // by another property
      inside(`  const kept = new Map<string, any>();
  for await (const seat of seats.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${hall}\` } }))
    kept.set(seat.guest as string, seat);
  for (const { seat, guests } of bookings)
    await seats.updateEntity({ partitionKey: hall, rowKey: seat, taken: kept.get(seat).taken + guests }, 'Merge');`),
      // another row
      inside(`${LISTED}  for (const { seat, guests } of bookings)
    await seats.updateEntity({ partitionKey: hall, rowKey: \`sum-\${seat}\`, taken: kept.get(seat).taken + guests }, 'Merge');`),
      // a row in another partition
      inside(`${LISTED}  for (const { seat, guests } of bookings)
    await seats.updateEntity({ partitionKey: 'all', rowKey: seat, taken: kept.get(seat).taken + guests }, 'Merge');`),
      // another table
      inside(`${LISTED}  for (const { seat, guests } of bookings)
    await archive.updateEntity({ partitionKey: hall, rowKey: seat, taken: kept.get(seat).taken + guests }, 'Merge');`),
      // found under one key, written under another
      inside(`  const found: Record<string, any> = {};
  for (const id of ids) found[id] = await seats.getEntity(hall, \`seat-\${id}\`);
  for (const { seat } of bookings)
    for (const id of ids)
      await seats.updateEntity({ partitionKey: hall, rowKey: \`seat-\${seat}\`, taken: found[id].taken + 1 }, 'Merge');`),
      // numbers that are written in two ways
      `${HEAD}
export async function count(hall: string, row: number) {
  const found: any = await seats.getEntity(hall, \`row-\${row}\`);
  await seats.updateEntity({ partitionKey: hall, rowKey: \`row-\${String(row).padStart(4, '0')}\`, taken: found.taken + 1 }, 'Merge');
}`,
    );
  });

  it('is silent for what is written with the etag that was read, or as it was read', () => {
    silent(
      inside(`${LISTED}  for (const { seat, guests } of bookings) {
    const found = kept.get(seat);
    await seats.updateEntity({ partitionKey: hall, rowKey: seat, taken: found.taken + guests }, 'Merge', { etag: found.etag });
  }`),
      inside(`${LISTED}  for (const one of kept.values())
    await seats.updateEntity({ partitionKey: hall, rowKey: one.rowKey, seen: true, name: one.name }, 'Merge');`),
      // it is another property that was counted on
      inside(`${LISTED}  for (const { seat, guests } of bookings) {
    const found = kept.get(seat);
    found.taken = guests;
    found.sum += guests;
  }
  for (const one of kept.values())
    await seats.updateEntity({ partitionKey: hall, rowKey: one.rowKey, taken: one.taken }, 'Merge');`),
    );
  });
});
