import * as l10n from '@vscode/l10n';
import { applyEdits, type TextEdit } from '../../../core/text/edit.ts';
import type { Place } from '../../../core/text/segments.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import { onlyUseOf } from '../../syntax/edits/only-use.ts';
import { isAtLeast } from '../../engine/severity.ts';
import type { EditedAnalysis, FileAnalysis } from '../../engine/engine.ts';
import { filesAt, folderOf, join } from '../../link/modules/modules-files.ts';
import type { Operation, Write } from '../../model/operations/operation.ts';
import { isSure } from '../../model/tables/tables.ts';
import type { World } from '../../patterns/pattern.ts';
import { isThrough, type TableProgram, tableProgram } from '../../patterns/sites/table-program.ts';
import {
  type Doubt,
  type PropertyUse,
  propertyUses,
  type PutSite,
} from '../../syntax/types/property-uses.ts';
import type { TableCallSite } from '../../syntax/types/table-types.ts';
import { propertySites, type PropertySite } from '../navigation/property-sites.ts';
import { tableIdentity } from '../table-uses.ts';
import { isFixed, nameProblem } from './new-name.ts';
import type { PartPlace } from './part-place.ts';

/** A property of one table's entities. */
export interface TableProperty {
  /** The table's name. */
  readonly table: string;
  readonly name: string;
}

/** What a rename changes, what it only lists, or why there is none. */
export type Rename =
  | {
      readonly kind: 'rename';
      readonly changes: ReadonlyMap<string, readonly TextEdit[]>;
      readonly listed: readonly ListedSite[];
      /** Of a part of keys: where stored ones have it. */
      readonly place?: PartPlace;
    }
  | { readonly kind: 'refused'; readonly why: string };

/** A place that might have to do with the property, with a sentence that says why it isn't certain. */
export interface ListedSite {
  readonly place: Place;
  readonly why: string;
}

/** What a rename needs of a program. */
export type RenameWorld = Pick<World, 'files' | 'operations' | 'analyze' | 'analyzeAsIf'>;

/** Places that are listed at most; nobody reads more. */
export const MOST_LISTED = 200;

/** The property at a site, or why it can't be renamed. */
export function renamedAt(
  { name }: PropertySite,
  { table }: Operation,
): TableProperty | { readonly why: string } {
  if (isFixed(name)) return { why: l10n.t('The service gives “{0}” its name, so it stays as it is.', name) };
  if (table === undefined)
    return {
      why: l10n.t("The table's name isn't known here, so where else the property is used isn't known."),
    };
  return { table, name };
}

/**
 * Renames a property of a table's entities in all `texts`: in filters, in `select`, in writes, and in the types and the code that its
 * entities come through. In steps; nothing is changed that isn't certain.
 */
