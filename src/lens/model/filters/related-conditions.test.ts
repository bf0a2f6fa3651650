import assert from 'node:assert/strict';
import {
  CLIENT,
  operationsOf,
  PACKAGE,
  shapesOf,
  shapesOfFilter,
} from '../../../../test/support/operations.ts';

const POINT = `"PartitionKey eq 'a' and RowKey eq 'b'"`;
const PARTITION = `"PartitionKey eq 'a'"`;
const SCAN = `"status eq 'open'"`;

describe('conditions on the same value', () => {
  const cases: readonly (readonly [what: string, parameters: string, code: string, shapes: string])[] = [
    [
      'a property that was read need not be there',
      'query: { shelf?: string }',
      `let filter = ${SCAN}; if (query.shelf) use(); if ('shelf' in query) filter = ${PARTITION};`,
      'partition-scan,table-scan',
    ],
    [
      'a property that is truthy is there',
      'query: { shelf?: string }',
      `let filter = ${SCAN}; if (!query.shelf) return; if ('shelf' in query) filter = ${PARTITION};`,
      'partition-scan',
    ],
    [
      'what is thrown here is what is caught, through another try too',
      'all: boolean',
      `let filter = ${SCAN};
       try {
         try { if (all) throw new Error('all'); filter = ${POINT}; } catch (error) { throw new Error('not ' + error.message); }
       } catch (error) { filter = error.message === 'not all' ? ${PARTITION} : ${SCAN}; }`,
      'partition-scan,point',
    ],
    [
      'what is taken where a number is none or 0 is a number',
      'text: string',
      `const least = Number(text) || 0; const filter = Number.isNaN(least) ? ${SCAN} : ${PARTITION};`,
      'partition-scan',
    ],
    [
      'a number that is none is falsy, and no other',
      'text: string',
      `const least = parseInt(text, 10); const filter = least && isNaN(least) ? ${SCAN} : isNaN(least) ? ${PARTITION} : ${POINT};`,
      'partition-scan,point',
    ],
    [
      'a loop that goes on for ever ends where a counter reaches the length of a list',
      'ids: string[]',
      `let filter = ''; let i = 0;
       while (true) { if (i >= ids.length) break; filter += (i > 0 ? ' or ' : '') + \`tag eq '\${ids[i]}'\`; i++; }
       if (!filter) filter = ${PARTITION};`,
      'partition-scan,table-scan',
    ],
    [
      'the same with the length on the other side',
      'ids: string[]',
      `let filter = '';
       for (let i = 0; ; i++) { if (ids.length <= i) break; filter += (i > 0 ? ' or ' : '') + \`tag eq '\${ids[i]}'\`; }
       if (!filter) filter = ${PARTITION};`,
      'partition-scan,table-scan',
    ],
    [
      'the last of a list is one',
      'ids: any',
      `const filter = ids.slice(-1).map((id) => \`PartitionKey eq '\${id}'\`).join(' or ') || ${POINT};`,
      'partition-scan,point',
    ],
    [
      'of what others throw nothing is known',
      'all: boolean',
      `let filter = ${POINT};
       try { load(); if (all) throw new Error('all'); } catch (error) { filter = error.message === 'all' ? ${PARTITION} : ${SCAN}; }`,
      'partition-scan,point,table-scan',
    ],
    [
      'a text is empty just where it is falsy',
      'tenant: string',
      `let filter = ${SCAN}; if (tenant !== '') filter = ${PARTITION}; if (!tenant) filter = ${POINT};`,
      'partition-scan,point',
    ],
    [
      'a text that may be missing can be falsy and not empty',
      'tenant?: string',
      `let filter = ${SCAN}; if (tenant) filter = ${PARTITION}; else if (tenant === '') filter = ${POINT};`,
      'partition-scan,point,table-scan',
    ],
    [
      'what begins with more begins with less',
      'word: string',
      `let filter = ${SCAN}; if (word.startsWith('a')) filter = ${PARTITION}; else if (word.startsWith('ab')) filter = ${POINT};`,
      'partition-scan,table-scan',
    ],
    [
      'what begins with less need not begin with more',
      'word: string',
      `let filter = ${SCAN}; if (word.startsWith('ab')) filter = ${PARTITION}; else if (word.startsWith('a')) filter = ${POINT};`,
      'partition-scan,point,table-scan',
    ],
    [
      'a regular expression and a constant',
      'word: string',
      `if (!/^[ab]/.test(word)) return; let filter = ${PARTITION}; if (word === 'c') filter = ${SCAN};`,
      'partition-scan',
    ],
    [
      'a regular expression and the name of a property',
      'word: string',
      `const known: Record<string, string> = { a: ${POINT}, b: ${SCAN} }; const filter = word in known ? known[word] : ${PARTITION}; if (/^[ab]/.test(word)) return;`,
      'partition-scan',
    ],
    [
      'a regular expression that is asked twice',
      'word: string',
      String.raw`let filter = ${SCAN}; if (/^\d+$/.test(word)) filter = ${PARTITION}; if (!/^\d+$/.test(word)) filter = ${POINT};`,
      'partition-scan,point',
    ],
    [
      'a question about some element of a list',
      'ids: string[]',
      `if (ids.some((id) => id === '')) return; let filter = ${PARTITION}; if (ids.some((each) => each === '')) filter = ${SCAN};`,
      'partition-scan',
    ],
    [
      'what holds of every element does not fail of any',
      'ids: string[]',
      `let filter = ${SCAN}; if (ids.every((id) => id !== '')) filter = ${PARTITION}; if (ids.some((id) => !(id !== ''))) filter = ${POINT};`,
      'partition-scan,point',
    ],
    [
      'a list that has something is not empty',
      'ids: string[]',
      `if (!ids.includes('a')) return; let filter = ${SCAN}; if (ids.length > 0) filter = ${PARTITION};`,
      'partition-scan',
    ],
    [
      'a number that is one is more than none',
      'count: number',
      `let filter = ${PARTITION}; if (!(count > 0)) filter = ${SCAN}; if (count !== 1) return;`,
      'partition-scan',
    ],
    [
      'a number that is more than one need not be more than two',
      'count: number',
      `if (count <= 1) return; let filter = ${PARTITION}; if (count > 2) filter = ${SCAN}; if (count < 1) filter = ${POINT};`,
      'partition-scan,table-scan',
    ],
    [
      'a number is 0 just where it is falsy',
      'count: number',
      `let filter = ${PARTITION}; if (count === 0) filter = ${SCAN}; if (!count) filter = ${POINT};`,
      'partition-scan,point',
    ],
    [
      'two values that are the same are so twice',
      'a: string, b: string',
      `let filter = ${SCAN}; if (a === b) filter = ${PARTITION}; if (b !== a) filter = ${POINT};`,
      'partition-scan,point',
    ],
  ];
  for (const [what, parameters, code, expected] of cases) {
    it(what, () => {
      assert.equal(shapesOfFilter(parameters, code), expected);
    });
  }

  const untyped: readonly (readonly [what: string, parameters: string, code: string, shapes: string])[] = [
    [
      'what a loop goes through is not empty in it',
      'ids',
      `for (const id of ids) { let filter = ${SCAN}; if (ids.length > 0) filter = ${PARTITION}; await client.listEntities({ queryOptions: { filter } }).next(); } const filter = ids.length === 0 ? ${POINT} : ${PARTITION};`,
      'partition-scan,point',
    ],
    [
      'a loop that was left out where there are none',
      'ids',
      `if (ids.length === 0) return; let filter = ''; for (const id of ids) filter = "PartitionKey eq 'a'";`,
      'partition-scan',
    ],
    [
      'a counter goes through more than one element',
      'ids',
      `let filter = ''; for (let i = 0; i < ids.length; i++) { if (i > 0) filter += ' or '; filter += \`PartitionKey eq '\${ids[i]}'\`; } if (!filter) return;`,
      'partition-scan,table-scan',
    ],
    [
      'the last element has none behind it',
      'ids',
      `let filter = ''; for (let i = 0; i < ids.length; i++) { filter += \`PartitionKey eq '\${ids[i]}'\`; if (i < ids.length - 1) filter += ' or '; } if (!filter) return;`,
      'partition-scan,table-scan',
    ],
    [
      'what is a text is not missing',
      'title',
      `let filter = ${PARTITION}; if (typeof title === 'string') filter = ${SCAN}; if (title !== undefined) filter = ${POINT};`,
      'partition-scan,point',
    ],
    [
      'what is missing is no text',
      'title',
      `let filter = ${PARTITION}; if (title === undefined) filter = ${POINT}; if (typeof title === 'string') filter = ${PARTITION}; else if (title == null) filter = ${POINT};`,
      'partition-scan,point',
    ],
  ];
  for (const [what, parameters, code, expected] of untyped) {
    it(`${what}, without types`, () => {
      assert.equal(shapesOfFilter(parameters, code, { name: 'main.js' }), expected);
    });
  }

  const words: readonly (readonly [words: string, parameters: string, code: string])[] = [
    [
      'table-scan when shelf is null',
      'shelf: string | null',
      `const filter = shelf === null ? ${SCAN} : ${PARTITION};`,
    ],
    [
      'table-scan when option.all is true',
      'option?: { all?: boolean }',
      `const filter = option?.all ? ${SCAN} : ${PARTITION};`,
    ],
    ['table-scan when n is not 1', 'n: number', `const filter = n === 1 ? ${PARTITION} : ${SCAN};`],
    [
      'table-scan when n-- > 0',
      'n: number',
      `let filter = ${PARTITION}; while (n-- > 0) filter += ' or ' + ${PARTITION};`,
    ],
  ];
  for (const [expected, parameters, code] of words) {
    it(`are said in words: ${expected}`, () => {
      const source = `${CLIENT}export function f(${parameters}) { ${code}\nreturn client.listEntities({ queryOptions: { filter } }); }`;
      assert.equal(shapesOf(source), expected);
    });
  }

  it('that a list has two elements is said in words', () => {
    const [query] = operationsOf({
      'main.js': `${PACKAGE}${CLIENT}export const f = (ids) => {
  let filter = '';
  for (let i = 0; i < ids.length; i++) filter += (i > 0 ? ' or ' : '') + \`PartitionKey eq '\${ids[i]}'\`;
  return client.listEntities({ queryOptions: { filter } });
};`,
    });
    assert.equal(query?.kind === 'query' && query.filter.kind, 'known');
    const worst = query?.kind === 'query' && query.filter.kind === 'known' ? query.filter.worst : undefined;
    assert.deepEqual(worst?.when, [[{ fact: { kind: 'elements', name: 'ids', least: 2 }, holds: true }]]);
  });

  it('a method of a class that the file keeps to itself is asked for what its callers give it', () => {
    const code = `class Books { in(rest?: string) {
  return client.listEntities({ queryOptions: { filter: rest ? \`PartitionKey eq 'a' and (\${rest})\` : "PartitionKey eq 'a'" } });
} }
export const f = () => new Books().in("RowKey eq 'b'");`;
    const shown = operationsOf({ 'main.ts': PACKAGE + CLIENT + code }).map((operation) =>
      operation.kind === 'query' && operation.filter.kind === 'known'
        ? operation.filter.worst.classification.shape
        : 'unknown',
    );
    assert.deepEqual(shown, ['unknown', 'point']);
  });
});
