import type { KeyName } from '../../../core/shape/shape.ts';
import { comment, type Language, only, serviceError } from '../../patterns/code/language.ts';
import { inParallelCode, pagesCode, reportCode, scriptHead } from '../../patterns/code/script-code.ts';
import { endOf, isPlain } from './key-part.ts';
import type { PartPlace } from './part-place.ts';

/** Entities whose keys have a text and get another one in its place. Both texts are plain. */
export interface KeyMove {
  readonly table: string;
  readonly key: KeyName;
  readonly from: string;
  readonly to: string;
  readonly place: Exclude<PartPlace, { kind: 'open' }>;
  /** The script's file, without its folder and its ending. */
  readonly file: string;
}

/**
 * A script that moves stored entities to their new keys, in two spaces, single quotes and semicolons. Each is written under the new key
 * first and deleted under the old one then, under its ETag, so that a change meanwhile is never lost.
 */
export function moveKeysCode(move: KeyMove, language: Language): string {
  const { table, key, from, to, place, file } = move;
  const t = only(language.isTypeScript);
  const doc = (text: string, tags: readonly string[] = []): string => comment(text, tags, language);
  const ofEntity = ['@param {TableEntity} entity'];
  const shape = '{ type?: string; value?: unknown }';
  const asTyped = (code: string): string =>
    language.isTypeScript ? `(${code} ?? {}) as ${shape}` : `/** @type {${shape}} */ (${code} ?? {})`;
  const [name, kept] = key === 'RowKey' ? ['rowKey', 'partitionKey'] : ['partitionKey', 'rowKey'];
  const head = scriptHead(
    {
      ...{ file, table, counts: ['moved', 'old'], imports: '' },
      says: [
        `Moves entities of ${table} whose ${key} ${HAVE[place.kind]} "${from}" to "${to}", then checks that none is left.`,
        ...(place.kind === 'inside' ? INSIDE : []),
        'Run it once no program writes the old keys anymore: until it has run, programs that read by the new keys lack those entities.',
        'It can be stopped at any time: it goes on where it was. Each entity is written under its new key, and then deleted under its old',
        'one if nobody changed it meanwhile; in between it is there twice. Nothing is overwritten. The SDK writes a Double without',
        'decimals as an Int32.',
      ],
      codes: '0 none has an old key (or it was a dry run), 1 some have, which are listed',
      flags: { 'dry-run': 'only counts what there is to do', verify: 'only checks' },
      constants: `const entities = ${JSON.stringify(filterOf(move))};\n${constantsOf(move, language)}`,
    },
    language,
  );
  const moved = {
    whole: `'${to}'`,
    start: `\`${to}\${entity.${name}.slice(${String(from.length)})}\``,
    inside: `newKeyOf(entity.${name})`,
  }[place.kind];
  const isInside = place.kind === 'inside';
  const old = isInside ? `page.filter(({ ${name} }) => newKeyOf(${name}) !== undefined)` : 'page';
  return `${head}
async function main()${t(': Promise<void>')} {
  if (values['dry-run']) {
    await eachEntity(undefined, async (page) => {
      counts.old += ${old}.length;
    });
    console.log(\`\${counts.old} entities ${isInside ? 'have old keys, or might have' : 'have old keys'}.\`);
    return;
  }
  if (!values.verify) {
    await eachEntity(await savedToken(), (page) => inParallel(page, move), saveToken);
    await rm(values.token, { force: true });
    console.log(\`\${counts.moved} entities were moved.\`);
  }
  await eachEntity(undefined, async (page) => {
${
  isInside
    ? `    for (const entity of page) {
      const newKey = newKeyOf(entity.${name});
      if (newKey === null) report(entity, 'might have an old key: move it by hand, or leave it');
      else if (newKey !== undefined) report(entity, 'has an old key');
    }`
    : `    for (const entity of page) report(entity, 'has an old key');`
}
  });
  console.log(\`\${counts.problems} problems.\`);
  process.exitCode = counts.problems > 0 ? 1 : 0;
}

${pagesCode('eachEntity', language, { isTyped: true })}
${isInside ? placesCode(language) : ''}${doc('Moves an entity; the check lists those that are under both keys with other values, and those that somebody changed meanwhile.', ofEntity)}
async function move(entity${t(': TableEntity')})${t(': Promise<void>')} {
  const { etag, timestamp, partitionKey, rowKey, ...properties } = entity;
  const newKey = ${moved};${isInside ? '\n  if (newKey === undefined || newKey === null) return;' : ''}
  const kept = Object.entries(properties).filter(([property]) => !property.startsWith('odata.'));
  const values = Object.fromEntries(kept.map(([property, value]) => [property, written(value)]));
  try {
    await client.createEntity({ ...values, ${kept}, ${name}: newKey });
  } catch (error) {
    const { statusCode } = ${serviceError(language)};
    if (statusCode === 400) return report(entity, 'cannot be written under its new key');
    if (statusCode !== 409) throw error;
    // it was stopped before the old one was deleted, or it is another entity
    if (!(await isSame(entity, newKey))) return;
  }
  try {
    await client.deleteEntity(partitionKey, rowKey, { etag: String(etag) });
    counts.moved += 1;
  } catch (error) {
    const { statusCode } = ${serviceError(language)};
    if (statusCode !== 404 && statusCode !== 412) throw error;
  }
}

${doc('Whether the entity under the new key has the same values.', [...ofEntity, '@param {string} newKey', '@returns {Promise<boolean>}'])}
async function isSame(entity${t(': TableEntity')}, newKey${t(': string')})${t(': Promise<boolean>')} {
  const other = ${language.isTypeScript ? '' : '/** @type {TableEntity} */ ('}await client.getEntity${t('<TableEntity>')}(${name === 'rowKey' ? 'entity.partitionKey, newKey' : 'newKey, entity.rowKey'}, { disableTypeConversion: true })${language.isTypeScript ? '' : ')'};
  return valuesOf(entity) === valuesOf(other);
}

${doc('All values of an entity but its keys and what the service keeps, as one text.', [...ofEntity, '@returns {string}'])}
function valuesOf(entity${t(': TableEntity')})${t(': string')} {
  const { etag, timestamp, partitionKey, rowKey, ...properties } = entity;
  const all = Object.entries(properties).filter(([name]) => !name.startsWith('odata.'));
  return JSON.stringify(all.sort(([a], [b]) => (a < b ? -1 : 1)));
}

${doc('A value with its type, as the SDK writes it back: as it was, but for a Double without decimals.', ['@param {unknown} property', '@returns {unknown}'])}
function written(property${t(': unknown')})${t(': unknown')} {
  const { type, value } = ${asTyped('property')};
  if (type === 'Boolean') return String(value) === 'true';
  if (type === 'String') return value;
  const isNumber = type === 'Int32' || type === 'Double';
  return isNumber && Number.isFinite(Number(value)) ? Number(value) : property;
}

${reportCode(language)}
${inParallelCode(language)}`;
}

