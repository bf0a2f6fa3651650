import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import {
  createConnection,
  createProtocolConnection,
  DidOpenTextDocumentNotification,
  HoverRequest,
  InitializeRequest,
  type InitializeResult,
  LogMessageNotification,
  PublishDiagnosticsNotification,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import type { Engine } from '../lens/engine/engine.ts';
import { debounce } from './debounce.ts';
import { fileOf, uriOf } from './file-names.ts';
import { readOptions } from '../protocol/options.ts';
import { ruleAddress, ruleOfPath } from '../protocol/rule-address.ts';
import { createPublisher } from './publisher.ts';
import { serve } from './server.ts';
import { createTrouble } from './trouble.ts';

/** An engine that finds one thing in every file, and throws on files named `bad`. */
const engine: Engine = {
  setFile: () => undefined,
  removeFile: () => undefined,
  declareClients: () => undefined,
  text: () => undefined,
  steps: () => [],
  urgentSteps: () => [],
  wantedFiles: () => [],
  markMissing: () => undefined,
  asIf: (_, work) => work(),
  analyzeAsIf: () => [],
  analyze: (file) => {
    if (file.includes('bad')) throw new Error("the secret is 'Sales'");
    const finding = { rule: 'r', severity: 'hint', file, span: { start: 0, end: 1 } } as const;
    return {
      file,
      operations: [],
      findings: [
        {
          ...finding,
          messageId: 'm',
          data: [],
          message: 'm',
          related: [],
          fixes: () => [],
          isFixable: () => false,
          proposed: () => [],
        },
      ],
    };
  },
  operations: () => [],
  calledOperations: () => ({ next: () => ({ done: true, value: [] }) }),
  clients: () => [],
  table: () => undefined,
  undecided: () => [],
  setAnswers: () => false,
  forgetFacts: () => undefined,
  filesWithOperations: () => [],
  filesToCheck: () => [],
  syntaxError: () => undefined,
  parseCount: () => 0,
  linkCount: () => 0,
};

describe('a server in trouble', () => {
  it('serves the rest, and logs each trouble once and without texts', async () => {
    const [toServer, toClient] = [new PassThrough(), new PassThrough()];
    serve(
      createConnection(new StreamMessageReader(toServer), new StreamMessageWriter(toClient)),
      () => engine,
      new Set(['r']),
    );
    const client = createProtocolConnection(
      new StreamMessageReader(toClient),
      new StreamMessageWriter(toServer),
    );
    const logged: string[] = [];
    client.onNotification(LogMessageNotification.type, ({ message }) => void logged.push(message));
    const published = new Promise((done) => {
      client.onNotification(PublishDiagnosticsNotification.type, ({ uri }) => {
        if (uri === 'file:///good.ts') done(uri);
      });
    });
    client.listen();
    await client.sendRequest<InitializeResult>(InitializeRequest.method, { capabilities: {} });
    for (const uri of ['file:///bad.ts', 'file:///good.ts']) {
      await client.sendNotification(DidOpenTextDocumentNotification.type, {
        textDocument: { uri, languageId: 'typescript', version: 1, text: 'abc' },
      });
    }
    await published;
    const hover = { textDocument: { uri: 'file:///bad.ts' }, position: { line: 0, character: 0 } };
    assert.equal(await client.sendRequest(HoverRequest.type, hover), null);
    assert.equal(await client.sendRequest(HoverRequest.type, hover), null);
    client.dispose();
    const places = logged.map((line) => line.slice(0, line.indexOf('\n')));
    assert.deepEqual(places, ['analysis: Error', 'hover: Error']);
    assert.doesNotMatch(logged.join(), /Sales/);
  });

  it('tells what was thrown by its kind alone', () => {
    const lines: string[] = [];
    const trouble = createTrouble((line) => lines.push(line));
    trouble('here', 'Sales');
    trouble('here', 'Marketing');
    trouble('there', new RangeError('Sales'));
    assert.equal(lines.length, 2);
    assert.equal(lines[0], 'here: string');
    assert.match(lines[1] ?? '', /^there: RangeError\n +at /);
  });
});

describe('debounce', () => {
  it('runs once for requests in a row, and stops a run that a newer request makes worthless', async () => {
    const runs: AbortSignal[] = [];
    let ran: () => void = () => undefined;
    const next = (): Promise<void> => new Promise((done) => (ran = done));
    const soon = debounce(
      (signal) => {
        runs.push(signal);
        ran();
        return Promise.resolve();
      },
      (error) => assert.fail(String(error)),
    );
    const first = next();
    soon.request(5);
    soon.request(0);
    await first;
    assert.equal(runs.length, 1);
    assert.equal(runs[0]?.aborted, false);
    const second = next();
    soon.request(0);
    assert.equal(runs[0].aborted, true);
    await second;
    assert.equal(runs.length, 2);
    soon.dispose();
    assert.equal(runs[1]?.aborted, true);
  });
});

describe('publisher', () => {
  const found = { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } }, message: 'm' };

  it('sends what is new and nothing twice', () => {
    const sent: [string, number][] = [];
    const publisher = createPublisher(({ uri, diagnostics }) => sent.push([uri, diagnostics.length]));
    publisher.publish('a', [], 1);
    publisher.publish('a', [found], 2);
    publisher.publish('a', [found], 3);
    publisher.publish('b', [found], 1);
    publisher.publish('a', [], 4);
    publisher.clear('a');
    publisher.clear('b');
    publisher.publish('b', [found], 2);
    assert.deepEqual(sent, [
      ['a', 1],
      ['b', 1],
      ['a', 0],
      ['b', 0],
      ['b', 1],
    ]);
  });
});

