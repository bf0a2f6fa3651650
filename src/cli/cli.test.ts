import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cliBundle } from '../../test/support/cli-bundle.ts';
import { rules } from '../lens/rules/registry.ts';
import { run as runHere } from './run.ts';

interface Result {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

describe('partition-lens', function () {
  this.timeout(60_000);

  const bundle = cliBundle();

  /** As a process of its own, as it is shipped. */
  function spawned(...args: string[]): Result {
    return spawnSync(process.execPath, [bundle(), ...args], { encoding: 'utf8' });
  }

  /** In this process. */
  async function run(...args: string[]): Promise<Result> {
    let [stdout, stderr] = ['', ''];
    const status = await runHere(args, {
      folder: process.cwd(),
      write: (text) => void (stdout += text),
      complain: (text) => void (stderr += text),
    });
    return { status, stdout, stderr };
  }

  it('classify says the shape, the proof and the advice', async () => {
    const args = ['classify', "PartitionKey eq 'Sales' and RowKey ge 'S'"];
    const { status, stdout, stderr } = spawned(...args);
    assert.equal(
      stdout,
      [
        'Row range query: Reads only the entities between the RowKey bounds in one partition.',
        "  PartitionKey = 'Sales' fixes the partition.",
        "  RowKey ≥ 'S' is the start of the row range.",
        "Cheaper: Add RowKey lt '…': without it, the range reads to the end.",
        '',
      ].join('\n'),
    );
    assert.deepEqual([status, stderr], [0, '']);
    assert.deepEqual(await run(...args), { status, stdout, stderr });
  });

  it('writes its complaints to standard error, and ends with 2', async () => {
    const { status, stdout, stderr } = spawned('clasify');
    assert.deepEqual([status, stdout], [2, '']);
    assert.deepEqual(await run('clasify'), { status, stdout, stderr });
  });

  it('classify shows what the service would reject, and where', async () => {
    const { status, stdout } = await run('classify', "LastName == 'Jones'");
    assert.equal(status, 1);
    assert.match(stdout, /^Table scan: /);
    assert.match(stdout, /\n {2}LastName == 'Jones'\n {11}\^\^\n"==" isn't an operator/);
  });

  it('classify says that a key in another case is another property', async () => {
    const { status, stdout } = await run(
      'classify',
      "partitionKey eq 'Sales' and ROWKEY eq 'a' and RowKey gt 'b'",
    );
    assert.equal(status, 0);
    const said = stdout.split('\n').filter((line) => line.includes('case-sensitive'));
    assert.deepEqual(said, [
      '  Names are case-sensitive: partitionKey is another property. Write PartitionKey if you mean the key.',
      '  Names are case-sensitive: ROWKEY is another property. Write RowKey if you mean the key.',
    ]);
  });

  it('classify says once what is wrong in several places', async () => {
    const { stdout } = await run('classify', 'A = 1 or B = 2 or C == 3');
    assert.match(
      stdout,
      /\n {2}A = 1 or B = 2 or C == 3\n {4}\^ {8}\^\n"=" isn't [^\n]+\n… and 1 more like it\n\n/,
    );
    assert.equal(stdout.match(/isn't an operator/g)?.length, 2);
  });

  const long: readonly (readonly [what: string, filter: string, shown: RegExp])[] = [
    ['brackets', '('.repeat(60_000), /\n {2}\({83}…\n {4}\^{82}\nThis "\("/],
    [
      'a text',
      `PartitionKey eq '${'y'.repeat(60_000)}'`,
      /\n {2}PartitionKey = 'y{64}…y+' fixes the partition\.\n/,
    ],
    ['a text that does not end', `RowKey eq '${'y'.repeat(60_000)}`, /Write: 'y{79}…y{79}'\n/],
    ['conditions', Array.from({ length: 8000 }, (_, i) => `P${i} eq 0`).join(' and '), /\n {2}….{160,}…\n/],
    ['errors', Array.from({ length: 500 }, (_, i) => `P eq ${i}x`).join(' or '), /\n\n… and \d+ more\n$/],
  ];
  for (const [what, filter, shown] of long) {
    it(`classify cuts its text where ${what} would make it long; its data are complete`, async () => {
      const { stdout } = await run('classify', filter);
      assert.match(stdout, shown);
      assert.ok(stdout.length < 12_000, `${stdout.length}`);
      assert.ok((await run('classify', '--format=json', filter)).stdout.length > stdout.length);
    });
  }

  it('classify --format json gives the same as data', async () => {
    const { status, stdout } = await run(
      'classify',
      '--format',
      'json',
      "PartitionKey EQ 'Sales' and 'S' le RowKey",
    );
    assert.equal(status, 1);
    const { errors, ...rest } = JSON.parse(stdout) as Record<string, unknown>;
    assert.deepEqual(rest, {
      shape: 'row-range',
      partitionKey: { eq: 'Sales' },
      rowKey: { ge: 'S' },
      proof: [
        {
          key: 'PartitionKey',
          operator: 'eq',
          value: 'Sales',
          text: "PartitionKey EQ 'Sales'",
          start: 0,
          end: 23,
        },
        { key: 'RowKey', operator: 'ge', value: 'S', text: "'S' le RowKey", start: 28, end: 41 },
      ],
      advice: {
        kind: 'add-bound',
        key: 'RowKey',
        side: 'upper',
        reaches: 'row-range',
        message: "Add RowKey lt '…': without it, the range reads to the end.",
      },
    });
    assert.ok(Array.isArray(errors));
    assert.deepEqual(
      errors.map(({ message, ...error }: Record<string, unknown>) => [typeof message, error]),
      [
        [
          'string',
          {
            kind: 'operator-case',
            found: 'EQ',
            replacement: 'eq',
            certainty: 'documented',
            azuriteAccepts: true,
            start: 13,
            end: 15,
          },
        ],
      ],
    );
  });

  it('classify leaves keys that are free, and advice that is none, out of the data', async () => {
    const { stdout } = await run('classify', '--format=json', "RowKey gt 'b' and RowKey lt 'a'");
    assert.deepEqual(Object.keys(JSON.parse(stdout) as object), ['shape', 'rowKey', 'proof', 'errors']);
  });

  it('takes an empty filter for the whole table', async () => {
    const { status, stdout } = await run('classify', '');
    assert.equal(status, 0);
    assert.match(stdout, /^Table scan: .*\n {2}There is no filter\.\n/);
  });

  it('prints its version and its help', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    assert.equal((await run('--version')).stdout, `${version}\n`);
    for (const args of [['--help'], ['-h']]) {
      const { status, stdout } = await run(...args);
      assert.equal(status, 0);
      assert.match(stdout, /Usage: partition-lens <command>[^]*\n {2}classify /);
    }
    assert.match((await run('classify', '--help')).stdout, /Usage: partition-lens classify/);
  });

  it('gives the help of a command in every way that people ask for it', async () => {
    const { stdout } = await run('check', '--help');
    assert.match(stdout, /^Usage: partition-lens check/);
    for (const args of [
      ['check', '.', '-h'],
      ['--help', 'check'],
      ['help', 'check'],
    ])
      assert.equal((await run(...args)).stdout, stdout, args.join(' '));
    for (const args of [['help'], ['help', '--help'], ['--help', 'help'], ['--help', '--format', 'json']])
      assert.match((await run(...args)).stdout, /^Usage: partition-lens <command>/, args.join(' '));
  });

  it('takes what follows -- for what it is, not for an option', async () => {
    const { status, stdout } = await run('classify', '--', '--help');
    assert.equal(status, 1);
    assert.match(stdout, /^Unknown shape: [^]*\n {2}--help\n/);
    assert.match((await run('classify', '--help', '--', 'A eq 1')).stdout, /^Usage: partition-lens classify/);
  });

  it('explain prints the page of a rule, and lists all rules', async () => {
    const { status, stdout } = await run('explain', 'n-plus-one');
    assert.equal(status, 0);
    assert.equal(stdout, readFileSync('src/lens/rules/n-plus-one/page.md', 'utf8'));
    const listed = (await run('explain')).stdout.trimEnd().split('\n');
    assert.deepEqual(
      listed.map((line) => line.split(' ')[0]),
      rules.map(({ id }) => id),
    );
  });

  const wrong: readonly (readonly [args: string[], message: RegExp])[] = [
    [[], /Usage: /],
    [['clasify'], /Unknown command "clasify"\. Did you mean classify\?\nSee: partition-lens --help/],
    [['lint', '--help'], /Unknown command "lint"\.\nSee: partition-lens --help/],
    [['--verbose'], /Unknown option "--verbose"\.\n/],
    [['--verison'], /Unknown option "--verison"\. Did you mean --version\?/],
    [['check', '--Rule', 'table-scan'], /Unknown option "--Rule"\. Did you mean --rule\?/],
    [['check', '--helpp'], /Unknown option "--helpp"\. Did you mean --help\?/],
    [['check', '-x'], /Unknown option "-x"\. Write -- before a path or filter that begins with "-"\.\n/],
    [['help', 'chek'], /Unknown command "chek"\. Did you mean check\?\nSee: partition-lens --help/],
    [['--help', 'chek'], /Unknown command "chek"\. Did you mean check\?\nSee: partition-lens --help/],
    [['-h', 'lint'], /Unknown command "lint"\.\nSee: partition-lens --help/],
    [['check', '--format'], /^--format needs a value\.\n/],
    [['check', '--max-warnings', '-1'], /begins with "-", write --max-warnings=-1\.\n/],
    [['check', '--max-warnings=-1'], /--max-warnings needs a number, not "-1"/],
    [['check', '--fix=yes'], /^--fix takes no value\.\n/],
    [['check', '--rule', 'table-scam'], /There is no rule "table-scam"\. Did you mean table-scan\?/],
    [['check', '--rule', 'fast'], /There is no rule "fast"\. "partition-lens explain" lists all rules\./],
    [['design', '--format', 'pdf'], /Unknown format "pdf": use text, json or markdown/],
    [['explain', 'n-plus-won'], /There is no rule "n-plus-won"\. Did you mean n-plus-one\?/],
    [['explain', 'table-scan', 'n-plus-one'], /Name one rule/],
    [['classify'], /A filter is missing\.\nSee: partition-lens classify --help/],
    [['classify', 'A', 'eq', '1'], /put the filter in quotes/],
    [['classify', '--format', 'xml', 'A eq 1'], /Unknown format "xml": use text or json/],
    [['classify', '--colour', 'A eq 1'], /--colour[^]*See: partition-lens classify --help/],
  ];
  for (const [args, message] of wrong) {
    it(`refuses ${JSON.stringify(args)}, saying what to do`, async () => {
      const { status, stdout, stderr } = await run(...args);
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, message);
    });
  }
});
