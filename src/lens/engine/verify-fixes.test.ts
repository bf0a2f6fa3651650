import assert from 'node:assert/strict';
import { finish } from '../model/seen/stepwise.ts';
import type { Fix } from '../rules/rule.ts';
import type { Finding } from './finding.ts';
import { createVerifier } from './verify-fixes.ts';

const TEXT = 'bad bad';
const finding = { rule: 'r', severity: 'warning', file: '/a.ts' } as Finding;

const fix = (text: string): Fix => ({ title: text, edits: [{ span: { start: 0, end: 3 }, text }] });

describe('the fixes of a finding', () => {
  let analyzed: string[];
  /** Finds one mistake for each “bad” in a text. */
  const verifier = () =>
    createVerifier({ text: TEXT, findings: [finding, finding], syntaxErrors: () => 0 }, function* (_, text) {
      analyzed.push(text);
      yield;
      return {
        findings: text
          .split('bad')
          .slice(1)
          .map(() => finding),
        syntaxErrors: 0,
      };
    });
  beforeEach(() => (analyzed = []));

  it('are those after which the mistake is gone', () => {
    const kept = finish(verifier().kept(finding, [fix('bad'), fix('good'), fix('fine')]));
    assert.deepEqual(
      kept.map(({ title }) => title),
      ['good', 'fine'],
    );
    assert.deepEqual(analyzed, ['bad bad', 'good bad', 'fine bad']);
  });

  it('are tried up to the first that holds, where only that is asked', () => {
    const { someKept, kept } = verifier();
    const fixes = [fix('bad'), fix('good'), fix('fine')];
    assert.deepEqual(finish(someKept(finding, fixes)), { isKept: true, tries: 2 });
    assert.deepEqual(analyzed, ['bad bad', 'good bad']);
    assert.deepEqual(finish(someKept(finding, [fix('bad')])), { isKept: false, tries: 1 });
    // what was tried is not tried again
    finish(kept(finding, fixes));
    assert.deepEqual(analyzed, ['bad bad', 'good bad', 'fine bad']);
  });
});
