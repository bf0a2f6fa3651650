import { moduleClient } from './clients.ts';
import { consume } from './consume.ts';
import { DELIVERY_SITES } from './delivery-sites.ts';
import { KEY_SITES } from './key-sites.ts';
import { helper } from './helper.ts';
import { PATTERN_SITES } from './pattern-sites.ts';
import { RARE_SITES } from './rare-sites.ts';
import type { Scope } from './scope.ts';
import type { Site } from './site.ts';
import { VALUE_SITES } from './value-sites.ts';
import { WRITE_SITES } from './write-sites.ts';
import { indented } from './writer.ts';

const BOOK = ['title', 'status', 'author', 'shelf', 'tag', 'note'];

/** An expression that is a key: a constant or an input. */
const key = (scope: Scope): string =>
  scope.writer.choices.pick(["'a'", "'b1'", "'Books'", scope.need('text')]);

/** The same within a filter, quoted and escaped. */
const filterOf = (scope: Scope, write: (key: () => string) => string): string => {
  scope.module.import('odata', '@azure/data-tables');
  return `odata\`${write(() => `\${${key(scope)}}`)}\``;
};

const listOf = (scope: Scope, filter: string, type = ''): string =>
  `${moduleClient(scope)}.listEntities${type}({ queryOptions: { filter: ${filter} } })`;

/** An entity as a literal with these keys. */
const entity = (scope: Scope, partitionKey: string, rowKey: string): string => {
  const properties = scope.writer.choices.some(
    [
      "title: 'new'",
      'count: 1',
      "status: 'open'",
      'price: 2',
      'isActive: true',
      `author: ${scope.need('text')}`,
    ],
    3,
  );
  return `{ partitionKey: ${partitionKey}, rowKey: ${rowKey}, ${properties.join(', ')} }`;
};

/** The type of the table's entities, declared. */
const bookType = (scope: Scope): string => {
  if (!scope.writer.isTyped) return '';
  const name = scope.writer.name('Book');
  const texts = BOOK.map((property) => `  ${property}: string;`);
  scope.module.declare(
    `interface ${name} {`,
    '  partitionKey: string;',
    '  rowKey: string;',
    ...texts,
    '  count: number;',
    '  price: number;',
    '  isActive: boolean;',
    '}',
  );
  return `<${name}>`;
};

const readBook = (scope: Scope): { client: string; book: string } => {
  const client = moduleClient(scope);
  const book = scope.variable(
    'book',
    `await ${client}.getEntity${scope.writer.typed('<Record<string, unknown>>')}('Books', 'a')`,
  );
  return { client, book };
};

