import assert from 'node:assert/strict';
import { join } from 'node:path';
import { cliFolder } from '../../../test/support/cli-folder.ts';
import { run } from '../run.ts';
import { outputOf } from '../output.ts';

const SCAN = `import { TableClient } from '@azure/data-tables';
export const staff = new TableClient('https://x', 'Staff', key);
for await (const one of staff.listEntities()) console.log(one);
`;

interface Location {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string };
    readonly region: Readonly<Record<string, number>>;
  };
}

interface Sarif {
  readonly version: string;
  readonly runs: readonly {
    readonly tool: {
      readonly driver: {
        readonly rules: readonly {
          readonly id: string;
          readonly shortDescription?: { readonly text: string };
          readonly fullDescription: { readonly text: string };
          readonly help?: { readonly text: string; readonly markdown: string };
        }[];
      };
    };
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly level: string;
      readonly message: { readonly text: string };
      readonly locations: readonly Location[];
      readonly partialFingerprints: Readonly<Record<string, string>>;
      readonly relatedLocations?: readonly (Location & { readonly message: { readonly text: string } })[];
      readonly fixes?: readonly {
        readonly artifactChanges: readonly {
          readonly artifactLocation: { readonly uri: string };
          readonly replacements: readonly {
            readonly deletedRegion: Readonly<Record<string, number>>;
            readonly insertedContent: { readonly text: string };
          }[];
        }[];
      }[];
    }[];
  }[];
}

