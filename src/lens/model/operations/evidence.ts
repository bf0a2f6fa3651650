import * as l10n from '@vscode/l10n';
import {
  type Abstract,
  alternativesOf,
  type ClientValue,
  type Context,
  givenOf,
  isOfEnvironment,
  settingOfEnvironment,
} from '../../link/values/abstract.ts';
import { madeClients } from '../../link/calls/clients.ts';
import type { Linker } from '../../link/linker.ts';
import { baseOf } from '../../link/calls/bases.ts';
import { argumentsOfBase } from '../../link/calls/instance.ts';
import { wholeOf } from '../../link/modules/modules.ts';
import { constantText } from '../../link/values/text.ts';
import { isForeignType } from '../../link/calls/types.ts';
import type { GivenTo } from '../../link/values/value.ts';
import type { Expr } from '../../syntax/facts/expr.ts';
import type { CandidateCall, FileFacts } from '../../syntax/facts/facts.ts';
import { PACKAGE } from '../../syntax/gate.ts';
import { accountOf } from '../tables/accounts.ts';
import { isLegacy, legacyReason } from './legacy.ts';
import type { Evidence } from './operation.ts';
import { seriesOf } from '../tables/series.ts';

export interface Receiver {
  readonly evidence: Evidence;
  readonly because: string;
  readonly table?: string;
  readonly account?: string;
  /** See {@link Operation.tableSetting}. */
  readonly tableSetting?: string;
  /** See {@link Operation.mayBeOther}. */
  readonly mayBeOther?: true;
  readonly tableGiven?: GivenTo;
  /** See {@link Operation.givenTables}. */
  readonly givenTables?: readonly string[];
  /** It is a parameter of that function, or may be it. */
  readonly clientGiven?: GivenTo;
  /** See {@link Operation.undecided}. */
  readonly undecided?: number;
  /** See {@link Operation.declaredTable}. */
  readonly declaredTable?: string;
}

/**
 * How sure it is that a call's receiver is a TableClient: from what its name means, from the clients that it is `seen` to be when the
 * program runs, where these are of one table, or, failing that, from its surroundings.
 */
export function judgeReceiver(
  linker: Linker,
  facts: FileFacts,
  candidate: CandidateCall,
  context: Context,
  seen: () => readonly ClientValue[],
): Receiver {
  const receiver = linker.evaluate(candidate.receiver, context);
  const values = receiversIn(linker, receiver);
  const clients = madeClients(values);
  if (clients.length === 0) {
    if (isLegacy(linker, receiver)) return { evidence: 'rejected', because: legacyReason() };
    if (values.length > 0 && values.every((value) => isSomethingElse(linker, value)))
      return { evidence: 'rejected', because: l10n.t("the receiver isn't a TableClient") };
  }
  const declared = (): ReturnType<typeof declaredFor> => declaredFor(linker, facts, candidate.receiver);
  // of something else the code around it is not run
  const run = seen();
  const known = ofClients(run);
  const linked = ofClients(clients);
  const isLess = linked !== undefined && !namesTable(linked) && linked.clientGiven === undefined;
  const isKnown = known !== undefined && (namesTable(known) || (isLess && known.clientGiven !== undefined));
  const made = isKnown ? asLinked(known, linked) : linked;
  // one that is of one of several tables is not of another
  if (made !== undefined) return { ...made, ...(!(isKnown ? run : clients).some(isOfKnown) && declared()) };
  const [only] = values;
  const by = values.length === 1 && only !== undefined ? giverOf(only) : undefined;
  const table = declared();
  const clientGiven = { ...(by && { clientGiven: by }), ...table };
  if (hasQueryOptions(candidate)) {
    const because = l10n.t('only a TableClient accepts `queryOptions`');
    return { ...clientGiven, evidence: 'inferred', because };
  }
  if (hasBothKeys(linker, facts, candidate)) {
    return {
      ...clientGiven,
      evidence: 'inferred',
      because: l10n.t('only a TableClient accepts an entity with `partitionKey` and `rowKey`'),
    };
  }
  if (table !== undefined) {
    const because = l10n.t('`.partitionlens.json` names the table of this client');
    return { ...clientGiven, evidence: 'inferred', because };
  }
  const isNamedSo = /client|table|store|repo/i.test(candidate.receiverText);
  const undecided = lastName(candidate.receiver);
  return {
    ...clientGiven,
    ...(undecided !== undefined && { undecided }),
    ...(facts.modules.includes(PACKAGE) && isNamedSo && takesSuchArguments(candidate)
      ? {
          evidence: 'inferred',
          because: l10n.t('the file imports {0}, and the receiver is named like a client', PACKAGE),
        }
      : { evidence: 'shape-only', because: l10n.t('only the name of the method suggests a TableClient') }),
  };
}

