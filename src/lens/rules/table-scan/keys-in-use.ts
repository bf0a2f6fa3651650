import * as l10n from '@vscode/l10n';
import type { KeyExpression, Operation, Query, Write } from '../../model/operations/operation.ts';
import { classOfThis } from '../../syntax/edits/this-class.ts';
import type { RuleContext } from '../rule.ts';
import { constantKey } from '../shared/key-values.ts';
import { type Message, withHelp } from '../message.ts';
import { pathAt } from '../shared/code-at.ts';
import { shown, textAt } from '../shared/place.ts';
import { alternativesOf } from '../shared/filters.ts';
import { insertsInto, operationsBeside } from '../shared/writes.ts';

/** More ways to make a key than these would hide the message. */
const MOST = 3;

/** Says what is put as PartitionKey into the table that a query reads, if that is known. */
export function withKeysInUse(context: RuleContext, query: Query, said: Message): Message {
  const isBeside = ({ place }: KeyExpression): number => Number(place.file === query.file);
  // those that whoever reads this sees, first
  const keysUsed = keysInUse(context, query).toSorted((a, b) => isBeside(b) - isBeside(a));
  const codes = keysUsed.map((key) => {
    const constant = constantKey(key.value);
    if (constant !== undefined) return `'${constant}'`;
    return key.isWithin === true ? '' : shown(textAt(context, key.place));
  });
  const told = [...new Set(codes)].filter((code) => code !== '' && code !== 'partitionKey').slice(0, MOST);
  if (told.length === 0) return said;
  const keys = told.join(', ');
  const name = query.table === undefined ? undefined : context.table(query.table)?.name;
  const sentence =
    name === undefined
      ? l10n.t('Writes to this table use this PartitionKey: {0}.', keys)
      : l10n.t('Writes to {0} use this PartitionKey: {1}.', name, keys);
  return withHelp(said, sentence, keys);
}

/** The one constant that every write to the table puts as PartitionKey. */
export function onlyKey(context: RuleContext, query: Query): string | undefined {
  const inserts = insertsInto(context, query);
  if (inserts.length > MOST_WRITES || !inserts.every(hasSeenKey)) return undefined;
  const keys = new Set(keysInUse(context, query).map((key) => constantKey(key.value)));
  const [only] = keys;
  if (keys.size > 1 || only === undefined) return undefined;
  return operationsBeside(context, query).every((other) => asksFor(other, only)) ? only : undefined;
}

/** Whether it is seen which PartitionKey a write, or each action of a transaction, has. */
function hasSeenKey({ method, partitionKey, actions }: Write): boolean {
  if (method !== 'submitTransaction') return partitionKey !== undefined;
  return actions?.every((action) => action.kind === 'delete' || action.partitionKey !== undefined) === true;
}

/** Whether a read of the table is of that partition alone, or of none that it names. */
function asksFor(operation: Operation, key: string): boolean {
  switch (operation.kind) {
    case 'write':
      return true;
    case 'point-read':
      return operation.partitionKey !== undefined && constantKey(operation.partitionKey.value) === key;
    case 'query':
      return alternativesOf(operation).every(({ classification: { region } }) => {
        const { partitionKey: asked } = region;
        if (asked.kind !== 'fixed') return asked.kind === 'free';
        return asked.value.kind === 'known' && asked.value.value === key;
      });
  }
}

/** Names under which the writes have the PartitionKey: `department` of `employee.department`. */
export function namesInUse(context: RuleContext, query: Query): string[] {
  const names = keysInUse(context, query).flatMap((key) => {
    const name = key.isWithin === true ? undefined : pathAt(context, key.place)?.at(-1);
    return name === undefined || constantKey(key.value) !== undefined ? [] : [name];
  });
  return [...new Set(names)];
}

/** Fields from which the writes of a class have the PartitionKey, for a query in the same class: `this.partition`. */
export function fieldsInUse(context: RuleContext, query: Query): string[] {
  const places = keysInUse(context, query).flatMap(({ place, isWithin }) => {
    const path = place.file === query.file && isWithin !== true ? pathAt(context, place) : undefined;
    const [of, name, ...others] = path ?? [];
    return of === 'this' && name !== undefined && others.length === 0
      ? [{ code: `this.${name}`, offset: place.span.start }]
      : [];
  });
  if (places.length === 0) return [];
  const classAt = (offset: number): ReturnType<typeof classOfThis> =>
    classOfThis(query.file, context.sourceOf(query.file), offset);
  const own = classAt(query.callSpan.start);
  const isOwn = (offset: number): boolean => classAt(offset)?.start === own?.start;
  const fields = new Map(places.map(({ code, offset }) => [code, offset]));
  return own === undefined ? [] : [...fields].flatMap(([code, offset]) => (isOwn(offset) ? [code] : []));
}

/** Writes to a table that are looked at for its keys: enough to tell how they are made. */
const MOST_WRITES = 200;

function keysInUse(context: RuleContext, query: Query): KeyExpression[] {
  return insertsInto(context, query)
    .slice(0, MOST_WRITES)
    .flatMap(({ partitionKey }) => (partitionKey === undefined ? [] : [partitionKey]));
}
