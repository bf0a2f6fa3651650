import assert from 'node:assert/strict';
import { createLinks } from './links.ts';
import { createStore } from './store.ts';

const QUERY = `import { TableClient } from '@azure/data-tables'; new TableClient(u, 'T', k).listEntities();`;

describe('links', () => {
  it('serve the other files where one makes the reading fail', () => {
    const store = createStore(() => assert.fail());
    store.set('/bad.ts', QUERY);
    store.set('/good.ts', QUERY);
    const failing: typeof store = {
      ...store,
      files: (onUse) => {
        const files = store.files(onUse);
        return {
          ...files,
          facts: (file) => {
            if (file === '/bad.ts') throw new TypeError('a mistake of ours');
            return files.facts(file);
          },
        };
      },
    };
    const errors: string[] = [];
    const links = createLinks(
      failing,
      () => undefined,
      (file, error) => errors.push(`${file} ${String(error)}`),
    );
    for (const _ of links.steps());
    const counts = ['/good.ts', '/bad.ts'].map((file) => {
      const calls = links.of(file);
      return typeof calls === 'string' ? calls : calls.operations.length;
    });
    assert.deepEqual(counts, [1, 0]);
    assert.deepEqual([...new Set(errors)], ['/bad.ts TypeError: a mistake of ours']);
  });
});
