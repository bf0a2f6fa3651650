import { comment, type Language, only, serviceError } from './language.ts';
import {
  batchesCode,
  inParallelCode,
  pagesCode,
  reportCode,
  type Script,
  scriptHead,
} from './script-code.ts';

/** A script that gives entities of before a new key, by functions of its own. */
export interface Moving {
  /** What every script has, without what is the same for all that move. */
  readonly script: Omit<Script, 'types' | 'counts' | 'codes' | 'flags' | 'constants'>;
  /**
   * The functions `isNew`, whether an entity has its new key, and `newKeyOf`, which gives that or undefined for one that can't have it. The values
   * of an entity have their types.
   */
  readonly functions: string;
  /** A line of comment on the entities that are left as they are. */
  readonly left: string;
  /** The condition of those that must not have an old key in the end. */
  readonly wrong: string;
}

/** Characters of a key: 1 KiB in UTF-16 ("Understanding the Table service data model"). */
export const LONGEST = 512;

/** A type of the values that come with their types. */
const TYPED = '{ type?: string; value?: unknown }';

/** Code for a value that comes with its type. */
export function typedCode(code: string, { isTypeScript }: Language): string {
  return isTypeScript ? `(${code} ?? {}) as ${TYPED}` : `/** @type {${TYPED}} */ (${code} ?? {})`;
}

/** A script that moves entities to new keys within their partition, in two spaces, single quotes and semicolons. */
export function movingCode({ script, functions, left, wrong }: Moving, language: Language): string {
  const t = only(language.isTypeScript);
  const doc = (text: string, tags: readonly string[] = []): string => comment(text, tags, language);
  const ofEntity = ['@param {TableEntity} entity'];
  const head = scriptHead(
    {
      ...script,
      types: ['TransactionAction'],
      counts: ['moved', 'old'],
      codes: '0 all have their new keys (or it was a dry run), 1 some do not, which are listed',
      flags: { 'dry-run': 'only counts what there is to do', verify: 'only checks' },
      constants: `// partition-lens-disable-next-line partition-range-scan -- each is read once\nconst entities = "PartitionKey ge ''";\n`,
    },
    language,
  );
  return `${head}
async function main()${t(': Promise<void>')} {
  if (values['dry-run']) {
    await eachOf(entities, undefined, async (page) => {
      counts.old += page.filter((entity) => ${wrong}).length;
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
    for (const entity of page) if (${wrong}) report(entity, 'has an old key');
  });
  console.log(\`\${counts.problems} problems.\`);
  process.exitCode = counts.problems > 0 ? 1 : 0;
}

${pagesCode('eachOf', language, { isTyped: true })}
${functions}
${batchesCode({ doing: 'move', skipped: [left, 'isNew(entity) || newKeyOf(entity) === undefined'] }, language)}
${doc('At most so many bytes does an entity take in a request.', ofEntity)}
function sizeOf(entity${t(': TableEntity')})${t(': number')} {
  return Object.entries(entity).reduce((sum, [name, property]) => {
    const { value } = ${typedCode('property', language)};
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
  const { type, value } = ${typedCode('property', language)};
  if (type === 'Boolean') return String(value) === 'true';
  if (type === 'String') return value;
  const isNumber = type === 'Int32' || type === 'Double';
  return isNumber && Number.isFinite(Number(value)) ? Number(value) : property;
}

${reportCode(language)}
${inParallelCode(language)}`;
}
