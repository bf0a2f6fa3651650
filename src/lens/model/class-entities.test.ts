import assert from 'node:assert/strict';
import { CLIENT, operationsOf, PACKAGE } from '../../../test/support/operations.ts';
import type { KeyExpression, Value, Write } from './operations/operation.ts';

/** The one write of a source, the last of some files. */
function writeOf(code: string, others: Readonly<Record<string, string>> = {}): Write {
  const all = operationsOf({ ...others, 'main.ts': PACKAGE + CLIENT + code });
  // of a wrapper and its call it is the call
  const write = all.find(({ via }) => via !== undefined) ?? all[0];
  assert(write?.kind === 'write');
  return write;
}

/** The write of what `made` makes, with the classes in `before`. */
function made(before: string, expression: string): Write {
  return writeOf(
    `${before}\nexport const add = (id: string, given: any) => client.createEntity(${expression});\n`,
  );
}

function show(value: Value | undefined): string {
  switch (value?.kind) {
    case undefined:
      return '–';
    case 'text':
      return value.segments
        .map((one) => (one.kind === 'literal' ? one.text : `{${show(one.hole)}}`))
        .join('');
    case 'oneOf':
      return [...new Set(value.values.map((one) => show(one.value)))].join(' | ');
    case 'unknown':
      return value.name ?? '?';
    case 'number':
    case 'number-text':
    case 'time-text':
    case 'random-text':
    case 'boolean':
    case 'nothing':
      return value.kind;
  }
}

const keys = ({ partitionKey, rowKey }: Write): string =>
  [partitionKey, rowKey].map((key) => show(key?.value)).join('/');

/** What stands where a key is spelled out. */
function codeAt(code: string, { partitionKey }: Write): string | undefined {
  const place = (key: KeyExpression | undefined): string | undefined =>
    key && (PACKAGE + CLIENT + code).slice(key.place.span.start, key.place.span.end);
  return place(partitionKey);
}

const COPY = `class Item {
  declare partitionKey: string;
  rowKey!: string;
  note?: string;
  constructor(init: Partial<Item>) { Object.assign(this, init); }
}`;

