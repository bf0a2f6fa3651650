import { applyEdits } from '../../../src/core/text/edit.ts';
import { createEngine } from '../../../src/lens/engine/create.ts';
import { propertySites } from '../../../src/lens/ide/navigation/property-sites.ts';
import { isFixed } from '../../../src/lens/ide/rename/new-name.ts';
import { type Rename, renameProperty } from '../../../src/lens/ide/rename/rename.ts';
import { rules } from '../../../src/lens/rules/registry.ts';
import type { FakeEntity } from '../../fake-service/rows.ts';
import { type Outcome, outcomesOf } from '../fixes/outcome.ts';
import { books } from '../fixes/service.ts';
import type { Program } from '../program.ts';

/** A name that no program has. */
const NEW = 'renamedOne';

/** What came of renaming each property of a program. */
export interface RenameTrial {
  /** Renames in which nothing was left open; only these promise that the program does the same. */
  readonly whole: number;
  /** Those that left places to the person, and those that were refused. */
  readonly open: number;
  readonly refused: number;
  readonly faults: readonly string[];
}

/** Renames every property that a program's operations name, and runs it before and after, on data with the new name. */
export async function tryRenames(
  program: Program,
  change: (made: Rename) => Rename = (made) => made,
): Promise<RenameTrial> {
  const trial = { whole: 0, open: 0, refused: 0, faults: [] as string[] };
  let before: readonly Outcome[] | undefined;
  for (const [name, rename] of renamesOf(program)) {
    const made = change(rename);
    if (made.kind === 'refused') trial.refused += 1;
    else if (made.listed.length > 0) trial.open += 1;
    else {
      trial.whole += 1;
      before ??= await outcomesOf(program);
      const fault = await faultOf(program, before, name, made);
      if (fault !== undefined) trial.faults.push(`${name}: ${fault}`);
    }
  }
  return trial;
}

/** What renaming each property gives. */
function renamesOf(program: Program): readonly (readonly [name: string, made: Rename])[] {
  const engine = createEngine({
    rules,
    onRuleError: (rule, _file, error) => {
      throw new Error(`${rule} failed`, { cause: error });
    },
  });
  const texts = new Map(program.files.map(({ file, text }) => [file, text]));
  for (const [file, text] of texts) engine.setFile(file, text);
  for (const wanted of engine.wantedFiles()) wanted.forEach(engine.markMissing);
  const operations = engine.filesToCheck().flatMap((file) => engine.operations(file));
  const sites = operations.filter(({ table }) => table === 'Books').flatMap(propertySites);
  const names = new Set(sites.map(({ name }) => name).filter((name) => !isFixed(name)));
  return [...names].map((name) => {
    const work = renameProperty(
      { ...engine, files: engine.filesToCheck },
      texts,
      { table: 'Books', name },
      NEW,
    );
    for (;;) {
      const { done, value } = work.next();
      if (done === true) return [name, value];
    }
  });
}

async function faultOf(
  program: Program,
  before: readonly Outcome[],
  name: string,
  { changes }: Rename & { readonly kind: 'rename' },
): Promise<string | undefined> {
  const files = program.files.map(({ file, text }) => ({
    file,
    text: applyEdits(text, changes.get(file) ?? []),
  }));
  const after = await outcomesOf({ ...program, files }, 'even', renamed(name));
  const [wanted, got] = [before, after].map((all) => all.map((one) => seenOf(one, name)));
  const at = wanted?.findIndex((one, index) => one !== got?.[index]) ?? -1;
  if (at < 0) return undefined;
  const uneven = (await outcomesOf(program, 'uneven')).map((one) => seenOf(one, name));
  // what a program does that is a race says nothing of a rename
  if (uneven.some((one, index) => one !== wanted?.[index])) return undefined;
  return `${before[at]?.args.join() ?? ''} gives ${got?.[at] ?? ''}, gave ${wanted?.[at] ?? ''}\n${files.map(({ text }) => text).join('\n')}`;
}

/** The entities with a property under the new name. */
function renamed(name: string): FakeEntity[] {
  return books().map((entity) => ({
    ...entity,
    properties: (entity.properties ?? []).map((one) => (one.name === name ? { ...one, name: NEW } : one)),
  }));
}

/** What a run did, with the name that the property had, and with properties in whichever order. */
function seenOf({ result, output, requests, content, isError }: Outcome, name: string): string {
  const parts = (text: string): string[] =>
    text
      .replaceAll(NEW, name)
      .split(/[,{}[\]]+/)
      .map((part) => part.trim())
      .sort();
  return JSON.stringify([isError, parts(result), output.map(parts), requests, content.map(parts)]);
}
