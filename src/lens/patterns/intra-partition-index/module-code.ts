import { afterPrefix } from '../../../core/odata/quote.ts';
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

/** The module with the keys, writes and reads of an index, in two spaces, single quotes and semicolons. */
export function indexModuleCode(index: IndexModule, language: Language): string {
  const { names, attribute, isUnique } = index;
  const both = replaces(index);
  const types = [
    ...['TableClient', 'TableEntity', ...(index.reads === 'client' ? ['TableEntityResult'] : [])],
    ...(both ? ['TransactionAction', 'UpdateMode'] : []),
  ];
  const key = {
    says: `The RowKey of the copy by ${attribute} of ${names.one}. What a key can't contain is percent-encoded.`,
    end: isUnique ? 'value' : 'rowKey',
  } as const;
  return [
    tablesImport(isUnique && index.reads === 'client' ? [] : ['odata'], types, language),
    keyCode(index, key, language),
    copyCode(index, language),
    ...writesCode(index, writes(index, language), language),
    index.reads === 'client' ? readCode(index, language) : readThroughCode(index, index.reads, language),
    ...(both ? [writeBothCode(index, language)] : []),
    ...(readsFirst(index) ? [retryCode(both ? 'flag' : 'none', language)] : []),
    ...((isUnique && index.reads === 'client') || readsFirst(index) ? [findCode(language)] : []),
    ...indexExports(index, language),
  ].join('\n');
}

function copyCode(index: IndexModule, language: Language): string {
  const { names, attribute, prefix, isUnique, isGuarded } = index;
  const t = only(language.isTypeScript);
  const guard = `  if (entity.rowKey.startsWith('${prefix}')) throw new RangeError('RowKeys that begin with ${prefix} are those of copies.');
`;
  const isTs = language.isTypeScript;
  return `${comment(
    `The copy of ${names.one} that is found by ${attribute}, if it has one. Its originalRowKey is the RowKey of the entity.`,
    ['@param {TableEntity} entity', '@returns {TableEntity | undefined}'],
    language,
  )}
${exportsOf(language)}function ${names.copy}(entity${t(': TableEntity<object>')})${t(': TableEntity | undefined')} {
  const { ${attribute} } = entity${t(` as { ${attribute}?: unknown }`)};
${isGuarded ? guard : ''}${skipCode(index)}${isTs ? '' : '  /** @type {TableEntity} */\n'}  const copy${t(': TableEntity')} = {
    ...entity,
    rowKey: ${names.rowKey}(${attribute}${isUnique ? '' : ', entity.rowKey'}),
    originalRowKey: entity.rowKey,
  };
  // the service gives each entity its own
  for (const name of ['etag', 'timestamp', 'odata.metadata']) delete copy[name];
  return copy;
}
`;
}

function writes(
  { names, attribute }: IndexModule,
  language: Language,
): Readonly<Record<IndexWrite, WriteCode>> {
  const t = only(language.isTypeScript);
  const moves = `If ${attribute} changes, the copy moves.`;
  return {
    create: {
      says: `Creates ${names.one} with its copy: both or none.`,
      does: `  const copy = ${names.copy}(entity);
  if (copy === undefined) await client.createEntity(entity);
  else await client.submitTransaction([['create', entity${t(' as TableEntity')}], ['create', copy]]);
`,
    },
    update: {
      says: `Updates ${names.one} with its copy: both or none. ${moves}`,
      does: `  await writeBoth(client, entity${t(' as TableEntity')}, mode, etag, false);\n`,
    },
    upsert: {
      says: `Creates or updates ${names.one} with its copy: both or none. ${moves}`,
      does: `  await writeBoth(client, entity${t(' as TableEntity')}, mode, '*', true);\n`,
    },
    delete: {
      says: `Deletes ${names.one} with its copy: both or none.`,
      does: `  const read = () => ${stored(language)};
  await retried(read, async (before, isFirst) => {
    const copy = ${names.copy}(before);
    // copies of old entities are only there after the backfill
    if (copy !== undefined && (isFirst || (await find(client, partitionKey, copy.rowKey)) !== undefined))
      await client.submitTransaction([['delete', { partitionKey, rowKey }], ['delete', copy]]);
    else await client.deleteEntity(partitionKey, rowKey, { etag: before.etag });
  });
`,
    },
  };
}

