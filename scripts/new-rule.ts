// Begins a rule: its folder with rule, messages, page and test, its place in the registry, its setting and its texts.
// usage: npm run new-rule <id>
import './lib/node24.ts';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { newRule, type NewRule } from './lib/new-rule.ts';
import { root } from './lib/paths.ts';

const [id = ''] = process.argv.slice(2);
for (const [path, text] of made()) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  console.log(path);
}
for (const script of ['rule-settings', 'l10n']) {
  const { status } = spawnSync(process.execPath, [join(root, `scripts/${script}.ts`)], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
console.log(`Make this pass: npx mocha "src/lens/rules/${id}/*.test.ts". When the words are right, run "npm run rule-settings" and
"npm run l10n" again, name the rule in README.md (the table) and CHANGELOG.md, and run "npm run test:rules".`);

function made(): NewRule {
  try {
    return newRule(id, readFileSync(join(root, 'src/lens/rules/registry.ts'), 'utf8'));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
