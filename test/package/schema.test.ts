import assert from 'node:assert/strict';
import fc from 'fast-check';
import { getLanguageService, type JSONSchema } from 'vscode-json-languageservice';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { vsixPath } from '../../scripts/lib/manifest.ts';
import { CONFIG_FILE, readConfig } from '../../src/core/config/table-config.ts';
import { read } from '../support/samples.ts';
import { openVsix } from '../support/vsix.ts';

/** The one thing that a schema cannot say: told in the editor all the same, by our own reading. */
const BEYOND = "The end of a text can't be found";

describe('the schema in the VSIX', () => {
  const service = getLanguageService({});
  const language = 'jsonc';
  let schema: JSONSchema;

  before(async () => {
    const vsix = await openVsix(vsixPath);
    const manifest = JSON.parse(await vsix.text('extension/package.json')) as {
      contributes: { jsonValidation: [{ fileMatch: string; url: string }] };
    };
    const [{ fileMatch, url }] = manifest.contributes.jsonValidation;
    assert.equal(fileMatch, CONFIG_FILE);
    schema = JSON.parse(await vsix.text(`extension/${url.replace('./', '')}`)) as JSONSchema;
    service.configure({ validate: true, schemas: [{ uri: url, fileMatch: [fileMatch], schema }] });
  });

  it('is a schema of its draft', async () => {
    const uri = String(schema.$schema);
    const document = TextDocument.create('file:///schema.json', 'json', 1, JSON.stringify(schema));
    const own = getLanguageService({});
    assert.match(uri, /draft-07/);
    // the service carries the schema of that draft
    own.configure({ validate: true, schemas: [{ uri, fileMatch: ['schema.json'] }] });
    assert.deepEqual(await own.doValidation(document, own.parseJSONDocument(document)), []);
    const wrong = TextDocument.create('file:///schema.json', 'json', 1, '{ "type": "thing" }');
    assert.equal((await own.doValidation(wrong, own.parseJSONDocument(wrong))).length, 1);
  });

  const good: readonly (readonly [what: string, text: string])[] = [
    ['an empty object', '{}'],
    ['excluded files, with comments and a trailing comma', '{ "exclude": ["scripts/", "*.a.ts"], /* b */ }'],
    ['rules and folders that say nothing', '{ "rules": {}, "folders": {} }'],
    ['a codec', '{ "tables": { "T": { "rowKey": "inverted-ticks" } } }'],
    ['several codecs', '{ "tables": { "T": { "partitionKey": ["ulid", "padded-6"], "rowKey": [] } } }'],
    ['a compound key', '{ "tables": { "T": { "rowKey": { "separator": "_", "parts": [{}, "ulid"] } } } }'],
    ['a text at the end', '{ "tables": { "T": { "rowKey": { "parts": ["padded-6", { "name": "a" }] } } } }'],
    [
      'a constant with a name',
      '{ "tables": { "T": { "rowKey": { "parts": [{ "constant": "a", "name": "b" }] } } } }',
    ],
    ['what tells kinds apart', '{ "tables": { "T": { "entityType": { "property": "Kind" } } } }'],
    [
      'a planned table',
      '{ "tables": { "T": { "kinds": { "a": { "partitionKey": "{b}", "rowKey": "c_{d:6}", "properties": { "e": "text" }, "entities": 5 } }, "accessPatterns": [{ "kind": "a", "equal": ["b"], "range": "d", "order": "-d", "first": 1, "perSecond": 0.5 }], "cardinality": { "b": 3 }, "perSecond": { "create a": 2 } } } }',
    ],
    ['a series', '{ "tables": { "Audit{yyyyMMdd}": { "rowKey": "ksuid" } } }'],
  ];
  for (const [what, text] of good) {
    it(`takes ${what}`, async () => {
      assert.deepEqual(await complaints(text), []);
      assert.deepEqual(readConfig(text).problems, []);
    });
  }

  for (const document of ['README.md', 'docs/table-design.md']) {
    it(`takes the example of ${document}`, async () => {
      const [, text = ''] = /```json\n([^]*?)```/.exec(read(document)) ?? [];
      assert.ok(readConfig(text).tables.size > 0);
      assert.deepEqual(await complaints(text), []);
    });
  }

  const bad: readonly (readonly [what: string, text: string])[] = [
    ['a list', '[]'],
    ['a slip of the pen at the top', '{ "excludes": [] }'],
    ['no list of excluded files', '{ "exclude": "scripts/" }'],
    ['a pattern that is no text', '{ "exclude": [1] }'],
    ['a list of tables', '{ "tables": [] }'],
    ['a table that is none', '{ "tables": { "T": null } }'],
    ['a name that no table has', '{ "tables": { "T*": {} } }'],
    ['a slip of the pen', '{ "tables": { "T": { "rowkey": "ulid" } } }'],
    ['an unknown codec', '{ "tables": { "T": { "rowKey": "invertedTicks" } } }'],
    ['an unknown codec in a part', '{ "tables": { "T": { "rowKey": { "parts": [{ "codec": "a" }] } } } }'],
    ['no parts', '{ "tables": { "T": { "rowKey": { "parts": [] } } } }'],
    ['no list of parts', '{ "tables": { "T": { "rowKey": { "separator": "_" } } } }'],
    [
      'a separator that is no text',
      '{ "tables": { "T": { "rowKey": { "separator": 1, "parts": ["ulid"] } } } }',
    ],
    [
      'a constant with a codec',
      '{ "tables": { "T": { "rowKey": { "parts": [{ "constant": "a", "codec": "ulid" }] } } } }',
    ],
    ['nothing that tells kinds apart', '{ "tables": { "T": { "entityType": {} } } }'],
    [
      'two things that tell kinds apart',
      '{ "tables": { "T": { "entityType": { "property": "a", "rowKeyPrefix": "_" } } } }',
    ],
    ['a property without a name', '{ "tables": { "T": { "entityType": { "property": "" } } } }'],
  ];
  for (const [what, text] of bad) {
    it(`refuses ${what}`, async () => {
      assert.notDeepEqual(await complaints(text), []);
      assert.notDeepEqual(readConfig(text).problems, []);
    });
  }

  it('takes what our own reading takes, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(configs, async (config) => {
        const text = JSON.stringify(config);
        const told = readConfig(text).problems.map(({ message }) => message);
        const complained = await complaints(text);
        const within = told.filter((message) => !message.startsWith(BEYOND));
        assert.equal(
          complained.length > 0,
          within.length > 0,
          `${text}\n${[...told, ...complained].join('\n')}`,
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('completes members, codecs and their parts', async () => {
    assert.deepEqual(await completions('{ | }'), ['clients', 'exclude', 'folders', 'rules', 'tables']);
    assert.deepEqual(await completions('{ "tables": { "T": { | } } }'), [
      'accessPatterns',
      'cardinality',
      'entityType',
      'kinds',
      'partitionKey',
      'perSecond',
      'rowKey',
      'writes',
    ]);
    const codecs = await completions('{ "tables": { "T": { "rowKey": | } } }');
    assert.ok(codecs.includes('"inverted-ticks"') && codecs.includes('compound key'), codecs.join());
    const parts = await completions('{ "tables": { "T": { "rowKey": { "parts": [{ "codec": | }] } } } }');
    assert.ok(parts.includes('"ulid"') && parts.length > 80, parts.join());
  });

  /** What VS Code would say of a file with this text. */
  async function complaints(text: string): Promise<readonly string[]> {
    const document = TextDocument.create(`file:///folder/${CONFIG_FILE}`, language, 1, text);
    // as VS Code sets it for files of this language
    const settings = { comments: 'ignore', trailingCommas: 'ignore' } as const;
    const found = await service.doValidation(document, service.parseJSONDocument(document), settings);
    return found.map(({ message }) => (typeof message === 'string' ? message : message.value));
  }

  /** What VS Code would offer at the bar. */
  async function completions(marked: string): Promise<readonly string[]> {
    const offset = marked.indexOf('|');
    const text = marked.replace('|', '');
    const document = TextDocument.create(`file:///folder/${CONFIG_FILE}`, language, 1, text);
    const list = await service.doComplete(
      document,
      document.positionAt(offset),
      service.parseJSONDocument(document),
    );
    return (list?.items ?? []).map(({ label }) => label).sort();
  }
});

/** Files as people write them, with mistakes here and there. */
const texts = fc.constantFrom('', '_', 'a', 'ulid', 'inverted-ticks');
const nonsense = fc.constantFrom<unknown>(null, 1, true, [], {}, { slip: 1 }, '');
const codecs = mostly(fc.constantFrom('ulid', 'padded-6', 'inverted-ticks'));

function mostly<T>(usual: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 40, arbitrary: usual }, { weight: 1, arbitrary: nonsense });
}

