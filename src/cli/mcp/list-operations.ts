import { tableKey } from '../../lens/model/tables/tables.ts';
import { operationsOf } from '../operations.ts';
import { survey } from '../survey.ts';
import { z } from './sdk.ts';
import { counted, page, pageOf, paths, shape, tool } from './tool.ts';

/** Sentences that prove one shape. */
const MOST_PROOF = 10;

/** Lists reads and writes. */
export const listOperations = tool({
  name: 'list_operations',
  title: 'List reads and writes of tables',
  description:
    'Lists where the code reads and writes Azure tables, with the table, the filter and the shape of each read. Ask it before you change how a table is used: it finds calls through wrappers and in other files.',
  input: {
    paths,
    table: z.string().max(200).optional().describe('Only operations on this table.'),
    shapes: z.array(shape).max(7).optional().describe('Only reads of these shapes.'),
    ...page,
  },
  answer: {
    operations: z.array(
      z.object({
        file: z.string(),
        line: z.int(),
        column: z.int(),
        method: z.string(),
        table: z.string().optional(),
        shape: shape.optional(),
        filter: z.string().optional(),
        proof: z.array(z.string()).optional(),
        evidence: z
          .enum(['proved', 'inferred', 'shape-only', 'rejected'])
          .describe(
            'How sure it is that this is Azure Tables: shape-only is a guess by the name of the method.',
          ),
        unknownBecause: z.string().optional(),
      }),
    ),
    ...counted,
  },
  run: async (input, desk) => {
    const found = await survey(await desk.root.within(input.paths), [], desk.output, {
      mayRead: desk.root.has,
    });
    const all = [];
    for await (const file of found.files()) {
      desk.goOn();
      all.push(...(await operationsOf(found, file)));
    }
    const wanted = all.filter(
      (one) =>
        (input.table === undefined ||
          (one.table !== undefined && tableKey(one.table) === tableKey(input.table))) &&
        (input.shapes === undefined || (one.shape !== undefined && input.shapes.includes(one.shape))),
    );
    const { part, counted: counts } = pageOf(wanted, input, desk);
    return { operations: part.map((one) => ({ ...one, proof: one.proof?.slice(0, MOST_PROOF) })), ...counts };
  },
});
