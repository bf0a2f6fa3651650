import assert from 'node:assert/strict';
import { badExamplesOf } from '../../../test/support/page-examples.ts';
import { findingsOf } from '../../../test/support/rule-fixtures.ts';
import { applyEdits } from '../../core/text/edit.ts';
import type { Finding } from '../engine/finding.ts';
import { rules } from '../rules/registry.ts';
import { finish } from '../model/seen/stepwise.ts';
import { codeActions } from './code-actions.ts';

const idsOf = (findings: readonly Finding[]): string[] => findings.map(({ rule }) => rule);

describe('comments that silence', () => {
  for (const { id } of rules) {
    it(`${id}, in its line and in its file, and nothing else`, () => {
      const examples = badExamplesOf(id);
      assert.ok(examples.length > 0);
      for (const [language, code] of examples) {
        const file = `/page.${language}`;
        const findings = findingsOf(file, code);
        const others = idsOf(findings).filter((rule) => rule !== id);
        for (const { rule, span } of findings.filter((finding) => finding.rule === id)) {
          const offers = finish(codeActions({ file, operations: [], findings }, code, span));
          const [line, whole] = offers.filter((offer) => offer.title.startsWith(`Disable ${rule} `));
          assert.ok(line && whole);
          const inLine = idsOf(findingsOf(file, applyEdits(code, line.edits)));
          assert.ok(inLine.filter((each) => each === id).length < findings.length - others.length);
          assert.deepEqual(
            inLine.filter((each) => each !== id),
            others,
          );
          assert.deepEqual(idsOf(findingsOf(file, applyEdits(code, whole.edits))), others);
        }
      }
    });
  }
});
