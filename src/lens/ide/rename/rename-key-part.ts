import * as l10n from '@vscode/l10n';
import { applyEdits, type TextEdit } from '../../../core/text/edit.ts';
import { HOLE, type Place, toPlaces } from '../../../core/text/segments.ts';
import { contains } from '../../../core/text/span.ts';
import { type KeyFlat, keyFlats } from '../../model/keys/key-flats.ts';
import type { Operation } from '../../model/operations/operation.ts';
import { isSure, tableKey } from '../../model/tables/tables.ts';
import { isThrough, type TableProgram, tableProgram } from '../../patterns/sites/table-program.ts';
import { namedPartAt, usesOfName } from '../../syntax/edits/named-part.ts';
import { cutsAt } from '../../syntax/edits/text-lengths.ts';
import { wordPlaces } from '../../syntax/edits/word-places.ts';
import { endOf, isPlain, type KeyPart, partProblem, relationOf } from './key-part.ts';
import { partPlace } from './part-place.ts';
import {
  isSound,
  type ListedSite,
  MOST_LISTED,
  othersOf,
  type Rename,
  type RenameWorld,
  unique,
} from './rename.ts';

/**
 * Renames a part of a table's keys in all `texts`: in writes, filters and point queries, and in constants and functions that make it. In
 * steps; nothing is changed that isn't certain.
 */
export function* renameKeyPart(
  world: RenameWorld,
  texts: ReadonlyMap<string, string>,
  part: KeyPart,
  to: string,
): Generator<void, Rename> {
  const { table, key, text } = part;
  const problem = partProblem(part, to);
  if (problem !== undefined) return { kind: 'refused', why: problem };
  if (!isPlain(text)) return { kind: 'refused', why: whyEscaped() };
  const program = tableProgram(world, table);
  const ours = [...program.calls, ...program.through];
  const flats = ours.flatMap(keyFlats);
  const same = flats.filter((one) => one.key === key);
  if (same.some((one) => isTaken(one, part, to)))
    return {
      kind: 'refused',
      why: l10n.t('{0} already has keys with “{1}”. Enter another text.', table, to),
    };
  const foreign = [
    ...[...othersOf(world, program), ...program.shared].flatMap(keyFlats),
    ...flats.filter((one) => one.key !== key),
  ].flatMap((one) => toPlaces(one.text, { start: 0, end: one.text.text.length }));
  const edits = new Map<string, Map<number, TextEdit>>();
  const listed: ListedSite[] = [];
  for (const flat of same) {
    const relation = relationOf(flat, part, to);
    if (relation.kind === 'none') continue;
    if (relation.kind === 'open') {
      if (!isGivenByCallers(flat, program)) listed.push({ place: flat.place, why: whyOpen(flat) });
      continue;
    }
    const change = changeAt(relation.kind === 'end', text, to);
    if (change === undefined) {
      listed.push({ place: flat.place, why: whyEnd() });
      continue;
    }
    const span = { start: relation.start, end: relation.start + change.before.length };
    const [place, ...rest] = toPlaces(flat.text, span);
    if (place === undefined || rest.length > 0 || writtenAt(texts, place) !== change.before) {
      listed.push({ place: flat.place, why: l10n.t("The part isn't written out here.") });
      continue;
    }
    if (foreign.some((one) => one.file === place.file && contains(one.span, place.span)))
      return {
        kind: 'refused',
        why: l10n.t(
          'Other keys have this very text, too, so it stays as it is. Give them texts of their own.',
        ),
      };
    const ofFile = edits.get(place.file) ?? new Map<number, TextEdit>();
    edits.set(place.file, ofFile.set(place.span.start, { span: place.span, text: change.after }));
  }
  yield;
  const changes = new Map([...edits].map(([file, all]) => [file, [...all.values()]]));
  for (const one of [...ours, ...program.doubtful]) listed.push(...unknownKeysOf(one, part, program));
  listed.push(...(yield* usesOfChanged(texts, changes, ours)));
  const files = new Set(ours.map(({ file }) => file));
  for (const [file, source] of texts) {
    if (source.includes(text))
      listed.push(...likeTexts(file, source, part, [...foreign, ...placesOf(changes)]));
    if (files.has(file) && part.before === '' && !part.isWhole && to.length !== text.length)
      for (const span of cutsAt(file, source, text.length))
        listed.push({ place: { file, span }, why: l10n.t('This number is the length of the old text.') });
    yield;
  }
  return isSound(world, texts, changes, listed.length === 0) && !isLeft(world, texts, changes, part, to)
    ? {
        kind: 'rename',
        changes,
        listed: unique(listed).slice(0, MOST_LISTED),
        place: partPlace(
          part,
          to,
          same.filter((one) => !isGivenByCallers(one, program)),
          ours.filter((one) => !program.through.some((other) => isThrough(other, one))),
        ),
      }
    : { kind: 'refused', why: l10n.t('Checking the edited code found that it would not be right.') };
}

/** Whether a key begins with the new text already, or is it. */
function isTaken({ how, text: { text } }: KeyFlat, { before, isWhole }: KeyPart, to: string): boolean {
  if (how === 'bound') return false;
  return isWhole ? text === to : text.startsWith(before + to);
}

interface Change {
  readonly before: string;
  readonly after: string;
}

function whyEscaped(): string {
  return l10n.t("This part has characters that can't be renamed safely.");
}

/** Why a key isn't certain to have the part, or not to. */
function whyOpen({ how }: KeyFlat): string {
  return how === 'bound'
    ? l10n.t('This range might have keys with the old text, or with the new one.')
    : l10n.t('This key might have the part: only the running program has it.');
}

