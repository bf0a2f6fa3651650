import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assistantTools, isToolKey } from '../scripts/lib/assistant-tools.ts';
import { fileSettings, isRuleKey, ruleSettings } from '../scripts/lib/rule-settings.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const manifestText = read('package.json');
const manifest = JSON.parse(manifestText) as {
  engines: { vscode: string };
  capabilities: { untrustedWorkspaces: { restrictedConfigurations: readonly string[] } };
  contributes: {
    languageModelTools: readonly object[];
    configuration: { properties: Record<string, { properties?: object }> };
  };
};
const texts = JSON.parse(read('package.nls.json')) as Record<string, string>;

describe('the manifest', () => {
  it('has a text for every key, and a key for every text', () => {
    const used = [...manifestText.matchAll(/"%([\w.-]+)%"/g)].map(([, key]) => key);
    assert.deepEqual([...new Set(used)].sort(), Object.keys(texts).sort());
  });

  it('has a setting for each rule, as npm run rule-settings writes it', () => {
    const wanted = ruleSettings();
    const { properties } = manifest.contributes.configuration;
    assert.deepEqual(properties['partitionLens.rules']?.properties, wanted.properties);
    const written = Object.entries(texts).filter(([key]) => isRuleKey(key));
    assert.deepEqual(Object.fromEntries(written), wanted.texts);
    const schema = JSON.parse(read('schemas/partitionlens.schema.json')) as {
      definitions: { levels: { properties: object } };
    };
    assert.deepEqual(schema.definitions.levels.properties, fileSettings());
  });

  it('has the tools of the server for assistants, as npm run rule-settings writes them', () => {
    const wanted = assistantTools();
    assert.equal(wanted.tools.length, 8);
    assert.deepEqual(manifest.contributes.languageModelTools, wanted.tools);
    const written = Object.entries(texts).filter(([key]) => isToolKey(key));
    assert.deepEqual(Object.fromEntries(written), wanted.texts);
  });

  it('names files that exist', () => {
    // what is built is looked for in the VSIX
    const named = [...manifestText.matchAll(/"(?:\.\/)?((?!dist\/)[\w-]+(?:\/[\w.-]+)*\/[\w-]+\.[\w.]+)"/g)];
    assert.ok(named.some(([, path]) => path?.startsWith('schemas/')));
    const missing = named.map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)));
    assert.deepEqual(missing, []);
  });

  it("has a CHANGELOG whose links work on the extension's page", () => {
    // without a public repository the packager refuses a link to a file
    const links = [...read('CHANGELOG.md').matchAll(/\]\(([^)]*)\)/g)].map(([, target = '']) => target);
    assert.deepEqual(
      links.filter((target) => !/^(?:https:|#)/.test(target)),
      [],
    );
  });

  it('takes no address or file from the settings of a workspace that is not trusted', () => {
    const leading = Object.keys(manifest.contributes.configuration.properties).filter((name) =>
      /endpoint|certificate|proxy|path/i.test(name),
    );
    assert.ok(leading.length > 0);
    assert.deepEqual(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations, leading);
  });

  it('pins the API that it compiles against to the oldest VS Code it allows', () => {
    const types = JSON.parse(read('node_modules/@types/vscode/package.json')) as { version: string };
    assert.equal(manifest.engines.vscode, `^${types.version}`);
  });
});

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