export function* renameProperty(
  world: RenameWorld,
  texts: ReadonlyMap<string, string>,
  property: TableProperty,
  to: string,
): Generator<void, Rename> {
  const { table, name } = property;
  const problem = name === to ? l10n.t('“{0}” is the name that it has.', to) : nameProblem(to);
  if (problem !== undefined) return { kind: 'refused', why: problem };
  const program = tableProgram(world, table);
  const ours = [...program.calls, ...program.through];
  const others = othersOf(world, program);
  if (program.shared.some((one) => namesIn(one).has(name)))
    return {
      kind: 'refused',
      why: l10n.t('The same code writes or reads this property in several tables, so it stays as it is.'),
    };
  if (ours.some((one) => namesIn(one).has(to))) return { kind: 'refused', why: clash(table, to) };
  const numbers = new Map<string, number>();
  const numberOf = (one: Operation): number => {
    const key = tableIdentity(one);
    const number = numbers.get(key) ?? numbers.size + 1;
    numbers.set(key, number);
    return number;
  };
  const typed = [
    ...program.calls.map((one) => [0, one] as const),
    ...others.map((one) => [numberOf(one), one] as const),
  ];
  const uses = yield* propertyUses({
    files: texts,
    resolve: (from, module) =>
      module.startsWith('.')
        ? filesAt(join(folderOf(from), module)).find((file) => texts.has(file))
        : undefined,
    property: name,
    calls: typed.flatMap(([number, one]) => callOf(number, one, texts)),
    puts: [...program.through.map((one) => [0, one] as const), ...typed].flatMap(([number, one]) =>
      putsOf(number, one, name),
    ),
  });
  if (uses.shared.length > 0)
    return {
      kind: 'refused',
      why: l10n.t('A type with this property is that of several tables. Give each table a type of its own.'),
    };
  if (uses.beside.has(to)) return { kind: 'refused', why: clash(table, to) };
  const edits = new Map<string, Map<number, TextEdit>>();
  const edit = (file: string, one: TextEdit): void => {
    edits.set(file, (edits.get(file) ?? new Map<number, TextEdit>()).set(one.span.start, one));
  };
  for (const use of uses.uses) edit(use.file, editOf(use, name, to));
  const listed: ListedSite[] = [];
  const foreign = others.flatMap(asked).filter((site) => site.name === name);
  const isOfCall = (operation: Operation, place: Place): boolean => {
    const calls = [operation, ...ours.filter((one) => isThrough(operation, one))];
    const isIn = ({ file, callSpan }: Operation, at: Span): boolean =>
      file === place.file && contains(callSpan, at);
    if (calls.some((one) => isIn(one, place.span))) return true;
    const use = onlyUseOf(place.file, texts.get(place.file) ?? '', place.span);
    return use !== undefined && calls.some((one) => isIn(one, use));
  };
  for (const operation of ours)
    for (const { place } of asked(operation).filter((site) => site.name === name)) {
      const at = textAt(texts, place, name);
      const isShared = foreign.some((one) => isSame(one.place, place));
      if (isShared) listed.push({ place, why: whyShared() });
      // a name alone may be used for other things, too
      else if (at === undefined || (isWhole(texts, at) && !isOfCall(operation, at)))
        listed.push({ place: at ?? place, why: whyOpen() });
      else edit(place.file, { span: at.span, text: to });
    }
  const known = new Set(
    foreign
      .flatMap(({ place }) => textAt(texts, place, name) ?? [])
      .map(({ file, span }) => `${span.start} ${file}`),
  );
  for (const { file, span, doubt } of uses.doubtful) {
    if (edits.get(file)?.has(span.start) === true || known.has(`${span.start} ${file}`)) continue;
    listed.push({ place: { file, span }, why: whyOf(doubt) });
  }
  for (const one of [...ours, ...program.doubtful])
    if (one.kind === 'query' && one.filter.kind === 'unknown' && (one.via === undefined || isSure(one)))
      listed.push({
        place: { file: one.file, span: one.nameSpan },
        why: l10n.t("This query's filter isn't known."),
      });
  const changes = new Map([...edits].map(([file, all]) => [file, [...all.values()]]));
  yield;
  return isSound(world, texts, changes, listed.length === 0)
    ? { kind: 'rename', changes, listed: unique(listed).slice(0, MOST_LISTED) }
    : { kind: 'refused', why: l10n.t('Checking the edited code found that it would not be right.') };
}

function clash(table: string, to: string): string {
  return l10n.t('{0} already has a property “{1}”. Enter another name.', table, to);
}

function whyShared(): string {
  return l10n.t('Queries of other tables have this text, too.');
}

function whyOpen(): string {
  return l10n.t("The name isn't written out here.");
}

function whyOf(doubt: Doubt): string {
  switch (doubt) {
    case 'untyped':
      return l10n.t('No type says whose property this is.');
    case 'text':
      return l10n.t('This text might be the name of the property.');
    case 'leaves':
      return l10n.t("Entities go to code that isn't seen here.");
    case 'enters':
      return l10n.t("Entities come from code that isn't seen here.");
    case 'dynamic':
      return l10n.t('The name of a property is only known when the program runs.');
  }
}

/** Calls of the SDK that are about other tables, as far as these are known. */
export function othersOf(
  world: RenameWorld,
  { calls, shared, doubtful }: TableProgram,
): readonly Operation[] {
  const left = new Set<Operation>([...calls, ...shared, ...doubtful]);
  const all = world.files().flatMap((file) => world.operations(file));
  return all.filter(
    (one) => isSure(one) && one.via === undefined && one.table !== undefined && !left.has(one),
  );
}

function namesIn(operation: Operation): ReadonlySet<string> {
  return new Set(propertySites(operation).map(({ name }) => name));
}