function whyEnd(): string {
  return l10n.t('This range ends after keys with the old text. Write its end again.');
}

/** What is written otherwise at the part's place; undefined where the end of its range can't be. */
function changeAt(isEnd: boolean, text: string, to: string): Change | undefined {
  if (!isEnd) return { before: text, after: to };
  const [before, after] = [endOf(text), endOf(to)];
  // the last character needs no quoting where it stays
  if (before.at(-1) === after.at(-1) && before.length > 1 && after.length > 1)
    return { before: before.slice(0, -1), after: after.slice(0, -1) };
  return isPlain(before) && isPlain(after) ? { before, after } : undefined;
}

function writtenAt(texts: ReadonlyMap<string, string>, { file, span }: Place): string | undefined {
  return texts.get(file)?.slice(span.start, span.end);
}

/** Whether a call has its keys from callers that are looked at themselves. */
function isGivenByCallers({ operation, text }: KeyFlat, { through }: TableProgram): boolean {
  return text.text.includes(HOLE) && through.some((one) => isThrough(one, operation));
}

/** Operations whose keys aren't seen at all. */
function unknownKeysOf(
  operation: Operation,
  { key }: KeyPart,
  { through, doubtful }: TableProgram,
): readonly ListedSite[] {
  const place = { file: operation.file, span: operation.nameSpan };
  if (operation.kind === 'query') {
    const isOpen = operation.filter.kind === 'unknown' && (operation.via === undefined || isSure(operation));
    return isOpen ? [{ place, why: l10n.t("This query's filter isn't known.") }] : [];
  }
  if (doubtful.includes(operation) && !isSure(operation)) return [];
  const isSeen =
    keyFlats(operation).some((one) => one.key === key) || through.some((one) => isThrough(one, operation));
  return isSeen ? [] : [{ place, why: l10n.t('The keys of this call are not seen here.') }];
}

/** Where else a constant or function is used whose text changes: in code that gives no key of the table. */
function* usesOfChanged(
  texts: ReadonlyMap<string, string>,
  changes: ReadonlyMap<string, readonly TextEdit[]>,
  ours: readonly Operation[],
): Generator<void, readonly ListedSite[]> {
  const listed: ListedSite[] = [];
  const isOurs = ({ file, span }: Place): boolean =>
    ours.some((one) => one.file === file && contains(span, one.callSpan));
  const names = new Map<string, Place>();
  for (const [file, edits] of changes)
    for (const { span } of edits) {
      const part = namedPartAt(file, texts.get(file) ?? '', span);
      if (part !== undefined && !isOurs({ file, span: part.span }))
        names.set(`${part.name} ${file}`, { file, span: part.span });
    }
  for (const [id, declared] of names) {
    const name = id.slice(0, id.indexOf(' '));
    for (const [file, text] of texts) {
      if (!text.includes(name)) continue;
      for (const { span, within } of usesOfName(file, text, name)) {
        const isInside = file === declared.file && contains(declared.span, span);
        const isOfCall = ours.some(
          (one) => one.file === file && (contains(one.callSpan, span) || contains(within, one.callSpan)),
        );
        if (!isInside && !isOfCall)
          listed.push({
            place: { file, span },
            why: l10n.t('This changes with the key: it has the same text.'),
          });
      }
      yield;
    }
  }
  return listed;
}

/** Texts of a source that have the part, though no key is known to be made of them. */
function likeTexts(
  file: string,
  source: string,
  { text, isWhole }: KeyPart,
  known: readonly Place[],
): readonly ListedSite[] {
  // of a separator there are many
  const isEqual = isWhole || !/[\p{L}\p{N}]/u.test(text);
  const why = l10n.t('This text might be the part of the key.');
  return wordPlaces(file, source).flatMap(({ kind, span }) => {
    if (kind !== 'text' && kind !== 'pattern') return [];
    const written = source.slice(span.start, span.end);
    const isLike = isEqual && kind === 'text' ? written === text : !isEqual && written.includes(text);
    const isKnown = known.some(
      (one) => one.file === file && (contains(one.span, span) || contains(span, one.span)),
    );
    return isLike && !isKnown ? [{ place: { file, span }, why }] : [];
  });
}

function placesOf(changes: ReadonlyMap<string, readonly TextEdit[]>): readonly Place[] {
  return [...changes].flatMap(([file, edits]) => edits.map(({ span }) => ({ file, span })));
}

/** Whether the edited code still makes keys with the old text that were to change, or reads its files otherwise. */
function isLeft(
  world: RenameWorld,
  texts: ReadonlyMap<string, string>,
  changes: ReadonlyMap<string, readonly TextEdit[]>,
  part: KeyPart,
  to: string,
): boolean {
  const counted = (operations: readonly Operation[], one: KeyPart, other: string): number =>
    operations
      .filter(
        (each) => isSure(each) && each.table !== undefined && tableKey(each.table) === tableKey(part.table),
      )
      .flatMap(keyFlats)
      .filter((flat) => flat.key === part.key && relationOf(flat, one, other).kind === 'has').length;
  const before = [...changes.keys()].flatMap((file) => world.operations(file));
  const edited = [...changes].map(([file, all]) => [file, applyEdits(texts.get(file) ?? '', all)] as const);
  const after = world.analyzeAsIf(new Map(edited)).flatMap(({ operations }) => operations);
  const renamed = { ...part, text: to };
  return counted(after, renamed, part.text) < counted(before, part, to) - counted(after, part, to);
}
