import assert from 'node:assert/strict';
import { journeys } from './harness.ts';

for (const extension of ['development', 'installed'] as const) {
  describe(`a window with the extension ${extension}`, () => {
    const open = journeys({ extension });

    it('opens a file', async () => {
      const { page } = await open({ files: { 'notes.ts': 'export const notes = 1;\n' }, file: 'notes.ts' });
      const line = page.locator('.monaco-editor .view-line', { hasText: 'export const notes' });
      await line.waitFor();
      assert.equal(await page.locator('.tab.active').getAttribute('data-resource-name'), 'notes.ts');
    });

    it('is restricted in a folder that nobody trusts', async () => {
      const { page } = await open({ files: { 'notes.ts': '' }, trusted: false });
      await page.getByText('Restricted Mode').first().waitFor();
    });
  });
}
