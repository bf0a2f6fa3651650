import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The bad examples of a rule's page, by language. */
export function badExamplesOf(rule: string): readonly (readonly [language: string, code: string])[] {
  const page = readFileSync(join(import.meta.dirname, '../../src/lens/rules', rule, 'page.md'), 'utf8');
  const [, section = ''] = /^## Bad\n([^]*?)^## /m.exec(page) ?? [];
  return [...section.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language = '', code = '']) => [
    language,
    code,
  ]);
}