describe('options of the client', () => {
  it('are read as they are', () => {
    const commands = {
      ruleCommand: 'openRule',
      tableCommand: 'showTable',
      runCommand: 'run',
      explainCommand: 'explain',
      designCommand: 'design',
    };
    const options = { uriScheme: 'code-oss', ...commands, texts: { a: 'b' } };
    assert.deepEqual(readOptions(options), options);
  });

  it('have defaults for what is missing or no option at all', () => {
    for (const given of [undefined, null, 'x', {}, { uriScheme: 1, ruleCommand: 2, texts: 3 }]) {
      assert.deepEqual(readOptions(given), { uriScheme: 'vscode' });
    }
    assert.deepEqual(readOptions({ texts: { a: 'b', c: 1 } }).texts, { a: 'b' });
  });

  it('and addresses of rules lead there and back', () => {
    const address = ruleAddress('code-oss', 'table-scan');
    assert.equal(ruleOfPath(new URL(address).pathname), 'table-scan');
    for (const path of ['/rules/', '/rules/../secret', '/rules/a/b', '/other/a', '/rules/A']) {
      assert.equal(ruleOfPath(path), undefined);
    }
  });
});

describe('names of files', () => {
  const names: readonly (readonly [uri: string, file: string])[] = [
    ['file:///code/x/a%20b%23.ts', '/code/x/a b#.ts'],
    ['file:///c%3A/code/a.ts', '/c:/code/a.ts'],
    ['file://server/share/a.ts', '//server/share/a.ts'],
  ];
  for (const [uri, file] of names) {
    it(`${uri} and back`, () => {
      assert.equal(fileOf(uri), file);
      assert.equal(uriOf(file), uri);
    });
  }

  it('a drive is the same in either case', () => {
    assert.equal(fileOf('file:///C:/code/a.ts'), '/c:/code/a.ts');
  });

  it('no document of another scheme has the name of a file', () => {
    assert.equal(fileOf('vscode-vfs://github/o/r/a.ts'), '/vscode-vfs:github/o/r/a.ts');
    assert.equal(fileOf('untitled:Untitled-1'), '/untitled:/Untitled-1');
  });
});
