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
import { hashCode } from '../code/hash-code.ts';
import { comment, exportsOf, type Language, only } from '../code/language.ts';
import { CLIENT, findCode, retryCode, stored, tablesImport } from '../code/table-code.ts';

/** An index whose entities list the RowKeys of those that have a value. */
export interface ListIndex {
  readonly index: IndexModule;
  /** How many entities share the RowKeys of a value, from 1 to 64. */
  readonly lists: number;
}

/**
 * Characters of RowKeys in one property, and properties in one entity: a text has at most 64 KiB of UTF-16, an entity 1 MiB ("Understanding
 * the Table service data model").
 */
const MOST = { characters: '32_000', parts: '15' } as const;

/** Point queries that a read sends at once. */
const MOST_AT_ONCE = 16;

/** The lists are read first, and then what they have. */
const EACH_LISTED = '// partition-lens-disable-next-line n-plus-one -- as many as have the value';

/** The module with the keys, lists, writes and reads of index entities, in two spaces, single quotes and semicolons. */
export function listModuleCode(list: ListIndex, language: Language): string {
  const { index, lists } = list;
  const { attribute } = index;
  const both = replaces(index);
  const types = [
    ...['TableClient', 'TableEntity', 'TableEntityResult', 'TransactionAction'],
    ...(both ? ['UpdateMode'] : []),
  ];
  const isMany = lists > 1;
  const key = {
    says: `The RowKey of ${isMany ? 'an' : 'the'} index entity for a value of ${attribute}. What a key can't contain is percent-encoded.`,
    end: isMany ? 'list' : 'value',
  } as const;
  return [
    tablesImport(isMany ? ['odata'] : [], types, language),
    ...(isMany ? [listsCode(list, language)] : []),
    keyCode(index, key, language),
    indexCode(list, language),
    listCode(language),
    ...writesCode(index, writesOf(list, language), language),
    readCode(list, language),
    ...(both ? [rewriteListedCode(index, language)] : []),
    ...(index.writes.has('create') || both ? [enteringCode(language)] : []),
    ...(readsFirst(index) ? [leavingCode(language)] : []),
    ...(index.writes.size > 0 ? [retryCode(both ? 'test' : 'none', language)] : []),
    findCode(language, isMany ? `  ${EACH_LISTED}\n` : ''),
    ...indexExports(index, language, ['rowKeysIn', 'listOf']),
  ].join('\n');
}

function listsCode({ lists, index: { attribute } }: ListIndex, language: Language): string {
  return `/** So many index entities share the RowKeys of each ${attribute}: writers seldom meet, and more fit in. */
${exportsOf(language)}const LISTS = ${String(lists)};
`;
}

function indexCode({ index, lists }: ListIndex, language: Language): string {
  const { names, attribute, prefix, isGuarded } = index;
  const t = only(language.isTypeScript);
  const isMany = lists > 1;
  const guard = `  if (rowKey.startsWith('${prefix}')) throw new RangeError('RowKeys that begin with ${prefix} are those of index entities.');
`;
  const { statements, value } = hashCode('rowKey', 'LISTS');
  const hash = `
${comment('Which of the lists of a value has a RowKey, by a hash that never changes (FNV-1a).', ['@param {string} rowKey', '@returns {number}'], language)}
function listNumber(rowKey${t(': string')})${t(': number')} {
${statements}  return ${value};
}
`;
  const taken = [...(isMany || isGuarded ? ['rowKey'] : []), attribute].join(', ');
  return `${comment(
    `The RowKey of the index entity that lists ${names.one} by ${attribute}, if one does.`,
    ['@param {TableEntity} entity', '@returns {string | undefined}'],
    language,
  )}
${exportsOf(language)}function ${names.copy}(entity${t(': TableEntity<object>')})${t(': string | undefined')} {
  const { ${taken} } = entity${t(` as TableEntity<{ ${attribute}?: unknown }>`)};
${isGuarded ? guard : ''}${skipCode(index)}  return ${names.rowKey}(${attribute}${isMany ? ', listNumber(rowKey)' : ''});
}
${isMany ? hash : ''}`;
}

