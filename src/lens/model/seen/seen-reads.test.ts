import assert from 'node:assert/strict';
import { operationsOf, PACKAGE } from '../../../../test/support/operations.ts';

const CALL = "client.listEntities({ queryOptions: { filter: 'a' } })";

/** What is read of the entities of the only query of a function with this body, as one text; `…` is the whole. */
function reads(body: string, before: string, head: string): string {
  const text = `${PACKAGE}${before}\n${head} {\n${body.replaceAll('CALL', CALL)}\n}`;
  const query = operationsOf({ 'main.ts': text }).find(({ method }) => method === 'listEntities');
  assert.ok(query?.kind === 'query', body);
  const { names = [], isWhole = false } = query.consumption.reads ?? {};
  return isWhole ? '…' : names.join(' ');
}

function check(body: string, expected: string, before = ''): void {
  const head = 'export async function f(client: TableClient, limit, given, table)';
  assert.equal(reads(body, before, head), expected, body);
}

/** Of a loop through the entities. */
function loop(body: string, expected: string, before = ''): void {
  check(`for await (const e of CALL) { ${body} }`, expected, before);
}

/** Of a list that has them all. */
function collected(rest: string, expected: string, before = ''): void {
  check(`const rows = []; for await (const e of CALL) rows.push(e); ${rest}`, expected, before);
}

