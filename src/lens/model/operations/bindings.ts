import * as l10n from '@vscode/l10n';
import type { Place, Segment } from '../../../core/text/segments.ts';
import { type Abstract, type Context, mapChoices, unknown } from '../../link/values/abstract.ts';
import type { Linker } from '../../link/linker.ts';
import { propertyOf } from '../../link/values/object.ts';
import { concatenate, constantText, pieces, wholeText } from '../../link/values/text.ts';
import type { Value } from '../../link/values/value.ts';
import type { CallExpr } from '../../syntax/facts/expr.ts';
import type { CallSite } from '../../syntax/facts/facts.ts';
import { FUNCTION_BINDING } from '../../syntax/read-bindings.ts';
import { filterOfValue, unreadableFilter } from '../filters/filter.ts';
import type { Consumption, Query } from './operation.ts';

/** What a table input binding of Azure Functions asks for before the function runs. */
export type Binding = Pick<Query, 'method' | 'filter' | 'consumption' | 'table' | 'evidence' | 'because'>;

/** Whether a call may be `input.table(…)`, or stands for a binding of a `function.json`. */
export function mayBind({ method }: CallSite): boolean {
  return method === 'table' || method === FUNCTION_BINDING;
}

/**
 * The query of a binding; undefined for a call that makes none. The host combines its settings so [the
 * WebJobs extension for tables]: with a `rowKey` it reads that entity; else it asks for the partition of the
 * `partitionKey` and what the `filter` says, both where both are given, up to `take` entities.
 */
export function readBinding(
  linker: Linker,
  { method, call }: CallSite,
  context: Context,
): Binding | undefined {
  const [options] = call.args;
  if (options === undefined) return undefined;
  if (method !== FUNCTION_BINDING && !isInput(linker.evaluate(call.callee, context))) return undefined;
  const place: Place = { file: context.file, span: options.span };
  const settings = linker.evaluate(options, context);
  const setting = (name: string): Abstract =>
    settings.kind === 'object'
      ? withExpressions(propertyOf(linker, settings, name))
      : unknown('not-supported');
  const filter = filterOf(linker, setting, place);
  const mayBeTable =
    method === FUNCTION_BINDING && filter?.kind === 'nothing' && !isScript(linker, call, context);
  const table = constantText(setting('tableName'));
  return {
    method: method === FUNCTION_BINDING ? 'function.json' : 'input.table',
    filter:
      filter === undefined
        ? unreadableFilter(l10n.t('the binding has a rowKey, but no partitionKey'))
        : mayBeTable
          ? unreadableFilter(l10n.t('the function might get the table itself and choose its own query'))
          : filterOfValue(filter, place),
    consumption: consumptionOf(setting('take'), place),
    ...(table !== undefined && { table }),
    evidence: 'proved',
    because: l10n.t('it is a table input binding of Azure Functions'),
  };
}

/**
 * Whether a `function.json` is that of a script, which gets entities: functions in languages of .NET may ask for the
 * table instead.
 */
function isScript(linker: Linker, { args: [, script] }: CallExpr, context: Context): boolean {
  const name = script && constantText(linker.evaluate(script, context));
  return name === undefined
    ? linker.files.resolve(context.file, './index') !== undefined
    : /\.([cm]?[jt]s|py|ps1)$/.test(name);
}

/** The host asks the service for no more than `take` entities. */
function consumptionOf(take: Abstract, place: Place): Consumption {
  // JSON has it as a number or as a text
  const count = Number(take.kind === 'number' ? take.number.constant : constantText(take));
  if (!(count > 0)) return { firstOnly: false };
  const limit = { kind: 'count', place, readsAll: false, count } as const;
  return { firstOnly: true, isPaged: true, pageSize: count, limit };
}

function isInput(callee: Abstract): boolean {
  return (
    callee.kind === 'external' &&
    callee.module === '@azure/functions' &&
    /^(default\.)?input\.table$/.test(callee.path.join('.'))
  );
}

