import assert from 'node:assert/strict';
import { cliFolder } from '../../test/support/cli-folder.ts';
import { applyEdits } from '../core/text/edit.ts';
import { linesOf } from '../core/text/lines.ts';
import { analyze } from './analyze.ts';
import type { AnalyzeInput, Edit, Finding, Source } from './types.ts';

const CLIENT = `import { TableClient } from '@azure/data-tables';
export const staff = new TableClient('https://x', 'Staff', key);
`;
const SCAN = `import { staff } from './clients';
export const sales = () => staff.listEntities({ queryOptions: { filter: \`Name eq '\${name}'\` } });
`;
const FILES: readonly Source[] = [
  { file: 'src/clients.ts', text: CLIENT },
  { file: 'src/staff.ts', text: SCAN },
];

describe('analyze', () => {
  it('gives operations with their shapes and what proves them', () => {
    const { operations, skipped } = analyze({ files: FILES });
    assert.deepEqual(skipped, []);
    const [{ proof, ...operation } = { proof: [] }, ...others] = operations;
    assert.deepEqual(others, []);
    assert.deepEqual(operation, {
      file: 'src/staff.ts',
      line: 2,
      column: 34,
      method: 'listEntities',
      table: 'Staff',
      shape: 'table-scan',
      filter: "Name eq '${name}'",
      evidence: 'proved',
    });
    assert.ok((proof ?? []).length > 0);
  });

  it('gives findings with message ids, places and help', () => {
    const { findings } = analyze({ files: FILES, fixes: false });
    const scan = the(findings, 'table-scan');
    const { message, help, data, fingerprint, ...rest } = scan;
    assert.deepEqual([typeof message, typeof help, typeof fingerprint], ['string', 'string', 'string']);
    assert.ok(data.every((each) => typeof each === 'string'));
    assert.deepEqual(rest, {
      rule: 'table-scan',
      messageId: rest.messageId,
      severity: 'warning',
      file: 'src/staff.ts',
      line: 2,
      column: 74,
      endLine: 2,
      endColumn: 91,
      table: 'Staff',
      related: [],
      fixable: false,
      patterns: ['inter-partition-index'],
    });
  });

  it('gives what a loop repeats where that calls it, and where the request is sent', () => {
    const text = `import { staff } from './clients';
const one = (key: string, id: string) => staff.getEntity(key, id);
export async function all(ids: string[]) {
  for (const id of ids) console.log((await one('a', id)).etag);
}
`;
    const { findings } = analyze({ files: [...FILES, { file: 'src/loop.ts', text }], fixes: false });
    const { line, column, related } = the(findings, 'n-plus-one');
    assert.deepEqual([line, column], [4, 44]);
    assert.deepEqual(
      related.map((place) => [place.line, place.message]),
      [
        [2, 'The request is sent here.'],
        [4, 'This is the loop.'],
      ],
    );
  });

  it('gives fixes as edits, after which the finding is gone', () => {
    const text = `${CLIENT}export const one = () => staff.listEntities({ queryOptions: { filter: "partitionKey eq 'a'" } });\n`;
    const found = the(analyze({ files: [{ file: 'a.ts', text }] }).findings, 'key-name-case');
    const [fix] = found.fixes ?? [];
    assert(fix !== undefined && found.fixable);
    assert.match(fix.title, /\S/);
    const fixed = applied(text, fix.edits);
    assert.ok(fixed.includes('"PartitionKey eq'), fixed);
    const after = analyze({ files: [{ file: 'a.ts', text: fixed }] }).findings;
    assert.deepEqual(
      after.filter(({ rule }) => rule === 'key-name-case'),
      [],
    );
  });

  it('is data, all of it', () => {
    const analysis = analyze({ files: FILES });
    assert.deepEqual(JSON.parse(JSON.stringify(analysis)), analysis);
  });

  it('reports on some files, and knows what the others say', () => {
    const files = [
      ...FILES,
      { file: 'src/other.ts', text: `${CLIENT}export const all = () => staff.listEntities();\n` },
    ];
    const { findings, operations } = analyze({ files, only: ['./src/staff.ts'] });
    assert.deepEqual([...new Set([...findings, ...operations].map(({ file }) => file))], ['src/staff.ts']);
    assert.equal(operations[0]?.table, 'Staff');
  });

  it('follows imports as tsconfig.json says, and names of any system', () => {
    const config = { compilerOptions: { paths: { '@db/*': ['./src/*'] } } };
    for (const folder of ['', '/home/me/', 'C:\\me\\']) {
      const nameOf = (name: string): string =>
        folder === 'C:\\me\\' ? folder + name.replaceAll('/', '\\') : folder + name;
      const { operations } = analyze({
        files: [
          { file: nameOf('app/main.ts'), text: SCAN.replace('./clients', '@db/clients') },
          { file: nameOf('src/clients.ts'), text: CLIENT },
          { file: nameOf('tsconfig.json'), text: JSON.stringify(config) },
        ],
      });
      assert.deepEqual(
        operations.map(({ file, table }) => [file, table]),
        [[nameOf('app/main.ts'), 'Staff']],
      );
    }
  });

  it('gives rules the levels that they are to have', () => {
    const levelled = (level: 'off' | 'hint'): readonly string[] =>
      analyze({ files: FILES, rules: { 'table-scan': level } })
        .findings.filter(({ rule }) => rule === 'table-scan')
        .map(({ severity }) => severity);
    assert.deepEqual([levelled('off'), levelled('hint')], [[], ['hint']]);
  });

  it('says of which files nothing is known, and why', () => {
    const { skipped, operations } = analyze({
      files: [
        { file: 'broken.ts', text: `${CLIENT}staff.listEntities({` },
        { file: 'large.ts', text: `${CLIENT}staff.listEntities();${' '.repeat(200_000)}` },
        ...FILES,
        { file: 'README.md', text: 'staff.listEntities()' },
      ],
    });
    assert.deepEqual(
      skipped.map(({ file }) => file),
      ['broken.ts', 'large.ts'],
    );
    assert.match(skipped[0]?.why ?? '', /can't be parsed; line 3/);
    assert.match(skipped[1]?.why ?? '', /too large/);
    assert.equal(operations.length, 1);
  });

  const wrong: readonly (readonly [what: string, input: unknown, sentence: RegExp])[] = [
    ['no files', {}, /files must be an array/],
    ['a file without a text', { files: [{ file: 'a.ts' }] }, /must be \{ file, text \}/],
    ['a file above the folder', { files: [{ file: '../a.ts', text: '' }] }, /"\.\.\/a\.ts" is above/],
    [
      'a file twice',
      {
        files: [
          { file: 'a.ts', text: '' },
          { file: './a.ts', text: '' },
        ],
      },
      /are the same file/,
    ],
    ['only a file that is not there', { files: FILES, only: ['b.ts'] }, /"b\.ts", which is none of files/],
    ['a rule that is not there', { files: FILES, rules: { no: 'off' } }, /no rule "no"/],
    ['a level that is not there', { files: FILES, rules: { 'table-scan': 'loud' } }, /"loud" isn't a level/],
    ['nothing', undefined, /must be an object/],
    ['a file that is nothing', { files: [null] }, /must be \{ file, text \}/],
    ['only a name', { files: FILES, only: 'staff.ts' }, /only must be an array/],
    ['only what are no names', { files: FILES, only: [5] }, /only must be an array/],
    ['rules in a list', { files: FILES, rules: ['table-scan'] }, /rules must be an object/],
    ['a word for whether there are fixes', { files: FILES, fixes: 'no' }, /fixes must be true or false/],
  ];
  for (const [what, input, sentence] of wrong) {
    it(`does not take ${what}`, () => {
      assert.throws(() => analyze(input as AnalyzeInput), { name: 'TypeError', message: sentence });
    });
  }

  describe('and the command line', () => {
    const { write, data } = cliFolder();

    it('give the same findings and operations', async () => {
      await write(Object.fromEntries(FILES.map(({ file, text }) => [file, text])));
      const { findings, operations } = analyze({ files: FILES, fixes: false });
      assert.deepEqual(await data('check'), findings);
      assert.deepEqual(await data('operations'), operations);
    });
  });
});

function the(findings: readonly Finding[], rule: string): Finding {
  const [found, ...others] = findings.filter((finding) => finding.rule === rule);
  assert(found !== undefined && others.length === 0, JSON.stringify(findings));
  return found;
}

/** The text after edits that are given by line and column, as a caller applies them. */
function applied(text: string, edits: readonly Edit[]): string {
  const lines = linesOf(text);
  const offsetOf = (line: number, column: number): number => (lines.spanOf(line)?.start ?? 0) + column - 1;
  return applyEdits(
    text,
    edits.map(({ line, column, endLine, endColumn, text: replacement }) => ({
      span: { start: offsetOf(line, column), end: offsetOf(endLine, endColumn) },
      text: replacement,
    })),
  );
}