const HAVE = { whole: 'is', start: 'begins with', inside: 'has' } as const;

/** What a script says of parts that are not at the beginning. */
const INSIDE = [
  'Where a key can have that text in more than one place, or is made in another way, the entity stays as it is and is listed: only you know',
  'what it is. All entities of the table are read, unless their keys begin alike.',
];

/** The entities that are gone through. */
function filterOf({ key, from, place }: KeyMove): string {
  switch (place.kind) {
    case 'whole':
      return `${key} eq '${from}'`;
    case 'start':
      return range(key, from);
    case 'inside': {
      const [first] = place.around[0]?.before ?? [];
      const isCommon = place.around.every(({ before }) => before[0] === first);
      return typeof first === 'string' && isCommon && isPlain(first)
        ? range(key, first)
        : "PartitionKey ge ''";
    }
  }
}

function range(key: KeyName, start: string): string {
  return `${key} ge '${start}' and ${key} lt '${endOf(start)}'`;
}

/** What keys look like that have the part, and others. */
function constantsOf({ from, to, place }: KeyMove, { isTypeScript }: Language): string {
  if (place.kind !== 'inside') return '';
  const type = '(string | number | null)[]';
  const typed = (name: string, of: string, value: unknown): string =>
    `${isTypeScript ? '' : `/** @type {${of}} */\n`}const ${name}${isTypeScript ? `: ${of}` : ''} = ${JSON.stringify(value)};\n`;
  return [
    `const from = ${JSON.stringify(from)};\nconst to = ${JSON.stringify(to)};\n`,
    '// what is before and after the part: a text, a number of characters, or null for any text\n',
    typed('around', `{ before: ${type}; after: ${type} }[]`, place.around),
    '// keys of which a text like the old part is no part\n',
    typed('others', `${type}[]`, [
      ...place.others,
      ...place.around.map(({ before, after }) => [...before, to, ...after]),
    ]),
  ].join('');
}

/** The functions `newKeyOf`, `placesOf` and `isMadeOf`, which find the part in a key. */
function placesCode(language: Language): string {
  const t = only(language.isTypeScript);
  const ofKey = ['@param {string} key'];
  const numbers = language.isTypeScript ? 'new Set<number>()' : '/** @type {Set<number>} */ (new Set())';
  return `${comment('A key with the new part; null where it might have the old one, undefined where it has none.', [...ofKey, '@returns {string | null | undefined}'], language)}
function newKeyOf(key${t(': string')})${t(': string | null | undefined')} {
  if (!key.includes(from)) return undefined;
  const isOther = others.some((pieces) => isMadeOf(key, pieces));
  const [at, more] = placesOf(key);
  if (at === undefined) return isOther ? undefined : null;
  const newKey = key.slice(0, at) + to + key.slice(at + from.length);
  return isOther || more !== undefined || placesOf(newKey).length > 0 ? null : newKey;
}

${comment('Where a key can have the part.', [...ofKey, '@returns {number[]}'], language)}
function placesOf(key${t(': string')})${t(': number[]')} {
  const places = [];
  for (let at = key.indexOf(from); at >= 0; at = key.indexOf(from, at + 1)) {
    const [start, end] = [key.slice(0, at), key.slice(at + from.length)];
    if (around.some(({ before, after }) => isMadeOf(start, before) && isMadeOf(end, after))) places.push(at);
  }
  return places;
}

${comment('Whether a text is made of these pieces, in order.', ['@param {string} text', '@param {(string | number | null)[]} pieces', '@returns {boolean}'], language)}
function isMadeOf(text${t(': string')}, pieces${t(': (string | number | null)[]')})${t(': boolean')} {
  let ends = new Set([0]);
  for (const piece of pieces) {
    const next = ${numbers};
    for (const at of ends) {
      if (typeof piece === 'string' && text.startsWith(piece, at)) next.add(at + piece.length);
      if (typeof piece === 'number' && at + piece <= text.length) next.add(at + piece);
      // what starts at the first may end anywhere after it
      if (piece === null) for (let end = at; end <= text.length && !next.has(end); end++) next.add(end);
    }
    ends = next;
  }
  return ends.has(text.length);
}

`;
}
