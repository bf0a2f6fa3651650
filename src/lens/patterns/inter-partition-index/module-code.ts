import {
  CLIENT,
  comment,
  escapedCode,
  exportsOf,
  findCode,
  generic,
  type IndexModule,
  type Language,
  MARK,
  only,
  retryCode,
  stored,
  valueType,
} from '../intra-partition-index/module-code.ts';

/** The module with the keys, writes and reads of an index in partitions of its own, in two spaces, single quotes and semicolons. */
export function interModuleCode(index: IndexModule, language: Language): string {
  const { names, writes } = index;
  const both = writes.has('update') || writes.has('upsert');
  const isRead = both || writes.has('delete');
  const exported = [
    names.rowKey,
    names.copy,
    ...(['create', 'update', 'upsert', 'delete'] as const).flatMap((one) =>
      writes.has(one) ? [names[one]] : [],
    ),
    names.read,
  ];
  return [
    headCode(both, language),
    keyCode(index, language),
    entryCode(index, language),
    ...(writes.has('create') ? [createCode(index, language)] : []),
    ...(writes.has('update') ? [updateCode(index, language)] : []),
    ...(writes.has('upsert') ? [upsertCode(index, language)] : []),
    ...(writes.has('delete') ? [deleteCode(index, language)] : []),
    readCode(index, language),
    ...(both ? [writeCode(index, language)] : []),
    ...(isRead ? [dropCode(language), retryCode(index, language)] : []),
    findCode(language, `  ${ONE_BY_ONE}\n`),
    ...(language.isCommonJs
      ? [`module.exports = {\n${exported.map((name) => `  ${name},\n`).join('')}};\n`]
      : []),
  ].join('\n');
}

function headCode(both: boolean, { isTypeScript, isCommonJs }: Language): string {
  const types = ['TableClient', 'TableEntity', 'TableEntityResult', ...(both ? ['UpdateMode'] : [])];
  if (isTypeScript)
    return `import { odata, ${types.map((one) => `type ${one}`).join(', ')} } from '@azure/data-tables';\n`;
  const taken = isCommonJs
    ? "const { odata } = require('@azure/data-tables');\n\n"
    : "import { odata } from '@azure/data-tables';\n\n";
  const typedefs = types
    .filter((one) => one !== 'TableEntityResult')
    .map((one) => `/** @typedef {import('@azure/data-tables').${one}} ${one} */\n`);
  return `${taken}${typedefs.join('')}/** @typedef {TableEntity & { etag: string }} Stored */\n`;
}

function keyCode(index: IndexModule, language: Language): string {
  const { names, attribute, prefix, isText } = index;
  const t = only(language.isTypeScript);
  const type = valueType(index);
  const mark = `  // a number is another value than a text of its digits
  const mark = typeof ${attribute} === 'string' ? '' : '%';
`;
  return `${comment(
    `The PartitionKey of index entries for a value of ${attribute}. What a key can't contain is percent-encoded.`,
    [`@param {${type}} ${attribute}`, '@returns {string}'],
    language,
  )}
${exportsOf(language)}function ${names.rowKey}(${attribute}${t(`: ${type}`)})${t(': string')} {
${isText ? '' : mark}  return \`${prefix}${isText ? '' : MARK}\${${escapedCode({ ...index, isUnique: true })}}\`;
}
`;
}

function entryCode({ names, attribute, prefix, isText, isGuarded }: IndexModule, language: Language): string {
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
${isGuarded ? guard : ''}  if (${isText ? '' : `typeof ${attribute} !== 'number' && typeof ${attribute} !== 'boolean' && `}typeof ${attribute} !== 'string') return undefined;
  const first = partitionKey.replaceAll('%', '%25').replaceAll('_', '%5F');
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

function createCode({ names }: IndexModule, language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment(
    `Creates ${names.one}, its index entry first: readers pass over an entry without its entity.`,
    [CLIENT, '@param {TableEntity} entity', '@returns {Promise<void>}'],
    language,
  )}
${exportsOf(language)}async function ${names.create}${generic(language)}(
  client${t(': TableClient')},
  entity${t(': TableEntity<T>')},
)${t(': Promise<void>')} {
  const entry = ${names.copy}(entity);
  ${ATOMIC}
  if (entry !== undefined) await client.upsertEntity(entry, 'Replace');
  await client.createEntity(entity);
}
`;
}

function updateCode({ names, attribute }: IndexModule, language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment(
    `Updates ${names.one}. If ${attribute} changes, its new index entry is written before, and the old one deleted afterwards.`,
    [
      CLIENT,
      '@param {TableEntity} entity',
      '@param {UpdateMode} [mode]',
      '@param {{ etag?: string }} [options]',
      '@returns {Promise<void>}',
    ],
    language,
  )}
${exportsOf(language)}async function ${names.update}${generic(language)}(
  client${t(': TableClient')},
  entity${t(': TableEntity<T>')},
  mode${t(': UpdateMode')} = 'Merge',
  { etag = '*' }${t(': { etag?: string }')} = {},
)${t(': Promise<void>')} {
  const { ${attribute} } = entity${t(` as { ${attribute}?: unknown }`)};
  if (mode === 'Merge' && (${attribute} === undefined || ${attribute} === null))
    await client.updateEntity(entity, mode, { etag });
  else await writeIndexed(client, entity${t(' as TableEntity')}, mode, etag, false);
}
`;
}

