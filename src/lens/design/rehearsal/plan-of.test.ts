import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Entity } from '../../../core/edm/json.ts';
import type { EdmValue } from '../../../core/edm/value.ts';
import { Draws } from '../../../core/rehearsal/draws.ts';
import { laid, tableAt, tablesOf } from '../../../core/rehearsal/laid.ts';
import { evaluated, filterIn, isMatch } from '../../../core/rehearsal/matching.ts';
import type { RehearsalPlan } from '../../../core/rehearsal/plan.ts';
import { INDEXED, isKeyed, keysIn } from '../../../core/rehearsal/rekey.ts';
import { classify } from '../../../core/shape/classify.ts';
import { rehearsalsFor } from '../../../../test/support/designs.ts';
import { STAFF } from '../../../../test/support/rehearsals.ts';

const HEAD = `import { odata, TableClient } from '@azure/data-tables';
declare const connection: string;
const client = TableClient.fromConnectionString(connection, 'Employees');
`;

/** Programs whose designs move entities, add copies, or spread them, and entities as they write them. */
const PROGRAMS: Readonly<Record<string, { readonly source: string; readonly entity: fc.Arbitrary<Entity> }>> =
  {
    employees: {
      source: STAFF,
      entity: entities((text, number) => ({
        partitionKey: text[0] ?? '',
        rowKey: `emp_${String(number).padStart(6, '0')}`,
        email: { type: 'String', value: text[1] ?? '' },
        lastName: { type: 'String', value: text[2] ?? '' },
      })),
    },
    'by a range and a text': {
      source: `${HEAD}
export const add = (owner: string, id: string, size: number, made: Date) =>
  client.createEntity({ partitionKey: owner, rowKey: id, size, made });
export const since = (owner: string, made: Date) =>
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${owner} and made ge \${made}\` } });
export const large = (size: number) =>
  client.listEntities({ queryOptions: { filter: odata\`size eq \${size}\` } });
export const between = (from: Date, to: Date) =>
  client.listEntities({ queryOptions: { filter: odata\`made ge \${from} and made lt \${to}\` } });
`,
      entity: entities((text, number) => ({
        partitionKey: text[0] ?? '',
        rowKey: text[1] ?? '',
        size: { type: 'Int32', value: number % 5 },
        made: { type: 'DateTime', value: new Date(Date.UTC(2026, 0, 1, number)).toISOString() },
      })),
    },
    'a log by day': {
      source: `${HEAD}
export const log = (id: string, level: string, text: string) =>
  client.createEntity({ partitionKey: new Date().toISOString().slice(0, 10), rowKey: \`\${new Date().toISOString()}_\${id}\`, level, text });
export const ofLevel = (level: string) =>
  client.listEntities({ queryOptions: { filter: odata\`level eq \${level}\` } });
export const errors = () => client.listEntities({ queryOptions: { filter: "level eq 'a'" } });
`,
      entity: entities((text, number) => {
        const at = new Date(Date.UTC(2026, 0, 1, number * 7)).toISOString();
        return {
          partitionKey: at.slice(0, 10),
          rowKey: `${at}_${text[0] ?? ''}`,
          level: { type: 'String', value: text[1] ?? '' },
          text: { type: 'String', value: text[2] ?? '' },
        };
      }),
    },
    'an append-only log': {
      source: `${HEAD}
import { randomUUID } from 'node:crypto';
export const append = (text: string, level: string) =>
  client.createEntity({ partitionKey: 'log', rowKey: randomUUID(), text, level });
export const ofLevel = (level: string) =>
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq 'log' and level eq \${level}\` } });
export const one = (id: string) => client.getEntity('log', id);
`,
      entity: entities((text, number) => ({
        partitionKey: 'log',
        rowKey: `${number}-${text[0] ?? ''}`,
        text: { type: 'String', value: text[1] ?? '' },
        level: { type: 'String', value: text[2] ?? '' },
      })),
    },
  };

type Written = { readonly partitionKey: string; readonly rowKey: string } & Readonly<
  Record<string, EdmValue | string>
>;

