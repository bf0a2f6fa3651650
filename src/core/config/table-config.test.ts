import assert from 'node:assert/strict';
import { applyEdits } from '../text/edit.ts';
import { seriesName } from './series-name.ts';
import { declaredOf, readConfig } from './table-config.ts';
import type { TableConfig } from './table-config.ts';
import { chooseSeverity, declareKey, keyJson } from './write-config.ts';

function table(text: string): TableConfig {
  const { tables, problems } = readConfig(text);
  assert.deepEqual(problems, []);
  const [only] = tables.values();
  assert.ok(only);
  return only;
}

/** What is wrong with a text: the part of it that is marked, and the message. */
function problems(text: string): [string, string][] {
  return readConfig(text).problems.map(({ span, message }) => [text.slice(span.start, span.end), message]);
}

describe('.partitionlens.json', () => {
  it('excludes files by patterns', () => {
    const text = '{ "exclude": ["scripts/seed/", 5, "*.migration.ts"] }';
    assert.deepEqual(readConfig(text).exclude, ['scripts/seed/', '*.migration.ts']);
    assert.deepEqual(problems(text), [['5', 'This must be a text in double quotes.']]);
    assert.deepEqual(readConfig('{ "exclude": "scripts/" }').exclude, []);
    assert.match(problems('{ "exclude": "scripts/" }')[0]?.[1] ?? '', /^This must be a list of patterns/);
  });

  it('declares keys of all tables that differ in a date at their end, also of those to come', () => {
    const text = `{ "tables": {
      "Audit{yyyyMMdd}": { "rowKey": "inverted-ticks" },
      "AUDIT20261122": { "rowKey": "ksuid" },
      "Load{yyyyMMddHH}": { "rowKey": "ulid" },
    } }`;
    const { tables, problems: none } = readConfig(text);
    assert.deepEqual(none, []);
    const nameOf = (name: string): string | undefined => declaredOf(tables, name)?.name;
    assert.equal(nameOf('Audit20261121'), 'Audit{yyyyMMdd}');
    assert.equal(nameOf('audit20990228'), 'Audit{yyyyMMdd}');
    assert.equal(nameOf('Audit20261122'), 'AUDIT20261122');
    assert.equal(nameOf('Load2026112223'), 'Load{yyyyMMddHH}');
    for (const other of ['Audit', 'Audit202611', 'Audit20261332', 'Audits20261121', 'Load20261122']) {
      assert.equal(nameOf(other), undefined, other);
    }
    assert.equal(nameOf('Audit{yyyyMMdd}'), 'Audit{yyyyMMdd}');
    assert.equal(nameOf('Audit{yyyyMM}'), undefined);
    assert.equal(nameOf('audit{…}'), 'Audit{yyyyMMdd}');
    assert.equal(nameOf('Aud{…}'), undefined);
    assert.equal(seriesName('Audit20261121'), 'Audit{yyyyMMdd}');
    assert.equal(seriesName('Year2026'), 'Year{yyyy}');
    assert.equal(seriesName('Audit1'), undefined);
  });

  it('tells names that no table or series has', () => {
    for (const name of [
      'Audit*',
      'Audit*{yyyy}',
      'Audit2{yyyyMM}',
      'Audit{date}',
      '{yyyyMMdd}',
      'Audit{yyyy}x',
    ]) {
      const text = `{ "tables": { "${name}": {} } }`;
      assert.equal(readConfig(text).tables.size, 0);
      assert.match(problems(text)[0]?.[1] ?? '', /Audit\{yyyyMMdd\}/, name);
    }
  });

  it('declares a series once, whichever of its tables is looked at', () => {
    const declaration = { separator: '', parts: [{ kind: 'codec', codec: 'ksuid' }] } as const;
    const first = applyEdits('', declareKey('', 'Audit{yyyyMMdd}', 'rowKey', [declaration]) ?? []);
    const both = applyEdits(
      first,
      declareKey(first, seriesName('AUDIT20261121') ?? '', 'partitionKey', [declaration]) ?? [],
    );
    assert.deepEqual(JSON.parse(both), {
      tables: { 'Audit{yyyyMMdd}': { rowKey: 'ksuid', partitionKey: 'ksuid' } },
    });
  });

  it('takes a table away with the last that is said of it, so that its series is seen again', () => {
    const text = '{"tables":{"Audit2026":{"rowKey":"ulid"},"Audit{yyyy}":{"rowKey":"ksuid"}}}';
    const without = applyEdits(text, declareKey(text, 'audit2026', 'rowKey', []) ?? []);
    assert.equal(declaredOf(readConfig(without).tables, 'Audit2026')?.name, 'Audit{yyyy}');
    const said = '{ "tables": { "T": { "rowKey": "ulid", "entityType": { "property": "Kind" } } } }';
    const left = applyEdits(said, declareKey(said, 'T', 'rowKey', []) ?? []);
    assert.deepEqual(JSON.parse(left), { tables: { T: { entityType: { property: 'Kind' } } } });
  });

  it('declares keys of tables, whose names are in any case', () => {
    const text = `{
      // what the team agreed upon
      "tables": { "Orders": { "partitionKey": "padded-6", "rowKey": {
        "separator": "_", "parts": [{ "constant": "log" }, { "name": "customer" }, { "codec": "inverted-ticks", "name": "written" }, {}],
      } } }
    }`;
    assert.deepEqual(readConfig(text).tables.get('orders'), {
      name: 'Orders',
      partitionKey: [{ separator: '', parts: [{ kind: 'codec', codec: 'padded-6' }] }],
      rowKey: [
        {
          separator: '_',
          parts: [
            { kind: 'constant', text: 'log' },
            { kind: 'text', name: 'customer' },
            { kind: 'codec', codec: 'inverted-ticks', name: 'written' },
            { kind: 'text' },
          ],
        },
      ],
    });
    assert.deepEqual(readConfig(text).problems, []);
  });

  it('may declare several kinds of rows, and what tells them apart', () => {
    const { rowKey, entityType } = table(
      '{"tables":{"T":{"rowKey":["ulid","uuid-v7"],"entityType":{"rowKeyPrefix":"_"}}}}',
    );
    assert.deepEqual(rowKey.map(keyJson), ['ulid', 'uuid-v7']);
    assert.deepEqual(entityType, { kind: 'row-key-prefix', separator: '_' });
    assert.deepEqual(table('{"tables":{"T":{"entityType":{"property":"Kind"}}}}').entityType, {
      kind: 'property',
      name: 'Kind',
    });
  });

  it('is empty where there is nothing', () => {
    assert.deepEqual(readConfig(''), {
      tables: new Map(),
      exclude: [],
      levels: [],
      clients: new Map(),
      isJson: true,
      problems: [],
    });
    assert.deepEqual(readConfig('{ "rules": {} }').problems, []);
  });

  it('says where a codec is unknown and which may be meant', () => {
    const [[place, message] = ['', '']] = problems('{"tables":{"T":{"rowKey":"invertedTicks"}}}');
    assert.equal(place, '"invertedTicks"');
    assert.match(message, /no key codec "invertedTicks".*Did you mean "inverted-ticks"\?/);
  });

  it('keeps what can be used beside what cannot', () => {
    const text = '{"tables":{"A":{"rowKey":7,"partitionkey":"ulid"},"B":{"rowKey":"ulid"}}}';
    assert.deepEqual(
      problems(text).map(([place]) => place),
      ['"partitionkey"', '7'],
    );
    assert.equal(readConfig(text).tables.get('b')?.rowKey.length, 1);
  });

  const wrong: readonly (readonly [text: string, place: string, message: RegExp])[] = [
    ['[]', '[]', /must be an object/],
    ['{"tables":[]}', '[]', /must be an object/],
    ['{"tables":{"T":{"rowKey":{"parts":[]}}}}', '[]', /lists its parts in order/],
    ['{"tables":{"T":{"rowKey":{}}}}', '{}', /lists its parts in order/],
    ['{"tables":{"T":{"rowKey":{"parts":[{},"ulid"]}}}}', '{"parts":[{},"ulid"]}', /"separator"/],
    ['{"tables":{"T":{"rowKey":{"parts":[{"constant":1}]}}}}', '1', /text in double quotes/],
    ['{"tables":{"T":{"rowKey":{"parts":[{"constant":"a","codec":"ulid"}]}}}}', '"codec"', /is ignored/],
    ['{"tables":{"T":{"entityType":{}}}}', '{}', /types of entities differ/],
    ['{"tables":{"T":{"entityType":{"property":""}}}}', '{"property":""}', /types of entities differ/],
    ['{"tables":{"T":{"entityType":{"property":"a","rowKeyPrefix":"_"}}}}', '"rowKeyPrefix"', /is ignored/],
    ['{"tables":{"T":{"rowKey":"ulid"}', '', /isn't valid JSON: a closing brace is missing: \}/],
    ['{"tables": {}, ', '', /isn't valid JSON: a name in double quotes is missing\./],
    ['{"tables" {}}', '{', /isn't valid JSON: a colon is missing\./],
    ['{"tables": }', '}', /isn't valid JSON: a value is missing\./],
    ["{'tables': {}}", "'tables'", /isn't valid JSON: /],
  ];
  for (const [text, place, message] of wrong) {
    it(`says what is wrong with ${text}`, () => {
      const [first] = problems(text);
      assert.equal(first?.[0], place);
      assert.match(first[1], message);
    });
  }

  it('never throws, whatever the text', () => {
    const whole =
      '{"tables":{"T":{"rowKey":{"separator":"_","parts":["ulid",{}]},"entityType":{"property":"K"}}}}';
    for (let end = 0; end < whole.length; end++) {
      assert.ok(readConfig(whole.slice(0, end)).tables instanceof Map);
    }
  });
});

describe('declaring a key', () => {
  const declared = [{ separator: '', parts: [{ kind: 'codec', codec: 'ulid' } as const] }];

  function after(text: string): string | undefined {
    const edits = declareKey(text, 'Orders', 'rowKey', declared);
    return edits && applyEdits(text, edits);
  }

  it('writes a new file', () => {
    assert.equal(after(''), '{\n  "tables": {\n    "Orders": {\n      "rowKey": "ulid"\n    }\n  }\n}');
  });

  it('leaves all else as it is', () => {
    const before =
      '{\n    // ours\n    "exclude": ["a",   "b"],\n    "tables": {\n        "orders": { "partitionKey": "padded-6" } // old\n    }\n}\n';
    const text = after(before) ?? '';
    assert.ok(text.startsWith('{\n    // ours\n    "exclude": ["a",   "b"],\n'));
    assert.ok(text.endsWith(' // old\n    }\n}\n'));
    assert.deepEqual(Object.keys(table(text)), ['name', 'partitionKey', 'rowKey']);
    assert.equal(table(text).name, 'orders');
    assert.deepEqual(table(text).rowKey, declared);
  });

  it('replaces what was declared', () => {
    assert.deepEqual(table(after('{"tables":{"Orders":{"rowKey":["padded-4"]}}}') ?? '').rowKey, declared);
  });

  it('takes a declaration away', () => {
    const text = after('{"tables":{"Other":{"rowKey":"ulid"}}}') ?? '';
    const without = applyEdits(text, declareKey(text, 'orders', 'rowKey', []) ?? []);
    assert.deepEqual([...readConfig(without).tables.keys()], ['other']);
    assert.equal(readConfig(without).tables.get('other')?.rowKey.length, 1);
  });

  it('touches nothing that is no JSON', () => {
    assert.equal(after('{ "tables": '), undefined);
  });

  it('comes back as it was declared', () => {
    const many = [
      {
        separator: '_',
        parts: [
          { kind: 'constant', text: 'a' },
          { kind: 'codec', codec: 'ulid', name: 'n' },
          { kind: 'text' },
        ] as const,
      },
      { separator: '', parts: [{ kind: 'codec', codec: 'padded-6' }] as const },
    ];
    const text = applyEdits('', declareKey('', 'T', 'partitionKey', many) ?? []);
    assert.deepEqual(table(text).partitionKey, many);
  });
});

describe('choosing a severity', () => {
  const chosen = (text: string, folder = '', reason = 'small table'): string | undefined => {
    const edits = chooseSeverity(text, { rule: 'table-scan', level: 'hint', folder, reason });
    return edits && applyEdits(text, edits);
  };
  const read = (text = ''): unknown =>
    readConfig(text).levels.map(({ folder, levels }) => [folder, Object.fromEntries(levels)]);

  it('writes it with the reason before it, and leaves the rest', () => {
    const text = '// ours\n{\n    "exclude": ["a/"], // seeds\n    "rules": { }\n}\n';
    const after = chosen(text);
    assert.match(after ?? '', /^\/\/ ours\n\{\n {4}"exclude": \["a\/"\], \/\/ seeds\n/);
    assert.match(after ?? '', /\/\/ small table\n *"table-scan": "hint"/);
    assert.deepEqual(read(after), [['', { 'table-scan': 'hint' }]]);
    assert.deepEqual(read(chosen('')), [['', { 'table-scan': 'hint' }]]);
  });

  it('writes it for a folder, also one that is there in other words', () => {
    assert.deepEqual(read(chosen('{}', 'src/a')), [['src/a', { 'table-scan': 'hint' }]]);
    const text = '{ "folders": { "./src/a/": { "rules": { "table-scan": "off", "row-key-or": "off" } } } }';
    const after = chosen(text, 'src/a');
    assert.deepEqual(read(after), [['src/a', { 'table-scan': 'hint', 'row-key-or': 'off' }]]);
    assert.match(after ?? '', /\/\* small table \*\/ "table-scan": "hint"/);
  });

  it('lets no reason leave its comment, and writes nothing into what is no JSON', () => {
    for (const reason of [
      '*/ "x": 1 /*',
      'a\n"rules": {}',
      '\u2028"exclude": 1',
      '\r\n}',
      '// "',
      'x'.repeat(5_000),
    ]) {
      for (const text of ['{}', '{"rules":{"table-scan":"off"}}', '']) {
        const after = chosen(text, '', reason);
        assert.deepEqual(readConfig(after ?? '').problems, [], reason);
        assert.deepEqual(read(after), [['', { 'table-scan': 'hint' }]], reason);
      }
    }
    assert.equal(chosen('{ "rules": '), undefined);
  });
});
