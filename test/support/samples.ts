import { readdirSync, readFileSync } from 'node:fs';
import { createEngine } from '../../src/lens/engine/create.ts';
import type { Engine } from '../../src/lens/engine/engine.ts';
import { rules } from '../../src/lens/rules/registry.ts';

/** The sources of one version of the sample, in an engine with all rules. */
export interface Sample {
  readonly engine: Engine;
  /** Text by path, as the engine knows it: `/src/app.ts`. */
  readonly texts: ReadonlyMap<string, string>;
}

/** A file of the repository. */
export function read(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}

export function readSample(version: 'good' | 'bad'): Sample {
  const engine = createEngine({
    rules,
    onRuleError: (rule, file, error) => {
      throw new Error(`${rule} threw on ${file}`, { cause: error });
    },
  });
  const folder = `samples/${version}`;
  const names = readdirSync(new URL(`../../${folder}/src`, import.meta.url)).sort();
  const texts = new Map(names.map((name) => [`/src/${name}`, read(`${folder}/src/${name}`)]));
  for (const [file, text] of texts) engine.setFile(file, text);
  for (const candidates of engine.wantedFiles()) candidates.forEach(engine.markMissing);
  return { engine, texts };
}

/** A row of the first table in `samples/DEFECTS.md`. */
export interface Defect {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
  readonly answer: string;
  /** Whether quick fixes alone take it away. */
  readonly isFixed: boolean;
}

/** A row of its second table: an answer of the scenario that the bad version gets wrong. */
export interface Difference {
  readonly name: string;
  readonly rule: string;
  readonly isFixed: boolean;
}

export function readDefects(): { readonly defects: Defect[]; readonly differences: Difference[] } {
  const rows = read('samples/DEFECTS.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim().replace(/^`([^`]*)`$/, '$1')));
  return {
    defects: rows.flatMap(([, file = '', line, rule = '', , answer = '', fix]) =>
      fix === undefined || fix === ''
        ? []
        : [{ file, line: Number(line), rule, answer, isFixed: fix === 'yes' }],
    ),
    differences: rows.flatMap(([, name = '', , rule = '', fix, , other]) =>
      other === undefined ? [{ name, rule, isFixed: fix === 'yes' }] : [],
    ),
  };
}
