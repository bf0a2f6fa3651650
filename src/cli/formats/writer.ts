import type { Fingerprinted } from '../../lens/engine/fingerprint.ts';
import type { Output } from '../command.ts';
import type { LeftOut } from '../finish.ts';
import type { FailOn } from '../severity.ts';
import type { Survey, SurveyedFile } from '../survey.ts';

/** What is found in one file, without what the options leave out. */
export interface CheckedFile extends SurveyedFile {
  /** All findings, for lists by line: each rule that finds a mistake has its own. */
  readonly all: readonly Fingerprinted[];
  /** Findings as people are shown them: one mistake once. */
  readonly shown: readonly Fingerprinted[];
}

/** Writes the result of `check` in one format, file by file. */
export interface Writer {
  readonly add: (file: CheckedFile) => void | Promise<void>;
  /** Writes the end, or all of it. */
  readonly end: (leftOut: LeftOut) => void | Promise<void>;
}

/** What a writer writes with. */
export interface WriterContext {
  readonly output: Output;
  readonly found: Pick<Survey, 'linesOf' | 'nameOf'>;
  /** From which severity on a finding fails the check. */
  readonly failOn: FailOn;
}
