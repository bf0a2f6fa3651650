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

  it('says which time results are put in order by, where it is not their age, or not the first', async () => {
    const asked = [
      '"order": "-created", "first": 10',
      '"order": "-updated", "first": 10',
      '"order": "created", "first": 1',
      '"order": "updated", "first": 1',
      '"order": "due"',
      '"order": "-checkIn"',
      '"order": "expires"',
      '"from": "start", "to": "due"',
      '"to": "expires"',
      '"range": "born"',
    ];
    const [report] = await designOf(`{ "tables": { "Visits": {
      "kinds": { "visit": { "partitionKey": "{owner}", "rowKey": "{id}", "properties": {
        "created": "time", "updated": "time", "due": "time", "checkIn": "time", "start": "time", "expires": "time", "born": "time"
      } }, "owner": { "partitionKey": "owner_{owner}", "rowKey": "owner" } },
      "accessPatterns": [${asked.map((one) => `{ "kind": "visit", "equal": ["owner"], ${one} }`).join()},
        { "kind": "owner", "equal": ["owner"], "first": 1 }]
    } } }`);
    assert.deepEqual(
      report?.accessPatterns.map(({ sentence }) => sentence),
      [
        'Visits of one owner, newest first, first 10',
        'Visits of one owner, latest updated first, first 10',
        'The oldest visit of one owner',
        'One visit of one owner, earliest updated first',
        'Visits of one owner, earliest due first',
        'Visits of one owner, latest check in first',
        'Visits of one owner, by expires, earliest first',
        'Visits of one owner that start since a given time and due before a given time',
        'Visits of one owner that expire before a given time',
        'Visits of one owner born between two times',
        'The owner with a given owner',
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

  it('asks by what a kind may have of which not all is seen, and by nothing else', async () => {
    const source = (spread: string): string => `import { TableClient } from '@azure/data-tables';
      const client = TableClient.fromConnectionString(process.env.X!, 'employees');
      export const hire = (department: string, id: string, rest: Record<string, string>) =>
        client.createEntity({ ${spread}partitionKey: department, rowKey: 'emp_' + id, id });`;
    const plan = `{ "tables": { "Employees": { "accessPatterns": [{ "kind": "employee", "equal": ["department"], "from": "paid" }] } } }`;
    const [open] = await designOf(plan, source('...rest, '));
    assert.deepEqual(
      open?.accessPatterns.map(({ sentence }) => sentence),
      ['Employees of one department with paid of at least a given value'],
    );
    const [whole] = await designOf(plan, source(''));
    assert.deepEqual(whole?.accessPatterns, []);
  });

  it('is asked for entities by their own id, and by flags in a state', async () => {
    const plan = `{ "tables": { "Library": {
      "kinds": { "loan": {
        "partitionKey": "loan_{loanId}", "rowKey": "loan",
        "properties": { "loanId": "id", "memberId": "id", "returned": "boolean", "hasFine": "boolean" }
      } },
      "accessPatterns": [
        { "kind": "loan", "equal": ["loanId"], "first": 1 },
        { "kind": "loan", "equal": ["memberId", "returned"] },
        { "kind": "loan", "equal": ["memberId", "hasFine"] }
      ]
    } } }`;
    const [report] = await designOf(plan);
    assert.deepEqual(
      report?.accessPatterns.map(({ sentence }) => sentence),
      [
        'The loan with a given loan id',
        'Loans with a given member id and returned state',
        'Loans with a given member id and has fine',
      ],
    );
  });

  it('calls what was done by its own word', async () => {
    const plan = PLAN.replaceAll('hired', 'paid').replace('"order": "-paid", "first": 10', '"from": "paid"');
    const [report] = await designOf(plan);
    assert.equal(report?.accessPatterns[2]?.sentence, 'Employees of one department paid since a given time');
  });

  /** Rooms that refer to hotels by a name. */
  const rooms = (hotel: string): string => `"Rooms": {
    "kinds": { "room": {
      "partitionKey": "{id}", "rowKey": "room", "entities": 100000,
      "properties": { "id": "id", "hotel": "id", "rate": "number" }, "refersTo": { "hotel": "${hotel}" }
    } },
    "accessPatterns": [
      { "kind": "room", "equal": ["hotel.city"], "to": "rate" },
      { "kind": "room", "equal": ["hotel"], "reads": ["hotel.city"] }
    ]
  }`;
  const HOTEL = `"hotel": { "partitionKey": "{id}", "rowKey": "hotel", "properties": { "id": "id", "city": "text" }, "entities": 2000 }`;

  it('may refer to a kind of another table, by its name or with that of its table', async () => {
    for (const name of ['hotel', 'Hotels.hotel']) {
      const reports = await designOf(`{ "tables": { "Hotels": { "kinds": { ${HOTEL} } }, ${rooms(name)} } }`);
      const report = reports.find(({ table }) => table === 'Rooms');
      assert.deepEqual(
        report?.accessPatterns.map(({ sentence }) => sentence),
        ['Rooms with a given hotel city and rate under a given value', 'Rooms with a given hotel'],
      );
      assert.deepEqual(
        report.relationships.map(({ from, toTable, to }) => [from, toTable, to]),
        [['room', 'Hotels', 'hotel']],
      );
      const [city, hotel] = report.designs[0]?.patterns ?? [];
      assert.equal(city?.filter, "PartitionKey eq '{hotel.city}' and RowKey lt '{rate to}'");
      // today all rooms, and the one hotel that those found refer to; then those of the hotel, which carry its city
      assert.deepEqual(hotel?.reading, {
        before: { requests: 101, entities: 100_001 },
        after: { requests: 1, entities: 50 },
      });
    }
  });

  it('says what is no longer found by what others refer to it by', async () => {
    const asked = (question: string): string =>
      `{ "tables": { "Hotels": { "kinds": { ${HOTEL} }, "accessPatterns": [${question}] }, ${rooms('hotel')} } }`;
    const against = async (plan: string): Promise<string> => {
      const reports = await designOf(plan);
      return reports.find(({ table }) => table === 'Hotels')?.designs[0]?.whyNot ?? '';
    };
    const byCity = '{ "kind": "hotel", "equal": ["city"], "perSecond": 50 }';
    const rarely = rooms('hotel').replace('"accessPatterns": [', '"accessPatterns": [], "x": [');
    assert.match(
      await against(asked(byCity).replace(rooms('hotel'), rarely)),
      /^hotel is no longer found by id alone \(referenced by room\)\./,
    );
    // new rooms read the city of their hotel
    assert.doesNotMatch(await against(asked(byCity)), /no longer found/);
  });

  it('refers to no kind that several tables have, unless it says which', async () => {
    const tables = (name: string): string =>
      `{ "tables": { "Hotels": { "kinds": { ${HOTEL} } }, "Old": { "kinds": { ${HOTEL} } }, ${rooms(name)} } }`;
    await write({ '.partitionlens.json': tables('hotel'), 'a.ts': '' });
    assert.match((await partitionLens('design')).err, /Rooms has no kind or access pattern "hotel"/);
    await write({ '.partitionlens.json': tables('Old.hotel') });
    assert.equal((await partitionLens('design')).err, '');
    const writes = '"writes": [{ "kind": "employee", "does": "merge", "changes": ["mail"] }],';
    const [written] = await designOf(PLAN.replace('"cardinality"', `${writes} "cardinality"`));
    assert.deepEqual(written?.writes, []);
  });

  it('has what is planned twice, or asked by code already, once', async () => {
    const twice = PLAN.replace(
      '"accessPatterns": [',
      '"accessPatterns": [{ "kind": "employee", "equal": ["id", "department"], "first": 1, "perSecond": 5 },',
    );
    const [report] = await designOf(twice);
    const told = (one: TableReport | undefined): readonly (readonly [string, number | undefined])[] =>
      (one?.accessPatterns ?? []).map(({ sentence, perSecond }) => [sentence, perSecond]);
    assert.deepEqual(told(report), [
      ['The employee of one department with a given id', 55],
      ['One employee of one department with a given email', 20],
      ['Employees of one department, newest first, first 10', undefined],
    ]);
    const plan = `{ "tables": { "Offices": { "accessPatterns": [
      { "kind": "office", "equal": ["city"], "perSecond": 7 }
    ] } } }`;
    const source = `import { TableClient, odata } from '@azure/data-tables';
      const client = TableClient.fromConnectionString(process.env.STORAGE!, 'Offices');
      export const add = (id: string, city: string) =>
        client.createEntity({ partitionKey: 'office', rowKey: id, id, city });
      export const inCity = (city: string) =>
        client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq 'office' and city eq \${city}\` } });`;
    const [office] = await designOf(plan, source);
    const [only, ...others] = office?.accessPatterns ?? [];
    assert.deepEqual([others.length, only?.perSecond, only?.isPlanned], [0, 7, false]);
  });

  it('refers to a kind that the code of another table writes', async () => {
    const source = `import { TableClient } from '@azure/data-tables';
      const client = TableClient.fromConnectionString(process.env.X!, 'Hotels');
      export const open = (id: string, city: string) =>
        client.createEntity({ partitionKey: id, rowKey: 'hotel', id, city });`;
    const reports = await designOf(`{ "tables": { ${rooms('Hotels.hotel')} } }`, source);
    const report = reports.find(({ table }) => table === 'Rooms');
    assert.equal(report?.accessPatterns.length, 2);
  });

  it('says which names nobody knows', async () => {
    await write({
      '.partitionlens.json': PLAN.replace('["department", "email"]', '["department", "mail"]'),
      'a.ts': '',
    });
    const { code, err } = await partitionLens('design');
    assert.equal(code, 0);
    assert.match(err, /Employees: employee has no property "mail", so/);
  });

  it('says what is to be read that refers to nothing', async () => {
    await write({
      '.partitionlens.json': PLAN.replace('"first": 1,', '"first": 1, "reads": ["email"],'),
      'a.ts': '',
    });
    assert.match(
      (await partitionLens('design')).err,
      /refersTo doesn't say what "email" of employee refers to, so the plan reads nothing by it/,
    );
  });

  it('says which property that should refer to something is none', async () => {
    const plan = `{ "tables": { "Hotels": { "kinds": { ${HOTEL} } }, ${rooms('hotel').replace('{ "hotel": "hotel" }', '{ "hotl": "hotel" }')} } }`;
    await write({ '.partitionlens.json': plan, 'a.ts': '' });
    assert.match((await partitionLens('design')).err, /Rooms: room has no property "hotl", so/);
  });

  it('asks no question of which a part cannot be used', async () => {
    for (const [right, wrong] of [
      ['"equal": ["department"]', '"equal": "department"'],
      ['"equal": ["department"]', '"equal": ["department", 3]'],
      ['"order": "-hired"', '"order": ""'],
      ['"order": "-hired"', '"from": 3'],
      ['"first": 10', '"first": 0'],
      ['"equal": ["department"],', '"equals": ["department"],'],
    ] as const) {
      const plan = PLAN.replace(right, wrong);
      await write({ '.partitionlens.json': plan, 'a.ts': '' });
      const { out, err } = await partitionLens('design', '--format', 'json');
      assert.notEqual(err, '', wrong);
      const [report] = JSON.parse(out) as readonly TableReport[];
      assert.equal(report?.accessPatterns.length, 2, wrong);
    }
  });

  it('ignores what it says that it ignores, and has no source to ask for', async () => {
    const [report] = await designOf(PLAN.replace('["department", "email"]', '["department", "mail"]'));
    assert.equal(report?.accessPatterns.length, 2);
    await write({ '.partitionlens.json': PLAN });
    assert.equal((await partitionLens('design')).err, '');
  });

  it('shows the rates, and what each write changes', async () => {
    const writes =
      '"writes": [{ "kind": "employee", "does": "merge", "changes": ["email"], "perSecond": 0.5 }],';
    await write({
      '.partitionlens.json': PLAN.replace('"cardinality"', `${writes} "cardinality"`),
      'a.ts': '',
    });
    const { out } = await partitionLens('design');
    assert.match(out, /planned, 50 per second/);
    assert.match(out, /W1 {2}employee: merge of email, 0\.5 per second/);
    assert.match(
      (await partitionLens('design', '--format', 'markdown')).out,
      /merge of email · 0\\\.5 per second$/m,
    );
  });

  const contradictions: readonly (readonly [what: string, from: string, to: string, said: string])[] = [
    [
      'fewer keys than entities',
      '"department": 40',
      '"department": 40, "id": 9',
      'employee has 50,000 entities, but its keys have 360 values at most.',
    ],
    [
      'a kind without keys',
      '"rowKey": "emp_{id:6}",',
      '',
      'employee needs partitionKey and rowKey, so the plan ignores it.',
    ],
    [
      'numbers that are longer than a key pads them',
      '"department": 40',
      '"department": 40, "id": 2e6',
      'The keys of employee have 6 digits of id, too few for 2,000,000 values: longer numbers sort wrongly.',
    ],
    [
      'kinds that are one in the table',
      '"kinds": {',
      '"kinds": { "clerk": { "partitionKey": "{department}", "rowKey": "emp_{id:6}" },',
      'clerk and employee have the same keys, so one can overwrite the other.',
    ],
    [
      'figures of nothing',
      '"department": 40',
      '"departement": 40',
      "cardinality names 'departement', which no kind has.",
    ],
    [
      'rates of nothing',
      '"create employee"',
      '"create employe"',
      "perSecond names 'create employe', which isn't a read or write of it.",
    ],
    [
      'a merge of a key',
      '"cardinality"',
      '"writes": [{ "kind": "employee", "does": "merge", "changes": ["department"] }], "cardinality"',
      "A merge can't change department, which the keys of employee have.",
    ],
    [
      'a delete of what is not old',
      '"first": 10 }',
      '"first": 10 }, { "kind": "employee", "to": "id", "deletes": true }',
      '"deletes" is only used with a time as "to", and no other condition. Declare the deletes of employee in "writes".',
    ],
    [
      'what no account takes',
      '"perSecond": 20 }',
      '"perSecond": 1e9 }',
      '"One employee of one department with a given email": 1,000,000,000 per second is more than a storage account takes (20,000 requests).',
    ],
  ];
  for (const [what, from, to, said] of contradictions)
    it(`says what can't be: ${what}`, async () => {
      assert.ok(PLAN.includes(from));
      await write({ '.partitionlens.json': PLAN.replace(from, to), 'a.ts': '' });
      const { err } = await partitionLens('design');
      assert.ok(err.includes(`.partitionlens.json: Employees: ${said}`), err);
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
    ['a figure that nothing has', '"cardinality": { "a": 1e300 }', /This must be at most 1,000,000,000,000/],
    [
      'part of an entity',
      '"accessPatterns": [{ "kind": "a", "first": 2.5 }]',
      /This must be a whole number greater than 0/,
    ],
    [
      'a range of what is given',
      '"accessPatterns": [{ "kind": "a", "equal": ["b"], "from": "b" }]',
      /A value of b is given already/,
    ],
    ['no order', '"accessPatterns": [{ "kind": "a", "order": "-" }]', /Name an attribute/],
    [
      'a write without a kind',
      '"writes": [{ "does": "create" }]',
      /Name the kind of entities that this writes/,
    ],
    [
      'a merge of nothing',
      '"writes": [{ "kind": "a", "does": "merge" }]',
      /Name the properties that the merge changes/,
    ],
    ['another member', '"accessPatterns": [{ "kind": "a", "equals": [] }]', /"equals" isn't valid here/],
  ];
  for (const [what, plan, message] of wrong) {
    it(`is told: ${what}`, () => {
      const { problems } = readConfig(`{ "tables": { "T": { ${plan} } } }`);
      assert.equal(problems.length, 1);
      assert.match(problems[0]?.message ?? '', message);
    });
  }

  it('is told that more is listed than is used', () => {
    const [patterns, properties] = [101, 253].map((count) =>
      Array.from({ length: count }, (_, index) => index),
    );
    const { tables, problems } = readConfig(
      JSON.stringify({
        tables: {
          T: {
            kinds: {
              a: {
                ...{ partitionKey: '{b}', rowKey: 'a' },
                properties: Object.fromEntries(properties?.map((index) => [`p${index}`, 'text']) ?? []),
              },
            },
            accessPatterns: patterns?.map((index) => ({ kind: 'a', equal: [`p${index}`] })),
          },
        },
      }),
    );
    const planned = tables.get('t')?.planned;
    assert.deepEqual(
      [
        planned?.kinds[0]?.properties.size,
        planned?.accessPatterns.length,
        problems.map(({ message }) => message),
      ],
      [
        252,
        100,
        ['This is ignored: only the first 252 are used.', 'This is ignored: only the first 100 are used.'],
      ],
    );
  });

  it('is not there where nothing is planned', () => {
    const { tables, problems } = readConfig('{ "tables": { "T": { "rowKey": "ulid" } } }');
    assert.deepEqual([tables.get('t')?.planned, problems], [undefined, []]);
  });
});