/** What a run shows; what the source alone tells is whether a condition decides on the table. */
function asLinked(known: Receiver, linked: Receiver | undefined): Receiver {
  const { tableSetting: _, ...others } = known;
  return linked?.mayBeOther === true && known.table !== undefined ? { ...others, mayBeOther: true } : known;
}

function namesTable({ table, tableSetting }: Receiver): boolean {
  return table !== undefined || tableSetting !== undefined;
}

/** What clients are together, of which each may be the one; undefined of none. */
function ofClients(clients: readonly ClientValue[]): Receiver | undefined {
  const [client] = clients;
  if (client === undefined) return undefined;
  const tables = new Set(clients.map(tableOf));
  const [table] = tables;
  const accounts = new Set(clients.map(({ connection }) => accountOf(connection)));
  const [account] = accounts;
  const settings = new Set(clients.map(settingOf));
  const [only] = settings;
  const setting = settings.size === 1 && only !== undefined ? only : standingIn(clients);
  const isSure = clients.every((one) => one.evidence === 'proved');
  return {
    evidence: isSure ? 'proved' : 'inferred',
    because: client.because,
    ...(tables.size === 1 && table !== undefined && { table }),
    ...severalTables(clients, tables),
    ...(accounts.size === 1 && account !== undefined && { account }),
    ...(setting !== undefined && { tableSetting: setting }),
    ...(clients.some(isOnBranch) && { mayBeOther: true }),
    ...tableGivenOf(client),
    ...(client.given && { clientGiven: client.given }),
  };
}

/** The tables of clients that are each made where the source shows it, as the elements of a list are. */
function severalTables(
  clients: readonly ClientValue[],
  tables: ReadonlySet<string | undefined>,
): Pick<Receiver, 'givenTables'> {
  const named = [...tables].filter((table) => table !== undefined);
  const isKnown =
    named.length > 1 && named.length === tables.size && clients.every((one) => one.isKept !== true);
  return isKnown ? { givenTables: named } : {};
}

/** The table that `.partitionlens.json` names for the field, parameter or function that has a client, with its class or alone. */
function declaredFor(
  linker: Linker,
  facts: FileFacts,
  receiver: Expr,
): { readonly declaredTable: string } | undefined {
  const table = linker.files.tableOfClient(facts.file, namesOfHolder(facts, receiver));
  return table === undefined ? undefined : { declaredTable: table };
}

function namesOfHolder(facts: FileFacts, receiver: Expr): readonly string[] {
  switch (receiver.kind) {
    case 'name':
      return [receiver.name];
    case 'member': {
      const { object, name } = receiver;
      const cls =
        object.kind === 'this' && object.cls !== undefined ? facts.classes[object.cls]?.name : undefined;
      return cls === undefined ? [name] : [`${cls}.${name}`, name];
    }
    case 'call':
      return namesOfHolder(facts, receiver.callee);
    case 'typed':
      return namesOfHolder(facts, receiver.operand);
    default:
      return [];
  }
}

/** What a receiver may be; a cached client is undefined until it is made. */
function receiversIn(linker: Linker, receiver: Abstract): readonly Abstract[] {
  return alternativesOf(receiver)
    .map((choice) => asClient(linker, wholeOf(linker, choice.value)))
    .filter((value) => value.kind !== 'nothing');
}

/** The table of a value that is a client; undefined where it is none, or may be that of several tables. */
export function tableOfClient(linker: Linker, value: Abstract): string | undefined {
  const tables = new Set(madeClients(receiversIn(linker, value)).map(tableOf));
  const [table] = tables;
  return tables.size === 1 ? table : undefined;
}

/** What is known of the table behind a client that is given to an operation. */
export type GivenTable =
  | { readonly kind: 'table'; readonly table: string }
  /** See {@link Operation.tableSetting}. */
  | { readonly kind: 'setting'; readonly setting: string }
  /** The callers of another function decide it. */
  | { readonly kind: 'given'; readonly by: GivenTo }
  /** It is no client: a test's stand-in. */
  | { readonly kind: 'other' }
  | { readonly kind: 'unknown' };

export function givenTable(linker: Linker, value: Abstract): GivenTable {
  const table = tableOfClient(linker, value);
  if (table !== undefined) return { kind: 'table', table };
  const values = receiversIn(linker, value);
  const settings = new Set(madeClients(values).map(settingOf));
  const [setting] = settings;
  if (settings.size === 1 && setting !== undefined) return { kind: 'setting', setting };
  const [only] = values;
  if (values.every((one) => isSomethingElse(linker, one))) return { kind: 'other' };
  const by = values.length === 1 && only !== undefined ? giverOf(only) : undefined;
  return by === undefined ? { kind: 'unknown' } : { kind: 'given', by };
}

