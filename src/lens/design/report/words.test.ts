import assert from 'node:assert/strict';
import { CLIENT } from '../../../../test/support/operations.ts';
import { useOf } from '../../../../test/support/designs.ts';
import { DEFAULTS } from '../explorer/assumptions.ts';
import { type Design, explore } from '../explorer/designs.ts';
import { PADDED } from '../layout.ts';
import { reasonsOf } from './words.ts';

const ORDERS = `${CLIENT}
  export const add = (shop: string, id: string, status: string) =>
    client.createEntity({ partitionKey: shop, rowKey: id, status });
  export async function open(shops: string[], status: string) {
    const found = [];
    for (const shop of shops) {
      const filter = odata\`PartitionKey eq \${shop} and status eq \${status}\`;
      for await (const e of client.listEntities({ queryOptions: { filter } })) found.push(e.rowKey);
    }
    return found;
  }`;
const CHANGE = `
  export const change = (shop: string, id: string, status: string) =>
    client.updateEntity({ partitionKey: shop, rowKey: id, status }, 'Merge');`;

const SCAN = `
  export async function from(status: string) {
    const found = [];
    for await (const e of client.listEntities({ queryOptions: { filter: odata\`status ge \${status}\` } })) found.push(e.rowKey);
    return found;
  }`;

function scans({ patterns }: Design): number {
  return patterns.filter(({ after }) => after === 'table-scan').length;
}

/** Why one would not take each design that keeps entities or copies by their status. */
function againstStatusInKeys(source: string): readonly string[] {
  const { designs } = explore(useOf(source), DEFAULTS);
  const asIs = designs.find(({ isAsItIs }) => isAsItIs);
  assert.ok(asIs);
  return designs
    .filter(({ kinds }) =>
      kinds.some(({ structures }) =>
        structures.some(({ layout: { partitionKey, rowKey } }) =>
          [...partitionKey, ...rowKey].some(
            (part) => part.kind === 'attribute' && part.attribute === 'status',
          ),
        ),
      ),
    )
    .map((design) => reasonsOf(design, asIs, designs[0] === design, design.patterns.length).whyNot);
}

describe('why one would not take a design', () => {
  it('says that a change of what is in a key is a delete and an insert', () => {
    const against = againstStatusInKeys(ORDERS + CHANGE);
    assert.ok(against.length > 0);
    for (const text of against)
      assert.match(text, /Each change of status deletes an entity and inserts it under a new key\./);
  });

  it('says that entities which go to another partition may be there twice', () => {
    const { designs } = explore(useOf(ORDERS + CHANGE), DEFAULTS);
    const [asIs] = designs;
    assert.ok(asIs);
    const [first, ...others] = asIs.kinds;
    assert.ok(first);
    const moved: Design = {
      ...asIs,
      isAsItIs: false,
      kinds: [{ ...first, moving: ['status'], leaving: ['status'] }, ...others],
    };
    assert.match(
      reasonsOf(moved, asIs, false, 1).whyNot,
      /Each change of status moves the \w+ to another partition: if the program ends halfway, it is there twice\./,
    );
  });

  it('says of an index that changes need not write it, and of numbers in keys what they must be', () => {
    const text = (role: 'copy' | 'index', attribute: string): string => {
      const { designs } = explore(useOf(ORDERS + CHANGE), DEFAULTS);
      const [asIs] = designs;
      assert.ok(asIs);
      const [first, ...others] = asIs.kinds;
      assert.ok(first);
      const [base] = first.structures;
      assert.ok(base);
      const part = { kind: 'attribute', attribute, encoding: PADDED } as const;
      const layout = { partitionKey: [part], rowKey: base.layout.rowKey };
      const added = { role, layout, isToday: false, isAtomic: false };
      const design: Design = {
        ...asIs,
        isAsItIs: false,
        kinds: [{ ...first, structures: [base, added] }, ...others],
      };
      const { why, whyNot } = reasonsOf(design, asIs, false, 1);
      return `${why} ${whyNot}`;
    };
    assert.match(text('index', 'total'), /Changes that keep its keys write no index of \w+\./);
    assert.match(text('index', 'total'), /Creating or deleting \w+ also writes its index\./);
    assert.doesNotMatch(text('index', 'total'), /also writes its copies/);
    assert.match(text('copy', 'total'), /Each write of \w+ also writes its copies\./);
    assert.match(text('copy', 'total'), /New keys have 10 digits of total: /);
    assert.doesNotMatch(text('copy', 'rowKey'), /write no index/);
  });

  it('says which new entities all go to one partition, also where that is so today', () => {
    const { designs } = explore(
      useOf(`${CLIENT}
        export const add = (id: string, mail: string) =>
          client.createEntity({ partitionKey: 'member', rowKey: id, mail });
        export async function byMail(mail: string) {
          const filter = odata\`PartitionKey eq 'member' and mail eq \${mail}\`;
          for await (const e of client.listEntities({ queryOptions: { filter } })) return e;
          return undefined;
        }`),
      DEFAULTS,
    );
    const asIs = designs.find(({ isAsItIs }) => isAsItIs);
    assert.ok(asIs);
    for (const one of designs) {
      const isHot = one.kinds.some((kind) => kind.isHot);
      const { whyNot } = reasonsOf(one, asIs, false, 1);
      assert.equal(/New entities of \w+ all go to one partition at a time\./.test(whyNot), isHot, whyNot);
    }
    assert.ok(asIs.kinds.every((kind) => kind.isHot));
  });

  it("says of texts that new keys have what those can't, but not of a few that the program names", () => {
    const against = (condition: string): readonly string[] => {
      const { designs } = explore(
        useOf(`${CLIENT}
          export const add = (shop: string, id: string, mail: string) =>
            client.createEntity({ partitionKey: shop, rowKey: id, mail });
          export async function find(mail: string) {
            const filter = odata\`${condition}\`;
            const found = [];
            for await (const e of client.listEntities({ queryOptions: { filter } })) found.push(e.rowKey);
            return found;
          }`),
        DEFAULTS,
      );
      const asIs = designs.find(({ isAsItIs }) => isAsItIs);
      assert.ok(asIs);
      return designs
        .filter((one) => one.kinds.some(({ structures }) => structures.some(({ isToday }) => !isToday)))
        .map((one) => reasonsOf(one, asIs, false, 1).whyNot);
    };
    const [free, named] = [against('mail eq ${mail}'), against("mail eq 'a'")];
    assert.ok(free.length > 0 && named.length > 0);
    for (const text of free) assert.match(text, /Keys can't have .*: encode those in mail\./);
    for (const text of named) assert.doesNotMatch(text, /encode/);
  });

  it('says how many reads still scan', () => {
    const { designs } = explore(useOf(ORDERS + SCAN), DEFAULTS);
    const asIs = designs.find(({ isAsItIs }) => isAsItIs);
    assert.ok(asIs);
    const texts = designs.map((one) => [scans(one), reasonsOf(one, asIs, false, 2).whyNot] as const);
    assert.ok(texts.some(([count]) => count > 0));
    for (const [count, text] of texts)
      assert.equal(text.includes(`Reads that scan the whole table: ${count}.`), count > 0, text);
  });

  it('does not say so of what no write changes', () => {
    const against = againstStatusInKeys(ORDERS);
    assert.ok(against.length > 0);
    for (const text of against) assert.doesNotMatch(text, /deletes an entity/);
  });
});
