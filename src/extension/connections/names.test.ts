import assert from 'node:assert/strict';
import { readSignature } from '../../data/sas.ts';
import { connectionNode, type ConnectionNode } from '../sidebar/nodes.ts';
import { freeName, isTaken, tellingName } from './names.ts';

let last = 0;

function node(name: string, host = '127.0.0.1:10002', token?: string): ConnectionNode {
  last += 1;
  const info = { id: `c${last}`, name, host, origin: 'saved' } as const;
  return connectionNode(info, false, token === undefined ? undefined : readSignature(token));
}

describe('names of connections', () => {
  it('are taken whatever their case, and proposed with what differs', () => {
    const taken = ['Azurite', 'ORDERS'];
    assert.ok(isTaken(' orders ', taken));
    assert.ok(!isTaken('Orders 2', taken));
    assert.equal(freeName('People', taken, 'SAS'), 'People');
    assert.equal(freeName('Orders', taken, 'SAS'), 'Orders (SAS)');
    assert.equal(freeName('Orders', [...taken, 'orders (sas)'], 'SAS'), 'Orders (SAS) 2');
    assert.equal(freeName('Orders', [...taken, 'Orders 2']), 'Orders 3');
  });

  it('that are shared are told apart by what differs', () => {
    const sas = (keys = ''): ConnectionNode =>
      node('A', undefined, `sv=2020-12-06&tn=Orders&sp=r${keys}&sig=x`);
    const [key, whole, part] = [node('A'), sas(), sas('&spk=b&epk=c')];
    const shown = (all: readonly ConnectionNode[]): string[] => all.map((each) => tellingName(each, all));
    assert.deepEqual(shown([key, node('B')]), ['A', 'B']);
    assert.deepEqual(shown([key, whole]), ['A · key', 'A · SAS']);
    assert.deepEqual(shown([whole, part]), ['A', 'A · keys “b” to “c”']);
    assert.deepEqual(shown([key, node('a', 'shop.table.core.windows.net')]), [
      'A · 127.0.0.1:10002',
      'a · shop.table.core.windows.net',
    ]);
    assert.deepEqual(shown([key, node('A'), node('C')]), ['A (1)', 'A (2)', 'C']);
  });
});
