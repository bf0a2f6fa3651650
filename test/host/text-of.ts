import assert from 'node:assert/strict';

/** What a row shows must be a plain text here. */
export function textOf(value: unknown): string {
  assert.ok(typeof value === 'string');
  return value;
}
