import assert from 'node:assert/strict';
import { CLIENT, operationsOf, PACKAGE } from '../../../../test/support/operations.ts';
import type { Consumption } from '../operations/operation.ts';

const CALL = "client.listEntities({ queryOptions: { filter: 'a' } })";

/** How the result of the first list query of a function's body is used, as short texts. */
function uses(body: string): string[] {
  const star = body.includes('yield ') ? '*' : '';
  const text = `${PACKAGE}${CLIENT}export async function${star} f(limit, given, table) {\n${body}\n}`;
  const query = operationsOf({ 'main.js': text }).find((one) => one.kind === 'query');
  assert.ok(query !== undefined);
  return describeUse(text, query.consumption);
}

function describeUse(text: string, use: Consumption): string[] {
  const at = ({ start, end }: { readonly start: number; readonly end: number }): string =>
    text.slice(start, end);
  const { limit, filters = [], collects, returnsEntities, pagePlace } = use;
  return [
    ...(limit ? [`${limit.kind}${limit.readsAll ? ' of all' : ''}${use.firstOnly ? ' only' : ''}`] : []),
    ...(pagePlace ? [`pages of ${at(pagePlace.span)}`] : []),
    ...filters.map(
      ({ conditions, isWhole }) =>
        `${isWhole ? 'filter' : 'part of filter'} ${conditions
          .map(({ property, how, operator, value, flag }) =>
            [how, property, operator, value ? at(value.span) : flag]
              .filter((part) => part !== undefined)
              .join(' '),
          )
          .join(', ')}`,
    ),
    ...(collects ? [`collects ${collects}`] : []),
    ...(returnsEntities === true ? ['returns'] : []),
  ];
}

function check(body: string, ...expected: readonly string[]): void {
  assert.deepEqual(uses(body.replaceAll('CALL', CALL)), expected, body);
}