/** The function whose callers give a client, or the name of its table. */
function giverOf(value: Abstract): GivenTo | undefined {
  if (value.kind !== 'client') return givenOf(value);
  return value.given ?? (value.table && nameGivenBy(value.table));
}

/** Where the name stands whose type, or whose result's or elements' type, is that of the expression. */
function lastName(expr: Expr): number | undefined {
  switch (expr.kind) {
    case 'name':
    case 'member':
      return expr.span.end - expr.name.length;
    case 'call':
      return lastName(expr.callee);
    case 'index':
      return lastName(expr.object);
    case 'typed':
      return lastName(expr.operand);
    default:
      return undefined;
  }
}

function isSomethingElse(linker: Linker, value: Abstract): boolean {
  switch (value.kind) {
    case 'object':
    case 'array':
    case 'function':
    case 'class':
    case 'module':
    case 'text':
    case 'number':
      return true;
    case 'instance':
      return !extendsUnknown(linker, value);
    case 'unknown':
      return value.is === 'array';
    case 'typed':
      // one's own kind of client, made by a library: `CustomTableClient<Entity>`
      return !value.type.name.endsWith('TableClient') && isForeignType(linker, value.type, value.file);
    default:
      return false;
  }
}

/**
 * The table's name, where it is a constant, or that of the series of its dates, or what stands in for a setting of the environment that is not made; an empty
 * one is such a setting.
 */
function tableOf(client: OfTable): string | undefined {
  const names = namesOf(client);
  const [name] = names;
  return names.size === 1 && name !== '' ? name : undefined;
}

/**
 * The setting of the environment that alone names the table, `ORDERS_TABLE` of `process.env.ORDERS_TABLE`, or how its name is put together of
 * settings and constants: `{PREFIX}Orders`.
 */
function settingOf({ table }: OfTable): string | undefined {
  const values = table === undefined ? [] : alternativesOf(table).map(({ value }) => value);
  const names = new Set(values.map((value) => settingOfEnvironment(value) ?? nameOfSettings(value)));
  const [name] = names;
  return names.size === 1 ? name : undefined;
}

/** The one setting of the environment in whose place the table's name stands, where it is not made. */
function standingIn(clients: readonly OfTable[]): string | undefined {
  const behind = clients.map(({ table }) => {
    const values = table === undefined ? [] : alternativesOf(table).map(({ value }) => value);
    const names = new Set(values.map(settingOfEnvironment));
    const [name] = [...names].filter((one) => one !== undefined);
    return names.size === 2 && names.has(undefined) ? name : undefined;
  });
  const [setting] = behind;
  if (clients.some(isOnBranch)) return undefined;
  return new Set(behind).size === 1 && new Set(clients.map(tableOf)).size === 1 ? setting : undefined;
}

/** Whether a condition decides that a setting names the table, and not a constant. */
function isOnBranch(client: OfTable): boolean {
  const ways = client.table === undefined ? [] : alternativesOf(client.table);
  const isOther = ways.some(
    ({ value, isBranch }) =>
      isBranch === true && (isOfEnvironment(value) || nameOfSettings(value) !== undefined),
  );
  return isOther && tableOf(client) !== undefined;
}

/** How a text is put together of settings of the environment and constants; undefined of any other. */
function nameOfSettings(value: Abstract): string | undefined {
  if (value.kind !== 'text') return undefined;
  const parts = value.segments.map((segment) => {
    if (segment.kind === 'literal') return segment.text;
    const setting = segment.hole.kind === 'unknown' ? segment.hole.setting : undefined;
    return setting === undefined ? undefined : `{${setting}}`;
  });
  const isOfSetting = value.segments.some(({ kind }) => kind === 'hole');
  return isOfSetting && parts.every((part) => part !== undefined) ? parts.join('') : undefined;
}

interface OfTable {
  readonly table?: Abstract;
}

/** What the table may be called, with undefined among it where that is not known. */
function namesOf({ table }: OfTable): ReadonlySet<string | undefined> {
  const known =
    table &&
    alternativesOf(table).filter(
      ({ value }) => !isOfEnvironment(value) && nameOfSettings(value) === undefined,
    );
  return new Set(known?.map(({ value }) => constantText(value) ?? seriesOf(value)));
}

/** Whether the name of a table stands in the code for a client, among others or not. */
function isOfKnown(client: OfTable): boolean {
  return [...namesOf(client)].some((name) => name !== undefined && name !== '');
}

function tableGivenOf({ table }: OfTable): { readonly tableGiven?: GivenTo } {
  const given = table && nameGivenBy(table);
  return given === undefined ? {} : { tableGiven: given };
}