const SITES: Readonly<Record<string, Site>> = {
  pointAsList: (scope) =>
    consume(
      scope,
      listOf(
        scope,
        filterOf(scope, (at) => `PartitionKey eq ${at()} and RowKey eq ${at()}`),
      ),
    ),
  rowKeyOr: (scope) =>
    consume(
      scope,
      listOf(
        scope,
        filterOf(
          scope,
          (at) => `PartitionKey eq 'Books' and (RowKey eq ${at()} or RowKey eq ${at()} or RowKey eq 'c')`,
        ),
      ),
    ),
  partitionKeyOr: (scope) =>
    consume(
      scope,
      listOf(
        scope,
        filterOf(scope, (at) => `PartitionKey eq ${at()} or PartitionKey eq ${at()}`),
      ),
    ),
  openRange: (scope) => {
    const client = moduleClient(scope);
    scope.add(
      `await ${client}.upsertEntity(${entity(scope, "'Books'", `\`b-\${${scope.need('text')}}\``)});`,
    );
    const bound = scope.writer.choices.pick(["RowKey ge 'b-'", "RowKey gt 'b-'", "RowKey lt 'b.'"]);
    return consume(scope, listOf(scope, `"PartitionKey eq 'Books' and ${bound}"`));
  },
  writesInLoop: (scope) => {
    const client = moduleClient(scope);
    const id = scope.writer.name('id');
    const made = scope.writer.choices.pick([
      `createEntity(${entity(scope, "'new'", id)})`,
      `upsertEntity(${entity(scope, "'Books'", id)})`,
      `upsertEntity(${entity(scope, "'Books'", id)}, 'Replace')`,
      `deleteEntity('Books', ${id})`,
      `upsertEntity(${entity(scope, id, "'b1'")})`,
    ]);
    scope.add(`for (const ${id} of ${scope.need('list')}) {`, `  await ${client}.${made};`, '}');
    return 'undefined';
  },
  transaction: (scope) => {
    const client = moduleClient(scope);
    const action = scope.writer.choices.pick([
      `['upsert', ${entity(scope, "'Books'", 'id')}]`,
      `['create', ${entity(scope, "'new'", 'id')}]`,
      `['delete', { partitionKey: 'Books', rowKey: id }]`,
    ]);
    const cast = scope.writer.typed(' as TransactionAction[]');
    if (scope.writer.isTyped) scope.module.import('type TransactionAction', '@azure/data-tables');
    const list = scope.need('list');
    if (scope.writer.choices.oneIn(2)) {
      const actions = scope.variable('actions', `${list}.map((id) => ${action})${cast}`);
      scope.add(`await ${client}.submitTransaction(${actions});`);
    } else scope.add(`await ${client}.submitTransaction(${list}.map((id) => ${action})${cast});`);
    return 'undefined';
  },
  transactionOfObjects: (scope) => {
    const client = moduleClient(scope);
    const made = entity(scope, "'Books'", key(scope));
    scope.add(
      `await ${client}.submitTransaction([${scope.writer.choices.pick([`{ kind: 'upsert', entity: ${made} }`, `{ action: 'create', entity: ${made} }`])}]);`,
    );
    return 'undefined';
  },
  readThenUpdate: (scope) => {
    const { client, book } = readBook(scope);
    const mode = scope.writer.choices.pick(['', ", 'Merge'", ", 'Replace'"]);
    const whole = scope.writer.choices.pick([book, `{ ...${book}, count: 7 }`]);
    scope.add(`${book}.count = 5;`, `await ${client}.updateEntity(${whole}${mode});`);
    return book;
  },
  etagElsewhere: (scope) => {
    const { client, book } = readBook(scope);
    const keys = `partitionKey: ${book}.partitionKey, rowKey: ${book}.rowKey`;
    scope.add(
      `await ${client}.${scope.writer.choices.pick([
        `updateEntity({ ${keys}, title: 'new', etag: ${book}.etag }, 'Merge')`,
        `upsertEntity({ ${keys}, title: 'new' }, 'Merge', { etag: ${book}.etag })`,
        `updateEntity({ ${keys}, title: 'new' }, { etag: ${book}.etag })`,
      ])};`,
    );
    return 'undefined';
  },
  unawaited: (scope) => {
    const client = moduleClient(scope);
    scope.add(`${client}.upsertEntity(${entity(scope, "'Books'", key(scope))});`);
    return `await ${client}.getEntity('Books', 'a')`;
  },
  readsInLoop: (scope) => {
    const client = moduleClient(scope);
    const [id, book] = [scope.writer.name('id'), scope.writer.name('book')];
    const rows = scope.variable('rows', '[]', 'const', 'unknown[]');
    scope.add(
      `for (const ${id} of ${scope.need('list')}) {`,
      `  const ${book} = await ${client}.getEntity('Books', ${id} || 'a');`,
      `  ${rows}.push(${scope.writer.choices.pick([book, `${book}.title`, `${id} + ${book}.title`])});`,
      '}',
    );
    return rows;
  },
  typedList: (scope) => consume(scope, listOf(scope, `"PartitionKey eq 'Books'"`, bookType(scope))),
  typeMismatch: (scope) => {
    const filter = scope.writer.choices.pick([
      `"count eq '5'"`,
      `"isActive eq 'true'"`,
      `"title eq 5"`,
      `"Timestamp ge '2026-01-01'"`,
      `"PartitionKey eq 5"`,
    ]);
    return consume(scope, listOf(scope, filter, bookType(scope)));
  },
  wrongWords: (scope) => {
    const filter = scope.writer.choices.pick([
      `"PartitionKey == 'Books'"`,
      `"PartitionKey EQ 'Books'"`,
      `'PartitionKey eq "Books"'`,
      `"PartitionKey eq 'Books' && RowKey eq 'a'"`,
      `"partitionKey eq 'Books'"`,
      `"PartitionKey eq 'Books' and rowkey eq 'a'"`,
      `"PartitionKey eq 'Books' and rowKey ge 'b'"`,
      `"PartitionKey eq 'O'Brien'"`,
    ]);
    return consume(scope, listOf(scope, filter));
  },
  composedHole: (scope) => {
    scope.module.import('odata', '@azure/data-tables');
    const text = scope.need('text');
    const filter = scope.writer.choices.pick([
      `odata\`PartitionKey eq 'Books-\${${text}}'\``,
      `odata\`PartitionKey eq '\${${text}}-x' and RowKey eq 'a'\``,
      `odata(\`PartitionKey eq '\${${text}}'\`)`,
      `odata\`Timestamp ge datetime'\${new Date(0)}'\``,
    ]);
    return consume(scope, listOf(scope, filter));
  },
  nearName: (scope) => {
    const client = moduleClient(scope);
    scope.add(
      `await ${client}.upsertEntity({ partitionKey: 'Books', rowKey: 'n1', title: 'new', status: 'open', count: 1 });`,
    );
    const filter = scope.writer.choices.pick([
      `"PartitionKey eq 'Books' and Title eq 'new'"`,
      `"PartitionKey eq 'Books' and Status eq 'open'"`,
    ]);
    return consume(scope, listOf(scope, filter));
  },
  partialReplace: (scope) => {
    const client = moduleClient(scope);
    scope.add(
      `await ${client}.upsertEntity({ partitionKey: 'Books', rowKey: 'a', title: 'new', status: 'open', count: 1, price: 2 });`,
      `await ${client}.updateEntity({ partitionKey: 'Books', rowKey: 'a', title: 'other' }, 'Replace');`,
    );
    return 'undefined';
  },
  numberInKey: (scope) => {
    const client = moduleClient(scope);
    const number = scope.need('count');
    const rowKey = scope.writer.choices.pick([
      `String(${number})`,
      `\`\${${number}}\``,
      `\`order_\${${number}}\``,
    ]);
    scope.add(`await ${client}.upsertEntity(${entity(scope, "'Books'", rowKey)});`);
    return consume(scope, listOf(scope, `\`PartitionKey eq 'Books' and RowKey ge '\${${number}}'\``));
  },
  oddValues: (scope) => {
    const client = moduleClient(scope);
    const value = scope.writer.choices.pick([
      `tags: ${scope.need('list')}`,
      "place: { city: 'x' }",
      "etag: 'x'",
      'timestamp: new Date(0)',
      'size: 12345678901',
      "id: { type: 'Edm.Int64', value: '5' }",
    ]);
    scope.add(`await ${client}.upsertEntity({ partitionKey: 'Books', rowKey: 'odd', ${value} });`);
    return 'undefined';
  },
  oddKeys: (scope) => {
    const client = moduleClient(scope);
    const rowKey = scope.writer.choices.pick([
      "'a/b'",
      `'a#' + ${scope.need('text')}`,
      `\`\${${scope.need('text')}}?x\``,
    ]);
    scope.add(`await ${client}.upsertEntity(${entity(scope, "'Books'", rowKey)});`);
    return 'undefined';
  },
};

