import * as l10n from '@vscode/l10n';
import {
  BUCKET,
  type PlanAttribute,
  type PlanFilter,
  type PlanHole,
  type PlanKind,
  type PlanPart,
  type PlanPattern,
  type PlanStructure,
  type RehearsalPlan,
} from '../../../core/rehearsal/plan.ts';
import { isWritable } from '../../../core/rehearsal/key-text.ts';
import type { Shape } from '../../../core/shape/shape.ts';
import type { Condition } from '../conditions.ts';
import type { Assumptions } from '../explorer/assumptions.ts';
import {
  type Design,
  type DesignedKind,
  type DesignedStructure,
  explore,
  type PatternChange,
} from '../explorer/designs.ts';
import type { ExploredAttribute, Problem } from '../explorer/problem.ts';
import { problemOf, type Program } from '../explorer/problems.ts';
import { propertyName, rewrite, type Rewritten } from '../explorer/rewrite.ts';
import { isSamePartition, structureKey } from '../explorer/structure.ts';
import { keyAttributes, type KeyPart } from '../layout.ts';
import { readId } from '../report/data.ts';
import { doubtText, titlesOf } from '../report/words.ts';
import type { TableUse } from '../table-model.ts';

/** What can be tried of a design, or why nothing can. */
export type Rehearsable =
  { readonly kind: 'plan'; readonly plan: RehearsalPlan } | { readonly kind: 'not'; readonly why: string };

/** As {@link rehearsalOf}, of the design with a title; undefined where there is none. */
export function rehearsalTitled(
  title: string,
  use: TableUse,
  assumptions: Assumptions,
  program: Program,
): Rehearsable | undefined {
  const { designs } = explore(use, assumptions, program);
  const design = designs[titlesOf(designs).indexOf(title)];
  return design && rehearsalOf(use, design, assumptions, program);
}

/**
 * Puts a design of a table into a plan that is tried on data. A design is tried whole or not at all; of its reads each one that can't be is
 * left out with the reason.
 */
export function rehearsalOf(
  use: TableUse,
  design: Design,
  assumptions: Assumptions,
  program: Program,
): Rehearsable {
  const why = design.kinds.map((kind) => whyNot(kind, use)).find((text) => text !== undefined);
  if (why !== undefined) return { kind: 'not', why };
  const problems = design.kinds.flatMap(({ kind: name }) => {
    const kind = use.kinds.find((one) => one.name === name);
    return kind === undefined ? [] : [problemOf(kind, use, assumptions, program).problem];
  });
  const parts = design.kinds.map((kind, index) => kindOf(kind, problems[index]));
  const kinds = parts.filter((kind) => kind !== undefined);
  if (kinds.length === 0 || kinds.length < parts.length)
    return { kind: 'not', why: l10n.t("The keys of its entities aren't known.") };
  const patterns: PlanPattern[] = [];
  const left: { id: string; words: string; why: string }[] = [];
  use.patterns.forEach(({ sentence: words, doubt }, index) => {
    const id = readId(index);
    const change = design.patterns.find(({ pattern }) => pattern === index);
    const found = doubt === undefined ? patternOf(index, change, design, problems) : doubtText(doubt);
    if (typeof found === 'string') left.push({ id, words, why: found });
    else patterns.push({ id, words, ...found });
  });
  return { kind: 'plan', plan: { table: use.table, kinds, patterns, left } };
}

/** Why the structures of a kind can't be made of its entities alone; undefined where they can. */
function whyNot({ kind: name, structures }: DesignedKind, use: TableUse): string | undefined {
  if (structures.some(({ tableBy }) => tableBy !== undefined))
    return l10n.t("A table per day can't be rehearsed yet.");
  if (structures.some(({ columns }) => columns !== undefined))
    return l10n.t("One entity for a series can't be rehearsed yet.");
  if (structures.some(({ carries }) => carries !== undefined))
    return l10n.t("Values of related entities can't be rehearsed yet.");
  if (use.kinds.some(({ copyOf }) => copyOf === name))
    return l10n.t("A design can't be rehearsed yet if {0} already has copies.", name);
  const unknown = structures
    .filter(({ isToday }) => !isToday)
    .flatMap(({ layout }) => encodingsIn(layout))
    .find((one) => !isKnownIn(use, name, one) && !isWritable(one.split('\n')[1] ?? ''));
  return unknown === undefined
    ? undefined
    : l10n.t("Keys with “{0}” can't be rehearsed yet.", unknown.replace('\n', ':'));
}

