import assert from 'node:assert/strict';
import { HOLE } from '../../../core/text/segments.ts';
import { CLIENT, filesOf, operationsOf, queryWith, shapesOf } from '../../../../test/support/operations.ts';

describe('branches that lead to a filter', () => {
  const PK = 'odata`PartitionKey eq ${pk}`';
  const PK_RK = 'odata`PartitionKey eq ${pk} and RowKey eq ${rk}`';
  const branches: readonly (readonly [string, string, string, string?])[] = [
    [
      'a text added to itself',
      `let filter = ${PK}; if (flag) filter = \`\${filter} and A eq 1\`;`,
      'partition-scan when flag is true',
    ],
    [
      'a text that a condition replaces',
      `let filter = 'A eq 1'; if (pk && rk) filter = ${PK};`,
      'table-scan when pk is empty, or rk is empty',
    ],
    [
      'a text that every branch replaces',
      `let filter = 'A eq 1'; if (flag) filter = ${PK}; else filter = ${PK_RK};`,
      'partition-scan when flag is true',
    ],
    [
      'a text that several conditions replace',
      `let filter = 'A eq 1'; if (flag) filter = ${PK}; else if (pk) filter = ${PK_RK};`,
      'table-scan when flag is false and pk is empty',
    ],
    [
      'a function that may end without an answer',
      `const filter = make(pk, flag);`,
      'table-scan when flag is false',
    ],
    ['an assignment after &&', `let filter; flag && (filter = ${PK});`, 'table-scan when flag is false'],
    ['an assignment where there is nothing yet', `let filter; filter ||= ${PK};`, 'partition-scan'],
    [
      'an assignment where a branch left nothing',
      `let filter; if (flag) filter = ${PK_RK}; filter ??= ${PK};`,
      'partition-scan when flag is false',
    ],
    [
      'a switch whose cases all decide',
      `let filter; switch (pk) { case 'a': case 'b': filter = ${PK}; break; default: filter = ${PK_RK}; }`,
      "partition-scan when pk is 'a', or pk is 'b'",
    ],
    [
      'a switch with a case that does not',
      `let filter; switch (pk) { case 'a': filter = ${PK}; break; case 'b': break; default: filter = ${PK_RK}; }`,
      "table-scan when pk is 'b'",
    ],
    [
      'a function to which an argument is bound',
      `const eq = (name: string, value: string) => name + odata\` eq \${value}\`; const filter = eq.bind(null, 'RowKey')(pk);`,
      'table-scan',
    ],
    [
      'a loop that may not run',
      `let filter; for (const x of rk) filter = ${PK};`,
      'partition-scan when rk has elements',
    ],
    [
      'a branch that has left',
      `let filter; if (!flag) throw new Error(); else filter = ${PK};`,
      'partition-scan',
    ],
    ['an assignment that takes apart', `let filter; ({ filter } = await load());`, 'unknown'],
    ['an assignment that takes a list apart', `let filter; [filter] = await load();`, 'unknown'],
    ['a name that a loop assigns', `let filter = ${PK}; for (filter of await load()) break;`, 'unknown'],
    [
      'the catch of a try',
      `let filter = ${PK}; try { load(); } catch { filter = undefined; }`,
      'table-scan when an exception is caught',
    ],
    [
      'what is done where nothing is thrown',
      `let filter; try { load(); filter = ${PK}; } catch { filter = ${PK_RK}; }`,
      'partition-scan when no exception is caught',
    ],
    [
      'a question about what a method gives',
      `let filter = ${PK}; if (pk.startsWith('a')) filter = undefined;`,
      "table-scan when pk.startsWith('a')",
    ],
    [
      'a question about what is not equal',
      `let filter = ${PK}; if (pk.concat(rk) !== 'a') filter = undefined;`,
      "table-scan when pk.concat(rk) !== 'a'",
    ],
    [
      'a question about all elements of a list',
      `let filter = ${PK}; const all: string[] = load(); if (all.some((one) => one === pk)) filter = undefined;`,
      'table-scan when load has elements and all.some((one) => one === pk)',
    ],
    [
      'a length that is asked for twice',
      `let filter = ${PK}; if (pk.length > 0) { if (pk.length === 0) filter = undefined; }`,
      'partition-scan',
    ],
    [
      'a text that is cut before its end',
      `const text = ${PK} + ' and '; const filter = text.substring(0, text.length - 5);`,
      'partition-scan',
    ],
    [
      'pieces of a text that are replaced',
      `const filter = "PartitionKey eq '{0}' and RowKey eq '{1}'".replace('{0}', pk).replace('{1}', rk);`,
      'point',
    ],
    [
      'the setter of an object',
      `const state = { text: ${PK}, set filter(value) { this.text = value; }, get filter() { return this.text; } };
       if (flag) state.filter = undefined; const { filter } = state;`,
      'table-scan when flag is true',
    ],
    [
      'the names of a list of constants',
      `const all = ['a', 'b']; let filter = ''; for (const at in all) filter += (filter ? ' or ' : '') + \`PartitionKey eq '\${all[at]}'\`;`,
      'table-scan',
    ],
    [
      'lists of which one may be empty',
      `const filter = ['A eq 1'].concat(flag ? [] : ['RowKey eq 1']).join(' and ');`,
      'table-scan when flag is false',
    ],
    [
      'a list of as many elements as somebody says',
      'const filter = Array.from({ length: pk }, (_, at) => `RowKey eq ${at}`).join(" or ");',
      'table-scan when a list has more than one element',
    ],
    [
      'a text that is split and joined has what replaceAll gives',
      `const filter = flag ? \`RowKey eq '\${pk.split("'").join("''")}'\` : \`PartitionKey eq '\${pk.split('-').join('')}'\`;`,
      'table-scan when flag is true',
    ],
    [
      'parts of a text that were changed before they are joined',
      `const parts = pk.split("'"); parts.push('x'); const filter = \`\${parts.join('')} eq 'a'\`;`,
      'unknown when parts has more than one element',
    ],
    [
      'a list without a name beside conditions that have one',
      "const filter = flag ? Array.from({ length: pk }, (_, at) => `RowKey eq '${at}'`).join(' or ') : \"PartitionKey eq 'a'\";",
      'table-scan when flag is true',
    ],
    [
      'what brings no names where it is spread',
      `const made = { filter: ${PK}, ...(flag || (pk && { filter: ${PK_RK} })) }; const filter = made.filter;`,
      'partition-scan when flag is true, or pk is empty',
    ],
    ['arguments that are spread', 'const filter = second(...(await load()));', 'unknown'],
    ['a value by a constant name', `const filter = FILTERS[NAME];`, 'partition-scan'],
    ['a name that is only declared', 'const filter = DECLARED;', 'unknown'],
  ];
  const HELPERS = `function make(pk, flag) { if (flag) return ${PK}; }
    function second(a, b) { return b; } const NAME = 'a'; const FILTERS = { a: "PartitionKey eq 'a'" }; declare const DECLARED: string;\n`;
  for (const [name, before, expected] of branches) {
    it(`follows ${name}`, () => {
      const found = shapesOf(HELPERS + queryWith('filter', before));
      assert.equal(expected === 'unknown' ? found.split(':')[0] : found, expected);
    });
  }

  it('leaves out texts that only come about when branches meet that exclude each other', () => {
    const source = `${CLIENT}function f(pk, flag) { let filter = ''; if (pk) filter = \`PartitionKey eq '\${pk}'\`;
      if (flag) { if (filter) filter += ' and '; filter += 'A eq 1'; } client.listEntities({ queryOptions: { filter } }); }`;
    const [operation] = operationsOf(filesOf(source));
    assert(operation?.kind === 'query' && operation.filter.kind === 'known');
    const texts = operation.filter.alternatives.map(({ text }) => text.text.replace('\uFFFC', '?'));
    assert.deepEqual(texts, ["PartitionKey eq '?' and A eq 1", "PartitionKey eq '?'", 'A eq 1', '']);
  });

  it('sees the extremes of five optional clauses, and that their list is not empty then', () => {
    const names = ['a', 'b', 'c', 'd'];
    const source = `${CLIENT}function f(pk, all) { const clauses = []; if (pk) clauses.push(${PK});
      ${names.map((name) => `if (all.${name}) clauses.push(odata\`${name} eq \${all.${name}}\`);`).join(' ')}
      const filter = clauses.length > 0 ? clauses.join(' and ') : undefined;
      client.listEntities({ queryOptions: { filter } }); }`;
    assert.equal(
      shapesOf(source),
      'table-scan when pk, all.a, all.b and all.c are all not set and all.d is set',
    );
  });

  it('tells no condition where branches change only the values in the same text', () => {
    const source = `${CLIENT}function f(now = () => new Date()) { const cutoff = now();
      client.listEntities({ queryOptions: { filter: odata\`Expires lt \${cutoff}\` } }); }`;
    assert.equal(shapesOf(source), 'table-scan');
  });

  it('sees the extremes of many optional clauses', () => {
    const pushes = Array.from({ length: 9 }, (_, i) => `if (all.a${i}) clauses.push('A${i} eq 1');`).join(
      ' ',
    );
    const source = (
      first: string,
    ): string => `${CLIENT}function f(pk, all) { const clauses = [${first}]; ${pushes}
      client.listEntities({ queryOptions: { filter: clauses.join(' and ') } }); }`;
    assert.match(shapesOf(source('')), /^table-scan when /);
    // clauses of which not every combination is seen may pin a key or not
    assert.match(shapesOf(source(PK)), /^unknown: /);
  });

  it('keeps apart what two branches make of the same options', () => {
    const source = `${CLIENT}function f(pk?: string) { let filter; if (pk) filter = ${PK};
      const options = { queryOptions: { filter } };
      if (pk) { client.listEntities(options); } else { client.listEntities(options); } }`;
    assert.equal(shapesOf(source), 'partition-scan,table-scan');
  });

  it('asks the callers of a method for what other methods have put into a field', () => {
    const source = `${CLIENT}class Books {
        filter?: string;
        where(filter?: string) { this.filter = filter; return this; }
        run() { return client.listEntities({ queryOptions: { filter: this.filter } }); }
      }
      export function f(pk: string) { const books = new Books(); books.where(${PK}); return books.run(); }`;
    assert.match(shapesOf(source), /^unknown: .*,partition-scan$/);
  });

  it('sees who calls a method of an object that the module keeps to itself', () => {
    const source = (head: string): string => `${CLIENT}${head}const books = {
        list(rest?: string) {
          const filter = rest ? "PartitionKey eq 'a' and (" + rest + ')' : "PartitionKey eq 'a'";
          return client.listEntities({ queryOptions: { filter } });
        },
      };
      export const f = () => books.list("RowKey eq 'b'");`;
    assert.equal(shapesOf(source('')), 'unknown: the filter comes from the caller,point');
    assert.match(shapesOf(source('export ')), /^unknown when rest is set/);
  });

  it('leaves a clause that callers give to them, since it may fix the RowKey', () => {
    const source = (call: string): string => `${CLIENT}const list = (rest: string) =>
        client.listEntities({ queryOptions: { filter: \`PartitionKey eq 'a' and \${rest}\` } });
      const listAgain = (rest: string) => list(rest);
      export const f = () => ${call};`;
    assert.equal(shapesOf(source(`list("RowKey eq 'b'")`)), 'unknown,unknown,point');
    assert.equal(shapesOf(source(`listAgain("A eq 1")`)), 'unknown,unknown,partition-scan');
    const own = `${CLIENT}client.listEntities({ queryOptions: { filter: \`PartitionKey eq 'a' and \${rest()}\` } });`;
    assert.equal(shapesOf(own), 'partition-scan');
  });

  it('leaves no value in quotes to the callers, in a clause that nobody can read', () => {
    const source = (filter: string): string => `${CLIENT}const list = (text: string) =>
        client.listEntities({ queryOptions: { filter: ${filter} } });
      export const f = (text: string) => list(text);`;
    assert.equal(shapesOf(source("`contains(Name, '${text}')`")), 'unknown');
    assert.equal(shapesOf(source('`contains(Name, ${text})`')), 'unknown,unknown');
  });

  describe('options that a parameter takes apart', () => {
    const clauses = `let filter = ${PK}; if (done !== undefined) filter += odata\` and done eq \${done}\`;
      if (from) filter += odata\` and From ge \${from}\`; client.listEntities({ queryOptions: { filter } });`;
    const all: Readonly<Record<string, string>> = {
      'with an empty default': '{ done, from } = {}',
      'with an empty default and a type': '{ done, from }: { done?: boolean; from?: Date } = {}',
      'with a default of one of them': '{ done, from = undefined } = {}',
      'without a default': '{ done, from }',
      'within others': '{ from, more: { done } = {} } = {}',
    };
    for (const [name, parameter] of Object.entries(all)) {
      it(name, () => {
        assert.match(
          shapesOf(`${CLIENT}export function f(pk, ${parameter}) { ${clauses} }`),
          /^partition-scan when /,
        );
      });
    }

    it('are those of the default where a call gives none', () => {
      const source = (given: string): string => `${CLIENT}export function g(pk) { (({ rk } = {}) => {
          const filter = rk ? ${PK_RK} : ${PK}; client.listEntities({ queryOptions: { filter } });
        })(${given}); }`;
      assert.equal(shapesOf(source('')), 'partition-scan');
      assert.equal(shapesOf(source("{ rk: 'b' }")), 'point');
    });
  });

  it('sees in a loop what its end assigns', () => {
    const source = `${CLIENT}function f(pk, more) { let filter = ${PK};
      while (more()) { client.listEntities({ queryOptions: { filter } }); filter = undefined; } }`;
    assert.equal(shapesOf(source), 'table-scan when more()');
  });

  it('reads clauses that every turn of a loop begins anew', () => {
    const source = `${CLIENT}function f(all, flag) { for (const pk of all) { const clauses = [${PK}];
      if (flag) clauses.push('A eq 1'); client.listEntities({ queryOptions: { filter: clauses.join(' and ') } }); } }`;
    assert.equal(shapesOf(source), 'partition-scan when flag is set');
  });

  it('reads options that both branches complete', () => {
    const source = `${CLIENT}function f(pk, flag) { const o: any = { queryOptions: {} };
      if (flag) o.queryOptions.filter = ${PK}; else o.queryOptions.filter = ${PK_RK}; client.listEntities(o); }`;
    assert.equal(shapesOf(source), 'partition-scan when flag is set');
  });

  const OPTIONS = 'const o: any = {};';
  const changes: Readonly<Record<string, string>> = {
    'a function': `${OPTIONS} addPartition(o, pk);`,
    'Object.assign': `${OPTIONS} Object.assign(o, all);`,
    'a key that is not known': `${OPTIONS} o[pk] = { filter: ${PK} };`,
    'a literal with such a key': `const o: any = { [pk]: { filter: ${PK} } };`,
    'a closure': `${OPTIONS} later((pk) => { o.queryOptions = { filter: ${PK} }; });`,
  };
  for (const [name, before] of Object.entries(changes)) {
    it(`does not take options for empty that ${name} may have changed`, () => {
      const source = `${CLIENT}function f(pk, all) { ${before} client.listEntities(o); }`;
      assert.match(shapesOf(source), /^unknown: /);
    });
  }

  it('takes what Object.assign puts into options on a branch', () => {
    const source = `${CLIENT}function f(pk, all) { const o: any = {}; if (!all) Object.assign(o, { queryOptions: { filter: ${PK} } }); client.listEntities(o); }`;
    assert.equal(shapesOf(source), 'table-scan when all is set');
    assert.equal(
      shapesOf(source.replace('const o: any = {}', `const o = { queryOptions: { filter: ${PK_RK} } }`)),
      'partition-scan when all is not set',
    );
  });

  it('reads options that Object.assign completes', () => {
    const source = `${CLIENT}function f(pk) { ${OPTIONS} Object.assign(o, { queryOptions: { filter: ${PK} } });
      client.listEntities(o); }`;
    assert.equal(shapesOf(source), 'partition-scan');
  });

  it('reads options that are completed under another name', () => {
    const source = `${CLIENT}function f(pk) { ${OPTIONS} const same = o; same.queryOptions = { filter: ${PK} };
      client.listEntities(o); }`;
    assert.equal(shapesOf(source), 'partition-scan');
  });

  it('reads a list of clauses to which one is added in front, and none that was cut', () => {
    const source = (
      change: string,
    ): string => `${CLIENT}function f(pk) { const clauses = ['A eq 1']; ${change};
      client.listEntities({ queryOptions: { filter: clauses.join(' and ') } }); }`;
    assert.equal(shapesOf(source(`clauses.unshift(${PK})`)), 'partition-scan');
    assert.match(shapesOf(source(`clauses.splice(0, 1, ${PK})`)), /^unknown/);
  });

  it('sees in a closure what was assigned before it was made', () => {
    const source = `${CLIENT}function f(pk, all) { const o: any = {}; o.queryOptions = { filter: ${PK} };
      return all.map(() => client.listEntities(o)); }`;
    assert.equal(shapesOf(source), 'partition-scan');
  });

  const ofMany: Readonly<Record<string, readonly [string, string]>> = {
    'clauses of a list, joined': [
      'const filter = ids.map((id) => `RowKey eq \'${id}\'`).join(" or ");',
      "`PartitionKey eq 'a' and (${filter})`",
    ],
    'clauses pushed in a loop': [
      "const all: string[] = []; for (const id of ids) all.push(`RowKey eq '${id}'`);",
      "`PartitionKey eq 'a' and (${all.join(' or ')})`",
    ],
    'clauses pushed for each': [
      "const all: string[] = []; ids.forEach((id) => all.push(`RowKey eq '${id}'`));",
      "`PartitionKey eq 'a' and (${all.join(' or ')})`",
    ],
    'a text that grows in a loop': [
      "let all = ''; for (const id of ids) { if (all) all += ' or '; all += `RowKey eq '${id}'`; }",
      "`PartitionKey eq 'a' and (${all})`",
    ],
    'a text made by reduce': [
      "const all = ids.reduce((acc, id) => (acc ? `${acc} or RowKey eq '${id}'` : `RowKey eq '${id}'`), '');",
      "`PartitionKey eq 'a' and (${all})`",
    ],
  };
  for (const [name, [before, filter]] of Object.entries(ofMany)) {
    it(`shows how one is joined with the next: ${name}`, () => {
      const [query] = operationsOf(
        filesOf(
          `${CLIENT}function f(ids: string[]) { ${before} client.listEntities({ queryOptions: { filter: ${filter} } }); }`,
        ),
      );
      assert(query?.kind === 'query' && query.filter.kind === 'known');
      assert.equal(
        query.filter.worst.text.text.replaceAll(HOLE, '…'),
        "PartitionKey eq 'a' and (RowKey eq '…' or RowKey eq '…')",
      );
    });
  }

  const led: Readonly<Record<string, string>> = {
    'a condition around the call': 'if (filter) client.listEntities({ queryOptions: { filter } });',
    'a conditional': 'filter ? client.listEntities({ queryOptions: { filter } }) : done();',
    'a way out before': 'if (!filter) return; client.listEntities({ queryOptions: { filter } });',
    'options under a condition':
      'const options = filter ? { queryOptions: { filter } } : undefined; if (options) client.listEntities(options);',
    'a comparison': 'if (filter !== null) client.listEntities({ queryOptions: { filter } });',
  };
  for (const [name, call] of Object.entries(led)) {
    it(`does not take a filter for absent where it is there: ${name}`, () => {
      const source = `${CLIENT}function f(pk: string, flag: boolean) { let filter = null; if (flag) filter = ${PK}; ${call} }`;
      assert.equal(shapesOf(source), 'partition-scan');
    });
  }

  const decided: Readonly<Record<string, string>> = {
    'a list that cannot be empty': `const all = [${PK}]; if (flag) all.push('Age gt 1'); const filter = all.length > 0 ? all.join(' and ') : undefined;`,
    'an argument that is given': `const make = (a?: string) => (a ? ${PK} : undefined); const filter = make('x');`,
    'an argument that is not given': `const make = (a?: string) => { if (a === undefined) return ${PK}; return a; }; const filter = make();`,
    'a constant': `const DEBUG = false; const filter = DEBUG ? undefined : ${PK};`,
  };
  for (const [name, before] of Object.entries(decided)) {
    it(`does not take a branch that is never taken: ${name}`, () => {
      const source = `${CLIENT}function f(pk: string, flag: boolean) { ${before} client.listEntities({ queryOptions: { filter } }); }`;
      assert.match(shapesOf(source), /^partition-scan/);
    });
  }

  it('leave out values that reading a property would have thrown of', () => {
    const filters = (read: string): readonly unknown[] => {
      const [query] = operationsOf(
        filesOf(`${CLIENT}function userOf(request: any) { if (!request.ok) return null; return { id: 'u' + request.id }; }
export async function f(request: any) {
  const user = userOf(request);
  for await (const e of client.listEntities({ queryOptions: { filter: \`PartitionKey eq '\${${read}}'\` } })) use(e);
}`),
      );
      assert(query?.kind === 'query' && query.filter.kind === 'known');
      return query.filter.alternatives;
    };
    assert.equal(filters('user.id').length, 1);
    assert.equal(filters('user?.id').length, 2);
  });
});
