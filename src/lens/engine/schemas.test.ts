import assert from 'node:assert/strict';
import { PACKAGE } from '../../../test/support/operations.ts';
import { rules } from '../rules/registry.ts';
import { createEngine } from './create.ts';

const CLIENT = `${PACKAGE}import { z } from 'zod';
import { Reading } from './reading.ts';
const client = TableClient.fromConnectionString(process.env.TABLES!, 'Readings');
`;
const SCHEMA = `import * as z from 'zod';
export const Reading = z.object({
  partitionKey: z.string(),
  rowKey: z.string(),
  celsius: z.number().min(-90),
  serial: z.bigint(),
  channels: z.array(z.number()),
  note: z.string().optional(),
});
export type Reading = z.infer<typeof Reading>;
`;

/** The findings of code beside a schema of another file, as “rule: text”. */
function findingsIn(code: string): readonly string[] {
  const text = `${CLIENT}${code}`;
  const engine = createEngine({ rules, onRuleError: (rule) => assert.fail(rule) });
  engine.setFile('/reading.ts', SCHEMA);
  engine.setFile('/main.ts', text);
  engine.wantedFiles();
  return engine
    .analyze('/main.ts')
    .findings.map(({ rule, span }) => `${rule}: ${text.slice(span.start, span.end)}`);
}

describe('types that a schema gives', () => {
  const wrong: readonly (readonly [string, string])[] = [
    [
      'what it has parsed',
      `export async function save(body: unknown) {
        const { channels } = Reading.parse(body);
        await client.createEntity({ partitionKey: 'a', rowKey: 'b', channels });
      }`,
    ],
    [
      'what it has parsed if it could',
      `export async function save(body: unknown) {
        const read = Reading.safeParse(body);
        if (read.success) await client.createEntity({ partitionKey: 'a', rowKey: 'b', channels: read.data.channels });
      }`,
    ],
    [
      'a parameter of the type that it infers',
      `export async function save(reading: Reading) {
        await client.createEntity({ partitionKey: 'a', rowKey: 'b', channels: reading.channels });
      }`,
    ],
    [
      'a parameter of such a type without a name',
      `export async function save(reading: z.infer<typeof Reading>) {
        await client.createEntity({ partitionKey: 'a', rowKey: 'b', channels: reading.channels });
      }`,
    ],
    [
      'what is picked of it',
      `const Part = Reading.pick({ channels: true }).extend({ at: z.date() });
      export async function save(part: z.infer<typeof Part>) {
        await client.createEntity({ partitionKey: 'a', rowKey: 'b', channels: part.channels });
      }`,
    ],
    [
      'the input of a procedure',
      `export const router = { save: procedure.input(Reading.omit({ note: true })).mutation(async ({ input }) => {
        await client.createEntity({ partitionKey: 'a', rowKey: 'b', channels: input.channels });
      }) };`,
    ],
  ];
  for (const [what, code] of wrong)
    it(`hold for ${what}`, () => {
      assert.deepEqual(
        findingsIn(code).map((finding) => finding.split(':')[0]),
        ['unsupported-property-type'],
      );
    });

  it('tell how a value is compared', () => {
    const compared = (
      condition: string,
      schema = 'z.object({ pk: z.string(), serial: z.bigint() })',
    ): string =>
      `export const router = { find: procedure.input(${schema}).query(async ({ input }) => {
        for await (const one of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${input.pk} and ${condition}\` } }))
          console.log(one);
      }) };`;
    assert.deepEqual(findingsIn(compared('serial eq ${input.serial}')), ['odata-hole-type: input.serial']);
    const text = 'z.object({ pk: z.string(), serial: z.string().transform((one) => BigInt(one)) })';
    assert.deepEqual(findingsIn(compared('note eq ${input.serial}', text)), []);
  });

  it('say nothing of what a schema changes or of what any value may be', () => {
    for (const schema of [
      'z.object({ channels: z.array(z.number()).transform((all) => all.join()) })',
      'z.object({ channels: z.any() })',
      'z.object({ channels: z.union([z.string(), z.array(z.string())]) })',
      'z.preprocess((value) => value, z.object({ channels: z.array(z.string()) }))',
      'Reading.shape.channels',
    ])
      assert.deepEqual(
        findingsIn(`const Part = ${schema};
        export async function save(body: unknown) {
          const part = Part.parse(body);
          await client.createEntity({ partitionKey: 'a', rowKey: 'b', channels: part.channels });
        }`),
        [],
        schema,
      );
  });

  it('are told by valibot, whose functions are given the schema', () => {
    const found = (schema: string, body: string): readonly string[] =>
      findingsIn(`import * as v from 'valibot';
      const Probe = ${schema};
      export async function save(body: unknown) {
        ${body}
      }`).map((finding) => finding.split(':')[0] ?? '');
    const put = (probe: string): string =>
      `await client.createEntity({ partitionKey: 'a', rowKey: 'b', channels: ${probe}.channels });`;
    const probe = 'v.object({ id: v.pipe(v.string(), v.uuid()), channels: v.array(v.number()) })';
    const parsed = `const read = v.parse(Probe, body); ${put('read')}`;
    const wrong = ['unsupported-property-type'];
    assert.deepEqual(found(probe, parsed), wrong);
    assert.deepEqual(found(`v.pick(${probe}, ['channels'])`, parsed), wrong);
    assert.deepEqual(
      found(probe, `const read = v.safeParse(Probe, body); if (read.success) ${put('read.output')}`),
      wrong,
    );
    assert.deepEqual(
      found(`v.array(${probe})`, `for (const read of v.parse(Probe, body)) ${put('read')}`),
      wrong,
    );
    assert.deepEqual(
      found(probe, `const read = (await load()) as v.InferOutput<typeof Probe>; ${put('read')}`),
      wrong,
    );
    for (const other of [
      'v.object({ channels: v.pipe(v.array(v.number()), v.transform((all) => all.join())) })',
      'v.object({ channels: v.union([v.string(), v.array(v.string())]) })',
      'v.object({ channels: v.any() })',
      `v.omit(${probe}, ['channels'])`,
    ])
      assert.deepEqual(found(other, parsed), [], other);
    assert.deepEqual(
      found('v.object({ channels: v.pipe(v.array(v.number()), v.minLength(1)) })', parsed),
      wrong,
    );
  });
});
