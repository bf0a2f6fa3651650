import type { KeyName } from '../../../core/shape/shape.ts';
import { comment, type Language, only, serviceError } from '../../patterns/code/language.ts';
import { inParallelCode, pagesCode, reportCode, scriptHead } from '../../patterns/code/script-code.ts';
import { endOf } from './key-part.ts';

/** Entities whose keys begin with a text, or are it, and get another one. Both texts are plain. */
export interface KeyMove {
  readonly table: string;
  readonly key: KeyName;
  readonly from: string;
  readonly to: string;
  /** Only keys that are the whole text. */
  readonly isWhole: boolean;
  /** The script's file, without its folder and its ending. */
  readonly file: string;
}

/**
 * A script that moves stored entities to their new keys, in two spaces, single quotes and semicolons. Each is written under the new key
 * first and deleted under the old one then, under its ETag, so that a change meanwhile is never lost.
 */
export function moveKeysCode({ table, key, from, to, isWhole, file }: KeyMove, language: Language): string {
  const t = only(language.isTypeScript);
  const doc = (text: string, tags: readonly string[] = []): string => comment(text, tags, language);
  const ofEntity = ['@param {TableEntity} entity'];
  const shape = '{ type?: string; value?: unknown }';
  const asTyped = (code: string): string =>
    language.isTypeScript ? `(${code} ?? {}) as ${shape}` : `/** @type {${shape}} */ (${code} ?? {})`;
  const filter = isWhole ? `${key} eq '${from}'` : `${key} ge '${from}' and ${key} lt '${endOf(from)}'`;
  const [name, kept] = key === 'RowKey' ? ['rowKey', 'partitionKey'] : ['partitionKey', 'rowKey'];
  const head = scriptHead(
    {
      ...{ file, table, counts: ['moved', 'old'], imports: '' },
      says: [
        `Moves entities of ${table} whose ${key} ${isWhole ? 'is' : 'begins with'} "${from}" to "${to}", then checks that none is left.`,
        'Run it once no program writes the old keys anymore: until it has run, programs that read by the new keys lack those entities.',
        'It can be stopped at any time: it goes on where it was. Each entity is written under its new key, and then deleted under its old',
        'one if nobody changed it meanwhile; in between it is there twice. Nothing is overwritten. The SDK writes a Double without',
        'decimals as an Int32.',
      ],
      codes: '0 none has an old key (or it was a dry run), 1 some have, which are listed',
      flags: { 'dry-run': 'only counts what there is to do', verify: 'only checks' },
      constants: `const entities = ${JSON.stringify(filter)};\n`,
    },
    language,
  );
  const moved = isWhole ? `'${to}'` : `\`${to}\${entity.${name}.slice(${String(from.length)})}\``;
  return `${head}
async function main()${t(': Promise<void>')} {
  if (values['dry-run']) {
    await eachEntity(undefined, async (page) => {
      counts.old += page.length;
    });
    console.log(\`\${counts.old} entities have old keys.\`);
    return;
  }
  if (!values.verify) {
    await eachEntity(await savedToken(), (page) => inParallel(page, move), saveToken);
    await rm(values.token, { force: true });
    console.log(\`\${counts.moved} entities were moved.\`);
  }
  await eachEntity(undefined, async (page) => {
    for (const entity of page) report(entity, 'has an old key');
  });
  console.log(\`\${counts.problems} problems.\`);
  process.exitCode = counts.problems > 0 ? 1 : 0;
}

${pagesCode('eachEntity', language, { isTyped: true })}
${doc('Moves an entity; the check lists those that are under both keys with other values, and those that somebody changed meanwhile.', ofEntity)}
async function move(entity${t(': TableEntity')})${t(': Promise<void>')} {
  const { etag, timestamp, partitionKey, rowKey, ...properties } = entity;
  const newKey = ${moved};
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
