import { check, checkFix, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'create-race';
const HEAD = `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Seats', credential);
`;

describe(ID, () => {
  it('underlines an upsert in the catch of a read of the same row', () => {
    check(`${HEAD}
export async function book(flight: string, seat: string, passenger: string) {
  try {
    return await client.getEntity(flight, seat);
  } catch (error) {
    if (error.statusCode !== 404) throw error;
    await client.upsertEntity({ partitionKey: flight, rowKey: seat, passenger });
    //           ^^^^^^^^^^^^ warning create-race/upsert-after-404
  }
}
export async function count(day: string, page: string) {
  try {
    const { visits, etag } = await client.getEntity<Visits>(day, 'p-' + page);
    await client.updateEntity({ partitionKey: day, rowKey: 'p-' + page, visits: visits + 1 }, 'Merge', { etag });
  } catch {
    await client.upsertEntity({ partitionKey: day, rowKey: 'p-' + page, visits: 1 });
    //           ^^^^^^^^^^^^ warning create-race
  }
}
`);
  });

  it('is silent where the write fails for the later one, or loses nothing, or is of another row', () => {
    checkSilent(
      ID,
      `${HEAD}
export async function book(flight: string, seat: string, passenger: string) {
  try {
    return await client.getEntity(flight, seat);
  } catch {
    await client.createEntity({ partitionKey: flight, rowKey: seat, passenger });
  }
}
export async function ensure(flight: string, seat: string) {
  try {
    await client.getEntity(flight, seat);
  } catch {
    await client.upsertEntity({ partitionKey: flight, rowKey: seat, isFree: true, since: new Date() });
  }
}
export async function note(flight: string, seat: string, passenger: string) {
  try {
    return await client.getEntity(flight, seat);
  } catch (error) {
    await client.upsertEntity({ partitionKey: flight, rowKey: 'log_' + seat, passenger });
  }
}
export async function retried(flight: string, seat: string, passenger: string) {
  try {
    await client.createEntity({ partitionKey: flight, rowKey: seat, passenger });
  } catch (error) {
    await client.upsertEntity({ partitionKey: flight, rowKey: seat, passenger });
  }
}
export async function both(flight: string, seat: string, passenger: string) {
  try {
    await client.getEntity(flight, seat);
  } catch (error) {
    console.warn(error);
  }
  await client.upsertEntity({ partitionKey: flight, rowKey: seat, passenger });
}
`,
    );
  });

  describe('fix', () => {
    const source = (call: string): string => `${HEAD}
export async function book(flight: string, seat: string, passenger: string) {
  try {
    return await client.getEntity(flight, seat);
  } catch (error) {
    await client.${call};
  }
}
`;

    it('creates, and drops the mode', () => {
      const entity = '{ partitionKey: flight, rowKey: seat, passenger }';
      checkFix(ID, source(`upsertEntity(${entity}, 'Replace')`), source(`createEntity(${entity})`));
      checkFix(ID, source(`upsertEntity(${entity})`), source(`createEntity(${entity})`));
    });
  });
});
