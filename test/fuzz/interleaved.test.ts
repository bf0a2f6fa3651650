import assert from 'node:assert/strict';
import type { Engine } from '../../src/lens/engine/engine.ts';
import { readDeclarations } from '../../src/lens/model/operations/oracle.ts';
import { allOf, newEngine, provide, type Source } from './material.ts';
import { Random } from './random.ts';
import { VARIANTS } from './tangle.ts';

const SEED = Number(process.env.FUZZ_SEED ?? 20_260_102);
/** Engines that live through events, each compared so often with a new one. */
const LIVES = 150;
const COMPARED = 5;
/** Events between two comparisons. */
const EVENTS = 40;

const NAMES = Object.keys(VARIANTS);

/** What the editor's TypeScript may say of a name: it depends on the text alone, as it is asked of the text. */
const DECLARATIONS = [
  [
    {
      file: '/node_modules/@azure/data-tables/types/index.d.ts',
      text: 'export declare class TableClient {}',
      offset: 21,
    },
  ],
  [{ file: '/node_modules/typeorm/index.d.ts', text: 'export declare class Repository {}', offset: 21 }],
] as const;

/** An engine, what the disk has, and works under way that nobody has finished. */
class Life {
  readonly disk = new Map<string, string>();
  readonly engine = newEngine();
  readonly #works: Iterator<void>[] = [];
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
    for (const file of NAMES) if (random.below(4) > 0) this.write(file);
  }

  write(file: string): void {
    const text = this.#random.pick(VARIANTS[file] ?? []);
    this.disk.set(file, text);
    this.engine.setFile(file, text);
  }

  /** One thing that may happen between two steps of a work. */
  event(): string {
    const random = this.#random;
    const { engine, disk } = this;
    const file = random.pick(NAMES);
    switch (random.below(13)) {
      case 0:
      case 1:
        this.write(file);
        return `write ${file}`;
      case 2:
        disk.delete(file);
        engine.removeFile(file);
        return `remove ${file}`;
      case 3: {
        if (!disk.has(file)) engine.markMissing(file);
        return `missing ${file}`;
      }
      case 4:
        engine.forgetFacts();
        return 'forget';
      case 5:
        this.provideOne();
        return 'provide one';
      case 6:
        engine.wantedFiles();
        return 'wanted';
      case 7:
        engine.analyze(file);
        return `analyze ${file}`;
      case 8:
        answer(engine, file, disk.get(file), random.below(2));
        return `answer ${file}`;
      case 9:
        this.#works.push(engine.steps()[Symbol.iterator]());
        return 'begin';
      default: {
        if (this.#works.length === 0) return 'nothing';
        const at = random.below(this.#works.length);
        for (let left = 1 + random.below(4); left > 0; left--) {
          if (this.#works[at]?.next().done !== true) continue;
          this.#works.splice(at, 1);
          break;
        }
        return 'step';
      }
    }
  }

  provideOne(): void {
    const wanted = this.engine.wantedFiles();
    if (wanted.length === 0) return;
    const candidates = this.#random.pick(wanted);
    const found = candidates.find((file) => this.disk.has(file));
    if (found === undefined) for (const file of candidates) this.engine.markMissing(file);
    else this.engine.setFile(found, this.disk.get(found) ?? '');
  }

  files(): Source[] {
    return [...this.disk].map(([file, text]) => ({ file, text }));
  }
}

/** Tells an engine what the oracle says of every name that it asks about. */
function answer(engine: Engine, file: string, text: string | undefined, which: number): void {
  if (text === undefined) return;
  const said = readDeclarations(DECLARATIONS[which] ?? DECLARATIONS[0]);
  engine.setAnswers(file, text, new Map(engine.undecided(file).map((offset) => [offset, said])));
}

function answerAll(engine: Engine, files: readonly Source[]): void {
  for (const { file, text } of files) answer(engine, file, text, 0);
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const left = [...items];
  return items.flatMap(() => left.splice(random.below(left.length), 1));
}

describe('an engine in which nothing comes in order', () => {
  it(`says what a new one says: ${LIVES} lives of ${COMPARED * EVENTS} events`, function () {
    this.timeout(600_000);
    let operations = 0;
    for (let nth = 0; nth < LIVES; nth++) {
      const random = new Random(SEED + nth);
      const life = new Life(random);
      for (let turn = 0; turn < COMPARED; turn++) {
        const events = Array.from({ length: EVENTS }, () => life.event());
        const files = life.files();
        const fresh = newEngine();
        for (const { file, text } of shuffled(files, random)) fresh.setFile(file, text);
        for (const engine of [life.engine, fresh]) {
          provide(engine, files);
          answerAll(engine, files);
        }
        const where = `life ${nth}, turn ${turn} of seed ${SEED}: ${events.join(', ')}`;
        assert.deepEqual(allOf(life.engine, NAMES), allOf(fresh, NAMES), where);
        operations += fresh.filesWithOperations().length;
      }
    }
    // the files lead to each other often enough that something is compared
    assert.ok(operations > LIVES * COMPARED * 2, `${operations}`);
  });
});
