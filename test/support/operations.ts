import assert from 'node:assert/strict';
import { createEngine } from '../../src/lens/engine/create.ts';
import type { Operation } from '../../src/lens/model/operation.ts';

/** Operations of the last of some files, given by name and text. Other files are found by their names. */
export function operationsOf(files: Readonly<Record<string, string>>): readonly Operation[] {
  const engine = createEngine({ rules: [], onRuleError: (rule) => assert.fail(rule) });
  for (const [name, text] of Object.entries(files)) engine.setFile(`/${name}`, text);
  // a file that does not name tables is known by its name alone until somebody asks for its text
  for (const [wanted = ''] of engine.wantedFiles()) {
    const text = files[wanted.slice(1)];
    if (text !== undefined) engine.setFile(wanted, text);
  }
  const last = Object.keys(files).at(-1);
  assert(last !== undefined);
  return engine.analyze(`/${last}`).operations;
}