describe('an entity that is an instance of a class', () => {
  it('has what its constructor copies', () => {
    const write = made(COPY, "new Item({ partitionKey: 'Bus', rowKey: id, seats: 3 })");
    assert.equal(keys(write), 'Bus/id');
    assert.deepEqual(write.properties, ['seats']);
    assert.equal(write.isWhole, true);
  });

  it('spells its keys out where they are given', () => {
    const code = `${COPY}\nclient.createEntity(new Item({ partitionKey: 'B' + 'us', rowKey: '1' }));\n`;
    assert.equal(codeAt(code, writeOf(code)), "'B' + 'us'");
  });

  it('has what any of the classes above it copies', () => {
    const between =
      'class Seat extends Item {}\nclass Chair extends Seat { declare rowKey: string; colour = "red"; }';
    const write = made(`${COPY}\n${between}`, "new Chair({ partitionKey: 'Bus', rowKey: id })");
    assert.equal(keys(write), 'Bus/id');
    assert.deepEqual(write.properties, ['colour']);
    const passed = `${COPY}\nclass Seat extends Item { constructor(id: string) { super({ partitionKey: 'Seat', rowKey: id }); } }`;
    assert.equal(keys(made(passed, 'new Seat(id)')), 'Seat/id');
  });

  it('has what a base from elsewhere does not take away', () => {
    const mixin = `const withTimes = (Base: any) => class extends Base { createdAt = new Date(); };
class Timed extends withTimes(Item) { constructor(init: object) { super(); Object.assign(this, init); } }
class Remote extends Unknown { constructor(init: object) { super(); Object.assign(this, init); } }`;
    const timed = made(`${COPY}\n${mixin}`, "new Timed({ partitionKey: 'Bus', rowKey: id })");
    assert.equal(keys(timed), 'Bus/id');
    assert.deepEqual(timed.properties, ['createdAt']);
    assert.equal(
      keys(made(`${COPY}\n${mixin}`, "new Remote({ partitionKey: 'Bus', rowKey: id })")),
      'Bus/id',
    );
  });

  it('has the fields of its class, and what its constructor puts into them', () => {
    const fields = `class Item {
  partitionKey = 'Bus';
  readonly rowKey: string;
  #hidden = 1;
  static count = 0;
  constructor(id: string, readonly seats = 3) { this.rowKey = 'b_' + id; }
  get size() { return 3; }
}`;
    const write = made(fields, 'new Item(id)');
    assert.equal(keys(write), 'Bus/b_{id}');
    assert.deepEqual([...write.properties].sort(), ['seats']);
    assert.equal(
      keys(made('function Item(id) { this.partitionKey = "Bus"; this.rowKey = id; }', 'new Item(id)')),
      'Bus/id',
    );
  });

  it('has the last of what is put into a field', () => {
    const order = (constructor: string, fields = "partitionKey = 'Field'; rowKey = 'r';"): string =>
      keys(
        made(
          `class Item { ${fields} constructor(init: any, other: any) { ${constructor} } }`,
          "new Item({ partitionKey: 'Given' }, { partitionKey: 'Other' })",
        ),
      );
    assert.equal(order('Object.assign(this, init);'), 'Given/r');
    assert.equal(order('Object.assign(this, init, other);'), 'Other/r');
    assert.equal(order('Object.assign(this, other); Object.assign(this, init);'), 'Given/r');
    assert.equal(order("Object.assign(this, init); this.partitionKey = 'Set';", "rowKey = 'r';"), 'Set/r');
    assert.equal(order("this.partitionKey = 'Set'; Object.assign(this, init);", "rowKey = 'r';"), 'Given/r');
    assert.equal(order('Object.assign(this, { ...init, rowKey: "2" });'), 'Given/2');
    assert.equal(order('Object.assign(other, init);'), 'Field/r');
    assert.equal(order('_.assign(this, init);'), 'Given/r');
    assert.equal(order('const self = this; Object.assign(self, init);'), 'Given/r');
    assert.equal(
      order("const self = this; each(() => { self.partitionKey = 'Set'; });", "rowKey = 'r';"),
      'Set | nothing/r',
    );
  });

  it('may keep what it has where something is only put into it sometimes', () => {
    const late = (constructor: string): string =>
      keys(
        made(
          `class Item { partitionKey = 'Bus'; rowKey!: string; constructor(init: any) { Object.assign(this, init); ${constructor} } }`,
          'new Item({ rowKey: id })',
        ),
      );
    assert.equal(late("this.rowKey ??= 'none';"), 'Bus/id');
    assert.equal(late("if (!this.rowKey) this.rowKey = 'none';"), 'Bus/none | id');
    assert.equal(late("if (init.flag) { this.rowKey = 'f_' + init.rowKey; }"), 'Bus/id');
    assert.equal(late("this.rowKey = 'f_' + init.rowKey;"), 'Bus/f_{id}');
  });

  it('has what a function is given that makes it, but for its `this`', () => {
    const item = 'function Item(this: any, id: string) { this.partitionKey = "Bus"; this.rowKey = id; }';
    assert.equal(keys(made(item, 'new Item(id)')), 'Bus/id');
  });

  it('has what is assigned to it after it was made', () => {
    const late = (code: string): string =>
      keys(
        writeOf(`class Item { partitionKey = 'Field'; rowKey = 'r'; }
export function add(id: string, is: boolean) { const item = new Item(); ${code} return client.createEntity(item); }\n`),
      );
    assert.equal(late('item.rowKey = id;'), 'Field/id');
    assert.equal(late("item.rowKey = item.rowKey + '1';"), 'Field/r1');
    assert.equal(late("if (is) item.partitionKey = 'Late';"), 'Late | Field/r');
  });

  it('is seen through helpers, spreads and lists of entries', () => {
    const made = (expression: string): string =>
      keys(
        writeOf(`${COPY}
const save = (item: any) => client.createEntity(${expression});
export const add = (id: string) => save(new Item({ partitionKey: 'Bus', rowKey: id }));\n`),
      );
    for (const expression of [
      'item',
      '{ ...item }',
      '{ partitionKey: item.partitionKey, rowKey: item.rowKey }',
      'Object.fromEntries(Object.entries(item).map(([name, value]) => [name, value]))',
    ]) {
      assert.equal(made(expression), 'Bus/id', expression);
    }
  });

  it('is given by the callers of a function that names its class', () => {
    const save = 'const save = (item: Item) => client.createEntity(item);\n';
    const write = writeOf(
      `${COPY}\n${save}export const add = (id: string) => save(new Item({ partitionKey: 'Bus', rowKey: id }));\n`,
    );
    assert.equal(keys(write), 'Bus/id');
    assert.equal(keys(writeOf(`${COPY}\n${save}export const add = (item: Item) => save(item);\n`)), '–/–');
  });

  it('is one in a transaction, too', () => {
    const [write] = operationsOf({
      'main.ts': `${PACKAGE}${CLIENT}${COPY}
client.submitTransaction([['create', new Item({ partitionKey: 'Bus', rowKey: '1' })]]);\n`,
    });
    assert(write?.kind === 'write');
    const [action] = write.actions ?? [];
    assert.equal(show(action?.rowKey?.value), '1');
    assert.deepEqual(
      action?.values.map(({ name }) => name),
      ['partitionKey', 'rowKey'],
    );
  });

  it('is of a class in another file', () => {
    const write = writeOf(
      `import { Item } from './item.js';\nclient.createEntity(new Item({ partitionKey: 'Bus', rowKey: '1' }));\n`,
      {
        'base.ts': 'export abstract class Base { constructor(init?: object) { Object.assign(this, init); } }',
        'item.ts': `import { Base } from './base.js';\nexport class Item extends Base { partitionKey!: string; kind = 'item'; }`,
      },
    );
    assert.equal(keys(write), 'Bus/1');
    assert.deepEqual(write.properties, ['kind']);
  });
});

