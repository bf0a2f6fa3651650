import assert from 'node:assert/strict';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CodeActionRequest, CodeLensRequest, DiagnosticSeverity } from 'vscode-languageserver/node';
import { createEngine } from '../../src/lens/engine/create.ts';
import { MAX_SIZE } from '../../src/lens/engine/limits.ts';
import { MOST_OPERATIONS } from '../../src/lens/model/operations/collect.ts';
import { rules } from '../../src/lens/rules/registry.ts';
import { createWorkspace } from '../../src/lens/workspace/workspace.ts';
import { StepCounter } from '../fuzz/steps.ts';
import { DENSE } from '../support/dense-sources.ts';
import { GROWING, HEAD } from '../support/growing-sources.ts';
import { type EditorClient, serveHere } from '../support/language-client.ts';

const FILE = '/src/a.ts';
const SCAN = `${HEAD}client.listEntities();\n`;

const newEngine = () => createEngine({ rules, onRuleError: (rule) => assert.fail(rule) });

function queries(count: number): string {
  return HEAD + (GROWING.queries?.(count) ?? '');
}

describe('a file that is too large, in an editor', () => {
  let folder = '';
  let client: EditorClient;
  let uri = '';
  before(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'partition-lens-')));
    client = await serveHere(folder);
    uri = pathToFileURL(join(folder, 'a.ts')).href;
  });
  after(() => rm(folder, { recursive: true, force: true }));
  const shown = async (text: string, version: number, rule: string): Promise<unknown> => {
    const from = client.published.length;
    if (version === 1) await client.open(uri, text);
    else await client.change(uri, text, version);
    const { diagnostics } = await client.diagnostics(
      uri,
      ({ diagnostics }) => diagnostics[0]?.code === rule,
      from,
    );
    return diagnostics.map(({ code, severity, range, message, codeDescription }) => ({
      code,
      severity,
      line: range.start.line,
      message,
      page: codeDescription?.href,
    }));
  };
  const given = (why: string): unknown => [
    {
      code: 'not-analysed',
      severity: DiagnosticSeverity.Information,
      line: 0,
      message: `This file isn't analyzed: it's too large. ${why}`,
      page: undefined,
    },
  ];

  it('says so in its first line and in one line of the log, offers nothing, and is read again when it is smaller', async () => {
    const long = SCAN.padEnd(MAX_SIZE + 1);
    const tooLong = given('It has more than 150,000 characters.');
    assert.deepEqual(await shown(long, 1, 'not-analysed'), tooLong);
    const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
    const asked = { textDocument: { uri } };
    assert.deepEqual(await client.connection.sendRequest(CodeLensRequest.type, asked), []);
    const context = { diagnostics: [] };
    assert.deepEqual(
      await client.connection.sendRequest(CodeActionRequest.type, { ...asked, range, context }),
      [],
    );
    const many = given('It has more than 2,000 operations on tables.');
    assert.deepEqual(
      await shown(HEAD + 'client.listEntities();\n'.repeat(MOST_OPERATIONS + 1), 2, 'not-analysed'),
      many,
    );
    assert.notDeepEqual(await shown(long.slice(0, MAX_SIZE), 3, 'table-scan'), []);
    assert.deepEqual(await shown(long, 4, 'not-analysed'), tooLong);
    const lines = client.logged.filter((line) => line.includes("isn't analyzed"));
    assert.equal(lines.length, 2, lines.join('\n'));
    assert.ok(lines.every((line) => line.startsWith('"') && line.length < 300));
  });
});

describe('long work on one file', () => {
  it('is left when the text changes', () => {
    const engine = newEngine();
    engine.setFile(FILE, queries(1000));
    let steps = 0;
    for (const _ of engine.urgentSteps(FILE)) {
      steps += 1;
      if (steps === 100) engine.setFile(FILE, SCAN);
    }
    assert.ok(steps < 300, `${steps}`);
    assert.equal(engine.analyze(FILE).operations.length, 1);
  });
  it('ends when nobody waits, and what was done of it is not done again', async () => {
    const engine = newEngine();
    const workspace = createWorkspace(engine, () => undefined);
    engine.setFile(FILE, queries(1000));
    await assert.rejects(workspace.prepare(FILE, AbortSignal.abort(new Error('cancelled'))), /cancelled/);
    const steps = (most: number): number => {
      let count = 0;
      for (const _ of engine.urgentSteps(FILE)) if ((count += 1) === most) break;
      return count;
    };
    const begun = steps(500);
    const rest = steps(Infinity);
    assert.ok(begun === 500 && rest > 300 && rest < 700, `${begun}, ${rest}`);
  });

  const counter = new StepCounter();
  before(() => {
    counter.start();
  });
  after(() => {
    counter.stop();
  });
  for (const [what, make] of Object.entries({ ...DENSE, ...GROWING })) {
    it(`has no long piece with 400 ${what}`, () => {
      const engine = newEngine();
      engine.setFile(FILE, what in GROWING ? HEAD + make(400) : make(400));
      counter.skip();
      let longest = 0;
      let steps = 0;
      for (const _ of engine.urgentSteps(FILE)) {
        steps += 1;
        if (steps < BEGINNING || steps % COUNTED === 0) longest = Math.max(longest, counter.take());
      }
      longest = Math.max(longest, counter.take());
      engine.analyze(FILE);
      const left = counter.take();
      // a call of a function takes a tenth of a microsecond to one: the longest piece reads the text
      assert.ok(longest < MOST_CALLS && left < 1000, `${longest} in a piece, ${left} after all`);
    });
  }
});

/** Calls of functions in so many steps; the first ones, which read the text, are counted one by one. */
const MOST_CALLS = 1_000_000;
const COUNTED = 25;
const BEGINNING = 6;