function asked(operation: Operation): readonly PropertySite[] {
  return propertySites(operation).filter(({ role }) => role === 'asked');
}

/** Methods that give entities, or take one. */
const OF_ENTITIES: ReadonlySet<string> = new Set([
  ...['listEntities', 'getEntity', 'createEntity', 'updateEntity', 'upsertEntity'],
]);

/** A call as types are given to it; none for one that isn't spelled out as `client.method(…)`. */
function callOf(
  table: number,
  { file, receiver, nameSpan, method }: Operation,
  texts: ReadonlyMap<string, string>,
): readonly TableCallSite[] {
  const between = texts.get(file)?.slice(receiver.span.end, nameSpan.start).trim();
  const isPlain = between === '.' || between === '?.' || between === '!.';
  if (!isPlain || (!OF_ENTITIES.has(method) && method !== 'submitTransaction')) return [];
  const isRead = method === 'listEntities' || method === 'getEntity';
  return [{ table, file, receiver: receiver.span, nameEnd: nameSpan.end, isRead }];
}

function putsOf(table: number, operation: Operation, name: string): readonly PutSite[] {
  if (operation.kind !== 'write') return [];
  const { file, method, argumentSpans, via } = operation;
  const [entity] = via === undefined && OF_ENTITIES.has(method) ? argumentSpans : [];
  const put = valuesOf(operation).filter((one) => one.name === name);
  return [
    ...put.map(({ at }) => ({ table, place: at })),
    ...(entity === undefined ? [] : [{ table, place: { file, span: entity }, isWhole: true } as const]),
  ];
}

function valuesOf({ values, actions = [] }: Write): Write['values'] {
  return [values, ...actions.map((action) => action.values)].flat();
}

/** How the name of a property is written anew: of a variable that gives it its value the name stays. */
function editOf({ form, span }: PropertyUse, name: string, to: string): TextEdit {
  return { span, text: form === 'short' ? `${to}: ${name}` : to };
}

/** Where exactly a name is written out, without quotes. */
function textAt(texts: ReadonlyMap<string, string>, { file, span }: Place, name: string): Place | undefined {
  const written = texts.get(file)?.slice(span.start, span.end);
  if (written === name) return { file, span };
  const quote = written?.charAt(0) ?? '';
  const isQuoted = ["'", '"', '`'].includes(quote) && written === `${quote}${name}${quote}`;
  return isQuoted ? { file, span: { start: span.start + 1, end: span.end - 1 } } : undefined;
}

/** Whether the name is all of a literal. */
function isWhole(texts: ReadonlyMap<string, string>, { file, span }: Place): boolean {
  const text = texts.get(file) ?? '';
  const [before, after] = [text.charAt(span.start - 1), text.charAt(span.end)];
  return before === after && ["'", '"', '`'].includes(before);
}

function isSame(a: Place, b: Place): boolean {
  return a.file === b.file && (contains(a.span, b.span) || contains(b.span, a.span));
}

export function unique(sites: readonly ListedSite[]): readonly ListedSite[] {
  const byPlace = new Map<string, ListedSite>();
  for (const site of sites) {
    const key = `${site.place.span.start} ${site.place.file}`;
    if (!byPlace.has(key)) byPlace.set(key, site);
  }
  return [...byPlace.values()];
}

/** Whether the edited files are read as well as before, and, if `isAll` is changed, no rule finds more in them that is a warning. */
export function isSound(
  world: RenameWorld,
  texts: ReadonlyMap<string, string>,
  changes: ReadonlyMap<string, readonly TextEdit[]>,
  isAll: boolean,
): boolean {
  const edited = [...changes].map(([file, all]) => [file, applyEdits(texts.get(file) ?? '', all)] as const);
  const before = edited.map(([file]) => world.analyze(file));
  const after: readonly EditedAnalysis[] = world.analyzeAsIf(new Map(edited));
  return (
    after.every(({ syntaxErrors }) => syntaxErrors === 0) && (!isAll || countOf(after) <= countOf(before))
  );
}

function countOf(analyses: readonly FileAnalysis[]): number {
  const findings = analyses.flatMap((one) => one.findings);
  return findings.filter(({ severity }) => isAtLeast(severity, 'warning')).length;
}