describe('an entity put together by Object.assign', () => {
  const together = (args: string, before = ''): string =>
    keys(made(`${COPY}\n${before}`, `Object.assign(${args})`));

  it('has what its parts have, the last of them first', () => {
    assert.equal(together("{}, { partitionKey: 'Bus', rowKey: '1' }, { rowKey: id }"), 'Bus/id');
    assert.equal(together("{ partitionKey: 'Bus' }, given && { rowKey: id }"), 'Bus/id | nothing');
    assert.equal(together("new Item({ partitionKey: 'Bus' }), { rowKey: id }"), 'Bus/id');
    assert.equal(together('{}, BASE, { rowKey: id }', "const BASE = { partitionKey: 'Bus' };"), 'Bus/id');
  });

  it('leaves its sources as they are', () => {
    const before = `const BASE = { partitionKey: 'Bus', rowKey: '1' };\nconst other = Object.assign({}, BASE);`;
    assert.equal(made(before, 'BASE').isWhole, true);
    assert.equal(made(before.replace('{}, BASE', 'BASE, given'), 'BASE').isWhole, false);
  });

  it('has them where only the first one is used then', () => {
    const filled = (args: string): string =>
      keys(made(`const one = { partitionKey: 'Bus', rowKey: '1' };\n${args}`, 'one'));
    assert.equal(filled("Object.assign(one, { rowKey: '2' });"), 'Bus/2');
    assert.equal(filled('Object.assign(one, given);'), 'partitionKey/rowKey');
    assert.equal(filled("if (flag) Object.assign(one, { rowKey: '2' });"), 'Bus/2 | 1');
    assert.equal(filled("for (const part of given) Object.assign(one, { rowKey: '2' });"), 'Bus/2 | 1');
    assert.equal(filled('if (flag) Object.assign(one, given);'), 'partitionKey | Bus/rowKey | 1');
    const later = "function later() { Object.assign(one, { rowKey: '2' }); }";
    assert.equal(filled(later), 'partitionKey | Bus/rowKey | 1');
    assert.equal(filled('Object.assign(one.inner, given);'), 'Bus/1');
  });

  it('is unknown where a part is', () => {
    assert.equal(together("{ partitionKey: 'Bus', rowKey: id }, given"), 'given.partitionKey/given.rowKey');
    assert.equal(together("given, { partitionKey: 'Bus' }"), '–/–');
    assert.equal(together('...given'), '–/–');
  });
});

