import type { TextEdit } from '../../core/text/edit.ts';
import type { Span } from '../../core/text/span.ts';
import type { Engine, FileAnalysis } from '../engine/engine.ts';
import type { Operation } from '../model/operations/operation.ts';

/** A pattern that an assist can write into a program. */
export interface Pattern {
  /** Stable: people write it on the command line. */
  readonly id: string;
  /** An imperative, for a menu. */
  readonly title: () => string;
  /** Rules whose findings it answers. */
  readonly rules: readonly string[];
  /** Modules that it may write beside a file with these operations, by their names without endings. */
  readonly modules: (operations: readonly Operation[]) => readonly string[];
  /** It is offered where a loop calls the function around an operation, too. */
  readonly isAtCalls?: true;
  /** What can be set about it. */
  readonly settings: readonly Setting[];
  /** The edits at an operation; undefined where the pattern has nothing to do with that. */
  readonly propose: (operation: Operation, world: World, given: Given) => Proposal | undefined;
}

/** One question, with the answer that is taken if nobody gives another. */
export interface Setting {
  readonly name: string;
  readonly summary: () => string;
  readonly usual: string;
  /** Whether a text is an answer. */
  readonly allows: (text: string) => boolean;
  /** Whether there is anything to ask at an operation; always, unless it says so. */
  readonly isOpenAt?: (operation: Operation) => boolean;
}

/** The answer to each setting of a pattern. */
export type Given = (setting: string) => string;

/** The program, as an assist sees it. */
export interface World extends Pick<
  Engine,
  'analyze' | 'analyzeAsIf' | 'asIf' | 'operations' | 'table' | 'text'
> {
  /** Every file that an operation or a call of a wrapper may be in. */
  readonly files: () => readonly string[];
  /** The text of a file that an assist may write beside the one it changes, whether or not it says anything of tables. */
  readonly beside: (file: string) => string | undefined;
}

/** What would be done at a place, or why nothing is. */
export type Proposal =
  | {
      readonly kind: 'change';
      /** The pattern's title with the names of this place; that of the pattern where there is none. */
      readonly title?: string;
      readonly changes: readonly Change[];
      /** Whether an edited file does what was promised. */
      readonly isReached: (before: FileAnalysis, after: FileAnalysis) => boolean;
      /** Sentences on what it costs and gives. */
      readonly notes: readonly string[];
    }
  | { readonly kind: 'refused'; readonly why: string };

/** What a pattern says where it is wanted and can't be written. */
export function refused(why: string): Proposal {
  return { kind: 'refused', why };
}

/** What is done to one file: edits, or a new file. */
export type Change =
  | { readonly kind: 'edit'; readonly file: string; readonly edits: readonly TextEdit[] }
  | { readonly kind: 'create'; readonly file: string; readonly text: string };

/** A pattern at an operation, checked. */
export interface Assist {
  readonly pattern: Pattern;
  readonly operation: Operation;
  /** The call that it is offered at. */
  readonly span: Span;
  readonly outcome: Proposal;
}
