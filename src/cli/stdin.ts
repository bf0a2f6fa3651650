import { resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { MAX_SIZE, type Reading } from '../lens/workspace/disk.ts';
import { fromDisk } from '../lens/workspace/paths.ts';
import { decode } from '../lens/workspace/text-encoding.ts';
import { describeUnread } from '../lens/workspace/unread.ts';
import { type Output, UsageError } from './command.ts';

/**
 * Reads standard input as the text of a file, which need not exist, by the lens's name of that. Throws a UsageError for what isn't a text.
 */
export async function readInputAs(
  name: string,
  { folder, input }: Pick<Output, 'folder' | 'input'>,
): Promise<ReadonlyMap<string, string>> {
  const reading = await readInput(input);
  if (reading.kind === 'unread')
    throw new UsageError(l10n.t('Standard input was {0}', describeUnread(reading.why)));
  return new Map([[fromDisk(resolve(folder, name)), reading.text]]);
}

/** No more is read than a file may have. */
async function readInput(input: Output['input']): Promise<Reading> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of input) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_SIZE) return { kind: 'unread', why: { kind: 'too-large', limit: MAX_SIZE } };
  }
  const text = decode(Buffer.concat(chunks));
  return text === undefined ? { kind: 'unread', why: { kind: 'encoding' } } : { kind: 'text', text };
}
