import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import {
  CodeActionRequest,
  CodeLensRequest,
  type Diagnostic,
  DidChangeConfigurationNotification,
  FileChangeType,
  HoverRequest,
  ShutdownRequest,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { createEngine } from '../../src/lens/engine/create.ts';
import { toldOnce } from '../../src/lens/engine/told-once.ts';
import { codeLenses } from '../../src/lens/ide/code-lenses.ts';
import { rules } from '../../src/lens/rules/registry.ts';
import { fromDisk } from '../../src/lens/workspace/paths.ts';
import { createWorkspace } from '../../src/lens/workspace/workspace.ts';
import { Random } from '../fuzz/random.ts';
import { VARIANTS } from '../fuzz/tangle.ts';
import { type EditorClient, serveHere } from '../support/language-client.ts';

const SEED = Number(process.env.FUZZ_SEED ?? 20_260_102);
/** Servers that live at the same time, each compared so often with what is there then. */
const LIVES = 20;
const COMPARED = 4;
/** Events between two comparisons. */
const EVENTS = 12;
/** Milliseconds in which a server says what is true once nothing happens any more: twenty times what it takes. */
const PATIENCE = 30_000;

const NAMES = Object.keys(VARIANTS);
const PARENT = ['package.json', 'tsconfig.json', '.gitignore', 'pnpm-workspace.yaml'];

/** What an editor shows of a document: its findings and its lenses. */
type Shown = Readonly<Record<string, readonly string[]>>;

/** A folder below another one that says of packages, what is open of it, and a server for both. */
class Life {
  readonly #random: Random;
  readonly #above: string;
  readonly #disk = new Map<string, string>();
  readonly #open = new Map<string, { text: string; version: number }>();
  readonly #lenses = new Map<string, readonly string[]>();
  #client: EditorClient | undefined;
  #scope: 'openFiles' | 'workspace' = 'openFiles';

  constructor(random: Random, above: string) {
    this.#random = random;
    this.#above = above;
  }

  async start(): Promise<void> {
    const random = this.#random;
    for (const name of PARENT)
      if (random.below(2) === 0) await writeFile(join(this.#above, name), parentText(name));
    await mkdir(join(this.#above, 'w'), { recursive: true });
    for (const file of NAMES) if (random.below(4) > 0) await this.#write(file);
    this.#scope = random.pick(['openFiles', 'workspace', 'workspace']);
    this.#client = await serveHere(join(this.#above, 'w'), {
      settings: () => ({ scope: this.#scope }),
    });
    this.#client.events.on('refreshed', () => {
      for (const file of this.#open.keys()) void this.#askLenses(file);
    });
  }

  async event(): Promise<string> {
    const { connection } = this.#running();
    const random = this.#random;
    const file = random.pick(NAMES);
    const uri = this.#uri(file);
    if (random.below(3) === 0) await setImmediate();
    switch (random.below(9)) {
      case 0:
      case 1:
        await this.#write(file);
        await this.#running().onDisk(uri, FileChangeType.Changed);
        return `write ${file}`;
      case 2:
        this.#disk.delete(file);
        await rm(join(this.#above, file), { force: true });
        await this.#running().onDisk(uri, FileChangeType.Deleted);
        return `delete ${file}`;
      case 3:
      case 4: {
        const text = random.pick([...(VARIANTS[file] ?? []), this.#disk.get(file) ?? '']);
        const before = this.#open.get(file);
        const version = (before?.version ?? 0) + 1;
        this.#open.set(file, { text, version });
        if (before === undefined) await this.#running().open(uri, text);
        else await this.#running().change(uri, text, version);
        void this.#askLenses(file);
        return `show ${file}`;
      }
      case 5:
        if (!this.#open.delete(file)) return 'nothing';
        this.#lenses.delete(file);
        await this.#running().close(uri);
        return `close ${file}`;
      case 6:
        this.#scope = random.pick(['openFiles', 'workspace']);
        await connection.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
        return `scope ${this.#scope}`;
      case 7: {
        const textDocument = { uri };
        const start = { line: random.below(4), character: random.below(30) };
        void connection.sendRequest(HoverRequest.type, { textDocument, position: start });
        const range = { start, end: start };
        void connection.sendRequest(CodeActionRequest.type, {
          textDocument,
          range,
          context: { diagnostics: [] },
        });
        return `ask about ${file}`;
      }
      default:
        await new Promise((done) => setTimeout(done, random.below(200)));
        return 'wait';
    }
  }

  /** Waits until the editor shows what a lens that has just been started says; gives how many lines that are. */
  async settles(where: string): Promise<number> {
    const expected = await this.#expected();
    const { events } = this.#running();
    const late = AbortSignal.timeout(PATIENCE);
    while (!isSame(this.#shown(), expected)) {
      try {
        await Promise.race([
          once(events, 'published', { signal: late }),
          once(events, 'lenses', { signal: late }),
        ]);
      } catch {
        assert.deepEqual(this.#shown(), expected, where);
      }
    }
    return Object.values(expected).flat().length;
  }

  async stop(): Promise<void> {
    const { connection, logged } = this.#running();
    await connection.sendRequest(ShutdownRequest.type);
    connection.dispose();
    assert.deepEqual(logged, []);
  }

  #running(): EditorClient {
    assert(this.#client);
    return this.#client;
  }

  async #write(file: string): Promise<void> {
    const text = this.#random.pick(VARIANTS[file] ?? []);
    this.#disk.set(file, text);
    const name = join(this.#above, file);
    await mkdir(dirname(name), { recursive: true });
    await writeFile(name, text);
  }

  #uri(file: string): string {
    return pathToFileURL(join(this.#above, file)).href;
  }

  async #askLenses(file: string): Promise<void> {
    const { connection, events } = this.#running();
    const version = this.#open.get(file)?.version;
    const lenses = await connection.sendRequest(CodeLensRequest.type, {
      textDocument: { uri: this.#uri(file) },
    });
    // an editor drops what it is told of an earlier text
    if (this.#open.get(file)?.version !== version) return;
    this.#lenses.set(
      file,
      (lenses ?? []).map(({ command }) => command?.title ?? ''),
    );
    events.emit('lenses');
  }

  #shown(): Shown {
    const findings = new Map<string, readonly Diagnostic[]>();
    for (const { uri, diagnostics } of this.#running().published) findings.set(uri, diagnostics);
    return {
      ...Object.fromEntries(
        NAMES.map((file) => [file, (findings.get(this.#uri(file)) ?? []).map(shownFinding).sort()]),
      ),
      ...Object.fromEntries(
        [...this.#open.keys()].map((file) => [`lenses ${file}`, this.#lenses.get(file) ?? []]),
      ),
    };
  }

  async #expected(): Promise<Shown> {
    const workspace = createWorkspace(createEngine({ rules, onRuleError: (rule) => assert.fail(rule) }));
    const at = (file: string): string => fromDisk(join(this.#above, file));
    await workspace.index(at('/w'));
    for (const [file, { text }] of this.#open) workspace.open(at(file), text);
    await workspace.settle();
    const checked = new Set(workspace.filesToCheck());
    const analyses = NAMES.map((file) => {
      const isShown = this.#open.has(file) || (this.#scope === 'workspace' && checked.has(at(file)));
      const text = this.#open.get(file)?.text ?? this.#disk.get(file) ?? '';
      return { file, text, analysis: isShown ? workspace.analyze(at(file)) : undefined };
    });
    return {
      ...Object.fromEntries(
        analyses.map(({ file, text, analysis }) => {
          const document = TextDocument.create('', '', 0, text);
          const findings = toldOnce(analysis?.findings ?? []).map(({ span, rule, message }) =>
            shownFinding({ range: { start: document.positionAt(span.start) }, code: rule, message }),
          );
          return [file, findings.sort()];
        }),
      ),
      ...Object.fromEntries(
        [...this.#open].map(([file, { text }]) => [
          `lenses ${file}`,
          codeLenses(workspace.analyze(at(file)), text, {
            operationsOn: () => 0,
            canRun: false,
            canDesign: false,
          }).map(({ title }) => title),
        ]),
      ),
    };
  }
}

function shownFinding({
  range: { start },
  code,
  message,
}: Pick<Diagnostic, 'code' | 'message'> & { range: Pick<Diagnostic['range'], 'start'> }): string {
  return [start.line, start.character, code, JSON.stringify(message)].join(' ');
}

function parentText(name: string): string {
  switch (name) {
    case 'package.json':
      return JSON.stringify({ name: 'all', workspaces: ['w/*', '**'] });
    case 'tsconfig.json':
      return JSON.stringify({ compilerOptions: { paths: { clients: ['./w/b/index.ts'] } } });
    case 'pnpm-workspace.yaml':
      return 'packages:\n  - w/*\n';
    default:
      return 'node_modules\n';
  }
}

function isSame(a: Shown, b: Shown): boolean {
  try {
    assert.deepEqual(a, b);
    return true;
  } catch {
    return false;
  }
}

describe('a server to which nothing comes in order', () => {
  it(`shows what one that has just been started would: ${LIVES} servers, ${COMPARED * EVENTS} events each`, async function () {
    this.timeout(300_000);
    const disk = await realpath(await mkdtemp(join(tmpdir(), 'partition-lens-')));
    const lives = await Promise.allSettled(
      Array.from({ length: LIVES }, async (_, nth) => {
        const above = join(disk, `${nth}`);
        await mkdir(above);
        const life = new Life(new Random(SEED + nth), above);
        await life.start();
        let lines = 0;
        for (let turn = 0; turn < COMPARED; turn++) {
          const events: string[] = [];
          for (let left = EVENTS; left > 0; left--) events.push(await life.event());
          lines += await life.settles(`server ${nth}, turn ${turn} of seed ${SEED}: ${events.join(', ')}`);
        }
        await life.stop();
        return lines;
      }),
    );
    await rm(disk, { recursive: true, force: true });
    let lines = 0;
    for (const life of lives) {
      if (life.status === 'rejected') throw life.reason;
      lines += life.value;
    }
    // there is something to show
    assert.ok(lines > LIVES * COMPARED, `${lines}`);
  });
});
