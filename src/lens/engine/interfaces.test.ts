import assert from 'node:assert/strict';
import { PACKAGE } from '../../../test/support/operations.ts';
import { rules } from '../rules/registry.ts';
import { createEngine } from './create.ts';
import type { Engine } from './engine.ts';

const PORT = `export interface Ledger { entry(book: string, id: string): Promise<Entry>; put(entry: Entry): Promise<void> }
export interface Entry { book: string; id: string; amount: number }`;

const ledger = (name: string, has = 'Ledger'): string => `import { TableClient } from '${PACKAGE}';
import type { Entry, Ledger } from './port';
export class ${name} implements ${has} {
  constructor(private readonly client: TableClient) {}
  async entry(book: string, id: string): Promise<Entry> {
    const entity: any = await this.client.getEntity(book, id);
    return { book: entity.partitionKey, id: entity.rowKey, amount: entity.amount };
  }
  async put({ book, id, amount }: Entry) {
    await this.client.upsertEntity({ partitionKey: book, rowKey: id, amount }, 'Replace');
  }
}`;

const BOOKING = `import type { Ledger } from './port';
export class Booking {
  constructor(private readonly ledger: Ledger) {}
  async add(book: string, id: string, amount: number) {
    const entry = await this.ledger.entry(book, id);
    await this.ledger.put({ ...entry, amount: entry.amount + amount });
  }
}`;

const IN_MEMORY = `import type { Entry, Ledger } from './port';
export class MemoryLedger implements Ledger {
  private readonly all = new Map<string, Entry>();
  async entry(book: string, id: string) { return this.all.get(book + id)!; }
  async put(entry: Entry) { this.all.set(entry.book + entry.id, entry); }
}`;

/** An engine that has these files, with the callers that it wants. */
function engineOf(files: Readonly<Record<string, string>>): Engine {
  const engine = createEngine({ rules, onRuleError: (rule) => assert.fail(rule) });
  for (const [name, text] of Object.entries(files)) engine.setFile(`/code/${name}`, text);
  return engine;
}

function lostIn(engine: Engine): readonly string[] {
  // whoever reads the disk tells of what is not there
  for (let wanted = engine.wantedFiles(); wanted.length > 0; wanted = engine.wantedFiles())
    for (const file of wanted.flat()) if (engine.text(file) === undefined) engine.markMissing(file);
  return engine
    .analyze('/code/booking.ts')
    .findings.filter(({ rule }) => rule === 'lost-update')
    .map(({ rule }) => rule);
}

const FILES = { 'port.ts': PORT, 'table-ledger.ts': ledger('TableLedger'), 'booking.ts': BOOKING };

