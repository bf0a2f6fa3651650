import assert from 'node:assert/strict';
import { correct, isMissed, readCorrections } from './corpus/corrections.ts';
import { densityText } from './corpus/density.ts';
import { readExhaustive, readLabels } from './corpus/labels.ts';
import { findingDistance, pairUp, siteDistance } from './corpus/match.ts';
import { jsonOf, listOf, tableOf } from './corpus/print.ts';
import type { Said, SaidFinding, SaidOperation } from './corpus/said.ts';
import { compare, type PlacedLabel, total } from './corpus/score.ts';
import { statementsOf } from './corpus/statement.ts';

function label(line: number, method: string, more: Partial<PlacedLabel> = {}): PlacedLabel {
  const statement = { first: line, last: line };
  return { repo: 'o/r', path: 'a.ts', line, method, rules: [], note: '', statement, ...more };
}

function operation(line: number, method: string, more: Partial<SaidOperation> = {}): SaidOperation {
  return { path: 'a.ts', line, method, evidence: 'proved', why: '', ...more };
}

function finding(line: number, rule: string, more: Partial<SaidFinding> = {}): SaidFinding {
  return { path: 'a.ts', rule, severity: 'warning', message: 'm', first: line, last: line, ...more };
}

function said(operations: readonly SaidOperation[], findings: readonly SaidFinding[] = []): Said {
  return { operations, findings, files: [], leftOut: [], failures: [] };
}

describe('labels of a corpus', () => {
  const line = (data: object): string =>
    JSON.stringify({ repo: 'o/r', path: 'a.ts', line: 3, method: 'm', findings: [], ...data });

  it('are read line by line, with the names that rules have', () => {
    const findings = ['first-only-of-list', 'table-scan', 'other:bounded-read', 'partition-scan'];
    const text = `${line({ shape: 'table-scan', findings, note: 'why' })}\n\n${line({ shape: 'n/a' })}\n`;
    const common = { repo: 'o/r', path: 'a.ts', line: 3, method: 'm' };
    assert.deepEqual(readLabels(text), [
      { ...common, shape: 'table-scan', rules: ['first-of-list', 'table-scan'], note: 'why' },
      { ...common, rules: [], note: '' },
    ]);
  });

  it('are refused where they are none, with the line', () => {
    assert.throws(() => readLabels(`${line({})}\n{"repo":"o/r"}`), /line 2 of the labels/);
    assert.throws(() => readLabels(line({ findings: [1] })), /line 1/);
  });

  it('name the files that are labelled throughout', () => {
    assert.deepEqual([...readExhaustive('o/r a b.ts\n\no/s c.ts')], ['o/r/a b.ts', 'o/s/c.ts']);
  });
});

describe('corrections of labels', () => {
  const correction = {
    repo: 'o/r',
    path: 'a.ts',
    line: 3,
    method: 'm',
    rule: 'table-scan',
    why: 'it is one',
  };
  const line = JSON.stringify(correction);

  it('are read line by line, and refused where they are none', () => {
    assert.deepEqual(readCorrections(`${line}\n\n`), [correction]);
    const parts: readonly object[] = [{ why: undefined }, { line: '3' }, { rule: 1 }];
    for (const part of parts) {
      const text = `${line}\n${JSON.stringify({ ...correction, ...part })}`;
      assert.throws(() => readCorrections(text), /line 2 of the corrections/);
    }
    assert.throws(() => readCorrections('null'), /line 1/);
  });

  it('add a rule to their label alone', () => {
    const labels = [label(3, 'm', { rules: ['n-plus-one'] }), label(3, 'other'), label(4, 'm')];
    assert.deepEqual(
      correct(labels, [correction]).map(({ rules }) => rules),
      [['n-plus-one', 'table-scan'], [], []],
    );
    assert.throws(() => correct([label(4, 'm')], [correction]), /no label .+ o\/r a\.ts:3 table-scan/);
    assert.throws(
      () => correct([label(3, 'm', { rules: ['table-scan'] })], [correction]),
      /labelled already/,
    );
  });

  it('count a finding as labelled, and are noticed where there is none', () => {
    const labels = correct([label(3, 'm')], [correction]);
    const judge = (findings: readonly SaidFinding[]): ReturnType<typeof compare> =>
      compare(labels, said([], findings), () => true, ['table-scan']);
    const found = judge([finding(3, 'table-scan')]);
    assert.deepEqual(found.scores.rules, { 'table-scan': { labelled: 1, found: 1, false: 0 } });
    assert.equal(isMissed(correction, found.differences), false);
    assert.equal(isMissed(correction, judge([finding(9, 'table-scan')]).differences), true);
    assert.equal(isMissed(correction, judge([finding(3, 'n-plus-one')]).differences), true);
  });
});

