import { moduleClient } from './clients.ts';
import { consume } from './consume.ts';
import type { Scope } from './scope.ts';
import type { Site } from './site.ts';

/** 64 bytes that look like an account's key, and are none. */
const KEY = Buffer.from(Array.from({ length: 64 }, (_, index) => (index * 73 + 41) % 256)).toString('base64');

/** Writes an entity with one property more. */
const write = (scope: Scope, property: string): string => {
  const { choices } = scope.writer;
  const client = moduleClient(scope);
  const entity = `{ partitionKey: 'Books', rowKey: 'odd', title: 'new', ${property} }`;
  const made = choices.oneIn(3) ? scope.variable('entity', entity) : entity;
  const call = choices.pick([
    `upsertEntity(${made})`,
    `upsertEntity(${made}, 'Replace')`,
    `submitTransaction([['upsert', ${made}]])`,
  ]);
  scope.add(`await ${client}.${call};`);
  return choices.oneIn(2) ? 'undefined' : `(await ${client}.getEntity('Books', 'odd')).size`;
};

/** Sites at which fixes of values are offered, and of clients. */
export const VALUE_SITES: Readonly<Record<string, Site>> = {
  largeNumber: (scope) => {
    const { choices } = scope.writer;
    switch (choices.below(4)) {
      case 0:
        return write(
          scope,
          `size: ${choices.pick(['12345678901234567', '9007199254740993', '-9223372036854775807'])}`,
        );
      case 1: {
        const big = scope.variable('big', `BigInt(${scope.need('count')})`);
        return write(scope, `size: Number(${big})`);
      }
      case 2:
        return write(scope, 'size: Date.now() * 10000 + 621355968000000000');
      default:
        return write(scope, `size: ${scope.variable('ticks', 'Date.now() * 10000 + 621355968000000000')}`);
    }
  },
  partOfBytes: (scope) => {
    const bytes = scope.variable('bytes', 'new Uint8Array([1, 2, 3, 4])');
    const part = `${bytes}.subarray(${scope.writer.choices.pick(['1', '0, 2', '1, 3'])})`;
    return write(scope, `size: ${scope.writer.choices.oneIn(2) ? scope.variable('part', part) : part}`);
  },
  noNumber: (scope) => write(scope, `size: ${scope.writer.choices.pick(['NaN', 'Infinity', '-Infinity'])}`),
  bigintAsked: (scope) => {
    scope.module.import('odata', '@azure/data-tables');
    const { choices } = scope.writer;
    const big = scope.variable('big', choices.pick(['5n', `BigInt(${scope.need('count')})`]));
    const client = moduleClient(scope);
    scope.add(
      `await ${client}.upsertEntity({ partitionKey: 'Books', rowKey: 'big', title: 'big', size: ${big} });`,
    );
    const filter = choices.pick([
      `odata\`PartitionKey eq 'Books' and size eq \${${big}}\``,
      `odata\`size ge \${${big}} and PartitionKey eq 'Books'\``,
    ]);
    return consume(scope, `${client}.listEntities({ queryOptions: { filter: ${filter} } })`);
  },
  readsOfListed: (scope) => {
    const client = moduleClient(scope);
    const { writer } = scope;
    const [books, rows] = [
      scope.variable('books', '[]', 'const', 'Record<string, any>[]'),
      scope.variable('rows', '[]', 'const', 'unknown[]'),
    ];
    const filter = `"PartitionKey eq 'Books'"`;
    scope.add(
      `for await (const row of ${client}.listEntities({ queryOptions: { filter: ${filter} } })) ${books}.push(row);`,
    );
    const [row, book] = [writer.name('row'), writer.name('book')];
    const kept = writer.choices.pick([
      book,
      `${book}.title`,
      `${row}.title + ${book}.title`,
      `{ ...${row}, other: ${book}.title }`,
    ]);
    const head = writer.choices.pick([
      `for (const ${row} of ${books}) {`,
      `for (const ${row} of ${books}.slice(0, 3)) {`,
      `for (const { ...${row} } of ${books}) {`,
    ]);
    scope.add(
      head,
      `  const ${book} = await ${client}.getEntity('Books', ${row}.rowKey);`,
      `  ${rows}.push(${kept});`,
      ...(writer.choices.oneIn(3) ? [`  if (${rows}.length > 2) console.log(${rows}.length);`] : []),
      '}',
    );
    return rows;
  },
  secret: (scope) => {
    const { module, writer } = scope;
    const text = `'DefaultEndpointsProtocol=https;AccountName=books;AccountKey=${KEY};EndpointSuffix=core.windows.net'`;
    module.import('TableClient', '@azure/data-tables');
    const given = writer.choices.pick([
      text,
      `process.env.BOOKS || ${text}`,
      `process.env.BOOKS ?? ${text}`,
      `process.env['BOOKS'] || ${text}`,
    ]);
    const name = writer.name('books');
    module.declare(`const ${name} = TableClient.fromConnectionString(${given}, 'Books');`);
    return `(await ${name}.getEntity('Books', 'a')).title`;
  },
  plainHttp: (scope) => {
    const { module, writer } = scope;
    const name = writer.name('books');
    module.import('TableClient', '@azure/data-tables');
    module.import('AzureNamedKeyCredential', '@azure/data-tables');
    const scheme = writer.choices.pick(['http', 'https']);
    const options = writer.choices.pick([
      '{ allowInsecureConnection: true }',
      "{ allowInsecureConnection: true, version: '2019-02-02' }",
      "{ version: '2019-02-02', allowInsecureConnection: true }",
      '{\n  allowInsecureConnection: true,\n}',
    ]);
    module.declare(
      `const ${name} = new TableClient('${scheme}://books.table.core.windows.net', 'Books', new AzureNamedKeyCredential('books', process.env.BOOKS ?? 'a2V5'), ${options});`,
    );
    return `(await ${name}.getEntity('Books', 'a')).title`;
  },
};
