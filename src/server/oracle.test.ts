import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type CancellationToken, HoverRequest, type MarkupContent } from 'vscode-languageserver/node';
import { type ServedHere, serveHere } from '../../test/support/language-client.ts';
import {
  CHANGED,
  type Location,
  TYPE_DEFINITIONS,
  type TypeDefinitions,
  type TypeDefinitionsParams,
  VIEW,
  type View,
} from '../protocol/messages.ts';

const SDK_FILE = 'node_modules/@azure/data-tables/TableClient.d.ts';
const SDK = 'export declare class TableClient {\n}\n';
const SEARCH = 'export declare class SearchClient {\n}\n';
const asking = (receiver: string): string =>
  `export const f = (${receiver}) => ${receiver}.listEntities();\n`;
const PRIVATE = 'export class A {\n  #table;\n  f() {\n    return this.#table.listEntities();\n  }\n}\n';

/** An editor whose TypeScript says what a test wants it to. */
describe('language server, with an oracle of types', function () {
  this.timeout(20_000);
  let folder: string;
  let client: ServedHere;
  let questions: TypeDefinitionsParams[];
  let answer: (
    params: TypeDefinitionsParams,
    token: CancellationToken,
  ) => TypeDefinitions | Promise<TypeDefinitions>;
  const events = new EventEmitter();

  const uri = (name: string): string => pathToFileURL(join(folder, name)).href;
  const at = (name: string): Location => {
    const start = { line: 0, character: 'export declare class '.length };
    return { uri: uri(name), range: { start, end: start } };
  };
  const all =
    (location: Location): ((params: TypeDefinitionsParams) => TypeDefinitions) =>
    ({ positions }) =>
      positions.map(() => [location]);
  const view = (visible: readonly string[], types: View['types'] = 'available'): Promise<void> =>
    client.connection.sendNotification(VIEW, { visible: visible.map(uri), types } satisfies View);
  const asked = async (count: number): Promise<void> => {
    while (questions.length < count) await once(events, 'asked');
  };
  const changed = (): Promise<void> =>
    new Promise((done) => {
      client.connection.onNotification(CHANGED, done);
    });
  /** Waits until a document is found to break these rules and no others. */
  const rules = async (name: string, expected: readonly string[]): Promise<void> => {
    const before = client.published.findLastIndex((params) => params.uri === uri(name));
    await client.diagnostics(
      uri(name),
      ({ diagnostics }) => diagnostics.map(({ code }) => code).join() === expected.join(),
      Math.max(0, before),
    );
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'partition-lens-'));
    await mkdir(join(folder, dirname(SDK_FILE)), { recursive: true });
    await writeFile(join(folder, SDK_FILE), SDK);
    await writeFile(join(folder, 'search.d.ts'), SEARCH);
    questions = [];
    client = await serveHere(folder);
    client.connection.onRequest(
      TYPE_DEFINITIONS,
      (params: TypeDefinitionsParams, token: CancellationToken) => {
        questions.push(params);
        events.emit('asked');
        return answer(params, token);
      },
    );
  });
  afterEach(async () => {
    await client.stop();
    assert.deepEqual(client.logged, []);
    await rm(folder, { recursive: true, force: true });
  });

  it('asks about files that are seen, once, and publishes what that changes', async () => {
    answer = all(at(SDK_FILE));
    await client.open(uri('hidden.ts'), asking('x'));
    await client.open(uri('seen.ts'), asking('y'));
    await view(['seen.ts']);
    await rules('seen.ts', ['table-scan']);
    const positions = [{ line: 0, character: asking('y').indexOf('y.list') }];
    assert.deepEqual(questions, [{ uri: uri('seen.ts'), version: 1, positions }]);
    await view(['seen.ts', 'hidden.ts']);
    await rules('hidden.ts', ['table-scan']);
    assert.deepEqual(
      questions.map((question) => question.uri),
      [uri('seen.ts'), uri('hidden.ts')],
    );
  });

  it('asks about private fields', async () => {
    answer = all(at(SDK_FILE));
    await client.open(uri('a.ts'), PRIVATE);
    await view(['a.ts']);
    await rules('a.ts', ['table-scan']);
    assert.deepEqual(questions[0]?.positions, [{ line: 3, character: 'return this.'.length + 4 }]);
  });

  it('takes a guess by the name back when TypeScript knows better', async () => {
    answer = all(at('search.d.ts'));
    const text = `import type { TableEntity } from '@azure/data-tables';\n${asking('client')}`;
    await client.open(uri('a.ts'), text);
    await rules('a.ts', ['table-scan']);
    await view(['a.ts']);
    await rules('a.ts', []);
  });

  it('asks again when any text changes, and keeps what it knows until then', async () => {
    answer = all(at(SDK_FILE));
    await client.open(uri('a.ts'), asking('x'));
    await client.open(uri('types.ts'), 'export {};\n');
    await view(['a.ts']);
    await rules('a.ts', ['table-scan']);
    const before = client.published.length;
    await client.change(uri('a.ts'), `// the same\n${asking('x')}`, 2);
    await client.diagnostics(uri('a.ts'), ({ version }) => version === 2, before);
    assert.ok(client.published.slice(before).every(({ diagnostics }) => diagnostics.length === 1));
    await asked(2);
    answer = all(at('search.d.ts'));
    await client.change(uri('types.ts'), 'export type A = 1;\n', 2);
    await rules('a.ts', []);
    assert.equal(questions.at(-1)?.uri, uri('a.ts'));
  });

  it('drops a question that an edit makes worthless', async () => {
    const cancelled = new Promise<void>((done) => {
      answer = ({ positions }, token) =>
        new Promise((give) => {
          token.onCancellationRequested(() => {
            answer = all(at('search.d.ts'));
            give(positions.map(() => [at(SDK_FILE)]));
            done();
          });
        });
    });
    await client.open(uri('a.ts'), asking('x'));
    await view(['a.ts']);
    await asked(1);
    await client.change(uri('a.ts'), asking('longer'), 2);
    await cancelled;
    await asked(2);
    assert.equal(questions[1]?.version, 2);
    await changed();
    assert.deepEqual(client.published, []);
  });

  it('asks at most twenty questions about a file', async () => {
    answer = all(at(SDK_FILE));
    await client.open(
      uri('a.ts'),
      Array.from({ length: 25 }, (_, i) => asking(`x${i}`).replace('f', `f${i}`)).join(''),
    );
    await view(['a.ts']);
    await client.diagnostics(uri('a.ts'), ({ diagnostics }) => diagnostics.length === 20);
    assert.deepEqual(
      questions.map(({ positions }) => positions.length),
      [20],
    );
  });

  it('tries again while TypeScript is not awake, and then takes its silence for an answer', async () => {
    let isAwake = false;
    answer = ({ positions }) => positions.map((_, i) => (isAwake && i === 0 ? [at(SDK_FILE)] : []));
    await client.open(uri('a.ts'), asking('x') + asking('y').replace('f', 'g'));
    await client.open(uri('b.ts'), asking('z'));
    await view(['a.ts']);
    await asked(1);
    isAwake = true;
    await asked(2);
    await rules('a.ts', ['table-scan']);
    await view(['a.ts', 'b.ts']);
    await asked(3);
    assert.equal(questions[2]?.uri, uri('b.ts'));
  });

  it('asks nothing in Restricted Mode, and says so', async () => {
    answer = () => assert.fail('asked');
    await client.open(uri('a.ts'), asking('x'));
    await view(['a.ts'], 'restricted');
    await changed();
    const hover = await client.connection.sendRequest(HoverRequest.type, {
      textDocument: { uri: uri('a.ts') },
      position: { line: 0, character: asking('x').indexOf('listEntities') + 1 },
    });
    const { value } = hover?.contents as MarkupContent;
    assert.match(value, /In Restricted Mode, TypeScript can't decide/);
    assert.deepEqual(questions, []);
  });
});
