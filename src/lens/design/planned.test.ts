import assert from 'node:assert/strict';
import { readConfig } from '../../core/config/table-config.ts';
import { cliFolder } from '../../../test/support/cli-folder.ts';
import type { TableReport } from './report/data.ts';

const PLAN = `{ "tables": { "Employees": {
  "kinds": { "employee": {
    "partitionKey": "{department}", "rowKey": "emp_{id:6}",
    "properties": { "id": "number", "email": "text", "hired": "time" }, "entities": 50000
  } },
  "accessPatterns": [
    { "kind": "employee", "equal": ["department", "id"], "first": 1, "perSecond": 50 },
    { "kind": "employee", "equal": ["department", "email"], "first": 1, "perSecond": 20 },
    { "kind": "employee", "equal": ["department"], "order": "-hired", "first": 10 }
  ],
  "cardinality": { "department": 40 },
  "perSecond": { "create employee": 0.1 }
} } }`;

describe('a planned table', () => {
  const { write, partitionLens } = cliFolder();

  async function designOf(plan: string, source = ''): Promise<readonly TableReport[]> {
    await write({ '.partitionlens.json': plan, 'a.ts': source });
    return JSON.parse((await partitionLens('design', '--format', 'json')).out) as readonly TableReport[];
  }

  it('is designed before its first line', async () => {
    const [report] = await designOf(PLAN);
    assert.deepEqual(
      report?.kinds.map(({ name, partitionKey, rowKey, isPlanned }) => [
        name,
        partitionKey,
        rowKey,
        isPlanned,
      ]),
      [['employee', '{department}', 'emp_{id:6}', true]],
    );
    assert.deepEqual(
      report.accessPatterns.map(({ sentence, shape, isPlanned }) => [sentence, shape, isPlanned]),
      [
        ['The employee of one department with a given id', 'point', true],
        ['One employee of one department with a given email', 'row-range', true],
        ['Employees of one department, newest first, first 10', 'row-range', true],
      ],
    );
    assert.deepEqual(
      report.designs[0]?.entities
        .filter(({ isNew }) => isNew)
        .map(({ partitionKey, rowKey, atomic }) => [partitionKey, rowKey, atomic]),
      [
        ['{department}', 'email_{email}_{id:6}', true],
        ['{department}', 'hired_{hired:inverted ticks:19}_{id:6}', true],
      ],
    );
  });

  it('has the figures that are declared', async () => {
    const rare = PLAN.replace('"perSecond": 20', '"perSecond": 0.001').replace(
      '"create employee": 0.1',
      '"create employee": 1000',
    );
    const [often, seldom] = [await designOf(PLAN), await designOf(rare)].map(
      ([report]) => report?.designs[0],
    );
    assert.notEqual(often?.title, seldom?.title);
    const reading = often?.patterns.find(({ id }) => id === 'R2')?.reading.before;
    // 50,000 employees of 40 departments
    assert.equal(reading?.entities, 1250);
  });

  it('may be one that code uses already', async () => {
    const source = `import { TableClient } from '@azure/data-tables';
      const client = TableClient.fromConnectionString(process.env.X!, 'employees');
      export const hire = (department: string, id: string, email: string) =>
        client.createEntity({ partitionKey: department, rowKey: 'emp_' + id, id, email });`;
    const plan = `{ "tables": { "Employees": { "accessPatterns": [{ "kind": "employee", "equal": ["department", "email"] }] } } }`;
    const [report, ...others] = await designOf(plan, source);
    assert.equal(others.length, 0);
    assert.deepEqual(
      report?.accessPatterns.map(({ sentence, isPlanned, sites }) => [sentence, isPlanned, sites]),
      [['Employees of one department with a given email', true, []]],
    );
  });

  it('says which names nobody knows', async () => {
    await write({
      '.partitionlens.json': PLAN.replace('["department", "email"]', '["department", "mail"]'),
      'a.ts': '',
    });
    const { code, err } = await partitionLens('design');
    assert.equal(code, 0);
    assert.match(err, /Employees has no kind or access pattern "employee\.mail"/);
  });
});

describe('a plan that is written wrongly', () => {
  const wrong: readonly (readonly [what: string, plan: string, message: RegExp])[] = [
    ['a key', '"kinds": { "a": { "partitionKey": "{a" } }', /A key is constant text and names in braces/],
    [
      'a format',
      '"kinds": { "a": { "rowKey": "{a:hex}" } }',
      /After a colon, write a number of digits, iso, or inverted/,
    ],
    [
      'a type',
      '"kinds": { "a": { "properties": { "b": "date" } } }',
      /This isn't a type\. Use one of: text, number/,
    ],
    [
      'a pattern without a kind',
      '"accessPatterns": [{ "equal": ["a"] }]',
      /Name the kind of entities that this reads/,
    ],
    ['no list', '"accessPatterns": {}', /This must be a list of access patterns/],
    [
      'names that are no list',
      '"accessPatterns": [{ "kind": "a", "equal": "b" }]',
      /This must be a list of names/,
    ],
    ['a figure', '"cardinality": { "a": 0 }', /This must be a number greater than 0/],
    ['another member', '"accessPatterns": [{ "kind": "a", "equals": [] }]', /"equals" isn't valid here/],
  ];
  for (const [what, plan, message] of wrong) {
    it(`is told: ${what}`, () => {
      const { problems } = readConfig(`{ "tables": { "T": { ${plan} } } }`);
      assert.equal(problems.length, 1);
      assert.match(problems[0]?.message ?? '', message);
    });
  }

  it('is not there where nothing is planned', () => {
    const { tables, problems } = readConfig('{ "tables": { "T": { "rowKey": "ulid" } } }');
    assert.deepEqual([tables.get('t')?.planned, problems], [undefined, []]);
  });
});