describe('check, in formats for builds', () => {
  const { folder, write, partitionLens } = cliFolder();
  const sarif = async (): Promise<Sarif['runs'][number]> => {
    const { out } = await partitionLens('check', '--format', 'sarif');
    const { version, runs } = JSON.parse(out) as Sarif;
    assert.equal(version, '2.1.0');
    const [only] = runs;
    assert.ok(only !== undefined && runs.length === 1);
    return only;
  };

  it('sarif has each result with its rule, its page and its place', async () => {
    await write({ 'a b#.ts': SCAN });
    const { tool, results } = await sarif();
    const scan = results.find(({ ruleId }) => ruleId === 'table-scan');
    assert.ok(scan !== undefined);
    const { uri } = scan.locations[0]?.physicalLocation.artifactLocation ?? {};
    assert.deepEqual([scan.level, uri], ['warning', 'a%20b%23.ts']);
    assert.equal(scan.locations[0]?.physicalLocation.region.startLine, 3);
    const rule = tool.driver.rules[scan.ruleIndex];
    assert.equal(rule?.id, 'table-scan');
    assert.match(rule.help?.markdown ?? '', /^# `table-scan`/);
    // all that GitHub's code scanning needs of a rule
    assert.match(
      rule.fullDescription.text,
      /^A query whose filter doesn't fix or bound PartitionKey[^\n`]*\.$/,
    );
    for (const one of tool.driver.rules)
      assert.ok(
        [one.shortDescription, one.fullDescription, one.help].every((said) => said?.text),
        one.id,
      );
  });

  it('sarif keeps fingerprints where lines move, and not where the query is another one', async () => {
    const prints = async (text: string): Promise<readonly string[]> => {
      await write({ 'a.ts': text });
      return (await sarif()).results.flatMap(({ partialFingerprints }) => Object.values(partialFingerprints));
    };
    const before = await prints(SCAN);
    assert.ok(before.length > 0);
    assert.deepEqual(
      await prints(SCAN.replace('for await', '\n\n// moved\nfor await').replace('()', '(\n)')),
      before,
    );
    const filtered = SCAN.replace('listEntities()', "listEntities({ queryOptions: { filter: 'Age gt 5' } })");
    assert.deepEqual(
      (await prints(filtered)).filter((print) => before.includes(print)),
      [],
    );
  });

  it('github writes one annotation a line, which no name of a file ends', async () => {
    await write({ 'a,b::c%.ts': SCAN });
    const { code, out } = await partitionLens('check', '--format', 'github', '--rule', 'table-scan');
    assert.match(
      out,
      /^::warning file=a%2Cb%3A%3Ac%25\.ts,line=3,endLine=3,col=31,endColumn=43,title=table-scan::This query/,
    );
    assert.equal(out.trimEnd().split('\n').length, 1);
    assert.equal(code, 1);
  });

  it('sarif has related places and fixes, which make the text that they promise', async () => {
    const filter = "export const filter = 'Age = 5';\n";
    const asks = `import { filter } from './filter.ts';\n${SCAN.replace('()', "({ queryOptions: { filter: 'A = 1' } })")}staff.listEntities({ queryOptions: { filter } });\n`;
    await write({ 'filter.ts': filter, 'a.ts': asks });
    const { results } = await sarif();
    const related = results.flatMap(({ relatedLocations = [] }) => relatedLocations);
    assert.ok(related.some(({ physicalLocation }) => physicalLocation.artifactLocation.uri === 'filter.ts'));
    assert.ok(related.every(({ message: { text } }) => text !== ''));
    const [change] =
      results.find(({ ruleId }) => ruleId === 'invalid-filter')?.fixes?.[0]?.artifactChanges ?? [];
    assert.equal(change?.artifactLocation.uri, 'a.ts');
    assert.deepEqual(
      change.replacements.map(
        ({ deletedRegion: { startLine, startColumn, endLine, endColumn }, insertedContent }) => {
          assert.equal(startLine, endLine);
          const line = asks.split('\n')[(startLine ?? 0) - 1] ?? '';
          return [line.slice((startColumn ?? 0) - 1, (endColumn ?? 0) - 1), insertedContent.text];
        },
      ),
      [['=', 'eq']],
    );
  });

  it('sarif and github name files from the top of the repository, others from the working directory', async () => {
    await write({ '.git/HEAD': '', 'packages/b/a.ts': SCAN });
    const written = async (format: string): Promise<string> => {
      let out = '';
      await run(['check', '--format', format, '--rule', 'table-scan'], {
        folder: join(folder(), 'packages/b'),
        write: (text) => void (out += text),
        complain: (text) => assert.fail(text),
      });
      return out;
    };
    assert.match(await written('github'), /file=packages\/b\/a\.ts,/);
    assert.match(await written('sarif'), /"uri": "packages\/b\/a\.ts"/);
    assert.match(await written('json'), /"file": "a\.ts"/);
    assert.match(await written('junit'), /classname="a\.ts"/);
  });

  it('github escapes what would end an annotation or begin another', () => {
    let out = '';
    const { annotation } = outputOf({
      folder: '/',
      write: (text) => void (out += text),
      complain: (text) => assert.fail(text),
    });
    annotation({
      kind: 'error',
      properties: { file: 'a\n::error::b:c,d%' },
      lines: ['x\r\n::stop-commands::y', '100%'],
    });
    assert.equal(out.split('\n').length, 2);
    assert.match(out, /^::error file=[^:,]*::/);
    assert.match(out, /%0A100%25\n$/);
  });

  it('junit fails what fails the check, and escapes what XML acts upon', async () => {
    await write({ 'a<&>"\'.ts': SCAN });
    const { out } = await partitionLens('check', '--format', 'junit', '--rule', 'table-scan');
    assert.match(
      out,
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites name="partition-lens" tests="1" failures="1">/,
    );
    assert.match(
      out,
      /<testcase classname="a&lt;&amp;&gt;&quot;&apos;\.ts" name="table-scan 3:31">\n +<failure /,
    );
    const { out: calm } = await partitionLens('check', '--format', 'junit', '--fail-on', 'error');
    assert.match(calm, /failures="0"/);
    assert.doesNotMatch(calm, /<failure/);
  });
});

describe('check, with options for builds', () => {
  const { write, partitionLens, data } = cliFolder();
  beforeEach(() => write({ 'a.ts': SCAN }));

  it('lets as many warnings be as --max-warnings says', async () => {
    const only = ['check', '--rule', 'table-scan'];
    assert.equal((await partitionLens(...only, '--max-warnings', '1')).code, 0);
    const { code, err } = await partitionLens(...only, '--max-warnings', '0');
    assert.deepEqual([code, err], [1, 'Warnings: 1, more than the 0 of --max-warnings.\n']);
    assert.equal((await partitionLens('check', '--max-warnings', 'many')).code, 2);
  });

  it('lists with --quiet what fails alone', async () => {
    const { code, out } = await partitionLens('check', '--quiet', '--fail-on', 'error');
    assert.deepEqual([code, out], [0, 'Nothing found. Operations on tables: 1.\n']);
    assert.match((await partitionLens('check', '--quiet')).out, /\[table-scan/);
  });

  it('takes rules and their severities', async () => {
    assert.deepEqual(
      (await data('check', '--rule', 'table-scan', '--rule', 'table-scan:error')).map(
        ({ rule, severity }) => [rule, severity],
      ),
      [['table-scan', 'error']],
    );
    const off = await data('check', '--rule', 'table-scan:off');
    assert.ok(!off.some(({ rule }) => rule === 'table-scan'));
    for (const wrong of ['nothing', 'table-scan:loud']) {
      assert.equal((await partitionLens('check', '--rule', wrong)).code, 2);
    }
  });
});
