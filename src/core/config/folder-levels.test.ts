import assert from 'node:assert/strict';
import { levelsAt } from './folder-levels.ts';
import { readConfig } from './table-config.ts';

const RULES: ReadonlySet<string> = new Set(['table-scan', 'missing-select']);

function at(text: string, path: string): Record<string, string> {
  const { levels, problems } = readConfig(text, RULES);
  assert.deepEqual(problems, []);
  return Object.fromEntries(levelsAt(levels, path));
}

/** What is wrong with a text: the part of it that is marked, and the message. */
function problems(text: string): [string, string][] {
  return readConfig(text, RULES).problems.map(({ span, message }) => [
    text.slice(span.start, span.end),
    message,
  ]);
}

describe('severities in .partitionlens.json', () => {
  const text = `{
    "rules": { "table-scan": "error", "missing-select": "hint" },
    "folders": {
      "scripts/import/": { "rules": { "table-scan": "default" } },
      "./scripts": { "rules": { "table-scan": "off" } },
    },
  }`;

  it('hold for a folder and what is below it, and the inner folder decides', () => {
    assert.deepEqual(at(text, 'src/a.ts'), { 'table-scan': 'error', 'missing-select': 'hint' });
    assert.deepEqual(at(text, 'scripts/a.ts'), { 'table-scan': 'off', 'missing-select': 'hint' });
    assert.deepEqual(at(text, 'scripts/import/deep/a.ts'), {
      'table-scan': 'default',
      'missing-select': 'hint',
    });
    assert.deepEqual(at(text, 'scripts2/a.ts'), at(text, 'src/a.ts'));
    assert.deepEqual(at('{}', 'a.ts'), {});
  });

  it('are told where they are wrong, and the rest holds', () => {
    const [rule] = problems('{ "rules": { "table-skan": "off" } }');
    assert.deepEqual(rule?.[0], '"off"');
    assert.match(rule[1], /^There is no rule "table-skan".*Did you mean "table-scan"\?$/);
    assert.match(
      problems('{ "rules": { "table-scan": "loud" } }')[0]?.[1] ?? '',
      /^Unknown severity "loud"\. Use one of: default, error/,
    );
    assert.match(problems('{ "rules": { "table-scan": 1 } }')[0]?.[1] ?? '', /a text in double quotes/);
    assert.match(problems('{ "rules": [] }')[0]?.[1] ?? '', /must be an object/);
    assert.match(problems('{ "folders": { "a": { "rule": {} } } }')[0]?.[1] ?? '', /"rule" isn't valid here/);
    for (const folder of ['', '/', '..', '../a', 'a/../b', 'a//b', '**', 'a*', 'a\\\\b', '/etc']) {
      const said = problems(`{ "folders": { "${folder}": { "rules": { "table-scan": "off" } } } }`);
      assert.match(said[0]?.[1] ?? '', /isn't a folder below this file/, folder);
    }
    const some = '{ "rules": { "table-scan": "off", "x": "off", "__proto__": "off" } }';
    assert.deepEqual(Object.fromEntries(levelsAt(readConfig(some, RULES).levels, 'a.ts')), {
      'table-scan': 'off',
    });
  });

  it('are bounded', () => {
    const folders = Object.fromEntries(
      Array.from({ length: 400 }, (_, i) => [`f${i}`, { rules: { 'table-scan': 'off' } }]),
    );
    const read = readConfig(JSON.stringify({ folders }), RULES);
    assert.ok(read.levels.length <= 201);
    assert.match(read.problems[0]?.message ?? '', /at most 200/);
    const long = 'x'.repeat(10_000);
    assert.ok((problems(`{ "rules": { "${long}": "off" } }`)[0]?.[1].length ?? 0) < 200);
  });
});

describe('clients in .partitionlens.json', () => {
  it('have tables, by their names or with their classes', () => {
    const { clients, problems: none } = readConfig(
      '{ "clients": { "orders": "Orders", "Audit.client": "Audit{yyyyMM}", "#table": "Staff" } }',
    );
    assert.deepEqual(none, []);
    assert.deepEqual(Object.fromEntries(clients), {
      orders: 'Orders',
      'Audit.client': 'Audit{yyyyMM}',
      '#table': 'Staff',
    });
  });

  it('are told where they are wrong', () => {
    assert.match(
      problems('{ "clients": { "a.b.c": "Orders" } }')[0]?.[1] ?? '',
      /^"a\.b\.c" isn't the name of a client/,
    );
    assert.match(problems('{ "clients": { "this.orders()": "Orders" } }')[0]?.[1] ?? '', /isn't the name/);
    for (const table of ['', '*', 'A{date}'])
      assert.match(
        problems(`{ "clients": { "a": "${table}" } }`)[0]?.[1] ?? '',
        /isn't a valid table name/,
        table,
      );
    assert.match(problems('{ "clients": "Orders" }')[0]?.[1] ?? '', /must be an object/);
    assert.match(problems('{ "clients": { "a": {} } }')[0]?.[1] ?? '', /a text in double quotes/);
  });
});
