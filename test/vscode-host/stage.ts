import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Totals } from '../../scripts/lib/totals.ts';
import { seed } from '../../samples/seed.ts';
import { startAzurite } from '../azurite.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What the host suite needs around it, whichever VS Code it runs in. */
export interface Stage {
  /** The repository's root: the extension under development. */
  readonly extension: string;
  /** The CommonJS module that runs the suites. */
  readonly tests: string;
  /** The folder to open: a copy of the samples. */
  readonly workspace: string;
  /** Where VS Code may keep its profile. */
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  /** What Mocha said, and its totals; undefined totals when the suite did not come to its end. */
  readonly outcome: () => Promise<{ readonly spec: string; readonly totals: Totals | undefined }>;
  readonly strike: () => Promise<void>;
}

/**
 * Makes a workspace in a temporary folder and starts a seeded Azurite on a free port, whose connection string
 * the suites find in `PARTITION_LENS_TEST_CONNECTION`.
 */
export async function setStage(): Promise<Stage> {
  const home = await mkdtemp(join(tmpdir(), 'partition-lens-'));
  const workspace = join(home, 'workspace');
  const spec = join(home, 'spec.txt');
  const stats = join(home, 'stats.json');
  await mkdir(workspace);
  await cp(join(root, 'samples'), workspace, {
    recursive: true,
    filter: (path) => !path.includes('node_modules'),
  });
  const azurite = await startAzurite();
  await seed(azurite.connectionString);
  return {
    extension: root,
    tests: join(root, 'dist/test/host/index.js'),
    workspace,
    home,
    env: {
      PARTITION_LENS_TEST_SPEC: spec,
      PARTITION_LENS_TEST_STATS: stats,
      PARTITION_LENS_TEST_CONNECTION: azurite.connectionString,
    },
    outcome: async () => ({
      spec: await readFile(spec, 'utf8').catch(() => ''),
      totals: await readFile(stats, 'utf8').then(
        (text) => JSON.parse(text) as Totals,
        () => undefined,
      ),
    }),
    strike: async () => {
      await azurite.stop();
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Prints what Mocha said; returns its totals, undefined when the suite did not come to its end. */
export async function printOutcome(stage: Stage): Promise<Totals | undefined> {
  const { spec, totals } = await stage.outcome();
  console.log(spec);
  if (totals === undefined) console.error('The host suite did not come to its end.');
  return totals;
}
