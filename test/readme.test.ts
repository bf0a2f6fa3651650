import assert from 'node:assert/strict';
import { rules } from '../src/lens/rules/registry.ts';
import { read } from './support/samples.ts';

const readme = read('README.md');

describe('the README', () => {
  it('lists every rule, each once', () => {
    const [, table = ''] = /^\| about \| rules \|\n((?:\|.*\n)+)/m.exec(readme) ?? [];
    const listed = [...table.matchAll(/`([a-z\d-]+)`/g)].map(([, id]) => id);
    assert.deepEqual(
      listed.toSorted(),
      rules.map(({ id }) => id).toSorted(),
      'Add a new rule to the row of its family in the table of README.md.',
    );
    assert.match(readme, /\*\*Over fifty rules/);
    assert.ok(rules.length > 50 && rules.length < 80, `${rules.length} rules`);
  });

  it('shows what the command line says of the sample', () => {
    const [, line = '', , text = ''] =
      /samples\/bad\/src\/staff\.ts:(\d+):(\d+): .*\n.*\n> \d+ \| (.*)/.exec(readme) ?? [];
    assert.equal(read('samples/bad/src/staff.ts').split('\n')[Number(line) - 1], text);
  });
});