/** The filter that the settings make; undefined where they contradict each other. */
function filterOf(linker: Linker, setting: (name: string) => Abstract, place: Place): Abstract | undefined {
  const [partitionKey, rowKey, filter] = ['partitionKey', 'rowKey', 'filter'].map(setting).map(given);
  const isGiven = (value: Abstract | undefined): value is Abstract =>
    value !== undefined && value.kind !== 'nothing';
  if (isGiven(rowKey)) {
    if (!isGiven(partitionKey)) return undefined;
    const both = [
      ...equal('PartitionKey', partitionKey, place),
      fixed(' and ', place),
      ...equal('RowKey', rowKey, place),
    ];
    return madeOf(linker, both, place, 'keys');
  }
  if (!isGiven(partitionKey)) return filter;
  const partition = equal('PartitionKey', partitionKey, place);
  if (!isGiven(filter)) return madeOf(linker, partition, place, 'keys');
  return madeOf(
    linker,
    [...partition, fixed(' and (', place), pieces(filter, place), fixed(')', place)],
    place,
    'mixed',
  );
}

/** A setting that is an empty text is none. */
function given(value: Abstract): Abstract {
  return mapChoices(value, (one) => (constantText(one) === '' ? { kind: 'nothing' } : one));
}

type Part = ReturnType<typeof pieces>;

function equal(key: 'PartitionKey' | 'RowKey', value: Abstract, place: Place): Part[] {
  return [
    fixed(`${key} eq '`, place),
    pieces(
      mapChoices(value, (one) => quoted(one, place)),
      place,
    ),
    fixed(`'`, place),
  ];
}

/** The host doubles the quotes in keys. */
function quoted(value: Abstract, place: Place): Abstract {
  const text = constantText(value);
  return text?.includes(`'`) === true ? wholeText(text.replaceAll(`'`, `''`), place) : value;
}

function fixed(text: string, place: Place): Part {
  return [{ segments: wholeText(text, place).segments }];
}

/** No one expression spells such a text out. */
function madeOf(linker: Linker, parts: readonly Part[], place: Place, form: 'keys' | 'mixed'): Abstract {
  return mapChoices(concatenate(linker, parts, 'mixed', place), (one) =>
    one.kind === 'text' ? { kind: 'text', segments: one.segments, form } : one,
  );
}

/** `{name}` stands for a value of the trigger, `%name%` for a setting of the app. */
const EXPRESSION = /\{[^{}]+\}|%[^%\s]+%/g;

/** Binding expressions become holes. */
function withExpressions(value: Abstract): Abstract {
  return mapChoices(value, (one) => {
    if (one.kind !== 'text') return one;
    const { place: _, ...text } = one;
    return { ...text, segments: one.segments.flatMap(split) };
  });
}

function split(segment: Segment<Value>): readonly Segment<Value>[] {
  if (segment.kind === 'hole') return [segment];
  const parts: Segment<Value>[] = [];
  const { text, place, offsets, whole } = segment;
  const literal = (from: number, to: number): void => {
    if (from < to) parts.push({ ...segment, text: text.slice(from, to), ...part(from, to) });
  };
  const part = (from: number, to: number): Pick<typeof segment, 'place' | 'offsets'> => {
    if (whole === true) return { place };
    const at = (index: number): number => offsets?.[index] ?? place.span.start + index;
    return {
      place: { file: place.file, span: { start: at(from), end: at(to) } },
      ...(offsets && { offsets: offsets.slice(from, to + 1) }),
    };
  };
  let end = 0;
  for (const { 0: name, index } of text.matchAll(EXPRESSION)) {
    literal(end, index);
    end = index + name.length;
    parts.push({
      kind: 'hole',
      hole: { kind: 'unknown', why: 'parameter', name },
      place: part(index, end).place,
    });
  }
  literal(end, text.length);
  return parts;
}
