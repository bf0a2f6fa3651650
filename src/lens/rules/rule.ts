import type { TextEdit } from '../../core/text/edit.ts';
import type { Place } from '../../core/text/segments.ts';
import type { Access } from '../model/tables/access.ts';
import type { GivenKey } from '../model/keys/key-schema.ts';
import type { Operation, PointRead, Query, Write } from '../model/operations/operation.ts';
import type { TableUse } from '../model/tables/table-use.ts';
import type { TableModel } from '../model/tables/tables.ts';
import type { Program } from '../syntax/program/program.ts';
import type { Message } from './message.ts';

export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** What a rule may look at: the operations of one file, and what the workspace says of each table. */
export interface RuleContext {
  readonly file: string;
  /** Source text of a file that the analysis knows; the empty string for others. */
  readonly sourceOf: (file: string) => string;
  /** What a file does, in order; undefined for a file that the analysis does not know, and one that is nested too deep. */
  readonly programOf: (file: string) => Program | undefined;
  /** Operations of the file whose evidence is `proved` or `inferred`. */
  readonly operations: readonly Operation[];
  /** Calls of functions that give the entities of a query of theirs, each as that query whose results the caller uses. */
  readonly listings: readonly Query[];
  /** Calls of functions of other files that write what they are given, each as that write, where it puts back what was read here. */
  readonly saves: readonly Write[];
  /** Calls of functions that write whose promise nobody waits for, each as the first of those writes. */
  readonly dropped: readonly Write[];
  /** Calls in loops of functions of other files that decide a part of what these ask for, each as that operation. */
  readonly looped: readonly Operation[];
  /** Calls of functions of other files that write whatever they are given, each as that write with the keys that it is given. */
  readonly called: readonly Write[];
  /** Calls of functions that give entities which have an Int64, each as the read of theirs, where JSON is made of those here. */
  readonly inJson: readonly (Query | PointRead)[];
  /** What classes of the file write through methods that they inherit, by the keys that they make themselves. */
  readonly inherited: readonly Write[];
  /** Facts about a table from all files; undefined for an unknown table. */
  readonly table: (name: string | undefined) => TableModel | undefined;
  /** The same of an operation's table: where that is not known, what the operations on its client say, as far as these are seen to be on one. */
  readonly tableOf: (operation: Operation) => TableModel | undefined;
  /** The keys that an operation of the file gives, in the order of the source. */
  readonly keysOf: (operation: Operation) => readonly GivenKey[];
  /** What any file writes to tables that are told from others, in no order. */
  readonly writesIn: (file: string) => readonly Write[];
  /** What rules work out once for the file, by what works it out. */
  readonly memory: Map<unknown, unknown>;
  /** How the clients that the file makes get at their account. Worked out when asked. */
  readonly access: () => Access;
  /** How the file names tables, and where it makes and removes them. Worked out when asked. */
  readonly tableUse: () => TableUse;
}

/** What a rule says; the engine adds the rule's id and severity. */
export interface Report extends Message {
  readonly place: Place;
  /** Milder than the rule's own. */
  readonly severity?: Severity;
  readonly related?: readonly { readonly place: Place; readonly message: string }[];
  /** The call that it is about: a comment above that silences it too. */
  readonly about?: Pick<Operation, 'nameSpan' | 'callSpan'>;
  /** Its place is what leads to that call, from a loop: lists have it there. */
  readonly isOfCaller?: boolean;
  /** The ids of rules that tell the same mistake, if they report the same call: people are shown the gravest of those. */
  readonly toldBy?: string | readonly string[];
  /** Where another file has a finding that says all of it: lists that have that one leave this out. */
  readonly toldAt?: Place;
  /** Made only when somebody asks for fixes. */
  readonly fixes?: () => readonly Fix[];
}

/** A change of one file that removes the finding. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  /** Contains a placeholder that the person must fill: never applied with "fix all". */
  readonly placeholder?: string;
  /** Right only where something holds that nobody sees in the source, and that the title names: for the person to choose. */
  readonly isConditional?: true;
  /**
   * Right whatever the code is for, so it may be applied unseen: neither what is stored changes, nor what code gets that gets what it asks
   * for.
   */
  readonly isHarmless?: true;
}

export interface Rule {
  readonly id: string;
  readonly severity: Severity;
  /** One line, localised, for lists. */
  readonly title: () => string;
  readonly check: (context: RuleContext) => Iterable<Report>;
}
