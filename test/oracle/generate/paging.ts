import { clientOf } from './clients.ts';
import { optionsOf } from './options.ts';
import type { Scope } from './scope.ts';
import { asks, into, property } from './uses/basics.ts';

/** Goes through the pages of a query; gives the expression of what is made of them. */
type Way = (scope: Scope, query: string) => string;

const size = (scope: Scope): string =>
  scope.writer.choices.pick(['', '{ maxPageSize: 2 }', '{ maxPageSize: 100 }']);

const row = (scope: Scope): string => `row${scope.writer.type('any')}`;

const WAYS: Readonly<Record<string, Way>> = {
  collects: (scope, query) => {
    const rows = into(scope);
    scope.block(`for await (const page of ${query}.byPage(${size(scope)})) {`, () => {
      scope.add(
        scope.writer.choices.pick([
          `${rows}.push(...page);`,
          `for (const row of page) ${rows}.push(row);`,
          `${rows}.push(...page.map((${row(scope)}) => row.${property(scope)}));`,
          `for (const { title, count } of page) ${rows}.push({ title, count });`,
        ]),
      );
    });
    return rows;
  },
  countsPages: (scope, query) => {
    const [pages, rows] = [scope.variable('pages', '0', 'let'), scope.variable('count', '0', 'let')];
    scope.block(`for await (const page of ${query}.byPage(${size(scope)})) {`, () => {
      scope.add(`${pages} += 1;`, `${rows} += page.length;`);
    });
    return `[${pages}, ${rows}]`;
  },
  firstPage: (scope, query) => {
    const page = scope.writer.name('page');
    scope.add(
      ...scope.writer.choices.pick([
        [`const { value: ${page} } = await ${query}.byPage({ maxPageSize: 2 }).next();`],
        [
          `let ${page}${scope.writer.type('any')};`,
          `for await (const one of ${query}.byPage({ maxPageSize: 2 })) {`,
          `  ${page} = one;`,
          '  break;',
          '}',
        ],
      ]),
    );
    return scope.writer.choices.pick([
      page,
      `${page}?.map((${row(scope)}) => row.${property(scope)})`,
      `[${page}?.length, ${page}?.continuationToken]`,
    ]);
  },
  untilEnough: (scope, query) => {
    const rows = into(scope);
    const label = scope.writer.name('paging');
    scope.block(`${label}: for await (const page of ${query}.byPage({ maxPageSize: 2 })) {`, () => {
      scope.block('for (const row of page) {', () => {
        scope.add(`if (!(${asks(scope, 'row')})) continue;`, `${rows}.push(row.title);`);
        scope.add(`if (${rows}.length >= 2) break ${label};`);
      });
    });
    return rows;
  },
  byToken: (scope, query) => {
    const rows = into(scope);
    const token = scope.variable('token', 'undefined', 'let', 'string | undefined');
    scope.block(
      'do {',
      () => {
        scope.add(
          `const pages = ${query}.byPage({ maxPageSize: 2, continuationToken: ${token} });`,
          `const { value: page } = await pages.next();`,
          scope.writer.choices.pick([
            `${rows}.push(...(page ?? []));`,
            `for (const row of page ?? []) ${rows}.push(row.title);`,
          ]),
          `${token} = page?.continuationToken;`,
        );
      },
      `} while (${token});`,
    );
    return rows;
  },
  onePageFunction: (scope, query) => {
    const name = scope.writer.name('nextPage');
    scope.block(
      `const ${name} = async (token${scope.writer.typed('?: string')}) => {`,
      () => {
        scope.block(
          `for await (const page of ${query}.byPage({ maxPageSize: 2, continuationToken: token })) {`,
          () => {
            scope.add(
              `return { rows: ${scope.writer.choices.pick(['page', `page.map((${row(scope)}) => row.title)`])}, next: page.continuationToken };`,
            );
          },
        );
        scope.add('return { rows: [], next: undefined };');
      },
      '};',
    );
    const first = scope.variable('first', `await ${name}()`);
    return scope.writer.choices.pick([first, `[${first}, ${first}.next && (await ${name}(${first}.next))]`]);
  },
};

const NAMES = Object.keys(WAYS);

/** A query whose pages are gone through. */
export function paged(scope: Scope, filter: string): string {
  const name = scope.writer.choices.pick(NAMES);
  scope.writer.uses(`pages.${name}`);
  return WAYS[name]?.(scope, `${clientOf(scope)}.listEntities(${optionsOf(scope, filter)})`) ?? '';
}
