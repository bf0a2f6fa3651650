import assert from 'node:assert/strict';
import { namesContent } from './content-name.ts';

describe('namesContent', () => {
  it('tells content by its last word', () => {
    for (const name of ['payload', 'page.html', 'pdfContent', 'raw_body', 'Photo'])
      assert.ok(namesContent(name), name);
    for (const name of ['photoUrl', 'bodyLength', 'contentType', 'somebody', 'antibody', 'title'])
      assert.ok(!namesContent(name), name);
  });
});
