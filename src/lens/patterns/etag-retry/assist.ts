import * as l10n from '@vscode/l10n';
import { applyEdits, type TextEdit } from '../../../core/text/edit.ts';
import { lineStart } from '../../../core/text/line.ts';
import type { Place } from '../../../core/text/segments.ts';
import type { Span } from '../../../core/text/span.ts';
import type { FileAnalysis } from '../../engine/engine.ts';
import type { Operation, StaleRead, Write } from '../../model/operations/operation.ts';
import { getterCallAt } from '../../syntax/edits/client-getter.ts';
import { etagOptionOf, etagOptionOfTuple } from '../../syntax/edits/etag-option.ts';
import {
  callBefore,
  etagParameterOf,
  functionNameAt,
  givesEntity,
  isHandedOn,
  ownerOf,
  takesMore,
} from '../../syntax/edits/etag-parameter.ts';
import { type Obstacle, type RetryRegion, retryRegionOf } from '../../syntax/edits/retry-region.ts';
import { lastArgument } from '../../syntax/edits/last-argument.ts';
import { type CodeStyle, deeper, styleOf } from '../code-style.ts';
import { useHelper } from '../new-module.ts';
import type { Change, Pattern, Proposal, World } from '../pattern.ts';
import { retryHelper } from './helper.ts';
import { refusals } from './refusals.ts';

/** Writes with the ETag that was read, and reads again and repeats where the entity has changed: the guide's "Managing concurrency". */
export const etagRetry: Pattern = {
  id: 'etag-retry',
  title: () => l10n.t('Send the ETag and retry on conflict'),
  rules: ['lost-update'],
  modules: () => ['retry-on-conflict'],
  settings: [
    {
      name: 'attempts',
      summary: () => l10n.t('how often the change is tried, from 2 to 100'),
      usual: '10',
      allows: (text) => /^(?:[2-9]|[1-9]\d|100)$/.test(text),
    },
  ],
  propose(operation, world, given) {
    const text = world.text(operation.file);
    const stale = staleIn(operation);
    if (operation.kind !== 'write' || text === undefined || stale.length === 0) return undefined;
    const site: Site = { world, write: operation, text, style: styleOf(text) };
    const found = sendingEtag(site, stale);
    if (typeof found === 'string') return { kind: 'refused', why: found };
    const helper = useHelper(world, operation.file, retryHelper(given('attempts')));
    if (helper === undefined) return { kind: 'refused', why: refusals.helper() };
    const { region, inner, outer } = found;
    const own: Change = {
      kind: 'edit',
      file: operation.file,
      edits: site.style.finish([
        ...helper.edits,
        ...outer.flatMap(({ file, edits }) => (file === operation.file ? edits : [])),
        retrying(site, region, inner, helper.reference),
      ]),
    };
    const others = outer.filter(({ file }) => file !== operation.file);
    return {
      kind: 'change',
      changes: [own, ...others, ...(helper.created ? [helper.created] : [])],
      isReached: (before, after) => staleCount(after) === staleCount(before) - stale.length,
      notes: [
        l10n.t('Consistency: no update is lost. After a conflict, the entity is read again.'),
        l10n.t('Cost: one read and one write, and one more of each for every conflict.'),
      ],
    } satisfies Proposal;
  },
};

/** A write that puts back what was read, in its file. */
interface Site {
  readonly world: World;
  readonly write: Write;
  readonly text: string;
  readonly style: CodeStyle;
}

/** One of the writes that put back: the call, or an action of it. */
interface Stale {
  readonly read: StaleRead;
  /** Of an action of a transaction: the tuple. */
  readonly tuple?: Place;
  readonly isUpdate: boolean;
}

function staleIn(operation: Operation): readonly Stale[] {
  if (operation.kind !== 'write') return [];
  const { stale, actions = [], method } = operation;
  if (stale !== undefined) return [{ read: stale, isUpdate: method === 'updateEntity' }];
  return actions.flatMap(({ stale: read, place, kind }) =>
    read === undefined ? [] : [{ read, tuple: place, isUpdate: kind === 'update' }],
  );
}

