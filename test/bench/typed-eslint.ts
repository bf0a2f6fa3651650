// Lints the files of a list with one rule that needs types.
// usage: node test/bench/typed-eslint.ts FOLDER TSCONFIG LIST
import { readFileSync } from 'node:fs';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

const [, , folder = '', project = '', list = ''] = process.argv;
const eslint = new ESLint({
  cwd: folder,
  overrideConfigFile: true,
  allowInlineConfig: false,
  ignore: false,
  overrideConfig: {
    files: ['**/*'],
    languageOptions: { parser: tseslint.parser, parserOptions: { project } },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: { '@typescript-eslint/no-floating-promises': 'error' },
  },
});
const results = await eslint.lintFiles(JSON.parse(readFileSync(list, 'utf8')) as string[]);
console.log(results.reduce((sum, { errorCount }) => sum + errorCount, 0));
