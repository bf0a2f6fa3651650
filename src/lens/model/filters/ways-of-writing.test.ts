import assert from 'node:assert/strict';
import { shapesOfFilter } from '../../../../test/support/operations.ts';

const POINT = `"PartitionKey eq 'a' and RowKey eq 'b'"`;
const PARTITION = `"PartitionKey eq 'a'"`;
const SCAN = `"status eq 'open'"`;

const CASES: readonly (readonly [
  what: string,
  parameters: string,
  code: string,
  shapes: string,
  before?: string,
])[] = [
  [
    'a static block fills what is static',
    '',
    'const filter = Filters.all;',
    'partition-scan',
    `class Filters { static all; static { this.all = ${PARTITION}; } }`,
  ],
  [
    'a class that is an expression has its static fields',
    '',
    'const filter = Filters.all;',
    'partition-scan',
    `const Filters = class { static all = ${PARTITION}; };`,
  ],
  [
    'a getter of the base is read by super',
    '',
    'const filter = new Open().filter;',
    'point',
    `class Base { get filter() { return ${PARTITION}; } }
     class Open extends Base { get filter() { return super.filter + " and RowKey eq 'b'"; } }`,
  ],
  [
    'a static method of the base is called by super',
    '',
    'const filter = Open.filter();',
    'point',
    `class Base { static filter() { return ${PARTITION}; } }
     class Open extends Base { static filter() { return super.filter() + " and RowKey eq 'b'"; } }`,
  ],
  [
    'an object is gone through by its own iterator',
    '',
    "const filter = [...new Clauses()].join(' and ');",
    'point',
    `class Clauses { *[Symbol.iterator]() { yield ${PARTITION}; yield "RowKey eq 'b'"; } }`,
  ],
  [
    'an iterator that is written by hand is not followed',
    '',
    "const filter = [...new Clauses()].join(' and ');",
    'unknown',
    'class Clauses { [Symbol.iterator]() { return { next: () => step() }; } }',
  ],
  [
    'a property that is defined is there',
    '',
    `const o: any = {}; Object.defineProperty(o, 'filter', { value: ${PARTITION} }); const { filter } = o;`,
    'partition-scan',
  ],
  [
    'a getter that is defined is asked when it is read',
    'all: boolean',
    `let text = ${PARTITION}; const o: any = {}; Object.defineProperty(o, 'filter', { get: () => text }); text = ${SCAN}; const filter = o.filter;`,
    'table-scan',
  ],
  [
    'an object has what its prototype has',
    '',
    `const filter = Object.create({ filter: ${PARTITION} }).filter;`,
    'partition-scan',
  ],
  [
    'a rest parameter has what a list has that is spread into it',
    'all: boolean',
    `const parts = [${PARTITION}]; if (all) parts.push("RowKey eq 'b'"); const filter = and(...parts);`,
    'partition-scan,point',
    "function and(...clauses: string[]) { return clauses.join(' and '); }",
  ],
  [
    'a list that is spread has any number of elements',
    'ids: string[]',
    "const filter = Array.of(...ids).map((id) => `RowKey eq '${id}'`).join(' or ') || undefined;",
    'table-scan',
  ],
  [
    'a list that is written out is cut at a number that is not known',
    'count: number',
    `const filter = ["PartitionKey eq 'a'", "RowKey eq 'b'"].slice(0, count).join(' and ');`,
    'partition-scan,point,table-scan',
  ],
  [
    'the last element of a list is one',
    'ids: string[]',
    "const filter = ids.slice(-1).map((id) => `PartitionKey eq '${id}'`).join(' or ') || undefined;",
    'partition-scan,table-scan',
  ],
  [
    'a function that is called by a key is one of those that are there',
    'by: string',
    'const filter = MADE[by]("a");',
    'partition-scan,table-scan',
    "const MADE = { key: (text: string) => `PartitionKey eq '${text}'`, state: (text: string) => `state eq '${text}'` };",
  ],
  [
    'a function that is called by a key may change what it is called on',
    'by: string',
    'const made = new Clauses(); made[by](); const filter = made.text;',
    'unknown',
    `class Clauses { text = ''; key() { this.text = ${PARTITION}; } }`,
  ],
  [
    'a function gives what stands in the place of a text',
    'id: string',
    `const filter = "PartitionKey eq '{key}'".replace('{key}', () => id);`,
    'partition-scan',
  ],
  [
    'arguments are those of the call',
    '',
    `const filter = either(${PARTITION});`,
    'partition-scan',
    `function either() { return arguments.length > 1 ? ${SCAN} : arguments[0]; }`,
  ],
  [
    'an error is what it was made as',
    'all: boolean',
    `let filter = ${SCAN}; try { if (all) throw new RangeError('all'); filter = ${PARTITION}; } catch (error) { if (!(error instanceof TypeError)) throw error; }`,
    'partition-scan',
  ],
  [
    'an error of a class of the program is one of that',
    'all: boolean',
    `let filter = ${SCAN}; try { if (all) throw new Missing('all'); filter = ${PARTITION}; } catch (error) { filter = error instanceof Missing ? ${POINT} : ${SCAN}; }`,
    'partition-scan,point',
    'class Missing extends Error {}',
  ],
  [
    'what a promise is resolved with at once is what is waited for',
    '',
    `const filter = await new Promise((resolve) => resolve(${PARTITION}));`,
    'partition-scan',
  ],
  [
    'a list is put together from its end',
    '',
    `const filter = ["RowKey eq 'b'", ${PARTITION}].reduceRight((all, one) => all + ' and ' + one);`,
    'point',
  ],
  [
    'a loop without a test is left in the turn after the last',
    'ids: string[]',
    "let filter = ''; let i = 0; for (;;) { if (i >= ids.length) break; filter += (i > 0 ? ' or ' : '') + `PartitionKey eq '${ids[i]}'`; i++; }",
    'partition-scan,table-scan',
  ],
  [
    'what is no number is no integer',
    '',
    `const filter = Number.isInteger(NaN) || Number.isInteger('1' as any) ? ${SCAN} : Number.isNaN(NaN) ? ${PARTITION} : ${POINT};`,
    'partition-scan',
  ],
  [
    'of what a proxy gives nothing is told, be it there or not',
    'name: string',
    `const o: any = new Proxy({}, { get: (_, key) => ${PARTITION} }); const filter = o[name] ? o[name] : undefined;`,
    'unknown',
  ],
  [
    'a list that is turned round or sorted has its elements in that order',
    '',
    `const parts = [${PARTITION}, ${SCAN}]; parts.reverse(); const filter = parts[0];`,
    'table-scan',
  ],
  [
    'a list that is turned round on one way',
    'flag: boolean',
    `const parts = [${PARTITION}, ${SCAN}]; if (flag) parts.reverse(); const filter = parts.pop();`,
    'partition-scan,table-scan',
  ],
  [
    'a list of which some elements may not be there is turned round',
    'flag: boolean',
    `const parts = [${PARTITION}]; if (flag) parts.push(${SCAN}); const filter = parts.toReversed().find(() => true);`,
    'partition-scan,table-scan',
  ],
  [
    'constant texts are sorted as the language does',
    '',
    `const filter = [${SCAN}, ${PARTITION}].toSorted()[0];`,
    'partition-scan',
  ],
  [
    'of what a function sorts nobody tells what comes first',
    '',
    `const filter = [${PARTITION}, ${SCAN}].sort((a, b) => b.length - a.length)[0];`,
    'unknown',
  ],
  [
    'entries that are sorted make the same object',
    '',
    `const filter = Object.fromEntries(Object.entries({ filter: ${PARTITION}, other: ${SCAN} }).sort()).filter;`,
    'partition-scan',
  ],
  [
    'elements that take the place of others are not told apart',
    '',
    `const parts = [${PARTITION}, ${SCAN}]; parts.copyWithin(0, 1); const filter = parts[0];`,
    'unknown',
  ],
  ...['every', 'some', 'find', 'findIndex', 'findLast', 'findLastIndex'].map(
    (method) =>
      [
        `${method} ends at the first element that decides`,
        'flag: boolean',
        `let filter = ''; [${PARTITION}, ${SCAN}].${method}((one) => { filter = one; return flag; });`,
        'partition-scan,table-scan',
      ] as const,
  ),
  [
    'a list of any length is not gone through behind what decides',
    'ids: string[]',
    `let filter = ${PARTITION}; ids.some((id) => { filter = filter === ${PARTITION} ? ${POINT} : ${SCAN}; return true; });`,
    'partition-scan,point',
  ],
  [
    'what is frozen stays, whether a change throws or is ignored',
    'flag: boolean',
    `const options = Object.freeze({ filter: ${PARTITION} }) as any; try { options.filter = ${SCAN}; Object.assign(options, { filter: ${SCAN} }); delete options.filter; } catch {}
     const { filter } = options;`,
    'partition-scan',
  ],
  [
    'a list that is frozen stays',
    'others: string[]',
    `const parts = Object.freeze([${PARTITION}]) as any; try { parts.push(${SCAN}); } catch {} try { parts[0] = ${SCAN}; } catch {} try { parts.unshift(...others); } catch {}
     const filter = parts.join(' and ');`,
    'partition-scan',
  ],
  [
    'what is frozen on one way may change on the other',
    'flag: boolean',
    `const options: any = { filter: ${PARTITION} }; if (flag) Object.freeze(options); try { options.filter = ${SCAN}; } catch {} const { filter } = options;`,
    'partition-scan,table-scan',
  ],
  [
    'a copy of what is frozen is not',
    '',
    `const options = { ...Object.freeze({ filter: ${PARTITION} }) }; options.filter = ${SCAN}; const { filter } = options;`,
    'table-scan',
  ],
  [
    'a deep copy of what is frozen is not',
    '',
    `const options = structuredClone(Object.freeze({ filter: ${PARTITION} })) as any; options.filter = ${SCAN}; const { filter } = options;`,
    'table-scan',
  ],
  [
    'what a change of the prototype leaves is not told',
    '',
    `const base = { filter: ${PARTITION} }; const one = Object.create(base); base.filter = ${SCAN}; const { filter } = one;`,
    'unknown',
  ],
  [
    'an error has the message that it is given later',
    'flag: boolean',
    `let filter = ${POINT}; try { if (flag) throw Object.assign(new Error(), { message: ${PARTITION} }); } catch (error) { filter = error.message; }`,
    'partition-scan,point',
  ],
  [
    'the least of constants bounds a loop',
    'pk: string',
    `const parts = [\`PartitionKey eq '\${pk}'\`, ${SCAN}]; let filter = '';
     for (let i = 0; i < Math.min(3, parts.length); i++) filter += (i > 0 ? ' and ' : '') + parts[i];`,
    'partition-scan',
  ],
  [
    'arguments begin with what is bound',
    '',
    `const filter = all.bind(null, ${PARTITION})("RowKey eq 'b'");`,
    'point',
    `function all() { return Array.from(arguments).join(' and '); }`,
  ],
  [
    'parts of a text that pass a test are not nothing',
    'pk: string',
    "const filter = `PartitionKey eq '${pk}' and size gt ${pk.length}`.split(' and ').filter((one) => one.length > 0).join(' and ');",
    'unknown',
  ],
  [
    'what a function makes of JSON is not told',
    'flag: boolean',
    `const { filter } = JSON.parse(JSON.stringify({ filter: ${PARTITION} }), (key, value) => (key === 'filter' && flag ? ${SCAN} : value));`,
    'unknown',
  ],
  [
    'what another generator returns is not what it yields',
    '',
    "const filter = [...all()].join(' and ');",
    'unknown',
    `function* some(): any { yield ${SCAN}; return ${PARTITION}; }
     function* all(): any { const last = yield* some(); yield last; }`,
  ],
  [
    'a method of every list changes the one that it is called on',
    '',
    `const parts: string[] = []; Array.prototype.push.call(parts, ${PARTITION}); [].push.apply(parts as any, ["RowKey eq 'b'"] as any); const filter = parts.join(' and ');`,
    'point',
  ],
  [
    'a method that is applied to what is not seen changes the list in some way',
    'others: string[]',
    `const parts = [${PARTITION}]; Array.prototype.unshift.apply(parts, others); const filter = parts[0];`,
    'unknown',
  ],
  [
    'what a change of the prototype of a literal leaves is not told',
    '',
    `const base: any = { filter: ${PARTITION} }; const one: any = { __proto__: base }; base.filter = ${SCAN}; const { filter } = one;`,
    'unknown',
  ],
  [
    'what a literal has of its own hides its prototype',
    '',
    `const base: any = { filter: ${SCAN} }; const one: any = { filter: ${PARTITION}, __proto__: base }; const { filter } = one;`,
    'partition-scan',
  ],
  [
    'a property that is defined stays, unless it can be written',
    'flag: boolean',
    `const one: any = {}; Object.defineProperty(one, 'filter', { value: ${PARTITION} }); try { one.filter = ${SCAN}; } catch {} const { filter } = one;`,
    'partition-scan',
  ],
  [
    'a property that was there before it is defined can be written',
    '',
    `const one: any = { filter: ${SCAN} }; Object.defineProperty(one, 'filter', { value: ${SCAN} }); one.filter = ${PARTITION}; const { filter } = one;`,
    'partition-scan',
  ],
  [
    'what is left of a list behind its first element is seen, be it there or not',
    'flag: boolean',
    `const join = (all: string[]): string => all.length === 0 ? '' : all[0] + (all.length > 1 ? ' and ' + join(all.slice(1)) : '');
     const filter = join([${PARTITION}, ...(flag ? ["RowKey eq 'b'"] : [])]);`,
    'partition-scan,point',
  ],
  [
    'the end of a list is taken, be it there or not',
    'flag: boolean',
    `const queue = [${PARTITION}, ...(flag ? [${SCAN}] : [])]; const filter = queue.pop() ?? '';`,
    'partition-scan,table-scan',
  ],
  [
    'the start of a list is taken, be it there or not',
    'flag: boolean',
    `const queue = [...(flag ? [${SCAN}] : []), ${PARTITION}]; const first = queue.shift(); const filter = queue.shift() ?? first;`,
    'partition-scan',
  ],
  [
    'a text has the words that are written in it',
    'pk: string',
    `const text = \`PartitionKey eq '\${pk}'\`; const filter = /Key eq/.test(text) && !/^eq/.test(text) && /^Partition/.test(text) ? text : ${SCAN};`,
    'partition-scan',
  ],
  ...[
    ['caught', '.catch(() => undefined)'],
    ['handled', '.then((one) => one, () => undefined)'],
  ].map(
    ([what, call]) =>
      [
        `a condition under which an async function throws is not settled where that is ${what}`,
        'id?: string',
        `const load = async () => { if (!id) throw new Error('no id'); return id; }; await load()${call};
         const filter = id ? ${PARTITION} : ${SCAN};`,
        'partition-scan,table-scan',
      ] as const,
  ),
  [
    'what a function throws before it gives a promise is not caught by that',
    'id?: string',
    `const load = () => { if (!id) throw new Error('no id'); return Promise.resolve(id); }; await load().catch(() => undefined);
     const filter = id ? ${PARTITION} : ${SCAN};`,
    'partition-scan',
  ],
  ...[
    ['map', "const filter = parts.map((one, index) => (index === 0 ? one : ' and ' + one)).join('');"],
    [
      'forEach',
      "let filter = ''; parts.forEach((one, index) => { if (index > 0) filter += ' and '; filter += one; });",
    ],
    [
      'reduce',
      "const filter = parts.reduce((all, one, index) => all + (index > 0 ? ' and ' : '') + one, '');",
    ],
    [
      'reduceRight',
      "const filter = parts.reduceRight((all, one, index) => (index > 0 ? ' and ' : '') + one + all, '');",
    ],
    [
      'entries',
      "let filter = ''; for (const [index, one] of parts.entries()) filter += (index ? ' and ' : '') + one;",
    ],
    [
      'for … in',
      "let filter = ''; for (const index in parts) filter += (index === '0' ? '' : ' and ') + [...parts].shift();",
    ],
    ['filter', "const filter = parts.filter((_, index) => index === 0).join('');"],
  ].map(
    ([what, code]) =>
      [
        `an element is the first where none is before it: ${what}`,
        'flag: boolean',
        `const parts: string[] = []; if (flag) parts.push(${PARTITION}); parts.push(${SCAN}); ${code}`,
        'partition-scan,table-scan',
      ] as const,
  ),
  [
    'the number of an element counts those before it that are there',
    'a: boolean, b: boolean',
    `const parts: string[] = []; if (a) parts.push(${SCAN}); if (b) parts.push(${SCAN}); parts.push(${PARTITION});
     const filter = parts.find((_, index) => index === 2) ?? ${POINT};`,
    'partition-scan,point',
  ],
  [
    'what an object has of its own is seen by a name that is written',
    '',
    `const one = { filter: ${PARTITION}, gone: 1 } as any; delete one.gone;
     const filter = Object.hasOwn(one, 'gone') || Object.hasOwn(one, 'other') || !Object.hasOwn(one, 'filter') ? ${SCAN} : one.filter;`,
    'partition-scan',
  ],
  ...['seal', 'preventExtensions'].map(
    (method) =>
      [
        `${method} leaves what is there to be changed, and nothing to be added`,
        '',
        `const one: any = Object.${method}({ filter: ${SCAN} }); try { one.filter = ${PARTITION}; one.other = ${SCAN}; } catch {} const filter = one.other ?? one.filter;`,
        'partition-scan',
      ] as const,
  ),
  ...[
    ['an index', 'const filter = parts[0];'],
    ['a pattern', 'const [filter] = parts;'],
    ['the rest of a pattern', "const [, ...others] = parts; const filter = others.join(' and ');"],
    ['a part', "const filter = parts.slice(1, 2).join(' and ');"],
    ['at', 'const filter = parts.at(0);'],
  ].map(
    ([what, code]) =>
      [
        `elements that may be missing move those behind them: ${what}`,
        'flag: boolean',
        `const parts: string[] = []; if (flag) parts.push(${SCAN}); parts.push(${PARTITION}); ${code}`,
        'partition-scan,table-scan',
      ] as const,
  ),
  [
    'a deep copy is another one in all of its parts',
    '',
    `const base: any = { parts: [] }; const { parts } = structuredClone(base); const { parts: others } = JSON.parse(JSON.stringify(base));
     parts.push(${PARTITION}); others.push(${SCAN}); base.parts.push("RowKey eq 'b'"); const filter = parts.join(' and ');`,
    'partition-scan',
  ],
  [
    'an error has the cause that it is made with',
    'flag: boolean',
    `let filter: any = ${POINT}; try { if (flag) throw new Error('no', { cause: ${PARTITION} }); } catch (error: any) { filter = error.cause; }`,
    'partition-scan,point',
  ],
  ...[
    '.then((one) => one.trim())',
    '.finally(() => undefined)',
    '.then((one) => one).finally(() => undefined)',
  ].map(
    (steps) =>
      [
        `an error passes through the steps before the one that asks for it: ${steps}`,
        'id?: string',
        `const load = async () => { if (!id) throw new Error('no id'); return id; }; await load()${steps}.catch(() => undefined);
         const filter = id ? ${PARTITION} : ${SCAN};`,
        'partition-scan,table-scan',
      ] as const,
  ),
  [
    'a step that an error passes by is not run',
    'id?: string',
    `let filter = ${PARTITION}; const load = async () => { if (!id) throw new Error('no id'); return id; };
     await load().then(() => { if (!id) filter = ${SCAN}; }).catch(() => undefined);`,
    'partition-scan',
  ],
];

describe('ways of writing a filter', () => {
  for (const [what, parameters, code, expected, before] of CASES) {
    it(what, () => {
      assert.equal(shapesOfFilter(parameters, code, { ...(before !== undefined && { before }) }), expected);
    });
  }

  it('without types, a list that has more than one element has two', () => {
    const code = `const filter = ids.length === 0 ? ${SCAN} : ids.length === 1 ? \`PartitionKey eq '\${ids[0]}'\`
      : "PartitionKey eq 'a' and (" + ids.map((id) => \`RowKey eq '\${id}'\`).join(' or ') + ')';`;
    assert.equal(shapesOfFilter('ids', code, { name: 'main.js' }), 'partition-scan,table-scan');
  });
});
