import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cause } from './causes.ts';
import type { Program } from './program.ts';
import { nameOf } from './tally.ts';

/** A shrunk program that something untrue was once said of. */
export interface Fixture {
  readonly program: Program;
  /** What is still untrue today; nothing else may be. Whoever mends it takes it out. */
  readonly untrue: readonly string[];
}

/** Writes a shrunk program as a fixture, named by what it comes down to. */
export function keep(folder: string, { untruth, features, example }: Cause): void {
  const fixture: Fixture = { program: example, untrue: [nameOf(untruth)] };
  const name = [untruth.kind, untruth.what, ...features]
    .join(' ')
    .replaceAll(/[^\w.]+/g, '-')
    .slice(0, 100);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(fixture, null, 2)}\n`);
}

/** Every fixture of a folder, by name; none where nothing was kept yet. */
export function readFixtures(folder: string): ReadonlyMap<string, Fixture> {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return new Map(
    names.map((name) => [name, JSON.parse(readFileSync(join(folder, name), 'utf8')) as Fixture]),
  );
}
