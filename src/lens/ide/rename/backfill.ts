import { comment, type Language, only, serviceError } from '../../patterns/code/language.ts';
import { inParallelCode, pagesCode, reportCode, scriptHead } from '../../patterns/code/script-code.ts';

/** A property whose stored values get another name. */
export interface Backfill {
  readonly table: string;
  readonly from: string;
  readonly to: string;
  /** The script's file, without its folder and its ending. */
  readonly file: string;
}

/**
 * A script that copies the stored values of a property to its new name, in two spaces, single quotes and semicolons. Each entity is one
 * write under its ETag, which changes nothing else of it.
 */
export function backfillCode({ table, from, to, file }: Backfill, language: Language): string {
  const t = only(language.isTypeScript);
  const head = scriptHead(
    {
      ...{ file, table, counts: ['copied', 'old'], imports: '' },
      says: [
        `Copies what entities of ${table} have as ${from} to ${to}, where they have none, then checks that all have one. Run it once no`,
        `program writes ${from} anymore, and before programs read by ${to}, or what they read lacks those entities. It can be stopped at`,
        `any time: it goes on where it was. ${from} stays in the entities, and nothing is deleted. The SDK writes a Double without`,
        'decimals as an Int32.',
      ],
      codes: `0 all have ${to} (or it was a dry run), 1 some do not, which are listed`,
      flags: { 'dry-run': 'only counts what there is to do', verify: 'only checks' },
      constants: `const entities = "PartitionKey ge ''";\n`,
    },
    language,
  );
  const value = (name: string): string =>
    /^[A-Za-z_$][\w$]*$/.test(name) ? `entity.${name}` : `entity['${name}']`;
  const copied = /^[A-Za-z_$][\w$]*$/.test(to) ? to : `'${to}'`;
  return `${head}
async function main()${t(': Promise<void>')} {
  if (values['dry-run']) {
    await eachEntity(undefined, async (page) => {
      counts.old += page.filter(isOld).length;
    });
    console.log(\`\${counts.old} entities have only ${from}.\`);
    return;
  }
  if (!values.verify) {
    await eachEntity(await savedToken(), (page) => inParallel(page.filter(isOld), copy), saveToken);
    await rm(values.token, { force: true });
    console.log(\`\${counts.copied} entities were changed.\`);
  }
  await eachEntity(undefined, async (page) => {
    for (const entity of page) if (isOld(entity)) report(entity, 'has only ${from}');
  });
  console.log(\`\${counts.problems} problems.\`);
  process.exitCode = counts.problems > 0 ? 1 : 0;
}

${pagesCode('eachEntity', language, { isTyped: true, select: ['partitionKey', 'rowKey', from, to] })}
${comment('Whether an entity has the old name alone.', ['@param {TableEntity} entity', '@returns {boolean}'], language)}
function isOld(entity${t(': TableEntity')})${t(': boolean')} {
  return ${value(from)} !== undefined && ${value(from)} !== null && (${value(to)} === undefined || ${value(to)} === null);
}

${comment('Copies the value, unless somebody changed or deleted the entity: then what it has now is looked at by the check.', ['@param {TableEntity} entity'], language)}
async function copy(entity${t(': TableEntity')})${t(': Promise<void>')} {
  const { partitionKey, rowKey, etag } = entity;
  try {
    const changed = { partitionKey, rowKey, ${copied}: ${value(from)} };
    await client.updateEntity(changed, 'Merge', { etag: ${language.isTypeScript ? 'String(etag)' : 'String(etag)'} });
    counts.copied += 1;
  } catch (error) {
    const { statusCode } = ${serviceError(language)};
    if (statusCode !== 404 && statusCode !== 412) throw error;
  }
}

${inParallelCode(language)}
${reportCode(language)}`;
}