/** Texts that end where others go on, with separators of keys and quotes in them. */
function entities(write: (text: readonly string[], number: number) => Written): fc.Arbitrary<Entity> {
  const text = fc.stringMatching(/^[ab_'`]{1,3}$/);
  return fc
    .tuple(fc.array(text, { minLength: 3, maxLength: 3 }), fc.nat({ max: 30 }))
    .map(([texts, number]) => {
      const { partitionKey, rowKey, ...rest } = write(texts, number);
      return {
        partitionKey,
        rowKey,
        properties: Object.entries(rest).flatMap(([name, value]) =>
          typeof value === 'string' ? [] : [{ name, value }],
        ),
      };
    });
}

/** What a read of a plan gives of entities that lie as its design has them, by their keys of today. */
function givenIn(
  plan: RehearsalPlan,
  pattern: number,
  filters: readonly string[],
  all: readonly Entity[],
): readonly string[] {
  const planned = plan.patterns[pattern] ?? assert.fail();
  const tables = tablesOf(plan.kinds);
  const at = tableAt(tables, planned.kind, planned.then.structure);
  return all
    .flatMap((entity) =>
      laid(entity, plan.kinds, tables)
        .entities.filter(({ table }) => table === at)
        .filter((one) => filters.some((text) => isMatch(filterIn(text), evaluated(one.entity))))
        .map(() => `${entity.partitionKey} / ${entity.rowKey}`),
    )
    .sort();
}

describe('the plan of a design', () => {
  for (const [name, { source, entity }] of Object.entries(PROGRAMS)) {
    const all = [...rehearsalsFor(source)];
    const plans = all.flatMap(([title, one]) => (one.kind === 'plan' ? [{ title, plan: one.plan }] : []));

    it(`gives of ${name} under new keys what the reads gave before, each once`, () => {
      let [compared, found, changed] = [0, 0, 0];
      fc.assert(
        fc.property(
          fc.uniqueArray(entity, {
            maxLength: 14,
            selector: ({ partitionKey, rowKey }) => `${partitionKey}/${rowKey}`,
          }),
          (things) => {
            for (const { plan } of plans) {
              const tables = tablesOf(plan.kinds);
              const known = things.filter((one) => typeof laid(one, plan.kinds, tables).subject !== 'string');
              const draws = new Draws(plan.patterns);
              for (const one of known) {
                const { subject } = laid(one, plan.kinds, tables);
                if (typeof subject !== 'string') draws.offer(subject);
              }
              for (const { pattern, whole, sent, then } of draws.all()) {
                const demanded = filterIn(whole);
                const wanted = known.filter((one) => isMatch(demanded, evaluated(one)));
                assert.deepEqual(
                  givenIn(plan, pattern, then, known),
                  wanted.map(({ partitionKey, rowKey }) => `${partitionKey} / ${rowKey}`).sort(),
                  `${whole} → ${then.join(' | ')}`,
                );
                assert.ok(
                  wanted.every((one) => sent.some((text) => isMatch(filterIn(text), evaluated(one)))),
                );
                compared += 1;
                found += wanted.length;
                if (then.join() !== sent.join()) changed += 1;
              }
            }
          },
        ),
        { numRuns: 100 },
      );
      assert.ok(
        plans.length > 1 && compared > 300 && found > compared / 2 && changed > 50,
        `${compared} ${found} ${changed}`,
      );
    });

    it(`asks every read of ${name} by filters that the classifier knows`, () => {
      for (const { plan } of plans) {
        const draws = new Draws(plan.patterns);
        for (const one of fc.sample(entity, { numRuns: 20, seed: 1 })) {
          const { subject } = laid(one, plan.kinds, tablesOf(plan.kinds));
          if (typeof subject !== 'string') draws.offer(subject);
        }
        const asked = draws.all();
        assert.ok(asked.length >= plan.patterns.length);
        for (const { sent } of asked)
          for (const text of sent) assert.notEqual(classify(filterIn(text)).shape, 'unknown', text);
      }
    });
  }

  it('says why a design is not rehearsed, or a read of it', () => {
    const all = rehearsalsFor(`${HEAD}
import { randomUUID } from 'node:crypto';
export const record = (user: string, address: string, at: Date) =>
  client.createEntity({ partitionKey: user, rowKey: randomUUID(), address, at });
export const ofAddress = (address: string) => client.listEntities({ queryOptions: { filter: odata\`address eq \${address}\` } });
export const ofNobody = () => client.listEntities({ queryOptions: { filter: "Address eq 'x'" } });
export async function forget(before: Date) {
  const old = client.listEntities({ queryOptions: { filter: odata\`at lt \${before}\` } });
  for await (const { partitionKey, rowKey } of old) await client.deleteEntity(partitionKey!, rowKey!);
}
`);
    const whole = [...all.values()].flatMap((one) => (one.kind === 'not' ? [one.why] : []));
    assert.deepEqual([...new Set(whole)], ["A table per day can't be rehearsed yet."]);
    const reads = [...all.values()].flatMap((one) =>
      one.kind === 'plan' ? one.plan.left.map(({ why }) => why) : [],
    );
    assert.deepEqual([...new Set(reads)], ['No known write sets Address.']);
  });

  it('has an index that leads to each entity', () => {
    const [first] = [...rehearsalsFor(STAFF).values()].filter((one) => one.kind === 'plan');
    const kind = first?.plan.kinds[0] ?? assert.fail();
    const [base, ...copies] = kind.structures;
    const index = {
      ...kind,
      structures: [base, ...copies.map((one) => ({ ...one, role: 'index' as const }))] as const,
    };
    const employee: Entity = {
      partitionKey: 'd',
      rowKey: 'emp_000001',
      properties: [
        { name: 'email', value: { type: 'String', value: 'e' } },
        { name: 'lastName', value: { type: 'String', value: 'n' } },
      ],
    };
    const { subject, entities: all } = laid(employee, [index], tablesOf([index]));
    assert.ok(typeof subject !== 'string' && isKeyed(keysIn(subject, base)));
    for (const { structure, entity } of all.filter(({ structure }) => structure !== 0)) {
      const text = (name: string): unknown => entity.properties.find((one) => one.name === name)?.value.value;
      assert.deepEqual(
        [text(INDEXED.partitionKey), text(INDEXED.rowKey)],
        ['d', 'emp_000001'],
        String(structure),
      );
      assert.equal(entity.properties.length < 6, true);
    }
    assert.equal(all.length, kind.structures.length);
  });
});
