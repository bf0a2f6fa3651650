import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';

/** One thing that the disk was asked, by the lens's name or a path of the disk. */
export interface Question {
  /** The bytes of a file, up to `limit`; what is at a path; its name without links; sources and folders in a folder; folders alone. */
  readonly ask: 'bytes' | 'kind' | 'real' | 'entries' | 'folders';
  readonly path: string;
  /** 0 where none is asked with. */
  readonly limit: number;
}

/** Takes a question, with what tells its answer from any other: a name, or a digest. */
export type Note = (question: Question, answer: string) => void;

const listening = new AsyncLocalStorage<Note>();

/** Does work and notes all that it asks the disk: the lens reads nothing in any other way, so what it says rests on these answers alone. */
export function noting<T>(note: Note, work: () => Promise<T>): Promise<T> {
  return listening.run(note, work);
}

/** For who asks the disk; the answer is only worked out where somebody listens. */
export function noteAnswer(question: Question, answer: () => string): void {
  listening.getStore()?.(question, answer());
}

/** A digest that no two contents share. */
export function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('base64');
}