/** The function whose callers give the name of a table, or a part of it, or one in place of another. */
function nameGivenBy(table: Abstract): GivenTo | undefined {
  const all = alternativesOf(table).flatMap(({ value }) =>
    value.kind === 'text'
      ? value.segments.flatMap((segment) => (segment.kind === 'hole' ? (givenOf(segment.hole) ?? []) : []))
      : (givenOf(value) ?? []),
  );
  const [first, ...others] = all;
  return others.every(({ file, fn }) => file === first?.file && fn === first.fn) ? first : undefined;
}

/** Classes above each other that are looked at; they may extend each other in circles. */
const MOST_BASES = 16;

/** An instance of a class that extends TableClient is one. */
function asClient(linker: Linker, value: Abstract, depth = MOST_BASES): Abstract {
  if (depth === 0) return value;
  const base = value.kind === 'instance' ? baseOf(linker, value) : undefined;
  const args = value.kind === 'instance' ? argumentsOfBase(linker, value) : undefined;
  if (base?.kind === 'class')
    return asClient(linker, { ...base, kind: 'instance', ...(args && { args }) }, depth - 1);
  const isOne = (base?.kind === 'external' || base?.kind === 'global') && base.path.at(-1) === 'TableClient';
  if (!isOne) return value;
  return {
    kind: 'client',
    evidence: base.kind === 'external' && base.module === PACKAGE ? 'proved' : 'inferred',
    because: l10n.t('its class extends TableClient'),
    ...(args?.[1] && { table: args[1] }),
  };
}

/** A class whose base is not in the workspace may well be a TableClient. */
function extendsUnknown(
  linker: Linker,
  instance: { readonly file: string; readonly cls: number },
  depth = MOST_BASES,
): boolean {
  const base = depth === 0 ? undefined : baseOf(linker, instance);
  return base?.kind === 'class' ? extendsUnknown(linker, base, depth - 1) : depth === 0 || base !== undefined;
}

function hasQueryOptions(candidate: CandidateCall): boolean {
  const [options] = candidate.call.args;
  return (
    candidate.method === 'listEntities' &&
    options?.kind === 'object' &&
    options.properties.some((property) => property.kind === 'property' && property.name === 'queryOptions')
  );
}

/** Whether a TableClient's method of this name may be called with such arguments, as far as their form tells. */
function takesSuchArguments({ method, call: { args } }: CandidateCall): boolean {
  if (args.some(({ kind }) => kind === 'spread')) return true;
  const [first, second] = args;
  switch (method) {
    case 'listEntities':
      return args.length <= 1 && (first === undefined || !isPrimitive(first));
    case 'getEntity':
    case 'deleteEntity':
      return args.length >= 2 && mayBeKey(first) && mayBeKey(second);
    case 'submitTransaction':
      return args.length === 1 && first?.kind !== 'object' && mayBeObject(first);
    default:
      return mayBeEntity(first) && (second === undefined || mayBeModeOrOptions(second));
  }
}

function mayBeEntity(expr: Expr | undefined): boolean {
  if (expr?.kind !== 'object') return expr?.kind !== 'array' && mayBeObject(expr);
  return expr.properties.some(
    (property) => property.kind !== 'property' || /^(?:partition|row)Key$/i.test(property.name),
  );
}

/** `{ etag }` in the place of the mode is a mistake that people make with a TableClient. */
function mayBeModeOrOptions(expr: Expr): boolean {
  if (expr.kind === 'string') return /^(?:merge|replace)$/i.test(expr.text.text);
  return expr.kind !== 'object' || expr.properties.length === 0 || hasOption(expr);
}

function hasOption({ properties }: Extract<Expr, { kind: 'object' }>): boolean {
  const options = /^(?:etag|abortSignal|requestOptions|tracingOptions|onResponse)$/;
  return properties.some((property) => property.kind !== 'property' || options.test(property.name));
}

function mayBeKey(expr: Expr | undefined): boolean {
  return expr !== undefined && !/^(?:object|array|function|number|bigint|boolean)$/.test(expr.kind);
}

function mayBeObject(expr: Expr | undefined): boolean {
  return expr !== undefined && expr.kind !== 'function' && !isPrimitive(expr);
}

function isPrimitive({ kind }: Expr): boolean {
  return /^(?:string|template|number|bigint|boolean)$/.test(kind);
}

/** Whether a write is given an entity that spells out both keys. */
function hasBothKeys(linker: Linker, facts: FileFacts, { method, call }: CandidateCall): boolean {
  const [argument] = call.args;
  if (argument === undefined || !/^(create|update|upsert)Entity$/.test(method)) return false;
  const entity = linker.evaluate(argument, { file: facts.file });
  const names = entity.kind === 'object' ? entity.properties : [];
  return ['partitionKey', 'rowKey'].every((key) =>
    names.some((property) => property.kind === 'property' && property.name === key),
  );
}
