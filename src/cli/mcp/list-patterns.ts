import { patterns } from '../../lens/patterns/registry.ts';
import { usual } from '../../lens/patterns/assists.ts';
import { assistsIn } from '../assists-in.ts';
import { z } from './sdk.ts';
import { counted, skippedIn, tool } from './tool.ts';

/** Lists patterns, or what they can do at an operation. */
export const listPatterns = tool({
  name: 'list_patterns',
  title: 'List patterns of the design guide',
  description:
    "Lists the patterns that can be written into the program, such as a second copy of an entity under another key. With a file and line, says for each whether it can be applied to the table operation there, what it costs, or why it can't. Ask it before you write such a pattern by hand.",
  input: {
    file: z.string().min(1).max(1000).optional().describe('A file, relative to the workspace folder.'),
    line: z.int().min(1).max(1_000_000).default(1).describe('The line of the operation in it.'),
  },
  answer: {
    patterns: z.array(
      z.object({
        pattern: z.string().describe('apply_pattern takes it.'),
        title: z.string(),
        offered: z.boolean().optional().describe('Whether it can be applied there. Absent without a file.'),
        notes: z.array(z.string()).describe('What it costs and gives there, or why it is not offered.'),
        settings: z.array(z.object({ name: z.string(), summary: z.string(), usual: z.string() })),
      }),
    ),
    skipped: counted.skipped,
  },
  run: async ({ file, line }, desk) => {
    const described = patterns.map((pattern) => ({
      pattern,
      entry: {
        pattern: pattern.id,
        title: pattern.title(),
        settings: pattern.settings.map((one) => ({
          name: one.name,
          summary: one.summary(),
          usual: one.usual,
        })),
      },
    }));
    if (file === undefined)
      return { patterns: described.map(({ entry }) => ({ ...entry, notes: [] })), skipped: [] };
    await desk.root.within([file]);
    const { assists } = await assistsIn(`${file}:${line}`, usual, desk.output, { mayRead: desk.root.has });
    desk.goOn();
    return {
      patterns: described.flatMap(({ pattern, entry }) => {
        const outcome = assists.find((one) => one.pattern === pattern)?.outcome;
        if (outcome === undefined) return [];
        const notes = outcome.kind === 'change' ? [...outcome.notes] : [outcome.why];
        return [{ ...entry, offered: outcome.kind === 'change', notes }];
      }),
      skipped: skippedIn(desk),
    };
  },
});
