import assert from 'node:assert/strict';
import { createEngine } from '../../src/lens/engine/create.ts';
import { rules } from '../../src/lens/rules/registry.ts';

describe('sources that are nested deeper than anybody writes', () => {
  const call = 'export const rows = client.listEntities();';
  const deep = 100_000;
  for (const [name, text] of [
    ['parentheses', `const a = ${'('.repeat(deep)}1${')'.repeat(deep)};`],
    ['arrays', `const a = ${'['.repeat(deep)}${']'.repeat(deep)};`],
    ['blocks', `${'{'.repeat(deep)}${'}'.repeat(deep)}`],
    ['templates', `const a = ${'`${'.repeat(deep)}1${'}`'.repeat(deep)};`],
    ['operators', `const a = 1${' + 1'.repeat(deep)};`],
  ] as const) {
    it(`${name}: the engine answers, and serves the next file`, () => {
      const engine = createEngine({ rules, onRuleError: () => undefined });
      const file = (body: string): string =>
        `import { TableClient } from '@azure/data-tables';\nconst client = new TableClient('https://x', 'T');\n${body}\n`;
      engine.setFile('/deep.ts', file(`${text}\n${call}`));
      engine.setFile('/plain.ts', file(call));
      engine.analyze('/deep.ts');
      assert.equal(engine.analyze('/plain.ts').operations.length, 1);
    });
  }
});