const ALL = {
  ...SITES,
  ...KEY_SITES,
  ...VALUE_SITES,
  ...WRITE_SITES,
  ...RARE_SITES,
  ...DELIVERY_SITES,
};

const NAMES = Object.keys(ALL);

/** One site at which a fix may be offered. */
export function site(scope: Scope): string {
  const name = scope.writer.choices.pick(NAMES);
  return placed(scope, name, (body) => ALL[name]?.(body) ?? '');
}

/** One site at which a pattern may be offered that changes the whole table, so that nothing else may be asked of that. */
export function patternSite(scope: Scope): string {
  const name = scope.writer.choices.pick(PATTERN_NAMES);
  return placed(scope, name, (body) => PATTERN_SITES[name]?.(body) ?? '');
}

const PATTERN_NAMES = Object.keys(PATTERN_SITES);

/** Writes a site in `main`, or in a function or a class that this calls. */
function placed(scope: Scope, name: string, make: (body: Scope) => string): string {
  const { choices } = scope.writer;
  scope.writer.uses(`site.${name}`);
  switch (choices.below(4)) {
    case 2:
      return `await ${helper(scope, { base: 'run', returns: 'Promise<unknown>', kind: 'async' }, make)}`;
    case 3:
      return inService(scope, make);
    default:
      return make(scope);
  }
}

/** A class that has a client, given to it or made by it, and a method that asks it. */
function inService(scope: Scope, make: (body: Scope) => string): string {
  const { module, writer } = scope;
  const [owner, field] = [writer.name('BookService'), writer.choices.pick(['client', '#client'])];
  writer.uses('home:service');
  const body = scope.callee(module, true, `this.${field}`);
  const result = make(body);
  const isGiven = writer.choices.oneIn(2);
  module.import('TableClient', '@azure/data-tables');
  const start = isGiven
    ? [
        ...(writer.isTyped ? [`${field}: TableClient;`] : [`${field};`]),
        `constructor(client${writer.type('TableClient')}) {`,
        `  this.${field} = client;`,
        '}',
      ]
    : [`${field} = TableClient.fromConnectionString(process.env.TABLES${writer.typed('!')}, 'Books');`];
  const parameters = `(${body.parameters.join(', ')})${writer.type('Promise<unknown>')}`;
  module.declare(
    `class ${owner} {`,
    ...indented([
      ...start,
      `async run${parameters} {`,
      ...indented([...body.lines, `return ${result};`]),
      '}',
    ]),
    '}',
  );
  return `await new ${owner}(${isGiven ? moduleClient(scope) : ''}).run(${body.args.join(', ')})`;
}
