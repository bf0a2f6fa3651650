import { createRequire } from 'node:module';
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';

type Block = Linter.Config;
const RULE = 'regexp/no-super-linear-backtracking';

/** The part of the configuration of ESLint that refuses patterns which take more than one way through a text. */
export const patternRules: Block = (() => {
  const blocks = createRequire(import.meta.url)('../../eslint.config.js') as readonly Block[];
  const found = blocks.find(({ rules }) => rules !== undefined && RULE in rules);
  if (found === undefined) throw new Error(`${RULE} is off`);
  return found;
})();

/** What that says of a source. */
export function wrongPatterns(text: string): string[] {
  const { rules = {}, plugins = {} } = patternRules;
  const languageOptions = { parser: tseslint.parser } as Linter.LanguageOptions;
  const found = new Linter().verify(text, [{ files: ['**/*.ts'], languageOptions, plugins, rules }], 'a.ts');
  return found.map(({ ruleId }) => ruleId ?? 'syntax');
}
