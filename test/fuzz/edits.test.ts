import assert from 'node:assert/strict';
import type { Engine } from '../../src/lens/engine/engine.ts';
import { createParser } from '../../src/lens/syntax/parse.ts';
import { readFile } from '../../src/lens/syntax/read-file.ts';
import { generateWorkspace } from '../bench/workspace.ts';
import { allOf, cases, MATERIAL, newEngine, own, provide, samples, type Source } from './material.ts';
import { mutate } from './mutate.ts';
import { Random } from './random.ts';

const SEED = Number(process.env.FUZZ_SEED ?? 20_260_102);
/** Texts that are edited one after the other, and edits of each: a parser keeps what it gave last. */
const TEXTS = 80;
const EDITS = 12;
/** Edits of a workspace, after each of which it is read anew. */
const RUNS = 150;

/** The demo, and files that know factories and wrappers of other files. */
const generated = generateWorkspace(12);
const workspace = [...samples, ...generated];

describe('texts that are edited', () => {
  it(`are read as if each were the first: ${TEXTS} texts, ${EDITS} edits of each`, function () {
    this.timeout(600_000);
    const random = new Random(SEED);
    const parse = createParser();
    for (let nth = 0; nth < TEXTS; nth++) {
      const { file, text } = random.pick(random.pick([samples, cases, own]));
      for (let edit = 0; edit < EDITS; edit++) {
        // back to what has no errors, as people get there
        const edited = random.below(2) === 0 ? text : mutate(text, random, MATERIAL);
        assert.deepEqual(readFile(file, edited, parse), readFile(file, edited), `edit ${edit} of ${file}`);
      }
    }
  });

  it(`give what a new engine would: ${RUNS} edits of a workspace`, function () {
    this.timeout(600_000);
    const random = new Random(SEED);
    const texts = new Map(workspace.map(({ file, text }) => [file, text]));
    const files = (): Source[] => [...texts].map(([file, text]) => ({ file, text }));
    const load = (into: Engine): Engine => {
      for (const { file, text } of files()) into.setFile(file, text);
      provide(into, files());
      return into;
    };
    const engine = load(newEngine());
    for (let run = 0; run < RUNS; run++) {
      const { file, text } = random.pick(random.pick([samples, generated, generated]));
      const before = random.below(2) === 0 ? text : (texts.get(file) ?? text);
      const edited = random.below(3) === 0 ? text : mutate(before, random, MATERIAL);
      texts.set(file, edited);
      engine.setFile(file, edited);
      provide(engine, files());
      const fresh = load(newEngine());
      assert.deepEqual(allOf(engine), allOf(fresh), `edit ${run} of seed ${SEED}, ${file}`);
    }
  });
});