/** The attributes of keys, each with its encoding. */
function encodingsIn({ partitionKey, rowKey }: DesignedStructure['layout']): readonly string[] {
  return [...partitionKey, ...rowKey].flatMap((part) =>
    part.kind === 'attribute' ? [`${part.attribute}\n${part.encoding.label}`] : [],
  );
}

/** Whether the keys of today have an attribute in an encoding. */
function isKnownIn(use: TableUse, name: string, encoding: string): boolean {
  return use.kinds.some(({ name: own, layout }) => own === name && encodingsIn(layout).includes(encoding));
}

function kindOf(
  { kind: name, structures }: DesignedKind,
  problem: Problem | undefined,
): PlanKind | undefined {
  const [base, ...others] = structures;
  const today = problem?.today[0];
  if (base === undefined || problem === undefined || today === undefined) return undefined;
  const { partitionKey, rowKey } = today.layout;
  if (partitionKey.length === 0 || rowKey.length === 0) return undefined;
  const asked = problem.questions.flatMap(({ conditions }) =>
    conditions.flatMap(({ attributes }) => attributes),
  );
  const known = new Set(problem.attributes.map((one) => one.name));
  return {
    name,
    attributes: [
      ...problem.attributes.filter(({ related }) => related === undefined).map(attributeOf),
      // what no write is seen to put is a property of that name
      ...[...new Set(asked)]
        .filter((one) => !known.has(one))
        .map((one): PlanAttribute => ({ name: one, property: one, newProperty: one })),
    ],
    partitionKey: partitionKey.map(partOf),
    rowKey: rowKey.map(partOf),
    structures: [structureOf(base, base), ...others.map((one) => structureOf(one, base))],
  };
}

function attributeOf({ name, property }: ExploredAttribute): PlanAttribute {
  return { name, ...(property !== undefined && { property }), newProperty: propertyName(name) };
}

function partOf(part: KeyPart): PlanPart {
  return part.kind === 'literal'
    ? part
    : {
        kind: 'value',
        attribute: part.attribute,
        encoding: part.encoding.label,
        ...(!part.encoding.isWhole && { isCut: true as const }),
      };
}

function structureOf(structure: DesignedStructure, base: DesignedStructure): PlanStructure {
  const { role, layout, isToday } = structure;
  return {
    role,
    partitionKey: layout.partitionKey.map(partOf),
    rowKey: layout.rowKey.map(partOf),
    isToday,
    isApart: !isSamePartition(structure, base),
  };
}

