// Writes the schema of the setting partitionLens.rules into package.json and package.nls.json, and that of the same in
// .partitionlens.json, from the registry; and the tools of VS Code's assistants from those of the server for assistants.
// usage: npm run rule-settings
import './lib/node24.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { assistantTools, isToolKey } from './lib/assistant-tools.ts';
import { root } from './lib/paths.ts';
import { fileSettings, isRuleKey, ruleSettings } from './lib/rule-settings.ts';

const { properties, texts } = ruleSettings();

const manifest = read('package.json') as {
  contributes: {
    languageModelTools: readonly object[];
    configuration: { properties: Record<string, object> };
  };
};
const settings = manifest.contributes.configuration.properties;
settings['partitionLens.rules'] = { ...settings['partitionLens.rules'], properties };
const assistants = assistantTools();
manifest.contributes.languageModelTools = assistants.tools;
await write('package.json', manifest);

const others = Object.entries(read('package.nls.json')).filter(
  ([name]) => !isRuleKey(name) && !isToolKey(name),
);
await write('package.nls.json', { ...Object.fromEntries(others), ...assistants.texts, ...texts });
const SCHEMA = 'schemas/partitionlens.schema.json';
const schema = read(SCHEMA) as { definitions: { levels: object } };
schema.definitions.levels = { ...schema.definitions.levels, properties: fileSettings() };
await write(SCHEMA, schema);
console.log(`${Object.keys(properties).length} rules, ${assistants.tools.length} tools for assistants`);

function read(name: string): object {
  return JSON.parse(readFileSync(join(root, name), 'utf8')) as object;
}

/** Writes a file as `npm run format` would. */
async function write(name: string, content: object): Promise<void> {
  const filepath = join(root, name);
  const config = await resolveConfig(filepath);
  writeFileSync(filepath, await format(JSON.stringify(content, undefined, 2), { ...config, filepath }));
}
