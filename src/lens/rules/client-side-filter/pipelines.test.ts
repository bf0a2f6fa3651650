import { check, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'client-side-filter';
const code = (body: string, list = 'LISTED'): string => `
import { odata, TableClient } from '@azure/data-tables';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { render } from './elsewhere';
const client = new TableClient(url, 'Parcels', credential);
export async function save(depot: string, state: string, other: AsyncIterable<any>) {
  ${body.replace(
    list,
    "client.listEntities({ queryOptions: { filter: odata`PartitionKey eq ${depot}`, select: ['rowKey', 'state'] } })",
  )}
}
`;

describe(`${ID}: in pipelines of streams`, () => {
  it('tells of a generator that leaves entities out', () => {
    check(
      code(`await pipeline(
    Readable.from(LISTED),
    //                   ^^^^^^^^^^^^ information client-side-filter/compared: state, state eq 'lost'
    async function* (parcels) {
      for await (const parcel of parcels) if (parcel.state === 'lost') yield \`\${parcel.rowKey}\\n\`;
    },
    createWriteStream('lost.txt'),
  );`),
    );
  });

  it('is silent where all are written, something else comes first, or code that is not seen has them', () => {
    const silent = (body: string): void => {
      checkSilent(ID, code(body));
    };
    silent(`await pipeline(Readable.from(LISTED), async function* (parcels) {
      for await (const parcel of parcels) yield parcel.state === 'lost' ? 'lost' : parcel.rowKey;
    }, createWriteStream('all.txt'));`);
    silent(`await pipeline(Readable.from(other), async function* (parcels) {
      for await (const parcel of parcels) if (parcel.state === 'lost') yield parcel.rowKey;
    }, createWriteStream('lost.txt'));
    for await (const parcel of LISTED) render(parcel);`);
    silent(`await pipeline(Readable.from(LISTED), render, createWriteStream('all.txt'));`);
  });
});
