import assert from 'node:assert/strict';
import { callsBy, type WordPrint, wordPrint } from './word-print.ts';

/** Whether a text may call a function of a file by its name, or by any. */
function mayCall(print: WordPrint, name: string | undefined, file: string): boolean {
  return callsBy([{ name: name ?? 'default', file }])(print).length === 1;
}

describe('the print of the words of a text', () => {
  const print = wordPrint(`
    import { findStaff } from '../data/staff.js';
    const db = require("./db");
    export const run = () => [findStaff<Employee>('x'), db.query?.(1), lookUp\`x\`];`);

  it('has the names that are called from files that are imported', () => {
    assert.ok(mayCall(print, 'findStaff', '/src/data/staff.ts'));
    assert.ok(mayCall(print, 'query', '/src/db/index.ts'));
    assert.ok(mayCall(print, undefined, '/src/db.js'));
    assert.ok(mayCall(wordPrint(`const { search: find } = require('./db');`), 'search', '/src/db.js'));
  });

  it('lacks other names, and other files', () => {
    assert.ok(!mayCall(print, 'lookUp', '/src/db.js'));
    assert.ok(!mayCall(print, 'findStaff', '/src/trips.ts'));
    assert.ok(!mayCall(print, undefined, '/src/trips.ts'));
    assert.ok(!mayCall(wordPrint(''), undefined, '/a.ts'));
  });

  it('knows a file behind the index of its folder', () => {
    const barrel = wordPrint(`import { query } from '@app/storage'; query('x');`);
    assert.ok(mayCall(barrel, 'query', '/packages/storage/tables.ts'));
  });

  it('knows a file behind a package, or a folder above, that gives on what it has', () => {
    const using = (module: string): string => `import { query } from '${module}'; query('x');`;
    const file = '/packages/storage/src/tables/orders.ts';
    assert.ok(mayCall(wordPrint(using('@app/storage'), '/apps/api/main.ts'), 'query', file));
    assert.ok(mayCall(wordPrint(using('../'), '/packages/storage/src/jobs/run.ts'), 'query', file));
    assert.ok(mayCall(wordPrint(using('./index.js'), '/packages/storage/src/run.ts'), 'query', file));
    assert.ok(!mayCall(wordPrint(using('@storage/app'), '/apps/api/main.ts'), 'query', file));
    assert.ok(!mayCall(wordPrint(using('./index.js'), '/apps/api/main.ts'), 'query', file));
    assert.ok(!mayCall(wordPrint(using('./src.js'), '/apps/api/main.ts'), 'find', file));
  });
});
