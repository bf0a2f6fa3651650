/** Names of the SDK, and of what programs around it use, which the lens knows: another name would be another program. */
const OF_LIBRARIES = `
TableClient TableServiceClient TableTransaction TableEntity TableEntityResult TransactionAction CreateDeleteEntityAction odata RestError
AzureNamedKeyCredential AzureSASCredential DefaultAzureCredential fromConnectionString getTableClient listTables createTable deleteTable
listEntities getEntity createEntity updateEntity upsertEntity deleteEntity submitTransaction queryOptions filter select byPage maxPageSize
continuationToken partitionKey rowKey PartitionKey RowKey Timestamp timestamp etag actions tableName allowInsecureConnection
disableTypeConversion Edm Int32 Int64 Double Boolean Guid DateTime Binary String value type types next done statusCode code
TableService TableQuery TableBatch TableUtilities entityGenerator createTableService queryEntities retrieveEntity insertEntity
insertOrReplaceEntity insertOrMergeEntity replaceEntity mergeEntity executeBatch where and or eq ne gt ge lt le not
Merge Replace create update upsert delete insert merge replace datetime guid
AccountName AccountKey TableEndpoint SharedAccessSignature DefaultEndpointsProtocol EndpointSuffix UseDevelopmentStorage core windows net https http
app handler context req res request response body query params headers json status send log input output generic extraInputs storageQueue serviceBusQueue
serviceBusTopic eventHub timer bindings table connection queueName queue use get post put patch Inject Injectable useFactory useValue useClass provide providers
chunk groupBy keyBy sortBy orderBy uniq uniqBy pLimit pMap concurrency lastValueFrom firstValueFrom from of map mergeMap concatMap toArray pipe
randomUUID createHash randomBytes digest hex base64 base64url utf8 v4 v1 nanoid uuid
string number object boolean undefined function bigint symbol
`;

/** Names of the language that no built-in object has as a property. */
const OF_LANGUAGE = `
async await as break case catch class const constructor continue debugger declare default do else enum export extends false finally for function
if implements import in infer instanceof interface is keyof let new null of private protected public readonly return satisfies set static super
switch this throw true try type typeof unique unknown any never var void while with yield undefined arguments require module exports
Record Partial Required Pick Omit Exclude Extract NonNullable ReturnType Parameters Awaited Readonly ReadonlyArray ReadonlyMap ReadonlySet
AsyncIterable AsyncIterableIterator AsyncIterator AsyncGenerator Iterable Iterator Generator PromiseLike PromiseSettledResult env
`;

/** Packages whose names say nothing of a program. */
export const KEPT_MODULES: ReadonlySet<string> = new Set([
  ...['@azure/data-tables', '@azure/functions', '@azure/identity', '@azure/core-auth', 'azure-storage'],
  ...['express', 'fastify', 'koa', 'hono', '@nestjs/common', '@nestjs/core', '@nestjs/azure-database'],
  ...['rxjs', 'rxjs/operators', 'lodash', 'lodash-es', 'p-map', 'p-limit', 'uuid', 'nanoid', 'zod'],
  ...['crypto', 'fs', 'fs/promises', 'path', 'os', 'util', 'timers/promises', 'stream', 'url'],
  ...['node:crypto', 'node:fs', 'node:fs/promises', 'node:path', 'node:util', 'node:timers/promises'],
]);

/** Numbers that are no one's: of time, and of Azure's limits. Others up to {@link SMALL} are kept, too. */
export const KEPT_NUMBERS: ReadonlySet<string> = new Set([
  ...[
    '86400000',
    '3600000',
    '60000',
    '86400',
    '621355968000000000n',
    '3155378975999999999n',
    '8640000000000000',
  ],
  ...['9223372036854775807', '9999999999999', '999999999999999', '2147483647'],
]);
export const SMALL = 10_000;

/** Operators of `$filter`, and the names of keys, in lower case. */
export const OPERATORS: ReadonlySet<string> = new Set([
  ...['and', 'or', 'not', 'eq', 'ne', 'gt', 'ge', 'lt', 'le', 'true', 'false', 'null'],
  ...['datetime', 'guid', 'partitionkey', 'rowkey', 'timestamp'],
]);

/** Names that stay as they are. */
export const KEPT_WORDS: ReadonlySet<string> = new Set([
  ...`${OF_LIBRARIES} ${OF_LANGUAGE}`.split(/\s+/).filter((word) => word !== ''),
  ...builtIn(),
]);

function builtIn(): readonly string[] {
  const objects: readonly unknown[] = [
    ...[Object, Array, String, Number, BigInt, Boolean, Symbol, Function, Date, RegExp, Promise, Error],
    ...[Map, Set, WeakMap, WeakSet, JSON, Math, Reflect, Intl, URL, URLSearchParams],
    ...[Intl.NumberFormat, Intl.DateTimeFormat, Uint8Array, ArrayBuffer, AbortController, TextEncoder],
  ];
  const prototypes = objects.map((each) => (typeof each === 'function' ? (each.prototype as unknown) : each));
  return [globalThis, ...objects, ...prototypes].flatMap((each) => Object.getOwnPropertyNames(each));
}
