import assert from 'node:assert/strict';
import { applyEdits } from '../../../core/text/edit.ts';
import { createEngine } from '../../engine/create.ts';
import { rules } from '../../rules/registry.ts';
import { keyPartAt } from './key-part.ts';
import type { PartPlace } from './part-place.ts';
import { renameKeyPart } from './rename-key-part.ts';

const HEAD = `import { odata, TableClient } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.TABLES ?? '', 'Employees');
`;

interface Done {
  readonly files: Readonly<Record<string, string>>;
  readonly listed: readonly string[];
  readonly place: PartPlace | undefined;
}

/** Renames what is at the first place of `at` in `a.ts`; a text says why not. */
function rename(files: Readonly<Record<string, string>>, at: string, to: string): Done | string {
  const engine = createEngine({
    rules,
    onRuleError: (rule, _file, error) => {
      assert.fail(`${rule}: ${String(error)}`);
    },
  });
  const texts = new Map(Object.entries(files).map(([file, text]) => [`/w/${file}`, text]));
  for (const [file, text] of texts) engine.setFile(file, text);
  for (const wanted of engine.wantedFiles()) wanted.forEach(engine.markMissing);
  const operations = engine.filesToCheck().flatMap((file) => engine.operations(file));
  const found = keyPartAt(operations, '/w/a.ts', (files['a.ts'] ?? '').indexOf(at) + 1);
  if (found === undefined) return 'nothing';
  if ('why' in found) return found.why;
  const work = renameKeyPart({ ...engine, files: engine.filesToCheck }, texts, found.part, to);
  for (;;) {
    const { done, value } = work.next();
    if (done !== true) continue;
    if (value.kind === 'refused') return value.why;
    const { changes, listed, place } = value;
    return {
      place,
      files: Object.fromEntries(
        [...texts].map(([file, text]) => [file.slice(3), applyEdits(text, changes.get(file) ?? [])]),
      ),
      listed: listed.map(
        ({ place: { file, span }, why }) => `${texts.get(file)?.slice(span.start, span.end) ?? ''}: ${why}`,
      ),
    };
  }
}

function renamed(source: string, at: string, to: string, listed: readonly string[] = []): string {
  const done = rename({ 'a.ts': HEAD + source }, at, to);
  assert.ok(typeof done === 'object', typeof done === 'string' ? done : '');
  assert.deepEqual(done.listed, listed);
  return done.files['a.ts']?.slice(HEAD.length) ?? '';
}

function refusal(source: string, at: string, to: string): string {
  const done = rename({ 'a.ts': HEAD + source }, at, to);
  return typeof done === 'string' ? done : 'renamed';
}

const WRITE = "await client.createEntity({ partitionKey: 'Sales', rowKey: `email_${mail}` });\n";