function readCode(index: IndexModule, language: Language): string {
  const { names, attribute, isUnique, takesMore } = index;
  const t = only(language.isTypeScript);
  const more = moreCode(index, isUnique ? 'values' : 'filter', language);
  const words = isUnique
    ? `The ${names.noun} of a partition with this ${attribute}${more.words}, as listEntities gives it, but for its etag and timestamp: a point query.`
    : `The ${names.entities} of a partition with this ${attribute}${more.words}, as listEntities gives them, but for their etag and timestamp.`;
  const restored = `{ ...entity, rowKey: originalRowKey }${t(' as unknown as TableEntityResult<T>')}`;
  const one = `  const found = await find${t('<T & { originalRowKey: string }>')}(client, partitionKey, ${names.rowKey}(${attribute}));
  if (found === undefined) return;
  const { originalRowKey, ...entity } = found;
  ${takesMore ? `if (${more.test('entity')}) ` : ''}yield ${restored};
`;
  const asked = takesMore ? 'filter: `${filter} and (${also})`' : 'filter';
  const many = `${boundsCode(index)}  const filter = odata\`PartitionKey eq \${partitionKey} and RowKey ge \${from} and RowKey lt \${to}\`;
  const copies = client.listEntities${t('<T & { originalRowKey: string }>')}({ queryOptions: { ${asked} } });
  for await (const { originalRowKey, ...entity } of copies)
    yield ${restored};
`;
  return `${comment(
    words,
    [CLIENT, '@param {string} partitionKey', `@param {${valueType(index)}} ${attribute}`, ...more.tags],
    language,
  )}
${exportsOf(language)}async function* ${names.read}${t('<T extends object = Record<string, unknown>>')}(
  client${t(': TableClient')},
  partitionKey${t(': string')},
  ${attribute}${t(`: ${valueType(index)}`)},
${more.parameter})${t(': AsyncGenerator<TableEntityResult<T>>')} {
${isUnique ? one : many}}
`;
}

/** Statements that name the first RowKey of copies with a value, and the end of them. */
function boundsCode({ names, attribute, prefix }: IndexModule): string {
  const separator = prefix.slice(-1);
  const end = afterPrefix(separator) ?? separator;
  return `  const from = ${names.rowKey}(${attribute}, '');
  const to = \`\${from.slice(0, -1)}${end === '`' ? '\\`' : end}\`;
`;
}

/** The read that asks for copies through a function of the program. */
function readThroughCode(index: IndexModule, reads: 'array' | 'list', language: Language): string {
  const { names, attribute, isUnique, takesMore } = index;
  const { isTypeScript } = language;
  const t = only(isTypeScript);
  const more = moreCode(index, 'filter', language);
  const isArray = reads === 'array';
  const words = `The ${names.entities} of a partition with this ${attribute}${more.words}, as query gives them for a filter, but for their etag and timestamp.`;
  const keys = isUnique
    ? `odata\`PartitionKey eq \${partitionKey} and RowKey eq \${${names.rowKey}(${attribute})}\``
    : 'odata`PartitionKey eq ${partitionKey} and RowKey ge ${from} and RowKey lt ${to}`';
  const asked = takesMore ? '`${filter} and (${also})`' : 'filter';
  const restored = `{ ...entity, rowKey: originalRowKey }`;
  const apart = isTypeScript
    ? '    const { originalRowKey, ...entity } = copy as T & { originalRowKey: string };\n'
    : '    const { originalRowKey, ...entity } = /** @type {T & { originalRowKey: string }} */ (copy);\n';
  const own = isTypeScript ? `${restored} as unknown as T` : `/** @type {any} */ (${restored})`;
  const does = isArray
    ? `  const copies = await query(${asked});
  return copies.map((copy) => {
${apart}    return ${own};
  });
`
    : `  for await (const copy of query(${asked})) {
${apart}    yield ${own};
  }
`;
  const result = isArray ? 'Promise<T[]>' : 'AsyncGenerator<T>';
  return `${comment(
    words,
    [
      ...queryTags(reads),
      ...['@param {string} partitionKey', `@param {${valueType(index)}} ${attribute}`, ...more.tags],
      `@returns {${result}}`,
    ],
    language,
  )}
${exportsOf(language)}async function${isArray ? '' : '*'} ${names.read}${t('<T extends object>')}(
  query${t(`: (filter: string) => ${QUERIES[reads]}`)},
  partitionKey${t(': string')},
  ${attribute}${t(`: ${valueType(index)}`)},
${more.parameter})${t(`: ${result}`)} {
${isUnique ? '' : boundsCode(index)}  const filter = ${keys};
${does}}
`;
}

function writeBothCode(index: IndexModule, language: Language): string {
  const t = only(language.isTypeScript);
  const does = `${language.isTypeScript ? '' : '    /** @type {TransactionAction[]} */\n'}    const actions${t(': TransactionAction[]')} = [
      before === undefined
        ? ['create', entity]
        : ['update', entity, mode, { etag: etag === '*' ? before.etag : etag }],
    ];
    if (next !== undefined)
      actions.push(next.rowKey === old?.rowKey ? ['upsert', next, 'Replace'] : ['create', next]);
    // copies of old entities are only there after the backfill
    if (old !== undefined && old.rowKey !== next?.rowKey)
      if (isFirst || (await find(client, partitionKey, old.rowKey)) !== undefined) actions.push(['delete', old]);
    await client.submitTransaction(actions);
`;
  const says =
    'Sends the ETag that it reads: neither is written if another writer came first, and both are read again.';
  return rewriteCode({ name: 'writeBoth', says, does, usesFirst: true }, index, language);
}