function staleCount({ operations }: FileAnalysis): number {
  return operations.reduce((sum, one) => sum + staleIn(one).length, 0);
}

/** What runs again, with edits in it, and beside it in any file. */
interface Sending {
  readonly region: RetryRegion;
  readonly inner: readonly TextEdit[];
  readonly outer: readonly Extract<Change, { kind: 'edit' }>[];
}

/** What makes a write send the etag; or why it can't be done. */
function sendingEtag(site: Site, stale: readonly Stale[]): Sending | string {
  const { world, write, text } = site;
  const { file, callSpan } = write;
  const reads: Span[] = [];
  let mayBeNothing = stale.some(({ read }) => read.mayBeNothing === true);
  for (const { read } of stale) {
    const found = readBefore(site, read.place);
    if (typeof found === 'string') return found;
    reads.push(found.call);
    mayBeNothing ||= found.mayBeNothing;
  }
  const others = world.analyze(file).operations.flatMap((one) => {
    if (one.via !== undefined) return [];
    const getter = getterCallAt(file, text, one.receiver.span) ?? [];
    return [getter, one.kind !== 'write' && !reads.includes(one.callSpan) ? one.callSpan : []].flat();
  });
  const region = retryRegionOf(file, text, { reads, write: callSpan, others });
  if ('kind' in region) return whyNot(region);
  if (mayBeNothing && stale.some(({ isUpdate }) => isUpdate)) return refusals.nothing();
  if (write.via !== undefined) return throughWrapper(site, region, write.via);
  const [first] = region.read;
  const inner = stale.map(({ tuple, isUpdate, read }, index) => {
    const name = region.read[index] ?? first ?? '';
    // what the model calls it must be what the source calls it
    if (read.name !== undefined && read.name !== name) return undefined;
    const property = `etag: ${name}.etag`;
    if (tuple !== undefined)
      return isUpdate && tuple.file === file
        ? etagOptionOfTuple(file, text, tuple.span, property)
        : undefined;
    if (!isUpdate) return insteadOfUpsert(site, region, name, mayBeNothing);
    return etagOptionOf(file, text, callSpan, property);
  });
  const edits = inner.flatMap((edit) => (edit === undefined ? [] : [requoted(edit, site)]));
  return edits.length === inner.length ? { region, inner: edits, outer: [] } : refusals.arguments();
}

/** Code of ours has no quotes but those of a mode. */
function requoted(edit: TextEdit, { style: { quote } }: Site): TextEdit {
  return { ...edit, text: edit.text.replace(/^, 'Merge'/, `, ${quote}Merge${quote}`) };
}

interface ReadBefore {
  readonly call: Span;
  readonly mayBeNothing: boolean;
}

/** The call in the write's function that reads what is at `place`: there itself, or through a function that gives it as it is. */
function readBefore({ world, write, text }: Site, place: Place): ReadBefore | string {
  const isRead = (one: Operation): boolean =>
    one.fn === write.fn && one.callSpan.start === place.span.start && one.callSpan.end === place.span.end;
  if (place.file === write.file && world.analyze(write.file).operations.some(isRead))
    return { call: place.span, mayBeNothing: false };
  const source = world.text(place.file);
  const name = source === undefined ? undefined : functionNameAt(place.file, source, place.span);
  if (source === undefined || name === undefined) return refusals.apart();
  const call = callBefore(write.file, text, name, write.callSpan);
  if (call === undefined) return refusals.apart();
  const gives = givesEntity(place.file, source, place.span, name);
  return gives === undefined ? refusals.mapper(name) : { call, mayBeNothing: gives === 'maybe' };
}

