import { createHash } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readFileBytes } from '../../lens/workspace/disk.ts';
import { digestOf, type Question } from '../../lens/workspace/noted.ts';
import { fromDisk } from '../../lens/workspace/paths.ts';
import { type Answers, areStillSo } from '../../lens/workspace/still-so.ts';
import { isOurs } from '../compile-cache.ts';
import { asRecord, readSaid, type Said } from './said.ts';

/** A check that was done: what it wrote, and all that it rests on. */
export interface KeptCheck {
  readonly code: number;
  readonly said: readonly Said[];
  readonly answers: Answers;
}

/** Of which check it is: the tool as it is built, the working directory, and the arguments. */
export interface CheckKey {
  readonly tool: string;
  readonly folder: string;
  readonly args: readonly string[];
}

/** Checks that are kept: one more replaces one. */
const SLOTS = 64;

/** Bytes of one; a larger one isn't kept. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Changes with what is in such a file. */
const FORMAT = 1;

/**
 * Gives what a check of this key wrote, if the disk says all that it said then. `cache` is the folder of our caches. What is in a file that
 * is broken, of another key, or that others can write doesn't count. Never rejects.
 */
export async function recall(cache: string, key: CheckKey): Promise<KeptCheck | undefined> {
  try {
    const folder = join(cache, 'check');
    if (!isOurs(cache) || !isOurs(folder)) return undefined;
    const bytes = await readFileBytes(fromDisk(join(folder, slotOf(key))), MAX_BYTES);
    if ('kind' in bytes) return undefined;
    const kept = readKept(bytes, key);
    return kept !== undefined && (await areStillSo(kept.answers)) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a check, whole or not at all; false where that can't be done. Never rejects. */
export async function keep(cache: string, key: CheckKey, check: KeptCheck): Promise<boolean> {
  const folder = join(cache, 'check');
  const file = join(folder, slotOf(key));
  const fresh = `${file}.${process.pid}.tmp`;
  try {
    const content = written(key, check);
    if (content.length > MAX_BYTES) return false;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (!isOurs(cache) || !isOurs(folder)) return false;
    await writeFile(fresh, content, { flag: 'wx', mode: 0o600 });
    await rename(fresh, file);
    return true;
  } catch {
    await rm(fresh, { force: true }).catch(() => undefined);
    return false;
  }
}

function slotOf({ folder, args }: CheckKey): string {
  const [first = 0] = createHash('sha256')
    .update(JSON.stringify([folder, args]))
    .digest();
  return `${first % SLOTS}.json`;
}

/** A digest in the first line, by which a broken file is told, and JSON. */
function written(key: CheckKey, { code, said, answers }: KeptCheck): Buffer {
  const rows = answers.map(([{ ask, path, limit }, answer]) => [ask, path, limit, answer]);
  const text = JSON.stringify({ format: FORMAT, ...key, code, said, answers: rows });
  return Buffer.from(`${digestOf(text)}\n${text}`);
}

function readKept(bytes: Buffer, { tool, folder, args }: CheckKey): KeptCheck | undefined {
  const end = bytes.indexOf('\n');
  const text = bytes.subarray(end + 1).toString();
  if (end < 0 || bytes.subarray(0, end).toString() !== digestOf(text)) return undefined;
  const found = asRecord(JSON.parse(text));
  const isOfKey =
    found.format === FORMAT &&
    found.tool === tool &&
    found.folder === folder &&
    JSON.stringify(found.args) === JSON.stringify(args);
  const said = listOf(found.said, readSaid);
  const answers = listOf(found.answers, readAnswer);
  const { code } = found;
  if (!isOfKey || said === undefined || answers === undefined || (code !== 0 && code !== 1)) return undefined;
  return { code, said, answers };
}

/** A list of which all are read; undefined where one can't be, or it is none. */
function listOf<T>(value: unknown, read: (each: unknown) => T | undefined): readonly T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const all = value.map(read).filter((each) => each !== undefined);
  return all.length === value.length ? all : undefined;
}

const ASKED: readonly Question['ask'][] = ['bytes', 'kind', 'real', 'entries', 'folders'];

function readAnswer(value: unknown): Answers[number] | undefined {
  if (!Array.isArray(value)) return undefined;
  const [word, path, limit, answer] = value as readonly unknown[];
  const ask = ASKED.find((one) => one === word);
  if (ask === undefined || typeof path !== 'string' || typeof answer !== 'string') return undefined;
  return typeof limit === 'number' ? [{ ask, path, limit }, answer] : undefined;
}
