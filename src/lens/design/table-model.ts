import * as l10n from '@vscode/l10n';
import type { PlannedDesign } from '../../core/config/planned.ts';
import { isRetired } from '../model/operations/legacy.ts';
import type { Place } from '../../core/text/segments.ts';
import type { Operation, Write } from '../model/operations/operation.ts';
import { decidedBy } from '../model/wrappers/wrappers.ts';
import { accessPatternsOf, type UnknownPattern } from './access-patterns.ts';
import { askedNamesOf } from './asked-names.ts';
import { withAskedValues } from './asked-values.ts';
import { type EntityWrite, entityWritesOf, isUnseen, withReadKeys } from './entity-writes.ts';
import { type Kind, kindsOf } from './kind.ts';
import { rawKindsOf } from './kinds.ts';
import { deletedByAge } from './deleted-by-age.ts';
import {
  eachOnce,
  plannedKinds,
  type PlannedQuestion,
  plannedQuestions,
  plannedReferences,
  plannedWrites,
} from './planned.ts';
import { readKindsOf } from './read-kinds.ts';
import { type KindOf, referencesOf, type Relationship } from './relationships.ts';
import { sentencesOf } from './sentences.ts';
import { withUpdates } from './updated-kinds.ts';
import { wholeNamesOf, withWholeKeys } from './whole-keys.ts';
import { type WritePattern, writePatternsOf } from './write-patterns.ts';

/** All that the operations of one table say of how it is designed today. */
export interface TableUse {
  readonly table: string;
  readonly kinds: readonly Kind[];
  readonly patterns: readonly NamedPattern[];
  readonly unknown: readonly UnknownPattern[];
  readonly writes: readonly WritePattern[];
  /** Writes of which it is not seen what they make or change. */
  readonly unseen: readonly Write[];
  /** Writes of entities of no kind that is known. */
  readonly strangers: readonly EntityWrite[];
  readonly references: readonly Relationship[];
  /** Those of them that are planned. */
  readonly plannedReferences: readonly Relationship[];
  /** What is declared of it. */
  readonly planned: PlannedDesign;
}

const NOTHING_PLANNED: PlannedDesign = {
  kinds: [],
  accessPatterns: [],
  writes: [],
  cardinality: new Map(),
  perSecond: new Map(),
};

export interface NamedPattern extends PlannedQuestion {
  /** As a person would say it; unique within the table. */
  readonly sentence: string;
}

/**
 * The operations that ask or write something of their own, of all that a program has: neither those of the retired SDK, which are not
 * read, nor those inside wrappers whose callers are known.
 */
export function ownOperations(operations: readonly Operation[]): readonly Operation[] {
  const called = new Map<string, Set<string>>();
  for (const { via } of operations) {
    if (via === undefined) continue;
    const names = called.get(placeKey(via.place)) ?? new Set<string>();
    called.set(placeKey(via.place), names.add(via.name));
  }
  const read = operations.filter((operation) => !isRetired(operation));
  const own = new Set(read.filter((operation) => !isOfCallers(operation, called)));
  // of wrappers that call each other by several names each may stand for all others: what nobody tells then is told where they are called
  const told = new Set([...own].map(onTable));
  return read.filter((one) => own.has(one) || (one.via !== undefined && !told.has(onTable(one))));
}

/** The call of the SDK that an operation comes down to, of one table. */
function onTable(operation: Operation): string {
  return `${innermost(operation)}\n${operation.table ?? ''}`;
}

/** The call of the SDK that an operation comes down to. */
function innermost({ via, file, nameSpan: span }: Operation): string {
  return placeKey(via?.place ?? { file, span });
}

/**
 * Reads what some operations, all of one table, say of it. `isNamed`: `table` is its name, not only what people call it. `elsewhere`: the
 * kinds of other tables, where plans refer to one.
 */
export function tableUseOf(
  table: string,
  operations: readonly Operation[],
  isNamed = true,
  planned: PlannedDesign = NOTHING_PLANNED,
  elsewhere: () => readonly KindOf[] = () => [],
): TableUse {
  const own = withReadKeys(operations);
  const writes = entityWritesOf(own);
  const put = withAskedValues(rawKindsOf(writes), own);
  const raw = withWholeKeys([...put, ...readKindsOf(own, put)], own);
  const asked = askedNamesOf(own, raw);
  const made = kindsOf(isNamed ? table : l10n.t('entity'), raw, asked, wholeNamesOf(own, raw));
  const unseen = own.filter(isUnseen);
  const hasUnseen = unseen.some(({ method }) => method === 'submitTransaction');
  const written = withUpdates(made, writes, hasUnseen);
  const kinds = [...written, ...plannedKinds(planned, written)];
  const patterns = accessPatternsOf(own, written, {
    unseenKeys: l10n.t("its keys aren't known"),
    tooMany: l10n.t('its filter is built in too many ways to follow'),
  });
  const read = patterns.known.map((pattern): PlannedQuestion => {
    const deletesBy = deletedByAge(pattern, writes);
    return { ...pattern, ...(deletesBy !== undefined && { deletesBy }) };
  });
  const ofPlans = plannedReferences(table, planned, kinds, elsewhere);
  const all = eachOnce(read, plannedQuestions(planned, kinds, ofPlans));
  const sentences = sentencesOf(all, kinds);
  const changes = writePatternsOf(writes, written);
  return {
    table,
    kinds,
    patterns: all.map((pattern, index) => ({ ...pattern, sentence: sentences[index] ?? '' })),
    unknown: patterns.unknown,
    writes: [...changes.known, ...plannedWrites(planned, kinds)],
    unseen,
    strangers: changes.unknown,
    planned,
    references: [...referencesOf(table, kinds, asked), ...ofPlans],
    plannedReferences: ofPlans,
  };
}

/** Whether the callers of the function around an operation decide what it asks for, and some of them are known: those are told instead. */
function isOfCallers(operation: Operation, called: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  if (decidedBy(operation).length === 0) return false;
  const names = called.get(innermost(operation)) ?? new Set();
  return [...names].some((name) => name !== operation.via?.name);
}

function placeKey({ file, span }: Place): string {
  return `${span.start} ${file}`;
}
