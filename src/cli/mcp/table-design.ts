import * as l10n from '@vscode/l10n';
import type { DesignData, TableReport } from '../../lens/design/report/data.ts';
import { tableKey } from '../../lens/model/tables/tables.ts';
import { UsageError } from '../command.ts';
import { readDesigns } from '../design.ts';
import { z } from './sdk.ts';
import { paths, shape, tool } from './tool.ts';

/** Entries of one list of a report in an answer. */
const MOST = 40;

/** Shows how a table is used, and what designs would serve that. */
export const tableDesign = tool({
  name: 'table_design',
  title: 'Show how a table is used and could be designed',
  description:
    'Shows what the code asks of one table (kinds of entities with their keys, access patterns with their shapes) and compares designs for it. Ask it before you change keys or add a copy or an index. Without a table it lists the tables.',
  input: { paths, table: z.string().max(300).optional().describe('A name that the list of tables has.') },
  answer: {
    tables: z.array(z.string()).describe('The tables that the code uses.'),
    kinds: z
      .array(
        z.object({
          name: z.string(),
          partitionKey: z.string(),
          rowKey: z.string(),
          properties: z.array(z.string()),
          hasMore: z.boolean(),
        }),
      )
      .optional(),
    accessPatterns: z
      .array(
        z.object({
          id: z.string(),
          sentence: z.string(),
          shape,
          inLoop: z.boolean(),
          places: z.array(z.string()),
        }),
      )
      .optional(),
    unknownReads: z.array(z.object({ place: z.string(), why: z.string() })).optional(),
    designs: z
      .array(
        z.object({
          title: z.string(),
          asItIs: z.boolean(),
          why: z.string(),
          whyNot: z.string(),
          entities: z.array(
            z.object({
              kind: z.string(),
              role: z.enum(['base', 'copy', 'index']),
              partitionKey: z.string(),
              rowKey: z.string(),
              isNew: z
                .boolean()
                .describe('Needs a backfill: entities that are there today have no such copy or keys.'),
            }),
          ),
          changes: z.array(z.object({ id: z.string(), before: shape, after: shape })),
          eventuallyConsistent: z.array(z.string()).describe('Kinds with copies that follow later.'),
          cost: z.object({ reads: z.number(), writes: z.number() }),
        }),
      )
      .optional(),
    skipped: z.array(z.string()),
  },
  run: async (input, desk) => {
    const named = await desk.root.within(input.paths);
    const { reports } = await readDesigns(named, desk.output, { mayRead: desk.root.has });
    desk.goOn();
    const tables = reports.map(({ table }) => table);
    const skipped = desk.complaints.slice(0, MOST);
    const { table } = input;
    if (table === undefined) return { tables, skipped };
    const report = reports.find((one) => tableKey(one.table) === tableKey(table));
    if (report === undefined) throw new UsageError(l10n.t('No code uses a table "{0}".', table));
    return { tables, ...reportOf(report), skipped };
  },
});

function reportOf({ kinds, accessPatterns, unknown, designs }: TableReport) {
  return {
    kinds: kinds.slice(0, MOST).map(({ name, partitionKey, rowKey, properties, hasMore }) => ({
      name,
      partitionKey,
      rowKey,
      properties: properties.slice(0, MOST),
      hasMore: hasMore || properties.length > MOST,
    })),
    accessPatterns: accessPatterns.slice(0, MOST).map(({ id, sentence, shape: each, inLoop, sites }) => ({
      id,
      sentence,
      shape: each,
      inLoop,
      places: sites.slice(0, 5).map(placeText),
    })),
    unknownReads: unknown.slice(0, MOST).map((one) => ({ place: placeText(one), why: one.why })),
    designs: designs.map(designOf),
  };
}

function designOf({
  title,
  asItIs,
  why,
  whyNot,
  entities,
  patterns,
  eventuallyConsistent,
  cost,
}: DesignData) {
  return {
    title,
    asItIs,
    why,
    whyNot,
    entities: entities.slice(0, MOST).map(({ kind, role, partitionKey, rowKey, isNew }) => ({
      kind,
      role,
      partitionKey,
      rowKey,
      isNew,
    })),
    changes: patterns
      .filter(({ before, after }) => before !== after)
      .slice(0, MOST)
      .map(({ id, before, after }) => ({ id, before, after })),
    eventuallyConsistent: [...eventuallyConsistent],
    cost: { ...cost },
  };
}

function placeText({
  file,
  line,
  column,
}: {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}) {
  return `${file}:${line}:${column}`;
}