/** The last parameter of a wrapper takes the etag. */
function throughWrapper(
  { world, write, text }: Site,
  region: RetryRegion,
  { place, name }: NonNullable<Write['via']>,
): Sending | string {
  const { file, callSpan } = write;
  const source = world.text(place.file);
  const [read] = region.read;
  const parameter = source === undefined ? undefined : etagParameterOf(place.file, source, place.span, name);
  if (write.method !== 'updateEntity') return refusals.upserts(name);
  if (source === undefined || parameter === undefined || read === undefined) return refusals.wrapper(name);
  const texts = new Map([...world.files(), file, place.file].map((one) => [one, world.text(one) ?? '']));
  for (const [one, code] of texts)
    if (code.includes(name) && isHandedOn(one, code, name)) return refusals.handedOn(name);
  if (!takesMore(file, text, callSpan, ownerOf(place.file, source, place.span)))
    return refusals.interface(name);
  const argument = lastArgument(file, text, callSpan, parameter.before);
  if (argument === undefined) return refusals.wrapper(name);
  const style = styleOf(source);
  const edits = style.finish(
    parameter.edits.map((edit) =>
      edit.text.includes("'*'") ? { ...edit, text: edit.text.replaceAll("'", style.quote) } : edit,
    ),
  );
  return {
    region,
    inner: [
      {
        span: { start: argument.end, end: argument.end },
        text: `, ${[...argument.leftOut, `${read}.etag`].join(', ')}`,
      },
    ],
    outer: edits.length > 0 ? [{ kind: 'edit', file: place.file, edits }] : [],
  };
}

/** An upsert is never conditional: it becomes an update of what was there, or a create where nothing was. */
function insteadOfUpsert(
  { write, text, style: { quote, step } }: Site,
  region: RetryRegion,
  name: string,
  mayBeNothing: boolean,
): TextEdit | undefined {
  const { callSpan, nameSpan, argumentSpans } = write;
  const [entity, mode, options] = argumentSpans;
  if (entity === undefined || options !== undefined) return undefined;
  const client = text.slice(callSpan.start, nameSpan.start);
  const given = text.slice(entity.start, entity.end);
  const how = mode === undefined ? `${quote}Merge${quote}` : text.slice(mode.start, mode.end);
  const update = (what: string): string => `${client}updateEntity(${what}, ${how}, { etag: ${name}.etag })`;
  if (!mayBeNothing) return { span: callSpan, text: update(given) };
  const { statement } = region;
  const isNamed = /^[\w$]+$/.test(given);
  const made = isNamed ? given : ['changed', 'next', 'entity'].find((one) => !region.names.has(one));
  if (statement === undefined || made === undefined) return undefined;
  const lead = text.slice(lineStart(text, statement.start), statement.start);
  if (lead.trim() !== '') return undefined;
  const lines = [
    ...(isNamed ? [] : [`const ${made} = ${given};`]),
    `if (${name}) {`,
    `${step}await ${update(made)};`,
    '} else {',
    `${step}await ${client}createEntity(${made});`,
    '}',
  ];
  return { span: statement, text: lines.join(`\n${lead}`) };
}

/** The callback around the statements, and what it gives back. */
function retrying(
  { text, style: { step } }: Site,
  region: RetryRegion,
  inner: readonly TextEdit[],
  run: string,
): TextEdit {
  const { span, indent, given, leaves } = region;
  const within = inner.map((edit) => ({
    ...edit,
    span: { start: edit.span.start - span.start, end: edit.span.end - span.start },
  }));
  const code = applyEdits(text.slice(span.start, span.end), within);
  const [first, ...more] = given;
  const names = more.length > 0 ? `{ ${given.join(', ')} }` : first;
  const lead = leaves
    ? leaves.waits
      ? 'return await '
      : 'return '
    : names === undefined
      ? 'await '
      : `const ${names} = await `;
  const lines = [
    `${lead}${run}(async () => {`,
    `${indent}${step}${deeper(code, step)}`,
    ...(names === undefined ? [] : [`${indent}${step}return ${names};`]),
    `${indent}});`,
  ];
  return { span, text: lines.join('\n') };
}

function whyNot({ kind, code }: Obstacle): string {
  return refusals[kind](code);
}
