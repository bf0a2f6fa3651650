import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { journeys, untilShown, type Window } from './harness.ts';

const HEAD = `import { TableClient } from '@azure/data-tables';

declare const connection: string;
const client = TableClient.fromConnectionString(connection, 'Employees');
`;
const files = {
  'package.json': JSON.stringify({ dependencies: { '@azure/data-tables': '13.3.2' } }),
  'read.ts': `${HEAD}export const find = () =>
  client.listEntities({ queryOptions: { filter: "PartitionKey eq 'Sales' and email eq 'a'", select: ['email'] } });
export const open = (one: any) => one.email;
`,
  'write.ts': `${HEAD}export const hire = (id: string, email: string) =>
  client.createEntity({ partitionKey: 'Sales', rowKey: id, email });
`,
};
const WRONG = `${HEAD}export const all = [
  client.listEntities({ queryOptions: { filter: "PartitionKey == 'a'" } }),
  client.listEntities({ queryOptions: { filter: "PartitionKey == 'b'" } }),
];
`;

/** What the open editor shows, in the order of its lines. */
async function shown(page: Page): Promise<string> {
  const lines = page.locator('.editor-instance .view-lines .view-line');
  return (await lines.allInnerTexts()).join('\n').replaceAll('\u00a0', ' ');
}

describe('refactoring', () => {
  const open = journeys({ extension: 'installed', allBuiltIn: true });
  let window: Window;

  before(async () => {
    window = await open({ isKept: true });
  });

  it('shows what a rename changes and what it leaves, and changes what is certain', async () => {
    await window.renew({ files, file: 'read.ts' });
    const { page } = window;
    await page.locator('.codelens-decoration', { hasText: 'Partition scan' }).waitFor();
    const at = files['read.ts'].split('\n')[5]?.indexOf('email') ?? 0;
    await window.goTo(`6:${at + 3}`);
    const box = page.locator('.rename-box input');
    await untilShown(page, box, () => page.keyboard.press('F2'));
    assert.equal(await box.inputValue(), 'email');
    await box.fill('mail');
    await page.keyboard.press('Enter');
    const preview = page.locator('.bulk-edit-panel');
    const row = (text: string) => preview.locator('.monaco-list-row', { hasText: text }).first();
    const isTicked = (text: string) => row(text).locator('.edit-checkbox').isChecked();
    await row('copy-email-to-mail.ts').waitFor();
    assert.ok(!(await isTicked('copy-email-to-mail.ts')));
    for (const changed of ['PartitionKey eq', 'rowKey: id']) assert.ok(await isTicked(changed), changed);
    assert.ok(!(await isTicked('one.email')));
    await window.command('Notifications: Show Notifications');
    const told = page.locator('.notifications-center', { hasText: 'stored in Employees keep “email”' });
    await told.filter({ hasText: 'Places that stay as they are: 1' }).waitFor();
    await window.screenshot('rename preview');
    await page.locator('.part.panel .title-actions .action-label').first().click();
    for (const group of [
      'Rename “email” to “mail”',
      'Not changed',
      'Add a script that copies “email” to “mail”',
    ])
      await row(group).waitFor();
    await window.screenshot('rename preview by type');
    await preview.getByRole('button', { name: 'Apply' }).click();
    await page.locator('.view-line', { hasText: "select: ['mail']" }).waitFor();
    const text = await shown(page);
    assert.match(text, /and mail eq 'a'/);
    assert.match(text, /one\.email/);
    await window.screenshot('renamed');
  });

  it('fixes all of a rule by one action, which one undo takes back', async () => {
    await window.renew({ files: { ...files, 'wrong.ts': WRONG }, file: 'wrong.ts' });
    const { page } = window;
    await page.locator('.squiggly-error').nth(1).waitFor();
    await window.goTo('6:62');
    await window.quickFix('Fix all invalid-filter in this file');
    await page.locator('.view-line', { hasText: "PartitionKey eq 'b'" }).waitFor();
    assert.doesNotMatch(await shown(page), /==/);
    await page.locator('.squiggly-error').first().waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await page.locator('.view-line', { hasText: "PartitionKey == 'b'" }).waitFor();
    assert.equal((await shown(page)).match(/==/g)?.length, 2);
  });
});
