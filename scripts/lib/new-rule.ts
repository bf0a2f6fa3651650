/** The files of a new rule, by their paths in the repository, with the registry that knows it. */
export type NewRule = ReadonlyMap<string, string>;

const REGISTRY = 'src/lens/rules/registry.ts';

/**
 * Makes the files of a rule that reports nothing yet, with a test and a page that fail until it does, and adds it to `registry`, the text
 * of `src/lens/rules/registry.ts`. Throws with a sentence when `id` isn't an id, or is taken.
 */
export function newRule(id: string, registry: string): NewRule {
  if (!/^[a-z][a-z\d]*(?:-[a-z\d]+)+$/.test(id)) {
    throw new Error(
      `"${id}" isn't the id of a rule. Use lowercase words joined by hyphens, such as table-scan.`,
    );
  }
  if (registry.includes(`'./${id}/rule.ts'`)) throw new Error(`There is already a rule ${id}.`);
  const folder = `src/lens/rules/${id}`;
  return new Map([
    [`${folder}/rule.ts`, ruleText(id)],
    [`${folder}/messages.ts`, messagesText(id)],
    [`${folder}/${id}.test.ts`, testText(id)],
    [`${folder}/page.md`, pageText(id)],
    [REGISTRY, registered(id, registry)],
  ]);
}

/** The registry with the rule: its import in the order of the alphabet, and the rule at the end of the list. */
function registered(id: string, registry: string): string {
  const name = id.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const line = `import { rule as ${name} } from './${id}/rule.ts';`;
  const lines = registry.split('\n');
  const isRule = (text: string): boolean => text.startsWith('import { rule as ');
  const after = lines.findIndex((text) => isRule(text) && text > line);
  lines.splice(after < 0 ? lines.findLastIndex(isRule) + 1 : after, 0, line);
  const end = lines.lastIndexOf('];');
  lines.splice(end, 0, `  ${name},`);
  return lines.join('\n');
}

function ruleText(id: string): string {
  return `import * as l10n from '@vscode/l10n';
import type { Query } from '../../model/operations/operation.ts';
import type { Rule } from '../rule.ts';
import { queriesOf } from '../shared/filters.ts';
import { say } from './messages.ts';

/** Where the rule comes from: the section of the design guide, or the service's documentation. */
export const rule: Rule = {
  id: '${id}',
  severity: 'warning',
  title: () => l10n.t('What is wrong, in a few words'),
  check: function* (context) {
    for (const query of queriesOf(context)) {
      if (!isWrong(query)) continue;
      yield { place: { file: query.file, span: query.nameSpan }, about: query, ...say('what-is-wrong') };
    }
  },
};

/** Whether the rule reports a query. A value that isn't known is no reason to. */
function isWrong(_query: Query): boolean {
  return false;
}
`;
}

function messagesText(id: string): string {
  return `import * as l10n from '@vscode/l10n';
import { messagesOf } from '../message.ts';

/** What \`${id}\` says: docs/STYLE.md. */
export const say = messagesOf({
  'what-is-wrong': () => ({
    message: l10n.t('What is wrong, and where it bites.'),
    help: l10n.t('Why, and what to do.'),
  }),
});
`;
}

const CLIENT = `import { TableClient } from '@azure/data-tables';

const client = TableClient.fromConnectionString(process.env.TABLES!, 'Employees');
`;

function testText(id: string): string {
  return `import { check } from '../../../../test/support/rule-fixtures.ts';

const HEAD = \`
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
\`;

describe('${id}', () => {
  it('reports what is wrong', () => {
    check(\`\${HEAD}
export const all = () => client.listEntities({ queryOptions: { filter: "PartitionKey eq 'a'" } });
//                              ^^^^^^^^^^^^ warning ${id}/what-is-wrong
\`);
  });

  it('is silent about what is right, or not known', () => {
    check(\`\${HEAD}
export const some = (filter: string) => client.listEntities({ queryOptions: { filter } });
\`);
  });
});
`;
}

function pageText(id: string): string {
  const example = (filter: string): string => `\`\`\`ts
${CLIENT}
export function staff() {
  return client.listEntities({ queryOptions: { filter: ${filter} } });
}
\`\`\``;
  return `# \`${id}\`: what is wrong, in a few words

## What

What the rule reports.

## Why

Why it matters, and where that is written: the design guide, "Section".

## Bad

${example(`"PartitionKey eq 'a'"`)}

## Good

${example(`"PartitionKey eq 'a' and RowKey eq 'b'"`)}

## When to silence

When somebody may keep the code as it is.
`;
}
