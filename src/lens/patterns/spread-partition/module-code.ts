import { comment, exportsCode, exportsOf, type Language, only, serviceError } from '../code/language.ts';
import { hashCode } from '../code/hash-code.ts';
import { CLIENT, generic, stored, tablesImport } from '../code/table-code.ts';

/** What a module of buckets is called, and its functions. */
export interface BucketNames {
  /** The modules' files, without their endings. */
  readonly module: string;
  readonly move: string;
  readonly key: string;
  readonly create: string;
  readonly upsert: string;
  readonly read: string;
  readonly list: string;
  /** An entity, in words of a comment, and several: "an event", "event", "events". */
  readonly one: string;
  readonly noun: string;
  readonly many: string;
}

export type BucketCall = 'create' | 'upsert' | 'read' | 'list';

const CALLS = ['create', 'upsert', 'read', 'list'] as const;

/** A table whose partitions are spread over buckets. */
export interface BucketModule {
  readonly names: BucketNames;
  readonly table: string;
  /** From 2 to 100: each has two digits. */
  readonly buckets: number;
  readonly calls: ReadonlySet<BucketCall>;
}

/** What is between a partition and its bucket: no key of the program has it at that place. */
export const SEPARATOR = '~';

/** The module with the keys, writes and reads of buckets, in two spaces, single quotes and semicolons. */
export function bucketModuleCode(module: BucketModule, language: Language): string {
  const { calls, names, buckets } = module;
  const { isTypeScript } = language;
  const reads = calls.has('read') || calls.has('list');
  const types = [
    ...(isTypeScript && calls.has('read') ? ['GetTableEntityResponse'] : []),
    ...(calls.size > 1 || !calls.has('list') ? ['TableClient'] : []),
    ...(calls.has('create') || calls.has('upsert') || !isTypeScript ? ['TableEntity'] : []),
    ...(isTypeScript && reads ? ['TableEntityResult'] : []),
    ...(calls.has('upsert') ? ['UpdateMode'] : []),
  ];
  return [
    `${tablesImport([], types, language)}
/** Buckets of each partition. It can't change once there are entities, as their keys have it. */
const BUCKETS = ${String(buckets)};
`,
    ...(reads ? [oldCode(module, language)] : []),
    keyCode(module, language),
    ...(calls.has('create') || calls.has('upsert') ? [bucketedCode(module, language)] : []),
    ...(calls.has('create') ? [createCode(module, language)] : []),
    ...(calls.has('upsert') ? [upsertCode(module, language)] : []),
    ...(calls.has('read') ? [readCode(module, language)] : []),
    ...(calls.has('list') ? [listCode(module, language)] : []),
    ...exportsCode([names.key, ...CALLS.filter((one) => calls.has(one)).map((one) => names[one])], language),
  ].join('\n');
}

function oldCode({ names }: BucketModule, language: Language): string {
  const t = only(language.isTypeScript);
  return `/** Whether entities of before may be in partitions without buckets: false saves a request once ${names.move} --delete-old has exited with 0. */
${language.isTypeScript ? '' : '/** @type {boolean} */\n'}const hasOld${t(': boolean')} = true;
`;
}

function keyCode({ names }: BucketModule, language: Language): string {
  const t = only(language.isTypeScript);
  const { statements, value } = hashCode('rowKey', 'BUCKETS');
  return `${comment(`The PartitionKey of ${names.one}: its partition, and the bucket that its RowKey gives by a hash that never changes (FNV-1a).`, ['@param {string} partitionKey', '@param {string} rowKey', '@returns {string}'], language)}
${exportsOf(language)}function ${names.key}(partitionKey${t(': string')}, rowKey${t(': string')})${t(': string')} {
${statements}  return inBucket(partitionKey, ${value});
}

${comment('The PartitionKey of a bucket.', ['@param {string} partitionKey', '@param {number} bucket', '@returns {string}'], language)}
function inBucket(partitionKey${t(': string')}, bucket${t(': number')})${t(': string')} {
  return \`\${partitionKey}${SEPARATOR}\${String(bucket).padStart(2, '0')}\`;
}
`;
}

const ENTITY = '@param {TableEntity} entity';

