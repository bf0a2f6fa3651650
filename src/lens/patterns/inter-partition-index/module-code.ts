import {
  type IndexModule,
  type IndexWrite,
  indexExports,
  keyCode,
  moreCode,
  QUERIES,
  queryTags,
  readsFirst,
  replaces,
  rewriteCode,
  skipCode,
  valueType,
  type WriteCode,
  writesCode,
} from '../code/index-code.ts';
import { comment, exportsOf, type Language, only } from '../code/language.ts';
import { CLIENT, findCode, retryCode, stored, tablesImport } from '../code/table-code.ts';

/** The module with the keys, writes and reads of an index in partitions of its own, in two spaces, single quotes and semicolons. */
export function interModuleCode(index: IndexModule, language: Language): string {
  const both = replaces(index);
  const results = index.reads === 'client' ? ['TableEntityResult'] : [];
  const types = ['TableClient', 'TableEntity', ...results, ...(both ? ['UpdateMode'] : [])];
  const key = {
    says: `The PartitionKey of index entries for a value of ${index.attribute}. What a key can't contain is percent-encoded.`,
    end: 'value',
  } as const;
  return [
    tablesImport(['odata'], types, language),
    keyCode(index, key, language),
    entryCode(index, language),
    ...writesCode(index, writes(index, language), language),
    index.reads === 'client' ? readCode(index, language) : readThroughCode(index, index.reads, language),
    ...(both ? [writeCode(index, language)] : []),
    ...(readsFirst(index) ? [dropCode(language), retryCode(both ? 'flag' : 'none', language)] : []),
    ...(index.reads === 'client'
      ? [findCode(language, `  ${ONE_BY_ONE}\n`)]
      : readsFirst(index)
        ? [findCode(language)]
        : []),
    ...indexExports(index, language),
  ].join('\n');
}

function entryCode(index: IndexModule, language: Language): string {
  const { names, attribute, prefix, isGuarded } = index;
  const t = only(language.isTypeScript);
  const guard = `  if (partitionKey.startsWith('${prefix}')) throw new RangeError('PartitionKeys that begin with ${prefix} are those of the index.');
`;
  return `${comment(
    `The index entry of ${names.one} by ${attribute}, if it has one: it holds the keys of the entity.`,
    ['@param {TableEntity} entity', '@returns {TableEntity | undefined}'],
    language,
  )}
${exportsOf(language)}function ${names.copy}(entity${t(': TableEntity<object>')})${t(': TableEntity | undefined')} {
  const { partitionKey, rowKey, ${attribute} } = entity${t(` as TableEntity<{ ${attribute}?: unknown }>`)};
${isGuarded ? guard : ''}${skipCode(index)}  const first = partitionKey.replace(/%/g, '%25').replace(/_/g, '%5F');
  return {
    partitionKey: ${names.rowKey}(${attribute}),
    rowKey: \`\${first}_\${rowKey}\`,
    entityPartitionKey: partitionKey,
    entityRowKey: rowKey,
  };
}
`;
}

const ONE_BY_ONE =
  '// partition-lens-disable-next-line n-plus-one, sequential-point-reads -- as many as have the value';

const ATOMIC =
  '// partition-lens-disable-next-line non-atomic-multi-write -- an entry without its entity does no harm';

function writes(
  { names, attribute }: IndexModule,
  language: Language,
): Readonly<Record<IndexWrite, WriteCode>> {
  const t = only(language.isTypeScript);
  const moves = `If ${attribute} changes, its new index entry is written before, and the old one deleted afterwards.`;
  return {
    create: {
      says: `Creates ${names.one}, its index entry first: readers pass over an entry without its entity.`,
      does: `  const entry = ${names.copy}(entity);
  ${ATOMIC}
  if (entry !== undefined) await client.upsertEntity(entry, 'Replace');
  await client.createEntity(entity);
`,
    },
    update: {
      says: `Updates ${names.one}. ${moves}`,
      does: `  const { ${attribute} } = entity${t(` as { ${attribute}?: unknown }`)};
  if (mode === 'Merge' && (${attribute} === undefined || ${attribute} === null))
    await client.updateEntity(entity, mode, { etag });
  else await writeIndexed(client, entity${t(' as TableEntity')}, mode, etag, false);
`,
    },
    upsert: {
      says: `Creates or updates ${names.one}. ${moves}`,
      does: `  const { ${attribute} } = entity${t(` as { ${attribute}?: unknown }`)};
  if (mode === 'Merge' && (${attribute} === undefined || ${attribute} === null))
    await client.upsertEntity(entity, mode);
  else await writeIndexed(client, entity${t(' as TableEntity')}, mode, '*', true);
`,
    },
    delete: {
      says: `Deletes ${names.one}, then its index entry.`,
      does: `  const read = () => ${stored(language)};
  await retried(read, async (before) => {
    const entry = ${names.copy}(before);
    const left = entry && (await find(client, entry.partitionKey, entry.rowKey));
    ${ATOMIC}
    await client.deleteEntity(partitionKey, rowKey, { etag: before.etag });
    await drop(client, left);
  });
`,
    },
  };
}

