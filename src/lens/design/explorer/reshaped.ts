import {
  type AttributePart,
  attributesIn,
  DAY,
  keyAttributes,
  type KeyPart,
  type Layout,
} from '../layout.ts';
import { seriesLength } from './figures.ts';
import { relatedNames } from './follows.ts';
import type { Problem, Question } from './problem.ts';
import { isCarried, type Structure } from './structure.ts';

/** Properties that an entity may have beside its keys and the time of its last write ("Understanding the Table service data model"). */
const MOST_PROPERTIES = 252;

/** Bases that keep the entities in another form than today's: with more in each, by tables, or several as one. */
export function reshapedBases(problem: Problem): readonly Structure[] {
  const [base] = problem.today;
  return [...carryingAll(base, problem), ...tablesByDay(base, problem), ...seriesOf(base, problem)];
}

/** The base with what one of its questions, and with what all of them, read of related entities. */
function carryingAll(base: Structure, { questions }: Problem): readonly Structure[] {
  const each = questions.map(followedBy).filter((names) => names.length > 0);
  if (each.length === 0) return [];
  return [...each, each.flat()].map((names) => ({ ...base, carries: distinct(names) }));
}

/** What a question reads of related entities. */
function followedBy({ follows = [] }: Question): readonly string[] {
  return distinct(follows.flatMap(({ names }) => names));
}

/**
 * A structure as it is, where its keys hold nothing of related entities, and with what a question reads of them; where keys do, it has
 * those in any case.
 */
export function withCarried(
  structure: Structure,
  question: Question,
  problem: Problem,
): readonly Structure[] {
  const related = relatedNames(problem);
  const inKeys = keyAttributes(structure.layout).filter((name) => related.has(name));
  const plain = inKeys.length === 0 ? structure : { ...structure, carries: distinct(inKeys) };
  const more = followedBy(question).filter((name) => !isCarried(name, plain));
  return more.length === 0 ? [plain] : [plain, { ...plain, carries: distinct([...inKeys, ...more]) }];
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}

/** A table for each day of the time by whose age entities are deleted. */
function tablesByDay(base: Structure, problem: Problem): readonly Structure[] {
  return agesOf(problem).map((tableBy) => ({ ...base, isToday: false, tableBy }));
}

/** A base with other keys than today's, also in a table for each day of a time by whose age entities are deleted. */
export function alsoByDay(base: Structure, problem: Problem): readonly Structure[] {
  return agesOf(problem).map((tableBy) => ({ ...base, tableBy, isRekeyed: true }));
}

/** The times by whose age entities are deleted; what gets another time would be dropped with the table of the one before. */
function agesOf({ questions, changes, hasStrangers }: Problem): readonly string[] {
  if (hasStrangers === true || changes.some(({ isOpen }) => isOpen === true)) return [];
  const ages = distinct(questions.flatMap(({ deletesBy }) => deletesBy ?? []));
  return ages.filter((name) => !changes.some((one) => one.does !== 'create' && one.changes.includes(name)));
}

/**
 * One entity for all that differs in the last value of RowKey alone, where that has few values: the hours of a day. Only of numbers, which
 * are small, and where none is deleted alone.
 */
function seriesOf(base: Structure, { attributes, changes, isWhole }: Problem): readonly Structure[] {
  const { layout } = base;
  const last = layout.rowKey.at(-1);
  if (last?.kind !== 'attribute' || !isWhole || changes.some(({ does }) => does === 'delete')) return [];
  const inKeys = new Set(keyAttributes(layout));
  const values = attributes.filter(
    ({ name, property, related }) => property !== undefined && related === undefined && !inKeys.has(name),
  );
  const most = seriesLength(last);
  if (most === undefined || values.length === 0 || !values.every(({ type }) => type === 'number')) return [];
  if (values.length * most > MOST_PROPERTIES || attributesIn(layout.partitionKey).includes(last.attribute))
    return [];
  const columns = { attribute: last.attribute, most };
  return [{ ...base, isToday: false, layout: { ...layout, rowKey: withoutLast(layout, last) }, columns }];
}

/** RowKey without what is to be columns: of a time its day is left. */
function withoutLast({ rowKey }: Layout, last: AttributePart): readonly KeyPart[] {
  const before = rowKey.slice(0, -1);
  if (last.encoding.label.includes('HH')) return [...before, { ...last, encoding: DAY }];
  const left = before.at(-1)?.kind === 'literal' ? before.slice(0, -1) : before;
  return left.length > 0 ? left : [{ kind: 'literal', text: 'series' }];
}