describe('what is read of entities', () => {
  it('are the properties that a loop takes', () => {
    loop('use(e.id);', 'id');
    loop("use(e['id'], e?.name);", 'id name');
    loop('const { id, name: label } = e; use(id, label);', 'id name');
    check('for await (const { id, name: label } of CALL) use(id, label);', 'id name');
    loop('if (!e) continue; if (typeof e === given || e === limit) break; use(e.id);', 'id');
    loop('use(`${e.id}`, -e.size, e.name.length, e.tags.includes(given));', 'id size name tags');
    loop('', '');
    check('let last; for await (const e of CALL) { if (last?.at < e.at) use(last.id); last = e; }', 'at id');
    check(
      'let best; for await (const e of CALL) best = best && best.at > e.at ? best : e; return best && best.id;',
      'at id',
    );
    check(
      'const e = 1; for await (const e of CALL) { { const e = { no: 1 }; use(e.no); } use(e.id); }',
      'id',
    );
  });

  it('are those of pages, of steps and of iterators', () => {
    check('for await (const page of CALL.byPage({ maxPageSize: 5 })) for (const e of page) use(e.id);', 'id');
    check('for await (const page of CALL.byPage()) use(page.length, page.map((e) => e.id));', 'id');
    check('for await (const [e] of CALL.byPage({ maxPageSize: 1 })) return e?.id;', 'id');
    check(
      'const pages = []; for await (const p of CALL.byPage()) pages.push(p); use(pages.flat().map((e) => e.id));',
      'id',
    );
    check('const page = (await CALL.byPage().next()).value; use(page[0].id, page.continuationToken);', 'id');
    check('const it = CALL; const { value, done } = await it.next(); if (!done) use(value.id);', 'id');
    check(
      'const it = CALL; let r = await it.next(); while (!r.done) { use(r.value.id); r = await it.next(); }',
      'id',
    );
    check(
      'const it = CALL[Symbol.asyncIterator](); for (;;) { const { value } = await it.next(); use(value.id); }',
      'id',
    );
    check('const it = CALL; const r = await it.next(); use(r);', '…');
    check('return (await CALL.next()).value;', '…');
    check('const { next } = CALL; use(next);', '…');
    check('for await (const page of CALL.byPage()) use(page);', '…');
  });

  it('are those that methods of lists, and the functions that these are given, take', () => {
    collected('use(rows.length, rows[0].id, rows[limit].name, rows.at(-1).at);', 'id name at');
    collected('const [first, ...others] = rows; use(first.id, others.map((e) => e.name));', 'id name');
    collected('rows.sort((a, b) => (a.at < b.at ? 1 : -1)); use(rows[0].id);', 'at id');
    collected('use(rows.toSorted((a, b) => a.at - b.at).slice(0, limit).map(({ id }) => id));', 'at id');
    collected(
      "use(rows.filter((e) => e.kind === 'a').map((e) => e.id), rows.find((e) => e.a)?.b);",
      'kind id a b',
    );
    collected('use(rows.some((e) => e.a), rows.every((e) => e.b), rows.findLast((e) => e.c).d);', 'a b c d');
    collected('use(rows.findIndex((e) => e.a), rows.indexOf(rows[0]), rows.includes(given));', 'a');
    collected('use(rows.reduce((sum, e) => sum + e.size, 0), rows.flatMap((e) => [e.id]));', 'size id');
    collected('use(rows.reduce((a, b) => (a.at > b.at ? a : b)).id);', 'at id');
    collected('while (rows.length > 0) for (const e of rows.splice(0, 100)) use(e.id);', 'id');
    collected('while (rows.length > 0) use(rows.pop().id);', 'id');
    collected(
      'const some = rows.slice(0, limit); if (some.length === 0) return; for (const e of some) use(e.id);',
      'id',
    );
    collected('rows.splice(0, limit); if (rows.length > 0) use(rows[0].id);', 'id');
    collected(
      'use([...rows, ...rows.concat(rows)].map((e) => e.id), Array.from(rows, (e) => e.name));',
      'id name',
    );
    collected('const all = []; all.push(...rows); use(all.map((e) => e.id), new Set(rows).size);', 'id');
    collected('await Promise.all(rows.map(async (e) => { await use(e.id); }));', 'id');
    collected('const own = { rows }; use(own.rows.map((e) => e.id), rows.filter(Boolean).length);', 'id');
    collected(
      'const pairs = rows.map((e) => [e.id, e]); for (const [id, e] of pairs) use(id, e.name);',
      'id name',
    );
    check('const rows = await Array.fromAsync(CALL); use(rows.map(({ id }) => id));', 'id');
    check('use((await Array.fromAsync(CALL, (e) => e.id)).length);', 'id');
  });

  it('are those that functions of the program take, whoever calls them', () => {
    loop(
      'if (matches(e, given)) use(e.id);',
      'kind at id',
      'const matches = (row, kind) => row.kind === kind && row.at > 1;',
    );
    loop('await use(label(e));', 'name', 'function label({ name }) { return name; }');
    check(
      'use(names(await load()));  async function load() { const all = []; for await (const e of CALL) all.push(e); return all; }',
      'name',
      'const names = (all) => all.map((e) => e.name);',
    );
    check(
      'async function* each() { for await (const e of CALL) if (e.a) yield e; } for await (const e of each()) use(e.id);',
      'a id',
    );
    check(
      'class Rows { all = []; add(e) { this.all.push(e); } ids() { return this.all.map((e) => e.id); } } const rows = new Rows(); for await (const e of CALL) rows.add(e); use(rows.ids());',
      'id',
    );
    loop('limit(() => send(e.id));', 'id');
    loop('given.on("x", () => { n += 1; use(e.id, n); });', 'id', 'let n = 0;');
    check('let n = 0; for await (const e of CALL) limit(async () => { await send(e.id); n += 1; });', 'id');
    loop('await retry(async () => { await send(e.id); });', 'id');
    check('await retry(async () => { for await (const e of CALL) use(e.id); });', 'id');
    check(
      'const seen = []; await each(async () => { for await (const e of CALL) seen.push(e.id); }); return seen;',
      'id',
    );
  });

  it('are all where an entity goes where it is not followed', () => {
    for (const body of [
      'use(e);',
      'return e;',
      'throw e;',
      'this.last = e;',
      'given.last = e;',
      'given.push(e);',
      'last = e;',
      'module.exports = e;',
      'use({ ...e });',
      'const { id, ...rest } = e; use(id);',
      'use(JSON.stringify(e));',
      'use(Object.keys(e).length);',
      'use(structuredClone(e));',
      'console.log(e);',
      'use(`${e}`);',
      "use('' + e);",
      'use(e > limit);',
      "if ('id' in e) use();",
      'for (const name in e) use(name);',
      'for (const [name] of Object.entries(e)) use(name);',
      'use(e[given]);',
      'use(e.toString());',
      'use(e.id());',
      'e.id = 1;',
      'e.count++;',
      'Object.assign(e, given);',
      'use(e[Symbol.iterator]);',
      'delete e.id;',
      'await client.upsertEntity(e);',
      'await client.submitTransaction([["create", e]]);',
      'limit(() => send(e));',
      'later = () => e.id;',
      'given.later = () => e;',
      'new Message(e);',
      'new Map([[1, e]]);',
      'use`${e}`;',
      'use(...[e]);',
      'use.call(null, e);',
      'use.apply(null, [e]);',
      'use.bind(null, e)();',
      'function own() { use(arguments[0]); } own(e);',
      'own(e); function own(x) { own(x); own([x]); }',
    ])
      loop(body, '…');
    for (const rest of [
      'return rows;',
      'use(rows);',
      'use({ rows });',
      'use(() => rows);',
      'return { all: () => rows };',
      'return class { rows = rows; };',
      'use(rows.join());',
      'use(rows.map((e) => e));',
      'use(rows.filter(isOpen));',
      'use(rows.map((e, i, all) => all));',
      'use(rows[0]);',
      'use(rows[limit]);',
      'use(rows.at(-1));',
      'use(rows.splice(0, 10));',
      'use(rows.pop());',
      'rows.pop(); rows.shift(); use(rows.slice(limit));',
      'use(new Set(rows));',
      'use([...rows]);',
      'use(Array.from(rows));',
      'use(Object.groupBy(rows, ({ id }) => id));',
      'const by = {}; for (const e of rows) by[e.id] = e; use(by.a);',
      'const by = new Map(); for (const e of rows) by.set(e.id, e); use(by);',
      'const by = new Map(rows.map((e) => [e.id, e])); use(by);',
    ])
      collected(rest, '…');
    check('return CALL;', '…');
    check('yield* CALL;', '…');
    check('return [CALL];', '…');
    check('use(Readable.from(CALL));', '…');
    check('return CALL[Symbol.asyncIterator]();', '…');
  });

  it('are all where somebody else has what they are put into', () => {
    loop('if (e.a) buffer.push(e);', '…', 'const buffer = []; export const take = () => buffer;');
    loop('if (e.a) last = e;', '…', 'let last; export const take = () => last;');
    loop('if (e.a) cache.last = e;', '…', 'const cache = {};');
    check(
      'const rows = []; emitter.on("end", () => send(rows)); for await (const e of CALL) rows.push(e);',
      '…',
    );
    check('let last; emitter.on("end", () => send(last)); for await (const e of CALL) last = e;', '…');
    check(
      'const rows = []; const own = { rows }; use(own); for await (const e of CALL) own.rows.push(e);',
      '…',
    );
    check('const rows = []; given.rows = rows; for await (const e of CALL) rows.push(e);', '…');
    check('const { rows } = given; for await (const e of CALL) rows.push(e);', '…');
    const later = 'const rows = await Array.fromAsync(CALL);';
    check(
      `${later} let isReady = false; given.on("x", () => { if (isReady) send(rows); }); isReady = true;`,
      '…',
    );
    check(`${later} const at = { is: 0 }; given.on("x", () => { if (at.is) send(rows); }); at.is = 1;`, '…');
    check(
      `let buffer = [];
       const flush = async () => { for (const one of buffer) await client.upsertEntity(one); buffer = []; };
       for await (const e of CALL) { if (e.a) buffer.push(e); if (buffer.length >= 100) await flush(); }`,
      '…',
    );
  });

  it('are all where it matters that a property is undefined, and not null', () => {
    loop('if (e.id !== undefined) use();', '…');
    loop('if (e.id === null) use();', '…');
    loop("if (typeof e.id === 'string') use();", '…');
    loop('const { id = 1 } = e; use(id);', '…');
    loop('show(e.id);', '…', 'const show = (id = 1) => use(id);');
    loop('const { id } = e; switch (id) { case undefined: use(); }', '…');
    loop('if (e.id == null || e.a) use(e.b ?? 1);', 'id a b');
  });

  it('are all where not everything is followed', () => {
    const deep = Array.from({ length: 30 }, (_, i) => `const f${i} = (x) => f${i + 1}(x);`).join('\n');
    loop('f0(e);', '…', `${deep}\nconst f30 = (x) => x.id;`);
    const many = Array.from(
      { length: 60 },
      (_, i) => `if (given.a${i} > limit.b${i}) x = x + given.c${i};`,
    ).join(' ');
    loop(`work(e); use(e.id);`, '…', `function work(x) { ${many.repeat(8)} return x; }`);
  });

  it('are those of all turns of a loop, whatever it counts', () => {
    const count = (body: string, expected: string, from = '0'): void => {
      check(`let n = ${from}; for await (const e of CALL) { ${body} }`, expected);
    };
    count('n += 1; if (n === 5) use(e.id); else use(e.name);', 'name id');
    count('if (n < 10) use(e.id); else use(e.name); n++;', 'id name');
    count('if (n >= 10) use(e.id); n++;', 'id');
    count('if (--n === 0) use(e.id);', 'id', '10');
    count('if (n !== 7) use(e.id); else use(e.name); n++;', 'id name');
    count('n++; if (n > 0) use(e.id); if (n < 0) use(e.name);', 'id');
    count('for (let i = 0; i < 2; i++) { if (i === 7) use(e.id); else use(e.name); }', 'name');
  });

  it('are those of modules, for which their functions and whoever imports them count, too', () => {
    const top = (text: string, expected: string): void => {
      const client = `const client = new TableClient('u', 't', k);`;
      const query = operationsOf({ 'main.ts': `${PACKAGE}${client}\n${text.replaceAll('CALL', CALL)}` }).find(
        ({ kind }) => kind === 'query',
      );
      assert.ok(query?.kind === 'query');
      const { names = [], isWhole = false } = query.consumption.reads ?? {};
      assert.equal(isWhole ? '…' : names.join(' '), expected, text);
    };
    top('for await (const e of CALL) console.log(e.id);', 'id');
    top(
      'const rows = []; for await (const e of CALL) rows.push(e); console.log(rows.map((e) => e.id));',
      'id',
    );
    top('export const rows = []; for await (const e of CALL) if (e.id) rows.push(e);', '…');
    top('const rows = []; for await (const e of CALL) if (e.id) rows.push(e); export { rows };', '…');
    top(
      'const rows = []; for await (const e of CALL) if (e.id) rows.push(e); export const all = () => rows;',
      '…',
    );
    top(
      'const rows = []; for await (const e of CALL) if (e.id) rows.push(e); module.exports = { rows };',
      '…',
    );
  });
});
