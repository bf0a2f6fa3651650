import { resolve } from 'node:path';
import { type Fingerprinted, fingerprinted } from '../lens/engine/fingerprint.ts';
import { rules } from '../lens/rules/registry.ts';
import { kindOf } from '../lens/workspace/disk.ts';
import { fromDisk } from '../lens/workspace/paths.ts';
import type { Output } from './command.ts';
import { pathsThere, type Revision, withRevision } from './revision.ts';
import { survey } from './survey.ts';

type Known = Pick<Fingerprinted, 'file' | 'rule' | 'fingerprint'>;

/**
 * Reads what the same paths had from where this branch left a revision, and tells of findings of today whether they were there: those that
 * were not, a change touched or caused, whatever file they are in. Findings of a file that is gone are those of a new one that has the same.
 * Throws a UsageError where git can't read the revision.
 */
export function findingsSince(
  ref: string,
  paths: readonly string[],
  { folder, progress }: Pick<Output, 'folder' | 'progress'>,
): Promise<(finding: Known) => boolean> {
  const nameless = ({ rule, fingerprint }: Known): string => `${rule} ${fingerprint}`;
  const keyOf = (finding: Known): string => `${finding.file} ${nameless(finding)}`;
  return withRevision(
    folder,
    ref,
    async (revision) => {
      const [known, moved, files] = [new Set<string>(), new Set<string>(), new Set<string>()];
      for await (const { name, findings } of findingsAt(revision, folder, paths, progress)) {
        const file = fromDisk(resolve(folder, name));
        const isGone = (await kindOf(file)) === undefined;
        if (!isGone) files.add(file);
        for (const finding of findings) {
          known.add(keyOf({ ...finding, file }));
          if (isGone) moved.add(nameless(finding));
        }
      }
      return (finding) =>
        known.has(keyOf(finding)) || (!files.has(finding.file) && moved.has(nameless(finding)));
    },
    'fork',
  );
}

interface FindingsThere {
  /** Of the file as it is called today. */
  readonly name: string;
  readonly findings: readonly Fingerprinted[];
}

async function* findingsAt(
  revision: Revision,
  folder: string,
  paths: readonly string[],
  progress: Output['progress'],
): AsyncGenerator<FindingsThere> {
  const there = await pathsThere(folder, paths, revision);
  if (there.length === 0) return;
  // what is wrong in the other revision nobody can mend
  const quiet = { folder: revision.folder, complain: () => undefined, progress };
  const found = await survey(there, rules, quiet);
  for await (const { name, lines, analysis } of found.files()) {
    const findings = fingerprinted(analysis.findings, analysis.operations, lines.text);
    yield { name: revision.nameToday(name), findings };
  }
}
