import assert from 'node:assert/strict';
import { operationsOf, PACKAGE } from '../../../../test/support/operations.ts';

/** The tables of the reads in a source, `?` where none is known; it may import `./made`. */
function tables(code: string, made = ''): string {
  return operationsOf({ 'made.ts': PACKAGE + made, 'main.ts': PACKAGE + code })
    .map(({ table }) => table ?? '?')
    .join();
}

const READ_BOTH = `export const a = () => staff.getEntity('a', '1');
export const b = () => rooms.getEntity('a', '1');`;

describe('the table of a client that the program makes on the way', () => {
  it('is the name that a list has, where clients are made of that', () => {
    assert.equal(
      tables(`const all = Object.fromEntries(['Staff', 'Rooms'].map((name) => [name, new TableClient(url, name, key)]));
const { Staff: staff, Rooms: rooms } = all;
${READ_BOTH}`),
      'Staff,Rooms',
    );
  });

  it('is what a function of another file puts into the object that it gives', () => {
    assert.equal(
      tables(
        `import { connect } from './made';
export async function read(kind: 'live' | 'test') { const { staff } = connect(kind); return staff.getEntity('a', '1'); }`,
        `export function connect(kind: string) {
  const at = (name: string) => kind === 'live' ? new TableClient(live, name, key) : TableClient.fromConnectionString(test, name);
  return { staff: at('Staff'), rooms: at('Rooms') };
}`,
      ),
      'Staff',
    );
  });

  it('is not known where ways differ, or where others may give one in its place', () => {
    assert.equal(
      tables(`export function read(isOld: boolean) {
  const client = [isOld ? 'Old' : 'Staff'].map((name) => new TableClient(url, name, key))[0];
  return client.getEntity('a', '1');
}`),
      '?',
    );
    assert.equal(
      tables(`export class Store {
  constructor(private readonly staff = ['Staff'].map((name) => new TableClient(url, name, key))[0]) {}
  read() { return this.staff.getEntity('a', '1'); }
}`),
      '?',
    );
  });

  it('is that of the class which extends TableClient', () => {
    assert.equal(
      tables(`class Staff extends TableClient { constructor() { super(url, ['Sta', 'ff'].join(''), key); } }
const { staff } = Object.fromEntries([['staff', new Staff()]]);
export const a = () => staff.getEntity('a', '1');`),
      'Staff',
    );
  });
});