function listCode(language: Language): string {
  const t = only(language.isTypeScript);
  const { characters, parts } = MOST;

  return `${comment('The RowKeys that an index entity lists.', ['@param {object | undefined} list', '@returns {string[]}'], language)}
${exportsOf(language)}function rowKeysIn(list${t(': object | undefined')})${t(': string[]')} {
  const parts = Object.entries(list ?? {}).filter(([name]) => /^rowKeys\\d+$/.test(name));
  return parts.flatMap(([, rowKeys]) => JSON.parse(String(rowKeys))${t(' as string[]')}).sort();
}

${comment(
  'The index entity that lists these RowKeys, in properties of at most 64 KiB; throws a RangeError if they are more than fit in 1 MiB.',
  [
    '@param {string} partitionKey',
    '@param {string} rowKey of the index entity',
    '@param {Iterable<string>} rowKeys',
    '@returns {TableEntity}',
  ],
  language,
)}
${exportsOf(language)}function listOf(partitionKey${t(': string')}, rowKey${t(': string')}, rowKeys${t(': Iterable<string>')})${t(': TableEntity')} {
${language.isTypeScript ? '' : '  /** @type {string[]} */\n'}  const parts${t(': string[]')} = [];
  for (const one of rowKeys) {
    const [last, text] = [parts[parts.length - 1], JSON.stringify(one)];
    if (last === undefined || last.length + text.length > ${characters}) parts.push(text);
    else parts[parts.length - 1] = \`\${last},\${text}\`;
  }
  if (parts.length > ${parts}) throw new RangeError(\`The index entity \${rowKey} is full.\`);
  const properties = parts.map((part, n) => [\`rowKeys\${n}\`, \`[\${part}]\`]);
  return { partitionKey, rowKey, ...Object.fromEntries(properties) };
}
`;
}

function writesOf(
  { index: { names, attribute } }: ListIndex,
  language: Language,
): Readonly<Record<IndexWrite, WriteCode>> {
  const t = only(language.isTypeScript);
  const isNotPut = `mode === 'Merge' && (${attribute} === undefined || ${attribute} === null)`;
  const moves = `If ${attribute} changes, it moves from one list to another.`;
  return {
    create: {
      says: `Creates ${names.one} and lists it by ${attribute}: both or none.`,
      does: `  const to = ${names.copy}(entity);
  if (to === undefined) await client.createEntity(entity);
  else
    await retried(
      async () => undefined,
      async () => {
        await client.submitTransaction([['create', entity${t(' as TableEntity')}], await entering(client, entity, to)]);
      },
    );
`,
    },
    update: {
      says: `Updates ${names.one}. ${moves}`,
      does: `  const { ${attribute} } = entity${t(` as { ${attribute}?: unknown }`)};
  if (${isNotPut}) await client.updateEntity(entity, mode, { etag });
  else await writeListed(client, entity${t(' as TableEntity')}, mode, etag, false);
`,
    },
    upsert: {
      says: `Creates or updates ${names.one}. ${moves}`,
      does: `  const { ${attribute} } = entity${t(` as { ${attribute}?: unknown }`)};
  if (${isNotPut}) await client.upsertEntity(entity, mode);
  else await writeListed(client, entity${t(' as TableEntity')}, mode, '*', true);
`,
    },
    delete: {
      says: `Deletes ${names.one} and takes it from its list: both or none.`,
      does: `  const read = () => ${stored(language)};
  await retried(read, async (before) => {
    const from = ${names.copy}(before);
    const left = from === undefined ? undefined : await leaving(client, before, from);
    if (left === undefined) await client.deleteEntity(partitionKey, rowKey, { etag: before.etag });
    // a transaction can't send the ETag of what it deletes, but the list changes when the entity leaves it
    else await client.submitTransaction([['delete', { partitionKey, rowKey }], left]);
  });
`,
    },
  };
}

