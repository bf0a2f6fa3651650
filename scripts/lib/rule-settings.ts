import { LEVELS } from '../../src/core/config/settings.ts';
import { rules } from '../../src/lens/rules/registry.ts';

/** The schema of the setting `partitionLens.rules`: its properties, and the texts that their keys stand for. */
export function ruleSettings(): {
  readonly properties: Readonly<Record<string, object>>;
  readonly texts: Readonly<Record<string, string>>;
} {
  const ids = rules.map(({ id }) => id);
  return {
    properties: Object.fromEntries(
      ids.map((id) => [
        id,
        {
          type: 'string',
          enum: LEVELS,
          enumDescriptions: LEVELS.map((level) => `%setting.level.${level}%`),
          default: 'default',
          description: `%${key(id)}%`,
        },
      ]),
    ),
    texts: Object.fromEntries(rules.map(({ id, title }) => [key(id), title()])),
  };
}

/** The same of a file, which has no key for a text. */
export function fileSettings(): Readonly<Record<string, object>> {
  return Object.fromEntries(rules.map(({ id, title }) => [id, { enum: LEVELS, description: title() }]));
}

/** Whether a key of package.nls.json stands for the text of a rule. */
export function isRuleKey(name: string): boolean {
  return name.startsWith(key(''));
}

function key(id: string): string {
  return `setting.rule.${id}`;
}
