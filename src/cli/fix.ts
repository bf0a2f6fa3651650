import * as l10n from '@vscode/l10n';
import { applyEdits } from '../core/text/edit.ts';
import { editsOf, type HarmlessFix, harmlessFixes, keptTogether } from '../lens/engine/harmless.ts';
import type { Finding } from '../lens/engine/finding.ts';
import { readFileBytes, realNameOf } from '../lens/workspace/disk.ts';
import { toDisk } from '../lens/workspace/paths.ts';
import { decode } from '../lens/workspace/text-encoding.ts';
import { UsageError } from './command.ts';
import { replaceFile } from './replace-file.ts';
import type { Survey, SurveyedFile } from './survey.ts';

/** How often a file is read again after fixes: one can make another one possible. */
const MOST_ROUNDS = 10;

/** A file that fixes changed. */
export interface FixedFile {
  /** The lens's name. */
  readonly file: string;
  readonly name: string;
  readonly before: string;
  readonly after: string;
  /** In the order in which they were applied. */
  readonly applied: readonly HarmlessFix[];
}

/**
 * Applies the fixes of what is listed in a file that may be applied unseen, until there are none or for some rounds, to what the survey has
 * as its text; nothing is written. Fixes that spoil each other are applied one by one. Undefined where there are none.
 */
export async function fixFile(
  { reread }: Pick<Survey, 'reread'>,
  first: SurveyedFile,
  listed: (file: SurveyedFile) => readonly Finding[],
): Promise<FixedFile | undefined> {
  const applied: HarmlessFix[] = [];
  let current = first;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const fixes = harmlessFixes(listed(current));
    const next = await applyTogether(reread, current, fixes);
    if (next === undefined) break;
    applied.push(...next.applied);
    current = next.file;
  }
  const [before, after] = [first.lines.text, current.lines.text];
  if (before === after) return undefined;
  return { file: first.analysis.file, name: first.name, before, after, applied };
}

interface Applied {
  readonly file: SurveyedFile;
  readonly applied: readonly HarmlessFix[];
}

/** All fixes at once, else the first of them alone, which was checked so; undefined where neither holds. */
async function applyTogether(
  reread: Survey['reread'],
  current: SurveyedFile,
  fixes: readonly HarmlessFix[],
): Promise<Applied | undefined> {
  const { file, findings } = current.analysis;
  const { text } = current.lines;
  for (const applied of fixes.length > 1 ? [fixes, fixes.slice(0, 1)] : fixes.length > 0 ? [fixes] : []) {
    const next = await reread(file, applyEdits(text, editsOf(applied)));
    if (next !== undefined && keptTogether(applied, findings, next.analysis.findings))
      return { file: next, applied };
  }
  if (fixes.length > 0) await reread(file, text);
  return undefined;
}

/**
 * Writes a fixed file, if the disk still has what was read and as UTF-8, links followed. Gives a sentence that says why not, else
 * undefined. `isWithin` tells whether somebody named a place, as the disk has it.
 */
export async function writeFixed(
  { file, name, before, after }: FixedFile,
  mayWrite: (real: string) => boolean,
): Promise<string | undefined> {
  const real = await realNameOf(file);
  if (!mayWrite(real)) return l10n.t('{0}: not fixed, because it is a link to another place.', name);
  const bytes = await readFileBytes(real);
  if ('kind' in bytes || decode(bytes) !== before)
    return l10n.t('{0}: not fixed, because it changed meanwhile.', name);
  const head = bytes.indexOf(BYTE_ORDER_MARK) === 0 ? BYTE_ORDER_MARK : Buffer.alloc(0);
  if (!bytes.equals(Buffer.concat([head, Buffer.from(before)])))
    return l10n.t("{0}: not fixed, because it isn't UTF-8.", name);
  try {
    await replaceFile(toDisk(real), name, `${head.toString()}${after}`);
    return undefined;
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
