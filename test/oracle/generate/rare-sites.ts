import { moduleClient } from './clients.ts';
import { consume } from './consume.ts';
import type { Scope } from './scope.ts';
import type { Site } from './site.ts';

/** A value as code writes it into a filter: a text for sure, perhaps, or none. */
const value = (scope: Scope): string => {
  const { choices } = scope.writer;
  const text = scope.need(choices.pick(['text', 'maybeText', 'digits', 'word'] as const));
  const list = (): string => scope.need('list');
  switch (choices.below(12)) {
    case 0:
      return `${text}${choices.pick(['.trim()', '?.trim()', '?.toLowerCase()', '?.slice(0, 2)'])}`;
    case 1:
      return `${scope.need('query')}.author`;
    case 2:
      return `${list()}[0]`;
    case 3:
      return choices.pick([list(), `${list()}.join('_')`, `${list()}.length`]);
    case 4:
      return scope.need('count');
    case 5:
      return scope.need('flag');
    case 6:
      return `String(${text})`;
    case 7:
      return scope.variable('value', choices.pick([text, `${list()}.find((one) => one !== 'a')`]));
    case 8:
      return 'process.env.BOOKS_SHELF';
    default:
      return text;
  }
};

/** A key that is a constant or an input. */
const key = (scope: Scope): string =>
  scope.writer.choices.pick(["'a'", "'n1'", scope.need('text'), scope.need('maybeText')]);

const listOf = (scope: Scope, filter: string): string =>
  `${moduleClient(scope)}.listEntities({ queryOptions: { filter: ${filter} } })`;

