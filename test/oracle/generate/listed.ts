import { clientOf, moduleClient } from './clients.ts';
import { helper } from './helper.ts';
import { optionsOf } from './options.ts';
import type { Scope } from './scope.ts';
import { indented } from './writer.ts';

const FILTER = 'string | undefined';
const LISTED = 'AsyncIterable<Record<string, unknown>>';

/** Writes a call that asks with a filter, straight or through something; gives the expression of what it gives back. */
type Way = (scope: Scope, filter: string) => string;

const direct: Way = (scope, filter) => `${clientOf(scope)}.listEntities(${optionsOf(scope, filter)})`;

/** A class that has a client, given to it or made by it; `lines` are its methods. */
function repository(scope: Scope, lines: readonly string[], heritage = ''): string {
  const { writer, module } = scope;
  const name = writer.name('BookRepository');
  module.import('TableClient', '@azure/data-tables');
  module.declare(
    `class ${name}${heritage} {`,
    ...indented([
      ...(writer.isTyped ? ['client: TableClient;'] : []),
      `constructor(client${writer.type('TableClient')}) {`,
      '  this.client = client;',
      '}',
      ...lines,
    ]),
    '}',
  );
  return name;
}

const LISTS: Readonly<Record<string, Way>> = {
  direct,
  wrapper: (scope, filter) => {
    const given = scope.writer.name('where');
    const extra = [
      { parameter: given + scope.writer.type(FILTER), argument: filter, kind: 'filter' as const },
    ];
    return helper(scope, { base: 'find', returns: LISTED, extra }, (body) => direct(body, given));
  },
  wrapperOfOptions: (scope, filter) => {
    const given = scope.writer.name('given');
    const type = scope.writer.type('{ queryOptions?: { filter?: string } }');
    const extra = [
      { parameter: given + type, argument: optionsOf(scope, filter), kind: 'listOptions' as const },
    ];
    return helper(
      scope,
      { base: 'list', returns: LISTED, extra },
      (body) => `${clientOf(body)}.listEntities(${given})`,
    );
  },
  wrapperMakes: (scope, filter) => {
    // the filter is made here and given in parts: what is told of the wrapper is told of every caller
    const given = scope.writer.name('rest');
    const extra = [
      { parameter: given + scope.writer.type(FILTER), argument: filter, kind: 'filter' as const },
    ];
    return helper(scope, { base: 'inBooks', returns: LISTED, extra }, (body) =>
      direct(body, `${given} ? \`PartitionKey eq 'Books' and (\${${given}})\` : "PartitionKey eq 'Books'"`),
    );
  },
  wrapperTwice: (scope, filter) => {
    const [inner, outer] = [scope.writer.name('filter'), scope.writer.name('where')];
    const extra = [
      { parameter: outer + scope.writer.type(FILTER), argument: filter, kind: 'filter' as const },
    ];
    return helper(scope, { base: 'search', returns: LISTED, extra }, (body) =>
      helper(
        body,
        {
          base: 'query',
          returns: LISTED,
          extra: [{ parameter: inner + scope.writer.type(FILTER), argument: outer, kind: 'filter' }],
        },
        (own) => direct(own, inner),
      ),
    );
  },
  clientGiven: (scope, filter) => {
    const [name, client] = [scope.writer.name('listIn'), scope.writer.name('table')];
    scope.module.import('TableClient', '@azure/data-tables');
    scope.module.declare(
      `function ${name}(${client}${scope.writer.type('TableClient')}, filter${scope.writer.type(FILTER)}) {`,
      `  return ${client}.listEntities({ queryOptions: { filter } });`,
      '}',
    );
    return `${name}(${clientOf(scope)}, ${filter})`;
  },
  repository: (scope, filter) => {
    const t = scope.writer.type(FILTER);
    const name = repository(scope, [
      `list(filter${t}) {`,
      '  return this.client.listEntities({ queryOptions: { filter } });',
      '}',
    ]);
    return `new ${name}(${clientOf(scope)}).list(${filter})`;
  },
  repositoryByKey: (scope, filter) => {
    const name = repository(scope, [
      `byShelf(shelf${scope.writer.type('string')}) {`,
      "  return this.client.listEntities({ queryOptions: { filter: `PartitionKey eq '${shelf}'` } });",
      '}',
      `matching(filter${scope.writer.type(FILTER)}) {`,
      '  return this.client.listEntities({ queryOptions: { filter } });',
      '}',
    ]);
    const made = scope.variable('repository', `new ${name}(${clientOf(scope)})`);
    return scope.writer.choices.oneIn(2)
      ? `${made}.byShelf(${scope.need('text')})`
      : `${made}.matching(${filter})`;
  },
  repositoryWithState: (scope, filter) => {
    const t = scope.writer.type(FILTER);
    const name = repository(scope, [
      ...(scope.writer.isTyped ? ['filter: string | undefined;'] : []),
      `where(filter${t}) {`,
      '  this.filter = filter;',
      '  return this;',
      '}',
      'run() {',
      '  return this.client.listEntities({ queryOptions: { filter: this.filter } });',
      '}',
    ]);
    const made = scope.variable('repository', `new ${name}(${clientOf(scope)})`);
    if (scope.writer.choices.oneIn(2)) return `${made}.where(${filter}).run()`;
    scope.add(`${made}.where(${filter});`);
    return `${made}.run()`;
  },
  repositoryInherited: (scope, filter) => {
    const base = repository(scope, [
      `find(filter${scope.writer.type(FILTER)}) {`,
      '  return this.client.listEntities({ queryOptions: { filter: this.filterOf(filter) } });',
      '}',
      `filterOf(filter${scope.writer.type(FILTER)})${scope.writer.type(FILTER)} {`,
      '  return filter;',
      '}',
    ]);
    const name = scope.writer.name('ShelfRepository');
    scope.module.declare(
      `class ${name} extends ${base} {`,
      `  filterOf(filter${scope.writer.type(FILTER)})${scope.writer.type(FILTER)} {`,
      "    return filter ? `PartitionKey eq 'Books' and ${filter}` : undefined;",
      '  }',
      '}',
    );
    return `new ${scope.writer.choices.pick([name, base])}(${clientOf(scope)}).find(${filter})`;
  },
  closureObject: (scope, filter) => {
    const name = scope.writer.name('createRepository');
    scope.module.import('TableClient', '@azure/data-tables');
    scope.module.declare(
      `function ${name}(client${scope.writer.type('TableClient')}) {`,
      '  return {',
      `    find: (filter${scope.writer.type(FILTER)}) => client.listEntities({ queryOptions: { filter } }),`,
      '  };',
      '}',
    );
    return `${name}(${clientOf(scope)}).find(${filter})`;
  },
  bracket: (scope, filter) => `${clientOf(scope)}['listEntities'](${optionsOf(scope, filter)})`,
  called: (scope, filter) => {
    const client = scope.variable('table', clientOf(scope));
    return scope.writer.choices.pick([
      `${client}.listEntities.call(${client}, ${optionsOf(scope, filter)})`,
      `${client}.listEntities.apply(${client}, [${optionsOf(scope, filter)}])`,
    ]);
  },
  superCalls: (scope, filter) => {
    const t = scope.writer.type(FILTER);
    const base = repository(scope, [
      `list(filter${t}) {`,
      '  return this.client.listEntities({ queryOptions: { filter } });',
      '}',
    ]);
    const name = scope.writer.name('OpenRepository');
    scope.module.declare(
      `class ${name} extends ${base} {`,
      `  list(filter${t}) {`,
      "    return super.list(filter ? `${filter} and status eq 'open'` : \"status eq 'open'\");",
      '  }',
      '}',
    );
    return `new ${scope.writer.choices.pick([name, base])}(${clientOf(scope)}).list(${filter})`;
  },
  dispatched: (scope, filter) => {
    const name = scope.writer.name('queries');
    const client = moduleClient(scope);
    const t = scope.writer.type(FILTER);
    scope.module.declare(
      `const ${name} = {`,
      `  byFilter: (filter${t}) => ${client}.listEntities({ queryOptions: { filter } }),`,
      `  all: () => ${client}.listEntities(),`,
      '};',
    );
    return `${name}.byFilter(${filter})`;
  },
  chosenWrapper: (scope, filter) => {
    const [one, other] = [scope.writer.name('listAll'), scope.writer.name('listSome')];
    const client = moduleClient(scope);
    const t = scope.writer.type(FILTER);
    scope.module.declare(`const ${one} = (_${t}) => ${client}.listEntities();`);
    scope.module.declare(
      `const ${other} = (filter${t}) => ${client}.listEntities({ queryOptions: { filter } });`,
    );
    const where = scope.variable('where', filter);
    return `(${where} ? ${other} : ${one})(${where})`;
  },
  takenFromThen: (scope, filter) => {
    if (!scope.isAsync) return direct(scope, filter);
    const client = clientOf(scope);
    return `(await Promise.resolve(${filter}).then((filter) => ({ rows: ${client}.listEntities({ queryOptions: { filter } }) }))).rows`;
  },
  optional: (scope, filter) => `${clientOf(scope)}?.listEntities(${optionsOf(scope, filter)})`,
  bound: (scope, filter) => {
    const client = scope.variable('table', clientOf(scope));
    const list = scope.variable('list', `${client}.listEntities.bind(${client})`);
    return `${list}(${optionsOf(scope, filter)})`;
  },
  callback: (scope, filter) => {
    const name = scope.writer.name('withClient');
    scope.module.import('TableClient', '@azure/data-tables');
    scope.module.declare(
      `function ${name}${scope.writer.typed('<T>')}(use${scope.writer.type('(client: TableClient) => T')}) {`,
      `  return use(TableClient.fromConnectionString(process.env.TABLES${scope.writer.typed('!')}, 'Books'));`,
      '}',
    );
    return `${name}((client) => client.listEntities(${optionsOf(scope, scope.variable('where', filter))}))`;
  },
  defaultClient: (scope, filter) => {
    const name = scope.writer.name('listFrom');
    scope.module.declare(
      `function ${name}(filter${scope.writer.type(FILTER)}, client = ${moduleClient(scope)}) {`,
      '  return client.listEntities({ queryOptions: { filter } });',
      '}',
    );
    return `${name}(${filter})`;
  },
  generator: (scope, filter) => {
    const given = scope.writer.name('where');
    const extra = [
      { parameter: given + scope.writer.type(FILTER), argument: filter, kind: 'filter' as const },
    ];
    return helper(
      scope,
      { base: 'entities', returns: LISTED, extra, kind: 'async generator', isStatements: true },
      (body) => {
        const listed = direct(body, given);
        if (body.writer.choices.oneIn(2)) body.add(`yield* ${listed};`);
        else body.add(`for await (const entity of ${listed}) yield entity;`);
        return '';
      },
    );
  },
  chosenClient: (scope, filter) => {
    const [a, b] = [clientOf(scope), clientOf(scope)];
    return `(${scope.need('flag')} ? ${a} : ${b}).listEntities(${optionsOf(scope, filter)})`;
  },
  pages: (scope, filter) => {
    const name = scope.writer.name('flattened');
    scope.module.declare(
      `async function* ${name}(pages${scope.writer.type('AsyncIterable<Record<string, unknown>[]>')}) {`,
      '  for await (const page of pages) yield* page;',
      '}',
    );
    const size = scope.writer.choices.pick(['', '{ maxPageSize: 100 }', '{ maxPageSize: 2 }']);
    return `${name}(${direct(scope, filter)}.byPage(${size}))`;
  },
};

/** What people write now and then. */
const RARE = [
  'called',
  'chosenWrapper',
  'takenFromThen',
  'bound',
  'bracket',
  'chosenClient',
  'defaultClient',
  'optional',
  'superCalls',
];

const OFTEN = Object.keys(LISTS).filter((name) => !RARE.includes(name));

/** The expression of what a query with this filter gives: something that `for await` goes through. */
export function listed(scope: Scope, filter: string): string {
  const name = scope.writer.choices.oneIn(3) ? 'direct' : scope.writer.choices.pickUsual(OFTEN, RARE);
  scope.writer.uses(`list.${name}`);
  return LISTS[name]?.(scope, filter) ?? '';
}
