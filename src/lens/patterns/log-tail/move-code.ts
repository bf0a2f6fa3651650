import { comment, importCode, type Language, only, serviceError } from '../code/language.ts';
import { batchesCode, inParallelCode, pagesCode, reportCode, scriptHead } from '../code/script-code.ts';

/** What the script needs to know that gives entities of before a new key. */
export interface Move {
  readonly name: string;
  /** The property that has the time. */
  readonly property: string;
  readonly table: string;
  /** How the script imports the module of the key. */
  readonly module: string;
  /** The script's file, without its folder and its ending. */
  readonly file: string;
}

/** Characters of a key: 1 KiB in UTF-16 ("Understanding the Table service data model"). */
const LONGEST = 512;

/** A script that gives entities of before their new key, in two spaces, single quotes and semicolons. */
export function moveCode({ name, property, table, module, file }: Move, language: Language): string {
  const t = only(language.isTypeScript);
  const doc = (text: string, tags: readonly string[] = []): string => comment(text, tags, language);
  const ofEntity = ['@param {TableEntity} entity'];
  const shape = '{ type?: string; value?: unknown }';
  const asTyped = (code: string): string =>
    language.isTypeScript ? `(${code} ?? {}) as ${shape}` : `/** @type {${shape}} */ (${code} ?? {})`;
  const head = scriptHead(
    {
      ...{ file, table, types: ['TransactionAction'], counts: ['moved', 'old'] },
      says: [
        `Gives the entities of ${table} that were there before a RowKey that puts the newest first, by their ${property}, then checks`,
        'that all have one. Run it when every program that writes makes such keys, and before any program reads by them. It can be',
        'stopped at any time: it goes on where it was. Each entity is written under its new key and deleted under its old one in one',
        'transaction, so that it is always there once. Nothing else is deleted. It takes for granted that no program changes an entity',
        'once it is written. The SDK writes a Double without decimals as an Int32.',
      ],
      codes: '0 all have their new keys (or it was a dry run), 1 some do not, which are listed',
      flags: { 'dry-run': 'only counts what there is to do', verify: 'only checks' },
      imports: importCode(`{ ${name} }`, module, language),
      constants: `const entities = "PartitionKey ge ''";\n`,
    },
    language,
  );
  return `${head}
async function main()${t(': Promise<void>')} {
  if (values['dry-run']) {
    await eachOf(entities, undefined, async (page) => {
      counts.old += page.filter((entity) => !isNew(entity)).length;
    });
    console.log(\`\${counts.old} entities have old keys.\`);
    return;
  }
  if (!values.verify) {
    await eachOf(entities, await savedToken(), (page) => inParallel(batches(page), moveAll), saveToken);
    await rm(values.token, { force: true });
    console.log(\`\${counts.moved} entities were moved.\`);
  }
  await eachOf(entities, undefined, async (page) => {
    for (const entity of page) if (!isNew(entity)) report(entity, 'has an old key');
  });
  console.log(\`\${counts.problems} problems.\`);
  process.exitCode = counts.problems > 0 ? 1 : 0;
}

${pagesCode('eachOf', language, { isTyped: true })}
${doc('Whether an entity has its new key: within a minute the ticks of its own time, and an end.', ofEntity)}
function isNew(entity${t(': TableEntity')})${t(': boolean')} {
  const ticks = /^\\d{19}(?=_)/.exec(entity.rowKey)?.[0];
  const wanted = newKeyOf(entity)?.slice(0, 19);
  if (ticks === undefined || wanted === undefined) return false;
  return Math.abs(Number(BigInt(ticks) - BigInt(wanted))) < 600_000_000;
}

${doc('The new key of an entity, which ends with its old one; undefined for one without a time.', [...ofEntity, '@returns {string | undefined}'])}
function newKeyOf(entity${t(': TableEntity')})${t(': string | undefined')} {
  const time = timeOf(entity);
  if (time === undefined) return undefined;
  const key = ${name}(time, entity.rowKey);
  return key.length <= ${String(LONGEST)} ? key : undefined;
}

${doc('The time of an entity, whose values have their types; undefined for one without.', [...ofEntity, '@returns {Date | undefined}'])}
function timeOf(entity${t(': TableEntity')})${t(': Date | undefined')} {
  const { type = '', value } = ${asTyped(`entity.${property}`)};
  const time = new Date(/^(Int|Double)/.test(type) ? Number(value) : String(value));
  return Number.isNaN(time.getTime()) ? undefined : time;
}

${batchesCode({ doing: 'move', skipped: ['// the check at the end lists those without a time', 'isNew(entity) || newKeyOf(entity) === undefined'] }, language)}
${doc('At most so many bytes does an entity take in a request.', ofEntity)}
function sizeOf(entity${t(': TableEntity')})${t(': number')} {
  return Object.entries(entity).reduce((sum, [name, property]) => {
    const { value } = ${asTyped('property')};
    const length = typeof value === 'string' ? value.length * 3 : 40;
    return sum + name.length + length + 100;
  }, 1000);
}

${doc('Moves entities of one partition, none if one is gone meanwhile: then one by one.', ['@param {TableEntity[]} batch'])}
async function moveAll(batch${t(': TableEntity[]')})${t(': Promise<void>')} {
  const actions = batch.flatMap(movesOf);
  try {
    await client.submitTransaction(actions);
    counts.moved += batch.length;
  } catch (error) {
    const { statusCode = 0 } = ${serviceError(language)};
    if (![400, 404, 409, 412, 413].includes(statusCode)) throw error;
    // the check at the end lists what can not be moved
    if (batch.length > 1) for (const entity of batch) await moveAll([entity]);
  }
}

${doc('Writes an entity under its new key, and deletes it under its old one.', [...ofEntity, '@returns {TransactionAction[]}'])}
function movesOf(entity${t(': TableEntity')})${t(': TransactionAction[]')} {
  const { etag, timestamp, partitionKey, rowKey, ...properties } = entity;
  const kept = Object.entries(properties).map(([name, property]) => [name, written(property)]);
  return [
    ['create', { ...Object.fromEntries(kept), partitionKey, rowKey: newKeyOf(entity) ?? rowKey }],
    ['delete', { partitionKey, rowKey }],
  ];
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