describe('the use of a result', () => {
  it('sees how early a loop ends', () => {
    check('for await (const e of CALL) return e.age;', 'one only');
    check('let x; for await (const e of CALL) { x = e; break; } use(x.age);', 'one only');
    check('const list = CALL; for await (const e of list) { if (!e) continue; return 1; }', 'one only');
    check(
      'for await (const e of CALL) { if (e.age === given) { return e.name; } }',
      'match',
      'filter compared age eq given',
    );
    check('for await (const e of CALL) { if (seen.has(e.id)) continue; return e.id; }', 'match');
    check(
      'for await (const e of CALL) { if (e.id === given || e.code === given) return use(e.id); }',
      'match',
      'part of filter compared id eq given, compared code eq given',
    );
    check(
      'try { for await (const e of CALL) { await use(e.id); return; } } catch (x) { log(x); }',
      'one only',
    );
    check('for await (const e of CALL) { try { await use(e.id); return; } catch (x) { log(x); } }');
    check(
      'for await (const page of CALL.byPage()) { try { for (const e of page) { await use(e.id); return; } } catch {} }',
    );
    check('let n = 0; for await (const e of CALL) { use(e.id); if (++n >= limit) break; }', 'count');
    check(
      'const out = []; for await (const e of CALL) { out.push(e.id); if (out.length >= 10) break; } done(out);',
      'count',
      'collects array',
    );
    check('for await (const e of CALL) { use(e.id); if (Date.now() > limit) break; }');
    check('for await (const e of CALL) { if (e.id > limit) break; use(e.id); }');
    check('for await (const e of CALL) { for (const x of e.list) { if (x) break; } use(e.id); }');
  });

  it('sees limits in other forms', () => {
    const loop = (body: string): string =>
      `let n = 9; const out = []; for await (const e of CALL) { ${body} }`;
    check(loop('if (out.length < limit) out.push(e.id); else break;'), 'count');
    check(loop('use(e.id); if (--n <= 0) break;'), 'count');
    check(loop('if (limit && n >= limit) return; n++; use(e.id);'), 'count');
    check(loop('try { use(e.id); n += 1; if (n === limit) { break; } } catch {}'), 'count');
    check(loop('use(e.id); if (e.rest.length < limit) break;'));
  });

  it('follows pages', () => {
    check(
      'for await (const page of CALL.byPage({ maxPageSize: 10 })) return page;',
      'page only',
      'pages of 10',
      'returns',
    );
    check('for await (const page of CALL.byPage()) for (const e of page) use(e.id);');
    check(
      'const it = CALL.byPage({ maxPageSize: limit }); const { value } = await it.next(); use(value.length);',
      'page only',
      'pages of limit',
    );
    check('await CALL.byPage({ maxPageSize: 1 }).next();', 'probe only', 'pages of 1');
    check(
      'const page = (await CALL.byPage({ maxPageSize: 5, continuationToken: given }).next()).value; use(page[0].id);',
      'pages of 5',
    );
    check(
      'for await (const page of CALL.byPage({ maxPageSize: 5 })) { use(page, page.continuationToken); break; }',
      'pages of 5',
    );
    check(
      'for await (const [e] of CALL.byPage({ maxPageSize: 1 })) { if (e === undefined) continue; return e.id; }',
      'one only',
      'pages of 1',
    );
    check(
      'const out = []; for await (const page of CALL.byPage({ maxPageSize: 9 })) out.push(...page); out.sort((a, b) => b.at - a.at); use(out.map((e) => e.id));',
      'pages of 9',
      'collects array',
    );
  });

  it('follows next', () => {
    check('const it = CALL; const first = await it.next(); return first.value.id;', 'one only');
    check('return (await CALL.next()).value;', 'one only');
    check(
      'const it = CALL; let r = await it.next(); while (!r.done) { use(r.value.id); r = await it.next(); }',
    );
    check('const it = CALL; for (;;) { const { value } = await it.next(); use(value.id); }');
  });

  it('follows arrays', () => {
    const collect = 'const rows = []; for await (const e of CALL) rows.push(e);';
    check(`${collect} return rows[0];`, 'one of all', 'collects array');
    check(`${collect} return rows.length > 0 ? rows[0].id : null;`, 'one of all', 'collects array');
    check(`${collect} const [first] = rows; return first.id;`, 'one of all', 'collects array');
    check(`${collect} return rows.slice(0, limit);`, 'count of all', 'collects array', 'returns');
    check(`${collect} use(rows.slice(0, limit).map(({ id }) => id));`, 'count of all', 'collects array');
    check(`${collect} return rows;`, 'collects array', 'returns');
    check(`${collect} rows.sort((a, b) => (a.at < b.at ? 1 : -1)); return rows[0].id;`, 'collects array');
    check(
      `${collect} return rows.filter((e) => e.kind === 'a').map((e) => e.id);`,
      "filter compared kind eq 'a'",
      'collects array',
    );
    check(
      `${collect} use(rows.filter((e) => e.kind === 'a'), rows.filter((e) => e.kind === 'b'));`,
      'collects array',
    );
    check(`${collect} use(rows.find((e) => e.id === given).name, rows);`, 'collects array');
    check('const rows = await Array.fromAsync(CALL); return rows[0].id;', 'one of all', 'collects array');
    check('const rows = await collect(CALL); return rows.at(0).id;');
    check('const rows = await consume(CALL); return rows[0];');
  });

  it('reads tests that leave entities out', () => {
    const loop = (body: string): string => `for await (const e of CALL) { ${body} }`;
    check(loop("if (e.kind !== 'a') continue; use(e.id);"), "filter compared kind eq 'a'");
    check(
      loop('if (e.at < given || e.at >= limit) continue; use(e.id);'),
      'filter compared at ge given, compared at lt limit',
    );
    check(loop('if (!(given < e.at && e.open)) continue; use(e.id);'), 'part of filter compared at gt given');
    check(loop('const at = Date.parse(e.at); if (at > limit) use(e.id);'), 'filter converted at gt');
    check(loop('if (e.isActive) use(e.id);'), 'filter compared isActive eq true');
    check(loop('if (!e.name.includes(given)) continue; use(e.id);'), 'filter searched name');
    check(loop("if (!e.rowKey.startsWith('a_')) continue; use(e.id);"), 'filter compared rowKey');
    check(loop("if (!['a', 'b'].includes(e.kind)) continue; use(e.id);"), 'filter compared kind');
    check(
      loop('let fits = true; if (given) { fits = e.name.includes(given); } if (fits) use(e.id);'),
      'part of filter searched name',
    );
    check(loop('n++; if (e.at < limit) { await remove(e.id); n++; }'), 'filter compared at lt limit');
  });

  it('reads tests that stand within others, and a question whether there is any', () => {
    check(
      'for await (const e of CALL) { if (given) { if (e.enabled === false) continue; } use(e.name); }',
      'part of filter compared enabled ne false',
    );
    check(
      'let n = 0; for await (const _ of CALL) n++; if (n > 0) return false;',
      'one of all',
      'collects count',
    );
    check('let n = 0; for await (const _ of CALL) n++; return n;', 'collects count');
    check(
      'const out = []; for await (const page of CALL.byPage()) { for (const e of page) { out.push(e.id); if (out.length >= limit) return out; } } return out;',
      'count',
      'collects array',
    );
    check(
      `for await (const e of CALL) {
        const at = clean(e.at); const same = at === given; const isOpen = e.state === 'open';
        if (!same || !isOpen) continue;
        found = { name: e.name }; break;
      }`,
      'match',
      "filter converted at eq, compared state eq 'open'",
    );
  });

  it('reads tests that a function makes', () => {
    const within = (declared: string, body: string, ...expected: readonly string[]): void => {
      check(`${declared}\n${body}`, ...expected);
    };
    const matches =
      'function matches(row, wanted) { if (row.kind !== wanted) return false; return row.at > limit; }';
    const found = ['filter compared kind eq wanted, compared at gt limit'];
    within(matches, 'for await (const e of CALL) { if (!matches(e, given)) continue; use(e.id); }', ...found);
    within(
      'const matches = ({ kind }) => kind === given;',
      'const rows = await Array.fromAsync(CALL); return rows.filter(matches).length;',
      'filter compared kind eq given',
      'collects array',
    );
    check(
      `const rows = await Array.fromAsync(CALL);
      return rows.filter((row) => { const open = row.state === 'open'; if (given && row.kind !== given) return false; return open; }).map((row) => row.id);`,
      "part of filter compared state eq 'open'",
      'collects array',
    );
    within(
      'function same(a) { return same(a); }',
      'for await (const e of CALL) { if (!same(e)) continue; use(e.id); }',
    );
  });

  it('reads tests in other forms', () => {
    const loop = (body: string): string => `for await (const e of CALL) { ${body} }`;
    check(loop("e.kind === 'a' && rows.push(e.id);"), "filter compared kind eq 'a'");
    check(loop("if (e.kind === 'a') { use(e.id); } else { skipped++; }"), "filter compared kind eq 'a'");
    check(
      loop("if (e.kind === 'a') { console.log(e.id); } else { use(e.id); }"),
      "filter compared kind ne 'a'",
    );
    check(loop("if (e.kind === 'a') { use(e.id); } else { others++; }"), "filter compared kind eq 'a'");
    check(
      loop(
        'const text = `${e.name} ${e.mail}`.toLowerCase(); if (!text.includes(given)) continue; use(e.id);',
      ),
      'filter searched name',
    );
    check(loop('if (e.name.indexOf(given) < 0) continue; use(e.id);'), 'filter searched name');
    check(loop('if (!pattern.test(e.name)) continue; use(e.id);'), 'filter searched name');
    check(loop('if (!/^a/.test(e.name)) continue; use(e.id);'));
    check(loop('if (Number(e.size) > 0) use(e.id);'));
    const each = (body: string): string =>
      `const rows = await Array.fromAsync(CALL); rows.forEach((e) => { ${body} });`;
    check(
      each('if (e.kind !== given) return; use(e.id);'),
      'filter compared kind eq given',
      'collects array',
    );
    check('for await (const page of CALL.byPage()) page.forEach((e) => { if (!e.id) return; use(e.id); });');
  });

  it('sees what is one of given values', () => {
    for (const test of ['given.has(e.id)', 'given.ids.includes(e.id)'])
      check(`for await (const e of CALL) { if (!${test}) continue; use(e.name); }`, 'filter among id');
    check(
      'const all = await Array.fromAsync(CALL); use(all.filter((e) => given.has(e.id)).map((e) => e.name));',
      'filter among id',
      'collects array',
    );
  });

  it('takes no other test for a filter', () => {
    const loop = (body: string): string => `let n = 0, max = 0; for await (const e of CALL) { ${body} }`;
    check(loop('if (!e.name) continue; use(e.id);'));
    check(loop('const at = Number(e.at); if (Number.isNaN(at) || at < 0) continue; use(e.id);'));
    check(loop('if (e.name === undefined) continue; use(e.id);'));
    check(loop('if (e.name.length > 3) use(e.id);'));
    check(loop("if (e.name.includes('@')) continue; use(e.id);"));
    check(loop("if (e.kind === 'a') one(e.id); else two(e.id);"));
    check(loop("n++; if (e.kind === 'a') n += 2;"), 'collects count');
    check(loop('if (e.at > max) max = e.at;'));
    check(loop('if (seen.has(e.id)) continue; use(e.name);'));
    check(loop('if (e.at > limit) { use(e.id); break; } if (e.open === given) use(e.id);'));
    check(loop('const row = table.get(e.id); if (row.size > limit) use(e.name);'));
    check(loop('const row = await load(e.id); if (row.size > limit) use(e.name);'));
    check(loop('if (table.some((row) => row.id === e.id)) continue; use(e.name);'));
    check(loop('use(e.id); if (e.at > limit) again(e.id);'));
    check(loop("if (e.kind === 'a') { await remove(e.id); continue; } use(e.id);"));
    check(loop('if (near(e.x, e.y) < limit) use(e.id);'));
  });

  it('follows what is made from an entity', () => {
    check(
      'const out = []; for await (const e of CALL) out.push({ id: e.rowKey, at: e.created }); return out.filter((o) => o.id === given).sort((a, b) => b.at.localeCompare(a.at));',
      'filter compared rowKey eq given',
      'collects array',
    );
    check(
      'let rows = (await Array.fromAsync(CALL)).map(toRow); if (given) rows = rows.filter((r) => r.label.includes(given)); return rows; function toRow(e) { return { id: e.rowKey, label: e.name }; }',
      'filter searched name',
      'collects array',
    );
    check('for await (const e of CALL) yield e;', 'returns');
    check('let n = 0; for await (const e of CALL) n++;', 'collects count');
  });
});
