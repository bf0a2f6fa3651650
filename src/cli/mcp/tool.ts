import type { Output } from '../command.ts';
import type { Root } from './root.ts';
import { z } from './sdk.ts';

/** What tools work with. */
export interface Desk {
  readonly root: Root;
  /** Where commands of the command line take their folder from, and leave what they complain of. */
  readonly output: Pick<Output, 'folder' | 'complain' | 'progress'>;
  /** What has been complained of in this call. */
  readonly complaints: readonly string[];
  /** Throws when nobody waits for the answer anymore. */
  readonly goOn: () => void;
  /** Aborted then. */
  readonly signal: AbortSignal;
}

/** A tool of the server; none of them writes anything. */
export interface Tool<Input extends z.ZodRawShape, Answer extends z.ZodRawShape> {
  readonly name: string;
  readonly title: string;
  /** For the assistant: what it gets, and when to ask. */
  readonly description: string;
  readonly input: Input;
  readonly answer: Answer;
  /** Fields of the answer whose texts are given as they are; others are cut where they are long. */
  readonly exact?: readonly string[];
  /** It asks a service: others, and other answers, are there the next time. */
  readonly isOfData?: boolean;
  /** Answers a call. Throws a UsageError, whose message the assistant reads, where the input is wrong. */
  readonly run: (
    input: z.output<z.ZodObject<Input>>,
    desk: Desk,
  ) => Promise<z.input<z.ZodObject<Answer>>> | z.input<z.ZodObject<Answer>>;
}

/** A tool with the types of its input and answer. */
export function tool<Input extends z.ZodRawShape, Answer extends z.ZodRawShape>(
  made: Tool<Input, Answer>,
): Tool<Input, Answer> {
  return made;
}

/** Files and folders of a call. */
export const paths = z
  .array(z.string().min(1).max(1000))
  .max(100)
  .default([])
  .describe('Files and folders, relative to the workspace folder. Default: all of it.');

/** Which part of a long list is answered. */
export const page = {
  offset: z.int().min(0).default(0).describe('How many entries to pass over.'),
  limit: z.int().min(1).max(200).default(50).describe('How many entries to give at most.'),
};

/** What every list says of itself. */
export const counted = {
  total: z.int().describe('How many entries there are; ask again with a larger offset for the rest.'),
  skipped: z.array(z.string()).describe('Files that were not read, or not in full, and why.'),
};

/** Sentences about what was left out of a call. */
const MOST_SKIPPED = 20;

/** The part of a list that a call asks for, and what was left out. */
export function pageOf<T>(
  all: readonly T[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
  desk: Desk,
): { readonly part: T[]; readonly counted: { readonly total: number; readonly skipped: string[] } } {
  return {
    part: all.slice(offset, offset + limit),
    counted: { total: all.length, skipped: skippedIn(desk) },
  };
}

/** What was left out of a call, a bounded number of sentences. */
export function skippedIn({ complaints }: Desk): string[] {
  return complaints.slice(0, MOST_SKIPPED);
}

export const shape = z
  .enum(['point', 'row-range', 'partition-scan', 'partition-range', 'table-scan', 'empty', 'unknown'])
  .describe('What a read makes the service read, from best to worst; unknown is no verdict.');

export const severity = z.enum(['error', 'warning', 'information', 'hint']);

export const region = {
  line: z.int(),
  column: z.int(),
  endLine: z.int(),
  endColumn: z.int(),
};