/** A read of today and of a design, or why it isn't tried. */
function patternOf(
  index: number,
  change: PatternChange | undefined,
  { kinds }: Design,
  problems: readonly Problem[],
): Omit<PlanPattern, 'id' | 'words'> | string {
  const readers = problems.flatMap((problem, kind) =>
    problem.questions.filter(({ id }) => id === index).map((question) => ({ problem, kind, question })),
  );
  const [reader] = readers;
  if (change === undefined || reader === undefined) return l10n.t('No entity is known that it reads.');
  if (readers.length > 1 || reader.question.isOfSeveral || change.gone !== undefined)
    return l10n.t("Reads of several kinds can't be rehearsed yet.");
  const { problem, kind, question } = reader;
  const { conditions } = question;
  const related = new Set(problem.attributes.flatMap((one) => (one.related ? [one.name] : [])));
  if (conditions.some(({ attributes }) => attributes.some((name) => related.has(name))))
    return l10n.t('It depends on related entities.');
  if (conditions.some(isUnknown)) return l10n.t("It can't be run with values of the data.");
  const [today] = problem.today;
  const sentConditions = conditions.filter(({ by }) => by === 'service');
  const sent = sentToday(sentConditions, question.shape, problem);
  const whole = rewrite({ conditions }, today, problem.attributes);
  if (sent === undefined || whole === undefined) return l10n.t("Its filter of today isn't known in full.");
  const structures = kinds[kind]?.structures ?? [];
  const { asked } = change;
  const at =
    asked === undefined
      ? 0
      : structures.findIndex((one) => structureKey(one) === structureKey(asked.structure));
  const target = structures[at];
  if (target === undefined) return l10n.t("Its filter of today isn't known in full.");
  const then = asked?.rewritten ?? sent;
  const filters = [sent, whole, then];
  if (target.role === 'index' && !isInIndex(then, target))
    return l10n.t("Its index doesn't have all that its filter names.");
  if (filters.some((one) => asksWrongOrder(one, conditions, problem)))
    return l10n.t("The order of a value that is only in a key isn't known.");
  const [sentFilter, wholeFilter, thenFilter] = filters.map((one) => filterOf(one, conditions));
  return {
    kind,
    constants: conditions.flatMap(({ attributes: [attribute = ''], test }) =>
      test.kind === 'eq' && test.constant !== undefined ? [{ attribute, text: test.constant }] : [],
    ),
    today: { sent: sentFilter ?? [], whole: wholeFilter ?? [] },
    then: { structure: at, sent: thenFilter ?? [] },
  };
}

/** The filter of today: where it is known by its shape to name less of the keys than it could, it does. */
function sentToday(
  conditions: readonly Condition[],
  shape: Shape,
  { today: [today], attributes }: Problem,
): Rewritten | undefined {
  const { partitionKey } = today.layout;
  const layouts = [today.layout, { partitionKey, rowKey: [] }, { partitionKey: [], rowKey: [] }];
  return layouts
    .map((layout) => rewrite({ conditions }, { ...today, layout }, attributes))
    .find((one) => one?.classification.shape === shape);
}

/** What can't be asked with values of the data: ends that the source says, and what no index serves, but for the program's own tests. */
function isUnknown({ test }: Condition): boolean {
  switch (test.kind) {
    case 'eq':
    case 'among':
      return false;
    case 'range':
      return test.lower?.constant !== undefined || test.upper?.constant !== undefined;
    case 'prefix':
      return test.constant !== undefined;
    case 'other':
      return test.why !== 'own';
  }
}

function filterOf({ segments }: Rewritten, conditions: readonly Condition[]): PlanFilter {
  return segments.map((segment): string | PlanHole => {
    if (segment.kind === 'literal') return segment.text;
    const { attribute, end, encoding } = segment.hole;
    const isEach =
      encoding?.label === BUCKET && !conditions.some(({ attributes }) => attributes[0] === attribute);
    return {
      attribute,
      end,
      ...(encoding && { encoding: encoding.label }),
      ...(isEach && { isEach: true }),
    };
  });
}

/** Whether an index entity has what the filter asks for beside its keys. */
function isInIndex({ segments }: Rewritten, { layout }: DesignedStructure): boolean {
  const inKeys = new Set(keyAttributes(layout));
  return segments.every((segment) => segment.kind === 'literal' || inKeys.has(segment.hole.attribute));
}

/** Whether texts of a key are compared as a property whose order isn't that of the values. */
function asksWrongOrder(
  { segments }: Rewritten,
  conditions: readonly Condition[],
  problem: Problem,
): boolean {
  return segments.some((segment) => {
    if (segment.kind === 'literal' || segment.hole.encoding !== undefined) return false;
    const { attribute } = segment.hole;
    const known = problem.attributes.find(({ name }) => name === attribute);
    const isBounded = conditions.some(
      ({ attributes: [name], test }) =>
        name === attribute && (test.kind === 'range' || test.kind === 'prefix'),
    );
    return known !== undefined && known.property === undefined && isBounded;
  });
}