function readCode({ index, lists }: ListIndex, language: Language): string {
  const { names, attribute } = index;
  const t = only(language.isTypeScript);
  const more = moreCode(index, 'values', language);
  const isMany = lists > 1;
  const one = `  const rowKeys = rowKeysIn(await find(client, partitionKey, ${names.rowKey}(${attribute})));\n`;
  const many = `  const [first, last] = [${names.rowKey}(${attribute}, 0), ${names.rowKey}(${attribute}, LISTS - 1)];
  const filter = odata\`PartitionKey eq \${partitionKey} and RowKey ge \${first} and RowKey le \${last}\`;
${language.isTypeScript ? '' : '  /** @type {string[]} */\n'}  const rowKeys${t(': string[]')} = [];
  for await (const list of client.listEntities({ queryOptions: { filter } })) rowKeys.push(...rowKeysIn(list));
  rowKeys.sort();
`;
  return `${comment(
    `The ${names.entities} of a partition with this ${attribute}${more.words}, in the order of their RowKeys, as they are now: ${isMany ? 'a short list' : 'a point query'} for their RowKeys, and one for each.`,
    [CLIENT, '@param {string} partitionKey', `@param {${valueType(index)}} ${attribute}`, ...more.tags],
    language,
  )}
${exportsOf(language)}async function* ${names.read}${t('<T extends object = Record<string, unknown>>')}(
  client${t(': TableClient')},
  partitionKey${t(': string')},
  ${attribute}${t(`: ${valueType(index)}`)},
${more.parameter})${t(': AsyncGenerator<TableEntityResult<T>>')} {
${isMany ? many : one}  // one first, as callers may need no more, then up to ${String(MOST_AT_ONCE)} at once
  let size = 1;
  for (let at = 0; at < rowKeys.length; size = Math.min(size * 2, ${String(MOST_AT_ONCE)})) {
    const found = await Promise.all(
      rowKeys
        .slice(at, at + size)
        .map((rowKey) => find${t(`<TableEntity<T & { ${attribute}?: unknown }>>`)}(client, partitionKey, rowKey)),
    );
    // one that has changed since the list was read is left out
    for (const entity of found)
      if (entity?.${attribute} === ${attribute}${index.takesMore ? ` && ${more.test('entity')}` : ''}) yield entity${t(' as unknown as TableEntityResult<T>')};
    at += size;
  }
}
`;
}

function rewriteListedCode(index: IndexModule, language: Language): string {
  const t = only(language.isTypeScript);
  const does = `${language.isTypeScript ? '' : '    /** @type {TransactionAction[]} */\n'}    const actions${t(': TransactionAction[]')} = [
      before === undefined
        ? ['create', entity]
        : ['update', entity, mode, { etag: etag === '*' ? before.etag : etag }],
    ];
    if (old !== next) {
      const left = old && (await leaving(client, entity, old));
      if (left) actions.push(left);
      if (next) actions.push(await entering(client, entity, next));
    }
    await client.submitTransaction(actions);
`;
  const says =
    'Writes an entity with the ETag that it reads, in one transaction with the lists that it moves between.';
  return rewriteCode({ name: 'writeListed', says, does, isShared: true }, index, language);
}

function enteringCode(language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment(
    'What a transaction writes to put a RowKey into a list, with the ETag that it reads.',
    [
      CLIENT,
      '@param {{ partitionKey: string, rowKey: string }} entity',
      '@param {string} to',
      '@returns {Promise<TransactionAction>}',
    ],
    language,
  )}
async function entering(
  client${t(': TableClient')},
  { partitionKey, rowKey }${t(': { partitionKey: string; rowKey: string }')},
  to${t(': string')},
)${t(': Promise<TransactionAction>')} {
  const list = await find(client, partitionKey, to);
  const more = listOf(partitionKey, to, new Set([...rowKeysIn(list), rowKey]));
  // written even if it is listed: a writer that takes it out has an older ETag then
  return list === undefined ? ['create', more] : ['update', more, 'Replace', { etag: list.etag }];
}
`;
}

function leavingCode(language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment(
    'What a transaction writes to take a RowKey out of a list, with the ETag that it reads; nothing if it is not in there.',
    [
      CLIENT,
      '@param {{ partitionKey: string, rowKey: string }} entity',
      '@param {string} from',
      '@returns {Promise<TransactionAction | undefined>}',
    ],
    language,
  )}
async function leaving(
  client${t(': TableClient')},
  { partitionKey, rowKey }${t(': { partitionKey: string; rowKey: string }')},
  from${t(': string')},
)${t(': Promise<TransactionAction | undefined>')} {
  const list = await find(client, partitionKey, from);
  const rowKeys = rowKeysIn(list);
  // an old entity is only listed after the backfill
  if (list === undefined || !rowKeys.includes(rowKey)) return undefined;
  const left = listOf(partitionKey, from, rowKeys.filter((one) => one !== rowKey));
  return ['update', left, 'Replace', { etag: list.etag }];
}
`;
}
