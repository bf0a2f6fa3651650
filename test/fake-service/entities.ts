import type { Property } from '../../src/core/edm/json.ts';
import { checkKey, readLimited } from './limits.ts';
import { jsonResponse, Refusal } from './message.ts';
import type { FakeRequest, FakeResponse } from './message.ts';
import { filterOf, isWithin, MAX_TOP, readPage } from './query.ts';
import type { KeyBounds, PageRules } from './query.ts';
import type { EntityKeys, FakeEntity } from './rows.ts';
import type { FakeTable } from './table.ts';
import { entityJson, etagOf, keysOfToken, metadataOf, tokenText } from './wire.ts';

/** What a request about entities is asked of. */
export interface EntityContext {
  readonly table: FakeTable;
  readonly bounds: KeyBounds;
  readonly rules: PageRules;
  /** A Timestamp for a write, later than the one before. */
  readonly stamp: () => string;
}

/** Answers a query: `GET Table()`. */
export function queryEntities(request: FakeRequest, { table, bounds, rules }: EntityContext): FakeResponse {
  const { parameters } = request;
  const filter = filterOf(parameters.get('$filter'));
  const from = keysOfToken(parameters.get('NextPartitionKey'), parameters.get('NextRowKey'));
  const top = Number(parameters.get('$top') ?? MAX_TOP);
  if (filter === undefined || from === 'invalid' || !Number.isInteger(top) || top < 0 || top > MAX_TOP) {
    throw new Refusal(400, 'InvalidInput');
  }
  const query = { filter: filter === 'none' ? undefined : filter, top, from, bounds };
  const { entities, next, isAtBorder, read } = readPage(table, query, rules);
  const metadata = metadataOf(request.header('accept'));
  const select = selectOf(request);
  const rows = entities.map((entity) => entityJson(entity, metadata, select));
  return {
    ...jsonResponse(
      200,
      `{"value":[${rows.join()}]}`,
      next && tokenHeaders(next, rules.atBorder === true && isAtBorder),
    ),
    rows: rows.length,
    read,
  };
}

/** Whoever ends a page at a border knows of the next entity no more than its partition. */
function tokenHeaders(next: EntityKeys, withoutRow: boolean): Record<string, string> {
  return {
    'x-ms-continuation-NextPartitionKey': tokenText(next.PartitionKey),
    ...(!withoutRow && { 'x-ms-continuation-NextRowKey': tokenText(next.RowKey) }),
  };
}

function selectOf({ parameters }: FakeRequest): readonly string[] | undefined {
  const select = parameters.get('$select');
  return select === null || select === '*' ? undefined : select.split(',').map((name) => name.trim());
}

/** Answers `GET Table(PartitionKey='…',RowKey='…')`. */
export function getEntity(request: FakeRequest, keys: EntityKeys, context: EntityContext): FakeResponse {
  const entity = existing(context, keys);
  const body = entityJson(entity, metadataOf(request.header('accept')), selectOf(request));
  return { ...jsonResponse(200, body, { ETag: etagOf(entity) }), rows: 1, read: 1 };
}

/** Answers `POST Table`. */
export function insertEntity(request: FakeRequest, context: EntityContext): FakeResponse {
  const { partitionKey, rowKey, properties } = readLimited(request.body);
  const keys = { PartitionKey: partitionKey, RowKey: rowKey };
  if (!/"PartitionKey"\s*:/.test(request.body) || !/"RowKey"\s*:/.test(request.body)) {
    throw new Refusal(400, 'PropertiesNeedValue');
  }
  mustBeWithin(keys, context);
  if (context.table.get(keys) !== undefined) throw new Refusal(409, 'EntityAlreadyExists');
  const stored = store(context, keys, properties);
  const headers = { ETag: etagOf(stored) };
  if (request.header('prefer') === 'return-no-content') return { status: 204, headers };
  return jsonResponse(201, entityJson(stored, metadataOf(request.header('accept'))), headers);
}

/** Answers PUT (replace) and MERGE or PATCH; with `If-Match` the entity must be there, without it is made. */
export function writeEntity(
  request: FakeRequest,
  keys: EntityKeys,
  context: EntityContext,
  mode: 'merge' | 'replace',
): FakeResponse {
  mustBeWithin(keys, context);
  const { properties } = readLimited(request.body);
  const condition = request.header('if-match');
  const before = condition === undefined ? context.table.get(keys) : matching(context, keys, condition);
  const kept = mode === 'replace' ? [] : (before?.properties ?? []);
  const written = new Set(properties.map(({ name }) => name));
  const all = [...kept.filter(({ name }) => !written.has(name)), ...properties];
  return { status: 204, headers: { ETag: etagOf(store(context, keys, all)) } };
}

/** Answers DELETE, which must say of what version. */
export function deleteEntity(request: FakeRequest, keys: EntityKeys, context: EntityContext): FakeResponse {
  const condition = request.header('if-match');
  if (condition === undefined) throw new Refusal(400, 'MissingRequiredHeader');
  mustBeWithin(keys, context);
  context.table.remove(matching(context, keys, condition));
  return { status: 204 };
}

function existing(context: EntityContext, keys: EntityKeys): FakeEntity {
  mustBeWithin(keys, context);
  const entity = context.table.get(keys);
  if (entity === undefined) throw new Refusal(404, 'ResourceNotFound');
  return entity;
}

function matching(context: EntityContext, keys: EntityKeys, condition: string): FakeEntity {
  const entity = existing(context, keys);
  if (condition !== '*' && condition !== etagOf(entity)) {
    throw new Refusal(412, 'UpdateConditionNotSatisfied');
  }
  return entity;
}

function mustBeWithin(keys: EntityKeys, { bounds }: EntityContext): void {
  if (!isWithin(keys, bounds)) throw new Refusal(403, 'AuthorizationFailure');
}

function store(
  { table, stamp }: EntityContext,
  keys: EntityKeys,
  properties: readonly Property[],
): FakeEntity {
  checkKey(keys.PartitionKey);
  checkKey(keys.RowKey);
  const entity = { ...keys, properties, timestamp: stamp() };
  table.put(entity);
  return entity;
}