describe('what an instance does not tell', () => {
  it('is what is copied under a condition that nobody decides', () => {
    const item = (condition: string): string =>
      keys(
        made(
          `class Item { partitionKey = 'Field'; rowKey = 'r';
  constructor(init?: any, flag?: boolean) { if (${condition}) Object.assign(this, init); } }`,
          "new Item({ partitionKey: 'Given' }, given)",
        ),
      );
    assert.equal(item('init'), 'Given/r');
    assert.equal(item('init !== undefined'), 'Given/r');
    assert.equal(item('flag'), 'Given | Field/r');
  });

  it('is what takes the place of a default, as far as that is not seen', () => {
    const item = (members: string): string =>
      keys(made(`class Item { partitionKey = 'Bus'; rowKey = 'r'; ${members} }`, 'new Item(given)'));
    assert.equal(item('name(id) { this.rowKey = slug(id); }'), 'Bus/r');
    const any = 'partitionKey | Bus/rowKey | r';
    assert.equal(item('constructor(init) { for (const name in init) this[name] = init[name]; }'), any);
    assert.equal(
      item('constructor(init) { const self = this; for (const name in init) self[name] = init[name]; }'),
      any,
    );
    assert.equal(
      item(
        'constructor(init) { Object.keys(init).forEach((name) => { (this as any)[name] = init[name]; }); }',
      ),
      any,
    );
    assert.equal(
      item('constructor(init) { if (init.flag) Object.assign(this, JSON.parse(init.text)); }'),
      'partitionKey | Bus/rowKey | r',
    );
  });

  it('is what another method copies, or what nobody knows', () => {
    const other = `class Item { partitionKey = 'Field'; rowKey = 'r'; load(init: any) { Object.assign(this, init); } }`;
    assert.equal(keys(made(other, 'new Item()')), 'Field/r');
    assert.equal(keys(made(COPY, 'new Item(given)')), 'given.partitionKey/given.rowKey');
    const withDefaults = COPY.replace('declare partitionKey: string', "partitionKey = 'Field'");
    assert.equal(keys(made(withDefaults, 'new Item(given)')), 'given.partitionKey/given.rowKey');
    assert.equal(keys(made(withDefaults, '{ ...new Item(given), rowKey: id }')), 'given.partitionKey/id');
    assert.equal(keys(made(withDefaults, "{ ...new Item({ rowKey: '1' }) }")), 'Field/1');
    assert.equal(keys(made(COPY, 'given as Item')), '–/–');
    assert.equal(
      keys(
        made(
          'class Item { static of(init: any) { Object.assign(this, init); } }',
          "new Item({ partitionKey: 'Bus' })",
        ),
      ),
      '–/–',
    );
  });

  it('is a key that is left empty for others to fill', () => {
    const item = "class Item { partitionKey = 'Bus'; rowKey = ''; }";
    assert.equal(keys(made(item, 'new Item()')), 'Bus/');
    const filled = '(() => { const one = new Item(); fill(one); return one; })()';
    assert.equal(keys(made(item, filled)), 'partitionKey | Bus/rowKey | ');
  });

  it('ends where classes extend each other, or make themselves', () => {
    const circle =
      'class A extends B {}\nclass B extends A { constructor(init: any) { super(init); Object.assign(this, init); } }';
    assert.equal(keys(made(circle, "new B({ partitionKey: 'Bus', rowKey: id })")), 'Bus/id');
    const endless = 'class A { constructor() { Object.assign(this, new A()); } }';
    assert.equal(made(endless, 'new A()').method, 'createEntity');
  });
});