function readCode(index: IndexModule, language: Language): string {
  const { names, attribute } = index;
  const t = only(language.isTypeScript);
  const isTs = language.isTypeScript;
  const more = moreCode(index, 'values', language);
  const entries = isTs
    ? `client.listEntities<{ entityPartitionKey: string; entityRowKey: string }>({ queryOptions: { filter } })`
    : 'client.listEntities({ queryOptions: { filter } })';
  return `${comment(
    `The ${names.entities} with this ${attribute}${more.words}, in the order of their keys, as they are now: a partition of index entries, and a point query for each.`,
    [CLIENT, `@param {${valueType(index)}} ${attribute}`, ...more.tags],
    language,
  )}
${exportsOf(language)}async function* ${names.read}${t('<T extends object = Record<string, unknown>>')}(
  client${t(': TableClient')},
  ${attribute}${t(`: ${valueType(index)}`)},
${more.parameter})${t(': AsyncGenerator<TableEntityResult<T>>')} {
  const filter = odata\`PartitionKey eq \${${names.rowKey}(${attribute})}\`;
  const keys = [];
  for await (const { entityPartitionKey, entityRowKey } of ${entries})
    keys.push([String(entityPartitionKey), String(entityRowKey)]);
  ${SORTED}
  for (const [partitionKey = '', rowKey = ''] of keys) {
    const found = await find${t(`<TableEntity<T & { ${attribute}?: unknown }>>`)}(client, partitionKey, rowKey);
    // an entry is there before its entity, and a little longer
    if (found?.${attribute} === ${attribute}${index.takesMore ? ` && ${more.test('found')}` : ''}) yield found${t(' as unknown as TableEntityResult<T>')};
  }
}
`;
}

const SORTED =
  "keys.sort(([a = '', b = ''], [c = '', d = '']) => (a === c ? (b < d ? -1 : 1) : a < c ? -1 : 1));";

/** The read that asks for entries, and for their entities, through a function of the program. */
function readThroughCode(index: IndexModule, reads: 'array' | 'list', language: Language): string {
  const { names, attribute, takesMore } = index;
  const { isTypeScript } = language;
  const t = only(isTypeScript);
  const more = moreCode(index, 'values', language);
  const isArray = reads === 'array';
  const words = `The ${names.entities} with this ${attribute}${more.words}, in the order of their keys, as query gives them for a filter: a partition of index entries, and a point query for each.`;
  const cast = (code: string, type: string): string =>
    isTypeScript ? `${code} as T & ${type}` : `/** @type {T & ${type}} */ (${code})`;
  const each = isArray ? 'of await query(' : 'of query(';
  const loop = (name: string, filter: string): string =>
    `for ${isArray ? '' : 'await '}(const ${name} ${each}${filter}))`;
  const test = `${attribute} === value${takesMore ? ` && ${more.test('one')}` : ''}`;
  const result = isArray ? 'Promise<T[]>' : 'AsyncGenerator<T>';
  const all = isTypeScript ? '  const all: T[] = [];\n' : '  /** @type {T[]} */\n  const all = [];\n';
  return `${comment(
    words,
    [...queryTags(reads), ...[`@param {${valueType(index)}} value`, ...more.tags, `@returns {${result}}`]],
    language,
  )}
${exportsOf(language)}async function${isArray ? '' : '*'} ${names.read}${t('<T extends object>')}(
  query${t(`: (filter: string) => ${QUERIES[reads]}`)},
  value${t(`: ${valueType(index)}`)},
${more.parameter})${t(`: ${result}`)} {
  const keys = [];
  ${loop('entry', `odata\`PartitionKey eq \${${names.rowKey}(value)}\``)} {
    const { entityPartitionKey, entityRowKey } = ${cast('entry', '{ entityPartitionKey: string; entityRowKey: string }')};
    keys.push([entityPartitionKey, entityRowKey]);
  }
  ${SORTED}
${isArray ? all : ''}  for (const [partitionKey = '', rowKey = ''] of keys)
    ${loop('one', 'odata`PartitionKey eq ${partitionKey} and RowKey eq ${rowKey}`')} {
      const { ${attribute} } = ${cast('one', `{ ${attribute}?: unknown }`)};
      // an entry is there before its entity, and a little longer
      if (${test}) ${isArray ? 'all.push(one)' : 'yield one'};
    }
${isArray ? '  return all;\n' : ''}}
`;
}

function writeCode(index: IndexModule, language: Language): string {
  const does = `    const isMoved = old?.partitionKey !== next?.partitionKey;
    // whoever needs it again gives it another ETag
    const left = isMoved && old ? await find(client, old.partitionKey, old.rowKey) : undefined;
    ${ATOMIC}
    if (isMoved && next !== undefined) await client.upsertEntity(next, 'Replace');
    if (before === undefined) await client.createEntity(entity);
    else await client.updateEntity(entity, mode, { etag: etag === '*' ? before.etag : etag });
    await drop(client, left);
`;
  const says =
    'Writes an entity with the ETag that it reads, between its new index entry and the end of the old one.';
  return rewriteCode({ name: 'writeIndexed', says, does }, index, language);
}

function dropCode(language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment(
    'Deletes an index entry that nobody needs, unless somebody has written it again.',
    [CLIENT, '@param {Stored | undefined} entry', '@returns {Promise<void>}'],
    language,
  )}
async function drop(client${t(': TableClient')}, entry${t(': (TableEntity & { etag?: string }) | undefined')})${t(': Promise<void>')} {
  if (entry === undefined) return;
  const { partitionKey, rowKey, etag } = entry;
  await client.deleteEntity(partitionKey, rowKey, { etag }).catch((error) => {
    const status = statusOf(error);
    if (status !== 404 && status !== 412) throw error;
  });
}
`;
}