function bucketedCode({ names }: BucketModule, language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment('An entity in its bucket.', [ENTITY, '@returns {TableEntity}'], language)}
function bucketed(entity${t(': TableEntity')})${t(': TableEntity')} {
  return { ...entity, partitionKey: ${names.key}(entity.partitionKey, entity.rowKey) };
}
`;
}

function createCode({ names }: BucketModule, language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment(`Creates ${names.one} in its bucket of the partition.`, [CLIENT, ENTITY, '@returns {Promise<void>}'], language)}
${exportsOf(language)}async function ${names.create}${generic(language)}(
  client${t(': TableClient')},
  entity${t(': TableEntity<T>')},
)${t(': Promise<void>')} {
  await client.createEntity(bucketed(entity${t(' as TableEntity')}));
}
`;
}

function upsertCode({ names }: BucketModule, language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment(`Creates or updates ${names.one} in its bucket of the partition.`, [CLIENT, ENTITY, '@param {UpdateMode} [mode]', '@returns {Promise<void>}'], language)}
${exportsOf(language)}async function ${names.upsert}${generic(language)}(
  client${t(': TableClient')},
  entity${t(': TableEntity<T>')},
  mode${t(': UpdateMode')} = 'Merge',
)${t(': Promise<void>')} {
  await client.upsertEntity(bucketed(entity${t(' as TableEntity')}), mode);
}
`;
}

function readCode({ names }: BucketModule, language: Language): string {
  const { isTypeScript } = language;
  const t = only(isTypeScript);
  const keys = ['@param {string} partitionKey', '@param {string} rowKey'];
  const read = (key: string): string =>
    isTypeScript
      ? `client.getEntity<T>(${key}, rowKey)`
      : stored(language).replace('(partitionKey,', `(${key},`);
  return `${comment(`The ${names.noun} with these keys, as getEntity gives it: a point query of its bucket.`, [CLIENT, ...keys, '@returns {Promise<Stored>}'], language)}
${exportsOf(language)}async function ${names.read}${t('<T extends object = Record<string, unknown>>')}(
  client${t(': TableClient')},
  partitionKey${t(': string')},
  rowKey${t(': string')},
)${t(': Promise<GetTableEntityResponse<TableEntityResult<T>>>')} {
  const key = ${names.key}(partitionKey, rowKey);
  const entity = await ${read('key')}.catch((error) => {
    const { statusCode } = ${serviceError(language)};
    if (!hasOld || statusCode !== 404) throw error;
    return ${read('partitionKey')};
  });
  return { ...entity, partitionKey };
}
`;
}

function listCode({ names }: BucketModule, language: Language): string {
  const { isTypeScript } = language;
  const t = only(isTypeScript);
  const says = [
    `The ${names.many} of a partition as one list of it gave them, in the order of their RowKeys: all buckets are listed at once.`,
    '`list` lists a partition.',
  ].join(' ');
  const tags = [
    '@template {{ rowKey?: string }} T',
    '@param {string} partitionKey',
    '@param {(partitionKey: string) => AsyncIterable<T>} list',
    '@returns {AsyncGenerator<T>}',
  ];
  const cursor = isTypeScript
    ? 'let first: (typeof cursors)[number] | undefined;'
    : '/** @type {typeof cursors[number] | undefined} */\n    let first;';
  const last = isTypeScript
    ? 'for (let last: string | undefined; ; ) {'
    : '/** @type {string | undefined} */\n  let last;\n  for (;;) {';
  const open = isTypeScript
    ? 'const open = async (key: string)'
    : '/** @param {string} key */\n  const open = async (key)';
  return `${comment(says, tags, language)}
${exportsOf(language)}async function* ${names.list}${t('<T extends object>')}(
  partitionKey${t(': string')},
  list${t(': (partitionKey: string) => AsyncIterable<TableEntityResult<T>>')},
)${t(': AsyncGenerator<TableEntityResult<T>>')} {
  const keys = Array.from({ length: BUCKETS }, (_, bucket) => inBucket(partitionKey, bucket));
  if (hasOld) keys.push(partitionKey);
  ${open} => {
    const rest = list(key)[Symbol.asyncIterator]();
    return { rest, next: await rest.next() };
  };
  const cursors = await Promise.all(keys.map(open));
  ${last}
    ${cursor}
    let least = '';
    for (const cursor of cursors) {
      if (cursor.next.done) continue;
      const { rowKey = '' } = cursor.next.value;
      if (first !== undefined && rowKey >= least) continue;
      first = cursor;
      least = rowKey;
    }
    if (first === undefined) return;
    // one of before may have its copy in a bucket already
    if (least !== last) yield { ...first.next.value, partitionKey };
    last = least;
    first.next = await first.rest.next();
  }
}
`;
}