/** Sites of fixes that are seldom offered elsewhere, and of values of every kind in a filter without the tag. */
export const RARE_SITES: Readonly<Record<string, Site>> = {
  rawValue: (scope) => {
    const { choices } = scope.writer;
    const [first, second] = [value(scope), value(scope)];
    const by = choices.pick(['eq', 'ge', 'ne', 'lt']);
    const filter = choices.pick([
      `\`PartitionKey eq 'Books' and title ${by} '\${${first}}'\``,
      `\`PartitionKey eq '\${${first}}' and RowKey ${by} '\${${second}}'\``,
      `"PartitionKey eq 'Books' and RowKey ${by} '" + ${/\?|\|/.test(first) ? `(${first})` : first} + "'"`,
      `\`PartitionKey eq 'Books-\${${first}}' and title ${by} '\${${second}}'\``,
    ]);
    return consume(scope, listOf(scope, filter));
  },
  rawPoint: (scope) => {
    const [first, second] = [value(scope), value(scope)];
    const filter = scope.writer.choices.pick([
      `\`PartitionKey eq 'Books' and RowKey eq '\${${first}}'\``,
      `\`PartitionKey eq '\${${first}}' and RowKey eq '\${${second}}'\``,
      `\`PartitionKey eq 'Books' and (RowKey eq '\${${first}}' or RowKey eq '\${${second}}')\``,
      `\`PartitionKey eq '\${${first}}' or PartitionKey eq '\${${second}}'\``,
    ]);
    return consume(scope, listOf(scope, filter));
  },
  taggedPoint: (scope) => {
    scope.module.import('odata', '@azure/data-tables');
    const [first, second] = [value(scope), value(scope)];
    const filter = scope.writer.choices.pick([
      `odata\`PartitionKey eq 'Books' and RowKey eq \${${first}}\``,
      `odata\`PartitionKey eq 'Books' and RowKey eq '\${${first}}'\``,
      `odata\`PartitionKey eq \${${first}} and RowKey eq '\${${second}}'\``,
      `odata\`PartitionKey eq 'Books' and (RowKey eq '\${${first}}' or RowKey eq \${${second}})\``,
    ]);
    return consume(scope, listOf(scope, filter));
  },
  createRace: (scope) => {
    const [client, at, name] = [moduleClient(scope), key(scope), scope.writer.name('isNew')];
    const { choices } = scope.writer;
    const mode = choices.pick(['', ", 'Merge'", ", 'Replace'"]);
    const made = `await ${client}.upsertEntity({ partitionKey: 'Books', rowKey: ${at}, title: 'new' }${mode});`;
    scope.add(`let ${name} = false;`, 'try {', `  await ${client}.getEntity('Books', ${at});`);
    if (choices.oneIn(2)) scope.add('} catch {', `  ${made}`, `  ${name} = true;`, '}');
    else {
      scope.add(
        '} catch (error) {',
        `  if ((error${scope.writer.typed(' as { statusCode?: number }')}).statusCode !== 404) throw error;`,
        `  ${made}`,
        `  ${name} = true;`,
        '}',
      );
    }
    return name;
  },
  pageSize: (scope) => {
    const [client, page] = [moduleClient(scope), scope.writer.name('page')];
    const count = scope.variable('count', '0', 'let');
    const size = scope.writer.choices.pick(['5000', '1001', scope.variable('size', '2000')]);
    const filter = '{ queryOptions: { filter: "PartitionKey eq \'Books\'" } }';
    scope.add(
      `for await (const ${page} of ${client}.listEntities(${filter}).byPage({ maxPageSize: ${size} })) {`,
      `  ${count} += ${page}.length;`,
      '}',
    );
    return count;
  },
  selectedEtag: (scope) => {
    const names = scope.writer.choices.pick([
      "'title', 'etag'",
      "'etag', 'title', 'count'",
      "'title', 'timestamp', 'etag'",
    ]);
    const select = `queryOptions: { select: [${names}]`;
    const client = moduleClient(scope);
    return scope.writer.choices.oneIn(2)
      ? `await ${client}.getEntity('Books', ${key(scope)}, { ${select} } })`
      : consume(scope, `${client}.listEntities({ ${select}, filter: "PartitionKey eq 'Books'" } })`);
  },
  bigintAsJson: (scope) => {
    const [client, at] = [moduleClient(scope), key(scope)];
    scope.add(
      `await ${client}.upsertEntity({ partitionKey: 'Books', rowKey: 'big', title: 'big', size: BigInt(${scope.need('count')}) });`,
    );
    const read = `await ${client}.getEntity('Books', ${scope.writer.choices.pick([at, "'big'"])})`;
    return `JSON.stringify(${scope.writer.choices.oneIn(2) ? scope.variable('book', read) : read})`;
  },
  moved: (scope) => {
    const [client, from] = [moduleClient(scope), key(scope)];
    const { choices } = scope.writer;
    const to = choices.pick(["'moved'", `'moved_' + ${from}`, key(scope)]);
    const [way, mode] = choices.pick([
      ['createEntity', ''],
      ['upsertEntity', ''],
      ['upsertEntity', ", 'Replace'"],
    ] as const);
    const put = `await ${client}.${way}({ partitionKey: 'Books', rowKey: ${to}, title: 'moved' }${mode});`;
    const taken = `await ${client}.deleteEntity('Books', ${from});`;
    scope.add(...(choices.oneIn(3) ? [taken, put] : [put, taken]));
    return 'undefined';
  },
  contradiction: (scope) => {
    const filter = scope.writer.choices.pick([
      `"PartitionKey eq 'Books' and RowKey ge 'c' and RowKey le 'a'"`,
      `"PartitionKey eq 'Books' and status eq 'open' and status eq 'closed'"`,
      `"PartitionKey eq 'Books' and (RowKey eq 'a' and RowKey eq 'b')"`,
      `"PartitionKey eq 'Books' and PartitionKey eq 'a'"`,
    ]);
    return consume(scope, listOf(scope, filter));
  },
  deletesListed: (scope) => {
    const [client, row] = [moduleClient(scope), scope.writer.name('row')];
    const filter = scope.writer.choices.pick([
      `"PartitionKey eq 'Books'"`,
      `"PartitionKey eq 'Books' and status eq 'open'"`,
      `"PartitionKey eq 'Books' and RowKey lt 'b1'"`,
    ]);
    const of = scope.writer.choices.pick(['partitionKey', 'rowKey'] as const);
    scope.add(
      `for await (const ${row} of ${client}.listEntities({ queryOptions: { filter: ${filter} } })) {`,
      ...(scope.writer.choices.oneIn(3) ? [`  if (!${row}.${of}) continue;`] : []),
      `  await ${client}.deleteEntity(${row}.partitionKey${scope.writer.typed('!')}, ${row}.rowKey${scope.writer.typed('!')});`,
      '}',
    );
    return 'undefined';
  },
};