describe('matching', () => {
  it('pairs one to one, the nearest first', () => {
    const { pairs, leftA, leftB } = pairUp([10, 11, 30], [12, 11, 50], (a, b) =>
      Math.abs(a - b) <= 2 ? Math.abs(a - b) : undefined,
    );
    assert.deepEqual(
      [pairs, leftA, leftB],
      [
        [
          [11, 11],
          [10, 12],
        ],
        [30],
        [50],
      ],
    );
  });

  it('takes a finding at a key for every call that writes it', () => {
    const labels = [label(20, 'upsertEntity', { rules: ['k'] }), label(40, 'createEntity', { rules: ['k'] })];
    const lines = [20, 40].map((line) => ({ first: line, last: line }));
    const judge = (findings: readonly SaidFinding[]): unknown =>
      compare(labels, said([], findings), () => true, ['k']).scores.rules;
    assert.deepEqual(judge([finding(3, 'k', { besides: lines })]), {
      k: { labelled: 2, found: 2, false: 0 },
    });
    assert.deepEqual(judge([finding(3, 'k', { besides: lines.slice(1) })]), {
      k: { labelled: 2, found: 1, false: 0 },
    });
    assert.deepEqual(judge([finding(3, 'k')]), { k: { labelled: 2, found: 0, false: 1 } });
  });

  it('takes a site within two lines, of the same method rather than of another', () => {
    const at = label(10, 'getEntity');
    assert.equal(siteDistance(at, operation(12, 'getEntity')), 2);
    assert.equal(siteDistance(at, operation(13, 'getEntity')), undefined);
    const near = siteDistance(at, operation(10, 'deleteEntity')) ?? 0;
    assert.ok(near > 2);
  });

  it('takes a finding within two lines, or anywhere in the statement', () => {
    const at = label(10, 'm', { statement: { first: 8, last: 20 } });
    const of = (first: number, last = first): number | undefined => findingDistance(at, { first, last });
    assert.deepEqual(
      [of(10), of(19), of(21), of(7), of(6, 12), of(5)],
      [0, 9, undefined, undefined, 0, undefined],
    );
  });

  it('knows the innermost statement, loops with their bodies, through blocks', () => {
    const text = [
      'async function f() {',
      '  for await (const e of c.listEntities()) {',
      '    await c',
      '      .deleteEntity(e.p, e.r);',
      '  }',
      '}',
    ].join('\n');
    const at = statementsOf('a.ts', text);
    assert.deepEqual(at(2, 'listEntities'), { first: 2, last: 5 });
    assert.deepEqual(at(4, 'deleteEntity'), { first: 3, last: 4 });
    assert.deepEqual(at(99, 'x'), { first: 99, last: 99 });
  });
});