describe('the class behind an interface', () => {
  it('is the one that has it and asks tables, in whichever file', () => {
    assert.deepEqual(lostIn(engineOf(FILES)), ['lost-update']);
  });

  it('is so beside one that has nothing to do with tables', () => {
    assert.deepEqual(lostIn(engineOf({ ...FILES, 'memory.ts': IN_MEMORY })), ['lost-update']);
    const both = `${ledger('TableLedger')}\n${IN_MEMORY.slice(IN_MEMORY.indexOf('export'))}`;
    assert.deepEqual(lostIn(engineOf({ ...FILES, 'table-ledger.ts': both })), ['lost-update']);
  });

  it('may have the calls from the class that it extends', () => {
    const base = ledger('TableLedger').replace(' implements Ledger', '');
    const text = `${base}\nexport class Named extends TableLedger implements Ledger { name = 'named'; }`;
    assert.deepEqual(lostIn(engineOf({ ...FILES, 'table-ledger.ts': text })), ['lost-update']);
  });

  it('is not known where several ask tables, or none says that it has it', () => {
    const second = ledger('OldLedger').replace("'Replace'", "'Merge'");
    assert.deepEqual(lostIn(engineOf({ ...FILES, 'old-ledger.ts': second })), []);
    const renamed = ledger('OldLedger', 'Port').replace('{ Entry, Ledger }', '{ Entry, Ledger as Port }');
    assert.deepEqual(lostIn(engineOf({ ...FILES, 'old-ledger.ts': renamed })), []);
    const unsaid = ledger('TableLedger').replace(' implements Ledger', '');
    assert.deepEqual(lostIn(engineOf({ ...FILES, 'table-ledger.ts': unsaid })), []);
  });

  it('has it as what a module exports by default, under whatever name', () => {
    const port = PORT.replace('export interface Ledger', 'export default interface Ledger');
    const from = (text: string, name: string): string =>
      text
        .replace('type { Entry, Ledger }', `${name}, { type Entry }`)
        .replace('type { Ledger }', `type ${name}`)
        .replace('{ Entry, Ledger }', `${name}, { Entry }`);
    const files = {
      'port.ts': port,
      'table-ledger.ts': from(ledger('TableLedger', 'Port'), 'Port'),
      'booking.ts': from(BOOKING, 'Book').replace('ledger: Ledger', 'ledger: Book'),
    };
    assert.deepEqual(lostIn(engineOf(files)), ['lost-update']);
    const below = { ...files, 'port.ts': `${PORT}\nexport default Ledger;` };
    assert.deepEqual(lostIn(engineOf(below)), ['lost-update']);
    const second = from(ledger('OldLedger', 'Old'), 'Old');
    assert.deepEqual(lostIn(engineOf({ ...files, 'old-ledger.ts': second })), []);
    const named = ledger('OldLedger').replace("from './port'", "from './other'");
    assert.deepEqual(lostIn(engineOf({ ...files, 'old-ledger.ts': named, 'other.ts': PORT })), [
      'lost-update',
    ]);
  });

  it('is not what another interface of the module has, which is no default', () => {
    const port = `${PORT}\nexport default interface Other { close(): Promise<void> }`;
    const text = ledger('TableLedger', 'Port').replace('type { Entry, Ledger }', 'Port, { type Entry }');
    assert.deepEqual(lostIn(engineOf({ ...FILES, 'port.ts': port, 'table-ledger.ts': text })), []);
  });

  it('is not that of another interface of the same name', () => {
    const own = BOOKING.replace(/^import.*\n/, `${PORT}\n`);
    assert.deepEqual(lostIn(engineOf({ ...FILES, 'booking.ts': own })), []);
  });

  it('is by what is given for type parameters one of several', () => {
    const port = `export interface Ledger<T> { entry(book: string, id: string): Promise<T>; put(entry: T): Promise<void> }
export interface Entry { book: string; id: string; amount: number }
export interface Other { name: string }`;
    const other = `import { TableClient } from '${PACKAGE}';
import type { Ledger, Other } from './port';
export class Others implements Ledger<Other> {
  constructor(private readonly client: TableClient) {}
  entry(book: string, id: string) { return this.client.getEntity<Other>(book, id); }
  async put(entry: Other) { await this.client.createEntity({ partitionKey: 'a', rowKey: 'b', ...entry }); }
}`;
    const files = {
      'port.ts': port,
      'table-ledger.ts': ledger('TableLedger', 'Ledger<Entry>'),
      'others.ts': other,
      'booking.ts': BOOKING.replace('{ Ledger }', '{ Entry, Ledger }').replace(
        'ledger: Ledger',
        'ledger: Ledger<Entry>',
      ),
    };
    assert.deepEqual(lostIn(engineOf(files)), ['lost-update']);
  });

  it('is another one once a file is changed, added or taken away', () => {
    const engine = engineOf(FILES);
    assert.deepEqual(lostIn(engine), ['lost-update']);
    engine.setFile('/code/old-ledger.ts', ledger('OldLedger'));
    assert.deepEqual(lostIn(engine), []);
    engine.removeFile('/code/old-ledger.ts');
    assert.deepEqual(lostIn(engine), ['lost-update']);
    engine.setFile('/code/table-ledger.ts', ledger('TableLedger').replace(' implements Ledger', ''));
    assert.deepEqual(lostIn(engine), []);
  });
});
