import { helper, type Scope } from './scope.ts';

/** Writes what asks the service with this filter, and what becomes of the answer. */
type Way = (scope: Scope, filter: string) => void;

/** A client that the module has. */
function clientOf(scope: Scope): string {
  const { module, writer } = scope;
  module.import('TableClient', '@azure/data-tables');
  const name = writer.name('books');
  module.declare(
    `const ${name} = TableClient.fromConnectionString(process.env.TABLES${writer.typed('!')}, 'Books');`,
  );
  return name;
}

function collect(scope: Scope, listed: string): void {
  const rows = scope.variable('rows', '[]', 'const', 'unknown[]');
  scope.block(`for await (const row of ${listed}) {`, () => {
    scope.add(`${rows}.push(row);`);
  });
  scope.add(`return ${rows};`);
}

const WAYS: Readonly<Record<string, Way>> = {
  inline: (scope, filter) => {
    collect(scope, `${clientOf(scope)}.listEntities({ queryOptions: { filter: ${filter} } })`);
  },
  optionsVariable: (scope, filter) => {
    const options = scope.variable('options', `{ queryOptions: { filter: ${filter} } }`);
    collect(scope, `${clientOf(scope)}.listEntities(${options})`);
  },
  wrapper: (scope, filter) => {
    const given = scope.writer.name('where');
    const extra = [{ parameter: given + scope.writer.type('string | undefined'), argument: filter }];
    const client = clientOf(scope);
    const listed = helper(
      scope,
      'find',
      'AsyncIterable<unknown>',
      (body) =>
        `${body.module === scope.module ? client : clientOf(body)}.listEntities({ queryOptions: { filter: ${given} } })`,
      extra,
    );
    collect(scope, listed);
  },
};

const NAMES = Object.keys(WAYS);

/** Hands a filter over in one of the ways there are. */
export function handOver(scope: Scope, filter: string): void {
  const name = scope.writer.choices.pick(NAMES);
  scope.writer.uses(`hand:${name}`);
  WAYS[name]?.(scope, filter);
}
