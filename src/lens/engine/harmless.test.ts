import assert from 'node:assert/strict';
import type { Fix, Severity } from '../rules/rule.ts';
import type { Finding } from './finding.ts';
import { editsOf, harmlessFixes, keptTogether, soleFix } from './harmless.ts';

const fix = (start: number, text: string, more: Partial<Fix> = {}): Fix => ({
  title: 'Fix it',
  edits: [{ span: { start, end: start + 1 }, text }],
  isHarmless: true,
  ...more,
});

const finding = (rule: string, severity: Severity, ...fixes: readonly Fix[]): Finding => ({
  rule,
  severity,
  file: '/a.ts',
  span: { start: 0, end: 1 },
  messageId: 'it',
  data: [],
  message: 'It is wrong.',
  related: [],
  fixes: () => fixes,
  isFixable: () => fixes.length > 0,
  proposed: () => fixes,
});

describe('fixes that are applied unseen', () => {
  it('are the only one of a finding, and sure', () => {
    const sure = fix(0, 'x');
    assert.equal(soleFix([sure]), sure);
    for (const others of [
      [],
      [sure, sure],
      [fix(0, 'x', { placeholder: 'x' })],
      [fix(0, 'x', { isConditional: true })],
    ]) {
      assert.equal(soleFix(others), undefined);
    }
  });

  it('say that they are harmless, and none touches another', () => {
    const { isHarmless: _, ...unsaid } = fix(9, 'y');
    const all = [
      finding('a', 'error', fix(0, 'x')),
      finding('b', 'error', fix(1, 'y')),
      finding('c', 'error', unsaid),
      finding('d', 'error', fix(5, 'z')),
      finding('e', 'error', fix(5, 'z')),
    ];
    const taken = harmlessFixes(all);
    assert.deepEqual(
      taken.map((one) => one.finding.rule),
      ['a', 'd', 'e'],
    );
    assert.equal(editsOf(taken).length, 2);
  });

  it('hold together where each removes its finding and none as bad comes', () => {
    const [a, b] = [finding('a', 'warning', fix(0, 'x')), finding('a', 'warning', fix(4, 'y'))];
    const fixes = harmlessFixes([a, b]);
    assert.ok(keptTogether(fixes, [a, b], []));
    assert.ok(keptTogether(fixes, [a, b], [finding('c', 'hint')]));
    assert.ok(!keptTogether(fixes, [a, b], [a]));
    assert.ok(!keptTogether(fixes, [a, b], [finding('c', 'warning')]));
  });
});
