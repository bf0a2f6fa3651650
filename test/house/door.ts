import { createRequire } from 'node:module';
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';

type Block = Linter.Config;

/** The part of the configuration of ESLint that leaves one way to VS Code's window. */
export const doorRule: Block = blockWith('no-restricted-syntax');

/** What that says of a source of the extension. */
export function aroundTheDoor(text: string): string[] {
  const { rules = {} } = doorRule;
  const languageOptions = { parser: tseslint.parser } as Linter.LanguageOptions;
  const found = new Linter().verify(text, [{ files: ['**/*.ts'], languageOptions, rules }], 'a.ts');
  return found.map(({ message }) => message);
}

function blockWith(rule: string): Block {
  const blocks = createRequire(import.meta.url)('../../eslint.config.js') as readonly Block[];
  const [only, ...others] = blocks.filter(({ rules }) => rules !== undefined && rule in rules);
  if (only === undefined || others.length > 0) throw new Error(`${rule} stands in other than one block`);
  return only;
}
