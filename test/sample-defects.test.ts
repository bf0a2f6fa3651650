import assert from 'node:assert/strict';
import { rules } from '../src/lens/rules/registry.ts';
import { readMarks } from './support/carets.ts';
import { read, readDefects, readSample } from './support/samples.ts';

const marks = readMarks(read('test/fixtures/bad-sample.carets.txt'));

/** Rules of warning or error severity that the sample does not show, and why. */
const NOT_SHOWN: Readonly<Record<string, string>> = {
  'endless-paging': 'the loop never ends: the scenario could not run it',
  'key-too-long': 'nobody wants to read a key of more than 512 characters',
  'too-many-properties': 'nobody wants to read an entity of more than 252 properties',
  'property-too-large': 'the sample reads no file and no request',
  'dropped-value': 'NaN comes of a calculation that goes wrong, and the sample calculates nothing that can',
  'bigint-in-json': 'the sample has no numbers of 64 bits',
  'date-out-of-range': 'Azurite takes any date, so nothing would be seen',
  'not-the-newest': 'the sample has too few rows for any to be missed',
  'stale-copy': 'nothing in the sample is kept under two keys',
  'create-race': 'the scenario has one caller at a time',
  'unsortable-date-in-key': 'the sample has no library that writes dates',
  'transaction-duplicate-entity':
    'transaction-mixed-partitions shows a transaction that is refused as a whole',
  'transaction-too-large': 'a transaction fails with its 101st row, and the sample has no use for so many',
  'unawaited-write': 'it is chance what is written before the scenario asks for it',
  'sequential-partition-key': 'time-ordered-partition-key shows the hot partition that it is about',
  'table-recreate': 'the service takes half a minute to delete a table, and the scenario would have to wait',
  'invalid-table-name': 'nothing could be asked of a table that cannot be made',
  'hard-coded-account-key': 'whatever searches repositories for keys would find this one',
  'insecure-connection': 'an address without TLS that is not of this machine is none to send anything to',
  'inconsistent-key-encoding':
    'it compares with all writes of a table, and here a table holds several kinds of rows',
};

interface Found {
  readonly file: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly rule: string;
}

/** What the lens finds in one version of the sample, by file and position. */
function findingsOf(version: 'good' | 'bad'): Found[] {
  const { engine, texts } = readSample(version);
  return [...texts].flatMap(([file, text]) =>
    engine.analyze(file).findings.map(({ span, rule }) => {
      const before = text.slice(0, span.start).split('\n');
      const start = before.at(-1)?.length ?? 0;
      return { file: file.slice(1), line: before.length, start, end: start + span.end - span.start, rule };
    }),
  );
}

describe('the defects of the bad sample', () => {
  it('are marked where the source stands', () => {
    for (const { file, line, text } of marks) {
      assert.equal(read(`samples/bad/${file}`).split('\n')[line - 1], text, `${file}:${line}`);
    }
  });

  it('are those that DEFECTS.md lists', () => {
    const show = ({ file, line, rule }: { file: string; line: number; rule: string }): string =>
      `${file}:${line} ${rule}`;
    assert.deepEqual(marks.map(show), readDefects().defects.map(show));
  });

  it('show every rule of warning or error severity, or it is said why not', () => {
    const isShown = (id: string): boolean => marks.some(({ rule }) => rule === id);
    const weighty = rules.filter(({ severity }) => severity === 'warning' || severity === 'error');
    const missing = weighty.filter(({ id }) => !isShown(id) && NOT_SHOWN[id] === undefined);
    assert.deepEqual(
      missing.map(({ id }) => id),
      [],
      'The demo shows nothing of these rules. Let samples/bad do what each reports, and samples/good what its page ' +
        'tells to do; mark it in test/fixtures/bad-sample.carets.txt and list it in samples/DEFECTS.md. Where a ' +
        'small demo cannot show it, say why in NOT_SHOWN of test/sample-defects.test.ts.',
    );
    const isStale = (id: string): boolean => isShown(id) || !weighty.some((rule) => rule.id === id);
    assert.deepEqual(
      Object.keys(NOT_SHOWN).filter(isStale),
      [],
      'NOT_SHOWN has what the demo shows, or is no rule of warning or error severity (any more).',
    );
  });

  it('are found, each where it is marked, and nothing else', () => {
    const expected = marks.map(({ file, line, start, end, rule }) => ({ file, line, start, end, rule }));
    assert.deepEqual(findingsOf('bad'), expected);
  });

  it('are not in the good sample', () => {
    assert.deepEqual(findingsOf('good'), []);
  });
});
