import { afterPrefix } from '../../../core/odata/quote.ts';
import {
  type IndexModule,
  type IndexWrite,
  indexExports,
  keyCode,
  moreCode,
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
    ...['TableClient', 'TableEntity', 'TableEntityResult'],
    ...(both ? ['TransactionAction', 'UpdateMode'] : []),
  ];
  const key = {
    says: `The RowKey of the copy by ${attribute} of ${names.one}. What a key can't contain is percent-encoded.`,
    end: isUnique ? 'value' : 'rowKey',
  } as const;
  return [
    tablesImport(isUnique ? [] : ['odata'], types, language),
    keyCode(index, key, language),
    copyCode(index, language),
    ...writesCode(index, writes(index, language), language),
    readCode(index, language),
    ...(both ? [writeBothCode(index, language)] : []),
    ...(readsFirst(index) ? [retryCode(both ? 'flag' : 'none', language)] : []),
    ...(isUnique || readsFirst(index) ? [findCode(language)] : []),
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
  const { names, attribute, isUnique, prefix, takesMore } = index;
  const t = only(language.isTypeScript);
  const more = moreCode(index, isUnique ? 'values' : 'filter', language);
  const words = isUnique
    ? `The ${names.noun} of a partition with this ${attribute}${more.words}, as listEntities gives it, but for its etag and timestamp: a point query.`
    : `The ${names.entities} of a partition with this ${attribute}${more.words}, as listEntities gives them, but for their etag and timestamp.`;
  const restored = `{ ...entity, rowKey: originalRowKey }${t(' as unknown as TableEntityResult<T>')}`;
  const separator = prefix.slice(-1);
  const end = afterPrefix(separator) ?? separator;
  const one = `  const found = await find${t('<T & { originalRowKey: string }>')}(client, partitionKey, ${names.rowKey}(${attribute}));
  if (found === undefined) return;
  const { originalRowKey, ...entity } = found;
  ${takesMore ? `if (${more.test('entity')}) ` : ''}yield ${restored};
`;
  const asked = takesMore ? 'filter: `${filter} and (${also})`' : 'filter';
  const many = `  const from = ${names.rowKey}(${attribute}, '');
  const to = \`\${from.slice(0, -1)}${end === '`' ? '\\`' : end}\`;
  const filter = odata\`PartitionKey eq \${partitionKey} and RowKey ge \${from} and RowKey lt \${to}\`;
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