describe('rename of a part of a key', () => {
  it('renames it in writes, deletes, point queries and filters, and in the range of its keys', () => {
    const before = `export async function hire(dep: string, id: string, email: string) {
  await client.createEntity({ partitionKey: dep, rowKey: \`id_\${id}\`, email });
  await client.submitTransaction([['create', { partitionKey: dep, rowKey: \`email_\${email}\`, email }]]);
}
export const get = (dep: string, email: string) => client.getEntity(dep, 'email_' + email);
export const remove = (dep: string, email: string) => client.deleteEntity(dep, \`email_\${email}\`);
export const all = (dep: string) => client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${dep} and RowKey ge 'email_' and RowKey lt 'email\\\`'\` } });
export const some = () => client.listEntities({ queryOptions: { filter: "PartitionKey eq 'a' and (RowKey eq 'email_b' or RowKey eq 'id_c')" } });
`;
    const after = before
      .replaceAll('`email_$', '`mail_$')
      .replaceAll("'email_", "'mail_")
      .replace("'email\\`'", "'mail\\`'");
    assert.equal(renamed(before, 'email_', 'mail_'), after);
  });

  it('renames it in helpers and constants of other files, and lists what else changes with them', () => {
    const keys = `const PREFIX = 'email_';
export const rowKeyOf = (email: string) => PREFIX + email;
export const isMail = (key: string) => key.startsWith(PREFIX);
`;
    const done = rename(
      {
        'a.ts': `${HEAD}import { rowKeyOf } from './keys';
export const get = (dep: string, email: string) => client.getEntity(dep, rowKeyOf(email));
export const put = (dep: string, email: string) => client.upsertEntity({ partitionKey: dep, rowKey: \`email_\${email}\` }, 'Replace');
`,
        'keys.ts': keys,
      },
      'email_',
      'mail_',
    );
    assert.ok(typeof done === 'object', typeof done === 'string' ? done : '');
    assert.equal(done.files['keys.ts'], keys.replace("'email_'", "'mail_'"));
    assert.match(done.files['a.ts'] ?? '', /rowKey: `mail_\$/);
    assert.deepEqual(done.listed, [
      'PREFIX: This changes with the key: it has the same text.',
      'PREFIX: This changes with the key: it has the same text.',
    ]);
  });

  it('renames a whole key, and no key that only begins like it', () => {
    const before = `await client.createEntity({ partitionKey: 'Sales', rowKey: 'a' });
await client.createEntity({ partitionKey: 'Sales2', rowKey: 'a' });
export const all = client.listEntities({ queryOptions: { filter: "PartitionKey eq 'Sales'" } });
`;
    assert.equal(renamed(before, 'Sales', 'Marketing'), before.replaceAll("'Sales'", "'Marketing'"));
  });

  it('renames a part between expressions where the key is made alike', () => {
    const before = `export const put = (d: string, id: string) => client.upsertEntity({ partitionKey: d, rowKey: \`\${d}_emp_\${id}\` }, 'Replace');
export const get = (d: string, id: string) => client.getEntity(d, d + '_emp_' + id);
`;
    assert.equal(renamed(before, '_emp_', '_person_'), before.replaceAll('_emp_', '_person_'));
  });

  it('lists what is not certain, and leaves it', () => {
    const lines = (more: string): readonly string[] => {
      const done = rename({ 'a.ts': `${HEAD}${WRITE}${more}` }, 'email_', 'mail_');
      assert.ok(typeof done === 'object', typeof done === 'string' ? done : '');
      assert.ok(done.files['a.ts']?.endsWith(more));
      return done.listed;
    };
    assert.deepEqual(lines("export const get = (key: string) => client.getEntity('Sales', key);\n"), [
      'key: This key might have the part: only the running program has it.',
    ]);
    assert.deepEqual(
      lines("export const isMail = (key: string) => (key.startsWith('email_') ? key.slice(6) : '');\n"),
      ['email_: This text might be the part of the key.', '6: This number is the length of the old text.'],
    );
    assert.deepEqual(
      lines(
        'export const put = (one: { partitionKey: string; rowKey: string }) => client.upsertEntity({ ...one });\n',
      ),
      ['one: This key might have the part: only the running program has it.'],
    );
    assert.deepEqual(
      lines(
        `export const some = client.listEntities({ queryOptions: { filter: "PartitionKey eq 'Sales' and RowKey ge 'f'" } });\n`,
      ),
      ['f: This range might have keys with the old text, or with the new one.'],
    );
    assert.deepEqual(
      lines('export const some = (filter: string) => client.listEntities({ queryOptions: { filter } });\n'),
      ["listEntities: This query's filter isn't known."],
    );
  });

  it('renames it in enums, constants of classes and branches, and lists texts that are made of pieces', () => {
    const before = `enum Kind { Email = 'email_', Id = 'id_' }
class Keys { static readonly PREFIX = 'email_'; static of(x: string) { return Keys.PREFIX + x; } }
export const put = (d: string, x: string, isId: boolean) =>
  client.upsertEntity({ partitionKey: d, rowKey: (isId ? Kind.Id : Kind.Email) + x }, 'Replace');
export const get = (d: string, x: string) => client.getEntity(d, Keys.of(x));
`;
    const after = before.replaceAll("'email_'", "'mail_'");
    assert.equal(
      renamed(before, "email_'", 'mail_', ['PREFIX: This changes with the key: it has the same text.']),
      after,
    );
    assert.equal(
      renamed(
        `${WRITE}export const get = client.getEntity('Sales', 'em' + 'ail_' + 'a');
export const some = (end: string) => client.listEntities({ queryOptions: { filter: \`PartitionKey eq 'Sales' and RowKey lt '\${end}'\` } });
`,
        'email_',
        'mail_',
        [
          "'em' + 'ail_' + 'a': The part isn't written out here.",
          'end: This range might have keys with the old text, or with the new one.',
        ],
      ).split('\n')[0],
      WRITE.replace('email_', 'mail_').trim(),
    );
  });

  it('refuses texts that a key or a source could not have, or that are taken', () => {
    for (const to of [
      '',
      'a/b',
      'a\\',
      'a#',
      'a?',
      "a'",
      'a"',
      'a`',
      '${a}',
      'a\n',
      'a\u202e',
      'a%',
      'x'.repeat(256),
    ])
      assert.match(refusal(WRITE, 'email_', to), /Invalid part of a key/, to);
    for (const to of ['email_2_', 'email', 'e'])
      assert.match(refusal(WRITE, 'email_', to), /begins with the other/, to);
    assert.match(refusal(WRITE, 'email_', 'email_'), /name that it has/);
    assert.match(
      refusal(
        `${WRITE}await client.createEntity({ partitionKey: 'Sales', rowKey: \`mail_\${mail}\` });\n`,
        'email_',
        'mail_',
      ),
      /already has keys with/,
    );
    assert.match(
      refusal(
        `${WRITE}await client.createEntity({ partitionKey: 'Marketing', rowKey: 'a' });\n`,
        'Sales',
        'Marketing',
      ),
      /already has keys with/,
    );
  });

  it('refuses a text that keys of another table, or the other key, have from the same place', () => {
    const shared = `const KIND = 'staff';
const other = TableClient.fromConnectionString('', 'Others');
`;
    assert.match(
      refusal(
        `${shared}export const all = [client.getEntity(KIND, 'a'), other.getEntity(KIND, 'a')];\n`,
        'staff',
        'people',
      ),
      /Other keys have this very text/,
    );
    assert.match(
      refusal(`const KIND = 'staff';\nexport const all = client.getEntity(KIND, KIND);\n`, 'staff', 'people'),
      /Other keys have this very text/,
    );
    const apart = `const other = TableClient.fromConnectionString('', 'Others');
export const all = [client.getEntity('staff', 'a'), other.getEntity('staff', 'a')];
`;
    assert.equal(renamed(apart, 'staff', 'people'), apart.replace('staff', 'people'));
  });

  it('finds no part where there is none', () => {
    assert.equal(refusal(WRITE, 'mail}', 'x'), 'nothing');
    assert.equal(refusal(WRITE, 'createEntity', 'x'), 'nothing');
    assert.match(
      refusal(`declare const any: TableClient;\nawait any.getEntity('a', 'b');\n`, "a', 'b'", 'x'),
      /table's name isn't known/,
    );
  });
});

describe('where stored keys have a renamed part', () => {
  const placeOf = (source: string, at: string, to: string): PartPlace | undefined => {
    const done = rename({ 'a.ts': HEAD + source }, at, to);
    assert.ok(typeof done === 'object', typeof done === 'string' ? done : '');
    return done.place;
  };
  const why = (source: string, at: string, to: string): string => {
    const place = placeOf(source, at, to);
    return place?.kind === 'open' ? place.why : (place?.kind ?? '');
  };
  const made = (rowKey: string): string =>
    `export const put${rowKey.length} = (a: string, b: string, n: number) => client.createEntity({ partitionKey: a, rowKey: ${rowKey} });\n`;

  it('is known at the start of a key, and of a whole key', () => {
    assert.deepEqual(placeOf(WRITE, 'email_', 'mail_'), { kind: 'start' });
    assert.deepEqual(placeOf(WRITE, 'Sales', 'Shop'), { kind: 'whole' });
  });

  it('is known between separators, and at the end, with what is around it', () => {
    assert.deepEqual(placeOf(made('`${a}_emp_${b}`') + made('"id_" + b'), '_emp_', '_person_'), {
      kind: 'inside',
      around: [{ before: [null], after: [null] }],
      others: [['id_', null]],
    });
    assert.deepEqual(placeOf(made('`d_${a}:old`'), ':old', ':v1'), {
      kind: 'inside',
      around: [{ before: ['d_', null], after: [] }],
      others: [],
    });
  });

  it('is known by the number of characters before it, or after it', () => {
    const fixed = made("`${String(n).padStart(6, '0')}emp${b}`");
    assert.deepEqual(placeOf(fixed, 'emp', 'person'), {
      kind: 'inside',
      around: [{ before: [6], after: [null] }],
      others: [],
    });
    assert.deepEqual(placeOf(made('`${a}emp${new Date().toISOString()}`'), 'emp', 'person'), {
      kind: 'inside',
      around: [{ before: [null], after: [24] }],
      others: [],
    });
  });

  it('is not known where nothing separates it, where other keys are not known, or where a second run would find it again', () => {
    assert.match(why(made('`${a}emp${b}`'), 'emp', 'person'), /Nothing separates the part/);
    assert.match(why(made('`${a}_emp${b}`'), '_emp', '_person'), /Nothing separates the part/);
    assert.match(why(made('`${a}_emp_${b}`') + made('b'), '_emp_', '_person_'), /keys that aren't known/);
    const keyless =
      'export const all = (one: { partitionKey: string; rowKey: string }) => client.upsertEntity(one);\n';
    assert.match(why(made('`${a}_emp_${b}`') + keyless, '_emp_', '_person_'), /keys that aren't known/);
    assert.match(
      why("export const get = (a: string) => client.getEntity('x', `${a}_emp_b`);\n", '_emp_b', '_person_b'),
      /No write here makes keys/,
    );
    assert.match(why(made('`${a}_emp_${b}`'), '_emp_', '_emp_x_emp_'), /contains the old one/);
    const many = Array.from({ length: 17 }, (_, index) => made(`"${'x'.repeat(index + 1)}_" + b`)).join('');
    assert.match(why(made('`${a}_emp_${b}`') + many, '_emp_', '_person_'), /too many ways/);
  });
});
