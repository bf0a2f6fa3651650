import assert from 'node:assert/strict';
import { plainLabel, plainMessage } from './plain-text.ts';

/** What VS Code's labels take for an icon, a backslash before it aside (`iconLabels.ts`). */
const ICON = /(\\)?\$\(([A-Za-z0-9-]+(?:~[A-Za-z]+)?)\)/g;

describe('texts of others', () => {
  it('are no icons in labels', () => {
    for (const text of [
      '$(trash)',
      'a $(sync~spin) b$(x)',
      '$(',
      '$()',
      '${x}',
      'cost $ (net)',
      '$($(trash))',
    ]) {
      const drawn = plainLabel(text).replace(ICON, (_, escaped: string | undefined, name: string) =>
        escaped === undefined ? '<icon>' : `$(${name})`,
      );
      assert.equal(drawn, text);
    }
  });

  it('are no links in messages, and look alike', () => {
    const text = 'a [b](command:workbench.action.quit) [c] (d)';
    assert.doesNotMatch(plainMessage(text), /\]\(/);
    assert.equal(plainMessage(text).replaceAll('\u200B', ''), text);
  });
});