describe('scores', () => {
  const everywhere = (): boolean => true;
  const nowhere = (): boolean => false;

  it('count sites that were found, missed and made up', () => {
    const labels = [label(1, 'getEntity'), label(10, 'getEntity'), label(20, 'getEntity')];
    const operations = [
      operation(1, 'getEntity'),
      operation(10, 'getEntity', { evidence: 'shape-only', why: 'the name alone' }),
      operation(30, 'getEntity'),
      operation(40, 'getEntity', { evidence: 'rejected' }),
    ];
    const { scores, differences } = compare(labels, said(operations), everywhere, []);
    assert.deepEqual(scores.sites, { labelled: 3, found: 1, false: 1 });
    assert.deepEqual(
      differences.map(({ kind, line, said: words }) => [kind, line, words]),
      [
        ['missed', 10, 'shape-only: the name alone'],
        ['missed', 20, 'nothing'],
        ['false', 30, 'getEntity, proved'],
      ],
    );
    assert.equal(compare(labels, said(operations), nowhere, []).scores.sites.false, 0);
  });

  it('count the shapes of list queries', () => {
    const labels = [
      label(1, 'listEntities', { shape: 'table-scan' }),
      label(10, 'listEntities', { shape: 'unknown' }),
      label(20, 'listEntities', { shape: 'unknown' }),
      label(30, 'getEntity', { shape: 'point' }),
    ];
    const operations = [
      operation(1, 'listEntities', { shape: 'table-scan' }),
      operation(10, 'listEntities', { shape: 'table-scan' }),
    ];
    const { scores } = compare(labels, said(operations), nowhere, []);
    assert.deepEqual(scores.shapes, {
      'table-scan': { labelled: 1, found: 1, false: 1 },
      unknown: { labelled: 2, found: 0, false: 0 },
    });
  });

  it('count findings by rule; a second one about the same call is not false', () => {
    const labels = [
      label(1, 'listEntities', { rules: ['r'] }),
      label(20, 'listEntities', { rules: ['r'] }),
      label(40, 'listEntities', { rules: ['never'], note: 'n' }),
    ];
    const findings = [finding(1, 'r'), finding(2, 'r'), finding(41, 'r'), finding(1, 'other')];
    const { scores, differences } = compare(labels, said([], findings), everywhere, ['r', 'never', 'unused']);
    assert.deepEqual(scores.rules, {
      r: { labelled: 2, found: 1, false: 1 },
      never: { labelled: 1, found: 0, false: 0 },
    });
    assert.deepEqual(
      differences.filter(({ what }) => what === 'r').map(({ kind, line, note }) => [kind, line, note]),
      [
        ['missed', 20, ''],
        ['false', 41, 'n'],
      ],
    );
    assert.deepEqual(total([scores, scores]).rules.r, { labelled: 4, found: 2, false: 2 });
  });

  it('are printed as recall and precision, with what differs', () => {
    const labels = [label(1, 'getEntity', { note: 'hard' }), label(9, 'listEntities', { shape: 'unknown' })];
    const operations = [operation(9, 'listEntities', { shape: 'unknown' }), operation(20, 'getEntity')];
    const { scores, differences } = compare(labels, said(operations), everywhere, []);
    const table = tableOf([scores]);
    assert.match(table, /\nsites +2 +1 +50\.0 % +1 +50\.0 %\n/);
    assert.match(table, /\nshapes of list queries +1 +1 +100\.0 %\n {2}unknown +1 +1 /);
    assert.match(
      listOf('o/r', differences),
      /^site missed: o\/r a\.ts:1\n {4}labelled: getEntity\n {4}said: nothing\n {4}note: hard\nsite false: /,
    );
  });

  it('are written as numbers, one score a line', () => {
    const { scores } = compare([label(1, 'getEntity')], said([]), nowhere, []);
    const text = jsonOf({ 'o/r': scores });
    assert.match(text, /\n {4}"sites": \{ "labelled": 1, "found": 0, "false": 0 \},\n/);
    assert.deepEqual(JSON.parse(text), { total: scores, repositories: { 'o/r': scores } });
  });
});

describe('how closely operations stand', () => {
  it('is told of all files, and of large ones', () => {
    const files = [
      { lines: 100, operations: 10 },
      { lines: 500, operations: 10 },
      { lines: 1_000, operations: 77 },
    ];
    assert.equal(
      densityText(files),
      `operations for each 1,000 lines, in files that have any: 3 files, median 77, 95 of 100 at most 77, at most 100
in those of 400 lines and more: 2 files, median 20, 95 of 100 at most 20, at most 77`,
    );
  });
});
