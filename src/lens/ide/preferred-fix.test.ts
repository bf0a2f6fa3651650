import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { badExamplesOf } from '../../../test/support/page-examples.ts';
import { findingsOf } from '../../../test/support/rule-fixtures.ts';
import { toldOnce } from '../engine/told-once.ts';
import { finish } from '../model/seen/stepwise.ts';
import { rules } from '../rules/registry.ts';
import { codeActions } from './code-actions.ts';

/** The titles of what is preferred at each place of a file that has a finding. */
function preferredIn(file: string, text: string): readonly (readonly string[])[] {
  const findings = toldOnce(findingsOf(file, text));
  return findings.map(({ span: { start } }) =>
    finish(codeActions({ file, operations: [], findings }, text, { start, end: start }))
      .filter(({ preferred }) => preferred)
      .map(({ title }) => title),
  );
}

const SAMPLES = fileURLToPath(new URL('../../../samples/bad', import.meta.url));

describe('the fix that an editor takes without asking', () => {
  const samples = readdirSync(SAMPLES, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
    .map((name) => [name, readFileSync(`${SAMPLES}/${name}`, 'utf8')] as const);
  const pages = rules.flatMap(({ id }) =>
    badExamplesOf(id).map(([language, code]) => [`${id}.${language}`, code] as const),
  );
  it('is one at most, at every place of the samples and of the pages of rules', () => {
    const all = [...samples, ...pages].flatMap(([name, text]) => preferredIn(`/${name}`, text));
    assert.ok(all.filter((titles) => titles.length === 1).length > 20);
    assert.deepEqual(
      all.filter((titles) => titles.length > 1),
      [],
    );
  });

  it('mends the worst that is found there, and is none where two are as bad', () => {
    const HEAD = `import { TableClient, odata } from '@azure/data-tables';
const client = TableClient.fromConnectionString(secret, 'Books');
export async function find(a: string) {
  for await (const one of client.listEntities({ queryOptions: { filter:`;
    const preferredFor = (filter: string): readonly (readonly string[])[] =>
      preferredIn('/a.ts', `${HEAD} ${filter} } })) use(one.title);\n}\n`);
    // the point read is a warning, what is selected a hint, and both stand at the call
    assert.deepEqual(
      preferredFor("odata`PartitionKey eq ${a} and RowKey eq 'b'`")
        .flat()
        .filter((title) => title.startsWith('Select')),
      [],
    );
  });

  it('is none that is right only where something holds that nobody sees', () => {
    const text = `import { TableClient } from '@azure/data-tables';
const client = TableClient.fromConnectionString(secret, 'Books');
export async function save(books: { id: string }[]) {
  for (const book of books) await client.upsertEntity({ partitionKey: 'Books', rowKey: book.id });
}
`;
    const findings = findingsOf('/a.ts', text).filter(({ rule }) => rule === 'writes-in-loop');
    assert.match(findings[0]?.fixes()[0]?.title ?? '', /right if no row occurs twice/);
    assert.deepEqual(preferredIn('/a.ts', text).flat(), []);
  });
});
