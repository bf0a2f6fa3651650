import type { Scope } from '../scope.ts';

/** Writes what becomes of listed entities; gives the expression of what the program makes of them. */
export type Use = (scope: Scope, listed: string) => string;

const TITLE = ['title', 'status', 'rowKey', 'count', 'price', 'author'] as const;

export function property(scope: Scope): string {
  return scope.writer.choices.pick(TITLE);
}

/** A list that entities, or what is made of them, are put into. */
export function into(scope: Scope, type = 'unknown[]'): string {
  return scope.variable('rows', '[]', 'const', type);
}

/** A loop through all entities; the body gets the name of one. */
export function each(scope: Scope, listed: string, body: (row: string) => void): void {
  const row = scope.writer.name('row');
  scope.block(`for await (const ${row} of ${listed}) {`, () => {
    body(row);
  });
}

/** A test of an entity that it meets or not. */
export function asks(scope: Scope, row: string): string {
  return scope.writer.choices.pick([
    `${row}.status === 'open'`,
    `${row}.count > 0`,
    `${row}.isActive`,
    `${row}.title === ${scope.need('text')}`,
    `${row}.title.startsWith('title 1')`,
    `${row}.note !== undefined`,
    `${row}.price >= ${scope.need('count')}`,
  ]);
}

/** The list of all entities. */
export function collected(scope: Scope, listed: string): string {
  const rows = into(scope, 'Record<string, any>[]');
  each(scope, listed, (row) => {
    scope.add(`${rows}.push(${row});`);
  });
  return rows;
}
