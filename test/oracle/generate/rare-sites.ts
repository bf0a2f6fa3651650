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
  listInTag: (scope) => {
    scope.module.import('odata', '@azure/data-tables');
    const { choices } = scope.writer;
    const list = choices.pick([
      () => scope.need('list'),
      () => scope.variable('wanted', "['a', 'b1']"),
      () => scope.variable('wanted', `${scope.need('list')}.map((each) => each.trim())`),
      () => scope.variable('wanted', `${scope.need('list')}.filter(Boolean)`),
    ])();
    const filter = choices.pick([
      `odata\`PartitionKey eq 'Books' and author eq \${${list}}\``,
      `odata\`author eq \${${list}}\``,
      `odata\`PartitionKey eq \${${scope.need('text')}} and RowKey eq \${${list}}\``,
      `odata\`PartitionKey eq 'Books' and count gt 0 and title eq \${${list}}\``,
    ]);
    return consume(scope, listOf(scope, choices.oneIn(2) ? scope.variable('filter', filter) : filter));
  },
  bigintInTag: (scope) => {
    scope.module.import('odata', '@azure/data-tables');
    const { choices } = scope.writer;
    const big = choices.pick([
      () => scope.variable('serial', '5n'),
      () => scope.variable('serial', `BigInt(${scope.need('count')})`),
      () => `BigInt(${scope.need('count')})`,
    ])();
    const filter = choices.pick([
      `odata\`PartitionKey eq 'Books' and serial eq \${${big}}\``,
      `odata\`serial ge \${${big}} and PartitionKey eq 'Books'\``,
      `odata\`PartitionKey eq 'Books' and (serial lt \${${big}} or serial gt 7)\``,
      `odata\`serial ne \${${big}}\``,
    ]);
    return consume(scope, listOf(scope, choices.oneIn(2) ? scope.variable('filter', filter) : filter));
  },
  createRace: (scope) => {
    const [client, at, name] = [moduleClient(scope), key(scope), scope.writer.name('isNew')];
    const { choices } = scope.writer;
    const mode = choices.pick(['', ", 'Merge'", ", 'Replace'"]);
    const title = choices.pick([scope.need('text'), `${scope.need('text')}.trim()`, "'new'"]);
    const made = `await ${client}.upsertEntity({ partitionKey: 'Books', rowKey: ${at}, title: ${title} }${mode});`;
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
  movedWhole: (scope) => {
    const [client, { writer }] = [moduleClient(scope), scope];
    const { choices } = writer;
    const from = choices.pick(["'a'", "'b1'"]);
    const to = choices.pick(["'moved'", `\`moved_\${${scope.need('count')}}\``]);
    const row = scope.variable('row', `await ${client}.getEntity${writer.typed('<any>')}('Books', ${from})`);
    const whole = choices.pick([
      `{ ...${row}, rowKey: ${to} }`,
      `{ partitionKey: 'Books', rowKey: ${to}, title: ${row}.title, count: ${row}.count }`,
    ]);
    const name = choices.oneIn(2) ? scope.variable('next', whole) : whole;
    const put = `await ${client}.${choices.pick([`createEntity(${name})`, `upsertEntity(${name}, 'Replace')`])};`;
    const taken = `await ${client}.deleteEntity('Books', ${from});`;
    scope.add(...(choices.oneIn(3) ? [taken, put] : [put, taken]));
    return choices.pick(['undefined', `${row}.title`]);
  },
  reservedName: (scope) => {
    const [client, { writer }] = [moduleClient(scope), scope];
    const { choices } = writer;
    const value = choices.pick(['new Date()', 'new Date().toISOString()', 'Date.now()', "'2026-01-01'"]);
    const [entity, at] = [writer.name('entity'), writer.name('timestamp')];
    const keys = "partitionKey: 'Books', rowKey: 'stamped', title: 't'";
    const method = choices.pick(['createEntity', 'upsertEntity']);
    scope.add(
      ...choices.pick([
        [`await ${client}.${method}({ ${keys}, timestamp: ${value} });`],
        [
          `const ${entity} = { ${keys}, timestamp: ${value}, count: 1 };`,
          `await ${client}.${method}(${entity});`,
        ],
        [
          `const ${entity}${writer.type('any')} = { ${keys} };`,
          `${entity}.timestamp = ${value};`,
          `await ${client}.${method}(${entity});`,
        ],
        [`const ${at} = ${value};`, `await ${client}.${method}({ ${keys}, timestamp: ${at} });`],
      ]),
    );
    return `(await ${client}.getEntity('Books', 'stamped')).title`;
  },
  contradiction: (scope) => {
    scope.module.import('odata', '@azure/data-tables');
    const text = scope.need('text');
    const filter = scope.writer.choices.pick([
      `"PartitionKey eq 'Books' and RowKey ge 'c' and RowKey le 'a'"`,
      `"PartitionKey eq 'Books' and status eq 'open' and status eq 'closed'"`,
      `"PartitionKey eq 'Books' and title eq 'a' and title eq 'b'"`,
      `"status eq 'open' and PartitionKey eq 'Books' and status eq 'closed'"`,
      `odata\`PartitionKey eq 'Books' and author eq 'a' and RowKey ge \${${text}} and author eq 'b'\``,
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
