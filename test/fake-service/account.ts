import { evaluate } from '../../src/core/odata/evaluate.ts';
import { deleteEntity, getEntity, insertEntity, queryEntities, writeEntity } from './entities.ts';
import type { EntityContext } from './entities.ts';
import { jsonResponse, Refusal } from './message.ts';
import type { FakeRequest, FakeResponse } from './message.ts';
import { filterOf, MAX_TOP } from './query.ts';
import type { KeyBounds, PageRules } from './query.ts';
import { sortedRows } from './rows.ts';
import type { EntityKeys, Rows } from './rows.ts';
import { addressOf } from './operation.ts';
import { FakeTable } from './table.ts';
import { textOfToken, tokenText } from './wire.ts';

interface NamedTable {
  readonly name: string;
  readonly table: FakeTable;
}

/** The tables of an account and what is done with them. Knows nothing of HTTP connections nor of who asks. */
export class FakeAccount {
  /** By lower-case name: names are not case-sensitive. */
  readonly #tables = new Map<string, NamedTable>();
  readonly #now: () => number;
  #lastStamp = 0n;

  constructor(tables: Readonly<Record<string, Rows>>, now: () => number) {
    this.#now = now;
    for (const [name, rows] of Object.entries(tables)) this.#add(name, rows);
  }

  /** Throws a Refusal for what the service would not do. */
  answer(request: FakeRequest, bounds: KeyBounds = {}, rules: PageRules = {}): FakeResponse {
    const { method, resource } = request;
    if (resource === 'Tables') return method === 'POST' ? this.#create(request) : this.#list(request, rules);
    const dropped = /^Tables\('(.*)'\)$/.exec(resource)?.[1];
    if (dropped !== undefined) return this.#drop(dropped);
    const { table, keys } = addressOf(resource);
    const context: EntityContext = { table: this.#get(table), bounds, rules, stamp: () => this.#stamp() };
    if (keys === undefined) {
      return method === 'POST' ? insertEntity(request, context) : queryEntities(request, context);
    }
    switch (method) {
      case 'GET':
        return getEntity(request, keys, context);
      case 'PUT':
        return writeEntity(request, keys, context, 'replace');
      case 'MERGE':
      case 'PATCH':
        return writeEntity(request, keys, context, 'merge');
      case 'DELETE':
        return deleteEntity(request, keys, context);
      default:
        throw new Refusal(405, 'UnsupportedHttpVerb');
    }
  }

  /** Does all or nothing: what `work` wrote to the table is undone when it throws. */
  atomically<T>(table: string, keys: readonly EntityKeys[], work: () => T): T {
    const target = this.#get(table);
    const before = keys.map((each) => ({ keys: each, entity: target.get(each) }));
    try {
      return work();
    } catch (failure) {
      for (const { keys: each, entity } of before) {
        if (entity === undefined) target.remove(each);
        else target.put(entity);
      }
      throw failure;
    }
  }

  #add(name: string, rows: Rows): void {
    this.#tables.set(name.toLowerCase(), { name, table: new FakeTable(rows) });
  }

  #get(name: string): FakeTable {
    const found = this.#tables.get(name.toLowerCase());
    if (found === undefined) throw new Refusal(404, 'TableNotFound');
    return found.table;
  }

  #list({ parameters }: FakeRequest, rules: PageRules): FakeResponse {
    const filter = filterOf(parameters.get('$filter'));
    if (filter === undefined) throw new Refusal(400, 'InvalidInput');
    const top = Math.min(Number(parameters.get('$top') ?? MAX_TOP), rules.rows ?? MAX_TOP, MAX_TOP);
    const from = textOfToken(parameters.get('NextTableName') ?? '') ?? '';
    const names = [...this.#tables]
      .filter(
        ([key, { name }]) => key >= from && (filter === 'none' || evaluate(filter, tableAsEntity(name))),
      )
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { name }]) => name);
    const next = names[top];
    const page = names.slice(0, top).map((TableName) => JSON.stringify({ TableName }));
    const headers =
      next === undefined ? {} : { 'x-ms-continuation-NextTableName': tokenText(next.toLowerCase()) };
    return { ...jsonResponse(200, `{"value":[${page.join()}]}`, headers), rows: page.length };
  }

  #create(request: FakeRequest): FakeResponse {
    const { TableName: name } = JSON.parse(request.body) as { TableName: string };
    if (!/^[A-Za-z][A-Za-z0-9]{2,62}$/.test(name)) throw new Refusal(400, 'InvalidResourceName');
    if (this.#tables.has(name.toLowerCase())) throw new Refusal(409, 'TableAlreadyExists');
    this.#add(name, sortedRows([]));
    if (request.header('prefer') === 'return-no-content') return { status: 204 };
    return jsonResponse(201, JSON.stringify({ TableName: name }));
  }

  #drop(name: string): FakeResponse {
    if (!this.#tables.delete(name.toLowerCase())) throw new Refusal(404, 'ResourceNotFound');
    return { status: 204 };
  }

  #stamp(): string {
    const now = BigInt(this.#now()) * 10_000n;
    this.#lastStamp = now > this.#lastStamp ? now : this.#lastStamp + 1n;
    const milliseconds = new Date(Number(this.#lastStamp / 10_000n)).toISOString().slice(0, -1);
    return `${milliseconds}${String(this.#lastStamp % 10_000n).padStart(4, '0')}Z`;
  }
}

function tableAsEntity(name: string): Parameters<typeof evaluate>[1] {
  const properties = new Map([['TableName', { type: 'String', value: name } as const]]);
  return { partitionKey: '', rowKey: '', properties };
}