function upsertCode({ names, attribute }: IndexModule, language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment(
    `Creates or updates ${names.one}. If ${attribute} changes, its new index entry is written before, and the old one deleted afterwards.`,
    [CLIENT, '@param {TableEntity} entity', '@param {UpdateMode} [mode]', '@returns {Promise<void>}'],
    language,
  )}
${exportsOf(language)}async function ${names.upsert}${generic(language)}(
  client${t(': TableClient')},
  entity${t(': TableEntity<T>')},
  mode${t(': UpdateMode')} = 'Merge',
)${t(': Promise<void>')} {
  const { ${attribute} } = entity${t(` as { ${attribute}?: unknown }`)};
  if (mode === 'Merge' && (${attribute} === undefined || ${attribute} === null))
    await client.upsertEntity(entity, mode);
  else await writeIndexed(client, entity${t(' as TableEntity')}, mode, '*', true);
}
`;
}

function deleteCode({ names }: IndexModule, language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment(
    `Deletes ${names.one}, then its index entry.`,
    [CLIENT, '@param {string} partitionKey', '@param {string} rowKey', '@returns {Promise<void>}'],
    language,
  )}
${exportsOf(language)}async function ${names.delete}(
  client${t(': TableClient')},
  partitionKey${t(': string')},
  rowKey${t(': string')},
)${t(': Promise<void>')} {
  const read = () => ${stored(language)};
  await retried(read, async (before) => {
    const entry = ${names.copy}(before);
    const left = entry && (await find(client, entry.partitionKey, entry.rowKey));
    ${ATOMIC}
    await client.deleteEntity(partitionKey, rowKey, { etag: before.etag });
    await drop(client, left);
  });
}
`;
}

function readCode(index: IndexModule, language: Language): string {
  const { names, attribute } = index;
  const t = only(language.isTypeScript);
  const isTs = language.isTypeScript;
  const entries = isTs
    ? `client.listEntities<{ entityPartitionKey: string; entityRowKey: string }>({ queryOptions: { filter } })`
    : 'client.listEntities({ queryOptions: { filter } })';
  return `${comment(
    `The ${names.noun} entities with this ${attribute}, in the order of their keys, as they are now: a partition of index entries, and a point query for each.`,
    [CLIENT, `@param {${valueType(index)}} ${attribute}`],
    language,
  )}
${exportsOf(language)}async function* ${names.read}${t('<T extends object = Record<string, unknown>>')}(
  client${t(': TableClient')},
  ${attribute}${t(`: ${valueType(index)}`)},
)${t(': AsyncGenerator<TableEntityResult<T>>')} {
  const filter = odata\`PartitionKey eq \${${names.rowKey}(${attribute})}\`;
  const keys = [];
  for await (const { entityPartitionKey, entityRowKey } of ${entries})
    keys.push([String(entityPartitionKey), String(entityRowKey)]);
  keys.sort(([a = '', b = ''], [c = '', d = '']) => (a === c ? (b < d ? -1 : 1) : a < c ? -1 : 1));
  for (const [partitionKey = '', rowKey = ''] of keys) {
    const found = await find${t(`<TableEntity<T & { ${attribute}?: unknown }>>`)}(client, partitionKey, rowKey);
    // an entry is there before its entity, and a little longer
    if (found?.${attribute} === ${attribute}) yield found${t(' as unknown as TableEntityResult<T>')};
  }
}
`;
}

function writeCode({ names }: IndexModule, language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment(
    'Writes an entity with the ETag that it reads, between its new index entry and the end of the old one.',
    [
      CLIENT,
      '@param {TableEntity} entity',
      '@param {UpdateMode} mode',
      '@param {string} etag',
      '@param {boolean} mayCreate',
      '@returns {Promise<void>}',
    ],
    language,
  )}
async function writeIndexed(
  client${t(': TableClient')},
  entity${t(': TableEntity')},
  mode${t(': UpdateMode')},
  etag${t(': string')},
  mayCreate${t(': boolean')},
)${t(': Promise<void>')} {
  const { partitionKey, rowKey } = entity;
  const changes = Object.entries(entity).filter(([, value]) => value !== undefined && value !== null);
  const read = () =>
    mayCreate ? find(client, partitionKey, rowKey) : ${stored(language)};
${language.isTypeScript ? '' : '  /** @param {Stored | undefined} before */\n'}  const write = async (before${t(': Awaited<ReturnType<typeof read>>')}) => {
    const after =
      mode === 'Merge' ? { ...before, ...Object.fromEntries(changes), partitionKey, rowKey } : entity;
    const [old, next] = [before && ${names.copy}(before), ${names.copy}(after)];
    const isMoved = old?.partitionKey !== next?.partitionKey;
    // whoever needs it again gives it another ETag
    const left = isMoved && old ? await find(client, old.partitionKey, old.rowKey) : undefined;
    ${ATOMIC}
    if (isMoved && next !== undefined) await client.upsertEntity(next, 'Replace');
    if (before === undefined) await client.createEntity(entity);
    else await client.updateEntity(entity, mode, { etag: etag === '*' ? before.etag : etag });
    await drop(client, left);
  };
  await retried(read, write, etag === '*');
}
`;
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
