import * as l10n from '@vscode/l10n';
import { dependencyIn, withDependency } from '../../syntax/edits/dependency.ts';
import type { Change, World } from '../pattern.ts';

/** A package that the code of a pattern needs, and how it gets into the program. */
export interface NeededPackage {
  /** What changes in the nearest `package.json` that has the SDK, where people want that. */
  readonly changes: readonly Change[];
  readonly notes: readonly string[];
}

/**
 * Looks whether the package around a file has a package of Azure Storage. `isAdded`: people allow that it's added. The range is one that runs
 * where the SDK in the version that they have does.
 */
export function needed(world: World, file: string, name: StoragePackage, isAdded: boolean): NeededPackage {
  const manifest = manifestOf(world, file);
  const text = manifest === undefined ? undefined : world.text(manifest);
  if (text !== undefined && dependencyIn(text, name) !== undefined) return { changes: [], notes: [] };
  const range = RANGES[name][ageOf(text === undefined ? undefined : dependencyIn(text, SDK))];
  if (manifest === undefined || text === undefined || !isAdded)
    return {
      changes: [],
      notes: [l10n.t('Your program needs {0}: run npm install "{0}@{1}".', name, range)],
    };
  return {
    changes: [{ kind: 'edit', file: manifest, edits: withDependency(text, name, range) }],
    notes: [
      l10n.t('Your program needs {0} {1}, which is added to package.json: run npm install.', name, range),
    ],
  };
}

const SDK = '@azure/data-tables';

/** The nearest `package.json` above a file that has the SDK. */
function manifestOf(world: World, file: string): string | undefined {
  for (let end = file.lastIndexOf('/'); end >= 0; end = file.lastIndexOf('/', end - 1)) {
    const manifest = `${file.slice(0, end)}/package.json`;
    const text = world.text(manifest);
    if (text !== undefined && dependencyIn(text, SDK) !== undefined) return manifest;
    if (end === 0) return undefined;
  }
  return undefined;
}

/**
 * The newest versions that need no newer Node than the SDK from the lowest version of its range on, by the age of that. `engines` in npm's
 * registry: @azure/data-tables 13.3.2 needs Node 20, 13.3.0 Node 18, older ones 12 or 14; @azure/storage-blob 12.33 and
 * @azure/storage-queue 12.31 need 22.
 */
const RANGES = {
  '@azure/storage-blob': { new: '~12.32.0', middle: '~12.27.0', old: '~12.18.0' },
  '@azure/storage-queue': { new: '~12.30.0', middle: '~12.26.0', old: '~12.17.0' },
} as const;

type StoragePackage = keyof typeof RANGES;

function ageOf(sdk: string | undefined): 'new' | 'middle' | 'old' {
  const [, major = '', minor = '', patch = ''] =
    /^[\^~>=v\s]*(\d{1,6})(?:\.(\d{1,6}))?(?:\.(\d{1,6}))?/.exec(sdk ?? '') ?? [];
  if (major === '' || Number(major) > 13) return 'new';
  const lowest = Number(major) * 10_000 + Number(minor) * 100 + Number(patch);
  if (lowest >= 130_302) return 'new';
  return lowest >= 130_300 ? 'middle' : 'old';
}