const parts = mostly(
  fc.oneof(
    codecs,
    fc.record({ codec: mostly(codecs), constant: mostly(texts), name: mostly(texts) }, { requiredKeys: [] }),
  ),
);
const keys = mostly(
  fc.oneof(
    codecs,
    fc.record(
      { separator: mostly(texts), parts: mostly(fc.array(parts, { maxLength: 3 })) },
      { requiredKeys: ['parts'] },
    ),
  ),
);
const tables = mostly(
  fc.record(
    {
      partitionKey: mostly(fc.oneof(keys, fc.array(keys, { maxLength: 2 }))),
      rowKey: mostly(fc.oneof(keys, fc.array(keys, { maxLength: 2 }))),
      entityType: mostly(
        fc.record({ property: mostly(texts), rowKeyPrefix: mostly(texts) }, { requiredKeys: [] }),
      ),
    },
    { requiredKeys: [] },
  ),
);
const names = fc.oneof(
  { weight: 40, arbitrary: fc.constantFrom('T', 'Orders', 'Audit{yyyyMMdd}', 'audit{YYYY}') },
  { weight: 1, arbitrary: fc.constantFrom('Audit*', '{yyyy}', 'Audit{date}') },
);
const configs = mostly(
  fc.record(
    {
      exclude: mostly(fc.array(mostly(texts), { maxLength: 2 })),
      tables: mostly(fc.dictionary(names, tables, { maxKeys: 2 })),
      other: nonsense,
    },
    { requiredKeys: [] },
  ),
);
