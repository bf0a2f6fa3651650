import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findingsOf } from '../../../test/support/rule-fixtures.ts';
import { rules } from './registry.ts';

const HEADINGS = ['What', 'Why', 'Bad', 'Good', 'When to silence'];

interface Block {
  readonly language: string;
  readonly code: string;
}

describe('the pages of the rules', () => {
  it('are one for each folder, and each folder is registered', () => {
    const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'shared')
      .map((entry) => entry.name);
    assert.deepEqual([...rules.map((rule) => rule.id)].sort(), folders.sort());
  });

  for (const { id } of rules) {
    describe(id, () => {
      const page = readFileSync(join(import.meta.dirname, id, 'page.md'), 'utf8');
      const sections = sectionsOf(page);

      it('has a title with the id, and the headings', () => {
        assert.match(page, new RegExp(`^# \`${id}\`: \\S`));
        assert.deepEqual([...sections.keys()], HEADINGS);
      });

      it("says why, with the guide's section", () => {
        assert.match(
          sections.get('Why') ?? '',
          /[Dd]esign\s+guide[^]*"[^"]{8,}"/,
          'Name the section of the design guide under "Why": the design guide, "Name of the section".',
        );
      });

      it('has bad examples, which it reports', () => {
        const blocks = blocksOf(sections.get('Bad'));
        assert.ok(blocks.length > 0);
        for (const { language, code } of blocks) {
          assert.ok(
            findingsOf(`/page.${language}`, code).some((finding) => finding.rule === id),
            code,
          );
        }
      });

      it('has good examples, of which it says nothing, and no rule more than a hint', () => {
        const blocks = blocksOf(sections.get('Good'));
        assert.ok(blocks.length > 0);
        for (const { language, code } of blocks) {
          assert.deepEqual(
            findingsOf(`/page.${language}`, code)
              .filter(({ rule, severity }) => rule === id || severity !== 'hint')
              .map(({ rule, message }) => `${rule}: ${message}`),
            [],
            code,
          );
        }
      });
    });
  }
});

function sectionsOf(page: string): Map<string, string> {
  const parts = page.split(/^## (.*)\n/m).slice(1);
  return new Map(parts.flatMap((part, i) => (i % 2 === 0 ? [[part, parts[i + 1] ?? '']] : [])));
}

function blocksOf(section = ''): Block[] {
  return [...section.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language = '', code = '']) => ({
    language,
    code,
  }));
}
