import { clientOf } from './clients.ts';
import { consume } from './consume.ts';
import { constantFilter } from './conditions.ts';
import { helper } from './helper.ts';
import { listed } from './listed.ts';
import { mistakenWrites } from './mistakes.ts';
import { paged } from './paging.ts';
import { behindCheck, inRepository } from './repositories.ts';
import type { Scope } from './scope.ts';
import { test } from './tests.ts';
import { indented } from './writer.ts';

/** Makes the filter, in the scope that asks with it. */
type Make = (scope: Scope) => string;

/** Writes what asks the service with a filter, where it stands, and what becomes of the answer; gives the expression of that. */
type Place = (scope: Scope, make: Make) => string;

const straight: Place = (scope, make) => consume(scope, listed(scope, make(scope)));

/** A query that an async function makes, which is called. */
const inFunction: Place = (scope, make) =>
  `await ${helper(scope, { base: 'load', returns: 'Promise<unknown>', kind: 'async' }, (body) => straight(body, make))}`;

const guard = (scope: Scope, make: Make, ...lines: readonly ((filter: string) => string)[]): string => {
  const filter = scope.variable('filter', make(scope), 'let', 'string | undefined');
  scope.add(...lines.map((line) => line(filter)));
  return filter;
};

const PLACES: Readonly<Record<string, Place>> = {
  straight,
  inFunction,
  behindReturn: (scope, make) =>
    `await ${helper(scope, { base: 'load', returns: 'Promise<unknown>', kind: 'async' }, (body) => {
      const filter = guard(body, make, (name) => `if (!${name}) return [];`);
      return consume(body, listed(body, filter));
    })}`,
  behindReturnWithFlag: (scope, make) =>
    `await ${helper(scope, { base: 'load', returns: 'Promise<unknown>', kind: 'async' }, (body) => {
      const flag = test(body);
      const filter = guard(
        body,
        make,
        (name) => `if (${name} && ${/ \|\| | && /.test(flag) ? `(${flag})` : flag}) return [];`,
      );
      return consume(body, listed(body, filter));
    })}`,
  behindReturnOfInput: (scope, make) =>
    `await ${helper(scope, { base: 'load', returns: 'Promise<unknown>', kind: 'async' }, (body) => {
      body.add(`if (${test(body)}) return undefined;`);
      return consume(body, listed(body, make(body)));
    })}`,
  behindThrow: (scope, make) => {
    const filter = guard(
      scope,
      make,
      (name) => `if (${name} === undefined || ${name} === '') throw new Error('no filter');`,
    );
    return consume(scope, listed(scope, filter));
  },
  behindAssert: (scope, make) => {
    const name = scope.writer.name('assertSet');
    scope.module.declare(
      `function ${name}(value${scope.writer.type('unknown')})${scope.writer.type('asserts value')} {`,
      "  if (!value) throw new Error('not set');",
      '}',
    );
    const filter = guard(scope, make, (given) => `${name}(${given});`);
    return consume(scope, listed(scope, filter));
  },
  withDefault: (scope, make) => {
    const constant = constantFilter(scope);
    const filter = guard(scope, make, (name) => `if (!${name}) ${name} = ${constant};`);
    return consume(scope, listed(scope, filter));
  },
  inBranch: (scope, make) => {
    const result = scope.variable('result', 'undefined', 'let', 'unknown');
    scope.block(`if (${test(scope)}) {`, () => {
      scope.add(`${result} = ${straight(scope, make)};`);
    });
    return result;
  },
  onlyIfSet: (scope, make) => {
    const filter = guard(scope, make);
    const result = scope.variable('result', 'undefined', 'let', 'unknown');
    scope.block(`if (${filter}) {`, () => {
      scope.add(`${result} = ${consume(scope, listed(scope, filter))};`);
    });
    return result;
  },
  usedTwice: (scope, make) => {
    const filter = scope.variable('filter', make(scope), 'const', 'string | undefined');
    return `[${consume(scope, listed(scope, filter))}, ${consume(scope, listed(scope, filter))}]`;
  },
  inLoop: (scope, make) => {
    const all = scope.variable('all', '[]', 'const', 'unknown[]');
    const each = scope.writer.name('one');
    scope.block(`for (const ${each} of ${scope.need('list')}) {`, () => {
      const filter = scope.writer.choices.oneIn(2)
        ? make(scope)
        : `\`${scope.writer.choices.pick(['PartitionKey', 'RowKey'])} eq '\${${each}}'\``;
      scope.add(`${all}.push(${straight(scope, () => filter)});`);
    });
    return all;
  },
  inParallel: (scope, make) => {
    const each = scope.writer.name('one');
    const body = scope.closure(true);
    const filter = scope.writer.choices.oneIn(2) ? make(body) : `\`PartitionKey eq '\${${each}}'\``;
    body.add(`return ${straight(body, () => filter)};`);
    const all = scope.writer.name('all');
    scope.add(
      `const ${all} = await Promise.all(`,
      `  ${scope.need('list')}.map(async (${each}) => {`,
      ...indented(indented(body.lines)),
      '  }),',
      ');',
    );
    return all;
  },
  inChunks: (scope) => {
    const list = scope.need('list');
    const [i, part] = [scope.writer.name('start'), scope.writer.name('chunk')];
    const all = scope.variable('all', '[]', 'const', 'unknown[]');
    scope.block(`for (let ${i} = 0; ${i} < ${list}.length; ${i} += 2) {`, () => {
      scope.add(`const ${part} = ${list}.slice(${i}, ${i} + 2);`);
      const filter = `${part}.map((id) => \`RowKey eq '\${id}'\`).join(' or ')`;
      const within = `"PartitionKey eq 'Books' and (" + ${filter} + ')'`;
      scope.add(
        `${all}.push(${consume(scope, listed(scope, scope.writer.choices.pick([filter, within])))});`,
      );
    });
    return all;
  },
  inTry: (scope, make) => {
    const result = scope.variable('result', 'undefined', 'let', 'unknown');
    scope.block(
      'try {',
      () => {
        scope.add(`${result} = ${straight(scope, make)};`);
      },
      '} catch (error) {',
    );
    scope.add('  console.error(error);', '}');
    return result;
  },
  rethrown: (scope, make) => {
    const result = scope.variable('result', '[]', 'let', 'unknown');
    const error = scope.writer.isTyped ? '(error as { statusCode?: number })' : 'error';
    scope.block(
      'try {',
      () => {
        scope.add(`${result} = ${straight(scope, make)};`);
      },
      '} catch (error) {',
    );
    scope.add(`  if (${error}.statusCode !== 404) throw error;`, '}');
    return result;
  },
  retried: (scope, make) =>
    `await ${helper(
      scope,
      { base: 'load', returns: 'Promise<unknown>', kind: 'async', isStatements: true },
      (body) => {
        const attempt = body.writer.name('attempt');
        body.block(`for (let ${attempt} = 1; ; ${attempt}++) {`, () => {
          body.block(
            'try {',
            () => {
              body.add(`return ${straight(body, make)};`);
            },
            '} catch (error) {',
          );
          body.add(`  if (${attempt} >= 3) throw error;`, '}');
        });
        return '';
      },
    )}`,
  cached: (scope, make) => {
    const cache = scope.writer.name('cache');
    scope.module.declare(`const ${cache} = new Map${scope.writer.typed('<string, unknown>')}();`);
    return `await ${helper(scope, { base: 'load', returns: 'Promise<unknown>', kind: 'async' }, (body) => {
      if (body.module !== scope.module) return straight(body, make);
      const filter = body.variable('filter', make(body), 'const', 'string | undefined');
      const key = body.variable('key', `${filter} ?? ''`);
      body.add(`if (${cache}.has(${key})) return ${cache}.get(${key});`);
      const result = body.variable('result', consume(body, listed(body, filter)));
      body.add(`${cache}.set(${key}, ${result});`);
      return result;
    })}`;
  },
  collected: (scope, make) => {
    const filter = scope.variable('filter', make(scope), 'const', 'string | undefined');
    const call = helper(
      scope,
      {
        base: 'listAll',
        returns: 'Promise<Record<string, any>[]>',
        kind: 'async',
        extra: [
          { parameter: `filter${scope.writer.type('string | undefined')}`, argument: filter, kind: 'filter' },
        ],
      },
      (body) => {
        const client = clientOf(body);
        const all = body.variable('all', '[]', 'const', 'Record<string, any>[]');
        const given = body.writer.choices.pick([
          '{ queryOptions: { filter } }',
          'filter ? { queryOptions: { filter } } : undefined',
          '{ queryOptions: filter ? { filter } : {} }',
          '{ queryOptions: { ...(filter && { filter }) } }',
        ]);
        body.add(`for await (const each of ${client}.listEntities(${given})) ${all}.push(each);`);
        return all;
      },
    );
    const rows = scope.variable('rows', `await ${call}`);
    return scope.writer.choices.pick([
      rows,
      `${rows}.map((row) => row.title)`,
      `${rows}.filter((row) => row.status === 'open')`,
      `${rows}.length`,
      `${rows}[0]`,
      `${rows}.sort((a, b) => String(b.timestamp).localeCompare(String(a.timestamp))).slice(0, 2)`,
    ]);
  },
  afterRead: (scope, make) => {
    scope.writer.dependsOnAnswers();
    const client = clientOf(scope);
    const filter = scope.variable('filter', make(scope), 'let', 'string | undefined');
    scope.block(
      'try {',
      () => {
        scope.add(`const book = await ${client}.getEntity('Books', ${scope.need('text')});`);
        scope.add(
          `${filter} = ${scope.writer.choices.pick(["`PartitionKey eq 'Books' and RowKey eq '${book.rowKey}'`", "`author eq '${book.author}'`"])};`,
        );
      },
      '} catch {}',
    );
    return consume(scope, listed(scope, filter));
  },
  afterOther: (scope, make) => {
    scope.writer.dependsOnAnswers();
    const seen = scope.variable('known', '[]', 'const', 'string[]');
    const row = scope.writer.name('row');
    const first = constantFilter(scope);
    // a key that was asked for is known
    const names = first.includes('RowKey eq') ? ['author', 'shelf'] : ['author', 'shelf', 'rowKey'];
    scope.block(`for await (const ${row} of ${listed(scope, first)}) {`, () => {
      scope.add(`${seen}.push(${row}.${scope.writer.choices.pick(names)});`);
    });
    const filter = scope.writer.choices.pick([
      `${seen}.map((id) => \`RowKey eq '\${id}'\`).join(' or ')`,
      `${seen}.length > 0 ? \`PartitionKey eq '\${${seen}[0]}'\` : ${constantFilter(scope)}`,
      make(scope),
    ]);
    return consume(scope, listed(scope, filter));
  },
  unlessFound: (scope, make) => {
    scope.writer.dependsOnAnswers();
    const count = scope.variable('found', '0', 'let');
    scope.add(`for await (const _ of ${listed(scope, constantFilter(scope))}) ${count}++;`);
    const filter = scope.variable('filter', make(scope), 'let', 'string | undefined');
    scope.add(`if (${count} === 0) ${filter} = ${constantFilter(scope)};`);
    return consume(scope, listed(scope, filter));
  },
  afterWrites: (scope, make) => {
    mistakenWrites(scope);
    return straight(scope, make);
  },
  inPages: (scope, make) => paged(scope, make(scope)),
  behindCheck,
  inRepository,
};

const NAMES = Object.keys(PLACES);

/** Asks with a filter in one of the places there are; gives the expression of what comes of it. */
export function handOver(scope: Scope, make: Make): string {
  const name = scope.writer.choices.oneIn(3) ? 'straight' : scope.writer.choices.pick(NAMES);
  scope.writer.uses(`place.${name}`);
  return PLACES[name]?.(scope, make) ?? '';
}
