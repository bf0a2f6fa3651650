import assert from 'node:assert/strict';
import { givesEntity } from './etag-parameter.ts';

describe('a function that gives an entity as it was read', () => {
  const given = (body: string): string | undefined => {
    const text = `async function get(id) {\n${body}\n}\n`;
    const start = text.indexOf('table.getEntity');
    const end = text.indexOf(')', start) + 1;
    return givesEntity('/a.js', text, { start, end }, 'get');
  };

  it('may make its client before', () => {
    assert.equal(given("  return table.getEntity('a', id);"), 'always');
    assert.equal(given("  const table = tables();\n  return await table.getEntity('a', id);"), 'always');
  });

  it('may give nothing instead', () => {
    const read = "  try {\n    return await table.getEntity('a', id);\n  } catch {\n    return null;\n  }";
    assert.equal(given(read), 'maybe');
    assert.equal(given(`  const table = tables();\n${read}`), 'maybe');
  });

  it('does nothing else', () => {
    assert.equal(given("  audit(id);\n  return table.getEntity('a', id);"), undefined);
    assert.equal(given("  const one = await table.getEntity('a', id);\n  return { ...one };"), undefined);
  });
});
