import { applyPattern } from '../../src/cli/mcp/apply-pattern.ts';
import { checkFiles } from '../../src/cli/mcp/check-files.ts';
import { classifyFilter } from '../../src/cli/mcp/classify-filter.ts';
import { countQuery } from '../../src/cli/mcp/count-query.ts';
import { explainRule } from '../../src/cli/mcp/explain-rule.ts';
import { listOperations } from '../../src/cli/mcp/list-operations.ts';
import { listPatterns } from '../../src/cli/mcp/list-patterns.ts';
import { z } from '../../src/cli/mcp/sdk.ts';
import { tableDesign } from '../../src/cli/mcp/table-design.ts';

/** What a tool of the server says of itself. */
interface Said {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodRawShape;
}

const KEY = 'assistants.tool.';

/** Whether a text of the manifest is the title of a tool for assistants. */
export function isToolKey(name: string): boolean {
  return name.startsWith(KEY);
}

/** The tools of VS Code, from those of the server for assistants: what the manifest contributes, and the texts that its keys mean. */
export function assistantTools(): {
  readonly tools: readonly object[];
  readonly texts: Readonly<Record<string, string>>;
} {
  const ofFolder: readonly Said[] = [listOperations, checkFiles, tableDesign, listPatterns, applyPattern];
  const folder = z
    .string()
    .optional()
    .describe('The name of a folder of the workspace, where it has several. Default: the first.');
  const connection = z.string().describe('The name of an account in the Partition Lens view of VS Code.');
  const { input, ...count } = countQuery(new Map(), 0);
  const all: readonly Said[] = [
    classifyFilter,
    ...ofFolder.map((one) => ({ ...one, input: { ...one.input, folder } })),
    explainRule,
    { ...count, input: { ...input, connection } },
  ];
  return {
    tools: all.map(({ name, description, input: given }) => ({
      name: `partition_lens_${name}`,
      toolReferenceName: name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      displayName: `%${KEY}${name}%`,
      userDescription: `%${KEY}${name}%`,
      modelDescription: description,
      canBeReferencedInPrompt: true,
      icon: '$(table)',
      tags: ['azure', 'table-storage'],
      inputSchema: schemaOf(given),
    })),
    texts: Object.fromEntries(all.map(({ name, title }) => [`${KEY}${name}`, title])),
  };
}

function schemaOf(input: z.ZodRawShape): object {
  const { $schema: _, ...schema } = z.toJSONSchema(z.object(input), { io: 'input' });
  return schema;
}
