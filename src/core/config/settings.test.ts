import assert from 'node:assert/strict';
import { readSettings } from './settings.ts';

const RULES = new Set(['table-scan', 'row-key-or']);

describe('settings', () => {
  it('are read as they are; a rule at its default is not changed', () => {
    const given = { scope: 'workspace', rules: { 'table-scan': 'off', 'row-key-or': 'default' }, other: 1 };
    assert.deepEqual(readSettings(given, RULES), {
      settings: { scope: 'workspace', shapes: 'codeLens', levels: new Map([['table-scan', 'off']]) },
      problems: [],
    });
  });

  it('have defaults where nothing is set', () => {
    for (const given of [undefined, null, 'x', [], {}, { rules: null }, { rules: {} }]) {
      const { settings, problems } = readSettings(given, RULES);
      assert.deepEqual(settings, { scope: 'openFiles', shapes: 'codeLens', levels: new Map() });
      assert.deepEqual(problems, []);
    }
  });

  const wrong: readonly (readonly [given: object, problem: string])[] = [
    [
      { shapes: 'none' },
      'The setting partitionLens.shapes has the invalid value "none". Use one of: codeLens, inlayHint.',
    ],
    [
      { scope: 'all' },
      'The setting partitionLens.scope has the invalid value "all". Use one of: openFiles, workspace.',
    ],
    [
      { rules: ['table-scan'] },
      'The setting partitionLens.rules isn\'t an object, so it changes no rule. Write rule ids with their severity, such as { "table-scan": "error" }.',
    ],
    [
      { rules: { 'table-scam': 'off' } },
      'The setting partitionLens.rules names "table-scam", but there is no such rule. Write the id as a finding shows it, or remove it.',
    ],
    [
      { rules: { 'table-scan': 'warn' } },
      'The setting partitionLens.rules has the invalid value "warn" for "table-scan". Use one of: default, error, warning, information, hint, off.',
    ],
  ];
  for (const [given, problem] of wrong) {
    it(`say what to do about ${JSON.stringify(given)}`, () => {
      const { settings, problems } = readSettings(given, RULES);
      assert.deepEqual(problems, [problem]);
      assert.deepEqual(settings, { scope: 'openFiles', shapes: 'codeLens', levels: new Map() });
    });
  }

  it('are told of in a few short messages, however many are wrong', () => {
    const names = Array.from({ length: 10_000 }, (_, at): [string, string] => [`rule-${at}`, 'off']);
    const long = 'x'.repeat(1_000_000);
    const rules = { 'table-scan': { [long]: long }, [long]: 'off', ...Object.fromEntries(names) };
    const { problems } = readSettings({ scope: long, rules }, RULES);
    assert.equal(problems.length, 5);
    assert.ok(problems.join('').length < 2_000);
    assert.match(problems[4] ?? '', /^9,999 more entries of partitionLens\.rules are invalid\./);
  });

  it('lose only what is wrong', () => {
    const { settings, problems } = readSettings(
      { scope: 1, rules: { nothing: 'off', 'row-key-or': 'hint' } },
      RULES,
    );
    assert.equal(problems.length, 2);
    assert.deepEqual([...settings.levels], [['row-key-or', 'hint']]);
  });
});
