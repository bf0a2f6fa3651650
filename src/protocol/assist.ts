// A pattern of the design guide at an operation: what it would change, and what it costs, before anything is written.

import type { Site } from './messages.ts';

/** Request of the client, of an {@link AssistQuestion}: what a pattern would do at an operation, in any file. */
export const ASSIST = 'partitionLens/assist';

export interface AssistQuestion {
  readonly site: Site;
  /** The pattern's id. */
  readonly pattern: string;
  /** Answers to its questions by name; the usual one for each that has none. */
  readonly answers: Readonly<Record<string, string>>;
}

/** A change, or why there is none; null where nothing is there that the pattern is for. */
export type AssistAnswer =
  | {
      readonly kind: 'change';
      readonly title: string;
      /** A `WorkspaceEdit` of the Language Server Protocol, of the texts as they are. */
      readonly edit: object;
      /** Sentences: what it costs and gives, the order of deployment, sites that are left to the person. */
      readonly notes: readonly string[];
      readonly changedFiles: number;
      readonly newFiles: number;
      readonly questions: readonly AssistSetting[];
    }
  | { readonly kind: 'refused'; readonly why: string; readonly questions: readonly AssistSetting[] }
  | null;

/** A question of a pattern. */
export interface AssistSetting {
  readonly name: string;
  readonly summary: string;
  /** The likely answer. */
  readonly usual: string;
  /** All answers, the likely one first; empty where it is a text. */
  readonly choices: readonly string[];
}
