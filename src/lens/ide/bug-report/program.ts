import { createEngine } from '../../engine/create.ts';
import type { Engine } from '../../engine/engine.ts';
import { rules } from '../../rules/registry.ts';
import { codeOf, scriptBlocks } from '../../syntax/script-blocks.ts';

/** What a finding is known by, wherever it is: names and places change. */
export interface Wanted {
  readonly rule: string;
  readonly messageId: string;
}

/** Some sources by their paths; the first is the one with the finding. */
export type Sources = ReadonlyMap<string, string>;

/** Files that a small program can be made of. */
const MOST_FILES = 40;

/** Lets others have their turn, and throws when nobody waits anymore. */
export type Pause = () => Promise<void>;

/**
 * Gives the sources that a finding in `file` can rest on: the file, what it imports and `others`, as far as `textOf` has them.
 * Configurations are none of them.
 */
export function sourcesAround(
  file: string,
  others: Iterable<string>,
  textOf: (file: string) => string | undefined,
): Sources {
  const found = new Map<string, string>();
  const engine = engineWithoutFiles();
  const add = (path: string): void => {
    const text = isSource(path) && found.size < MOST_FILES ? textOf(path) : undefined;
    if (text === undefined) {
      engine.markMissing(path);
      return;
    }
    found.set(path, text);
    engine.setFile(path, text);
  };
  for (const each of [file, ...others]) if (!found.has(each)) add(each);
  for (let wanted = engine.wantedFiles(); wanted.length > 0; wanted = engine.wantedFiles()) {
    for (const candidates of wanted) {
      const there = candidates.find(
        (each) => isSource(each) && (found.has(each) || textOf(each) !== undefined),
      );
      for (const each of candidates) {
        if (each !== there) engine.markMissing(each);
        else if (!found.has(each)) add(each);
      }
    }
  }
  return found;
}

function isSource(path: string): boolean {
  return !path.endsWith('.json') && !path.includes('/node_modules/');
}

/** Of files of markup gives the code alone, as a source of its own. */
export function withoutMarkup(sources: Sources): Sources {
  return new Map(
    [...sources].map(([file, text]) => {
      if (scriptBlocks(file, text) === undefined) return [file, text];
      return [`${file}.ts`, `${codeOf(file, text).trim()}\n`];
    }),
  );
}

/** Whether these sources, and nothing else, have the finding; they must parse. */
export async function hasFinding(sources: Sources, wanted: Wanted, pause: Pause): Promise<boolean> {
  const engine = engineWithoutFiles();
  for (const [file, text] of sources) engine.setFile(file, text);
  for (let wanted = engine.wantedFiles(); wanted.length > 0; wanted = engine.wantedFiles()) {
    const missing = wanted.flat().filter((each) => !sources.has(each));
    if (missing.length === 0) break;
    missing.forEach(engine.markMissing);
  }
  for (const file of sources.keys()) {
    if (engine.syntaxError(file) !== undefined) return false;
  }
  for (const file of sources.keys()) {
    for (const _ of engine.urgentSteps(file)) await pause();
    const { findings } = engine.analyze(file);
    if (findings.some(({ rule, messageId }) => rule === wanted.rule && messageId === wanted.messageId))
      return true;
  }
  return false;
}

function engineWithoutFiles(): Engine {
  return createEngine({ rules, onRuleError: () => undefined });
}
