import { comment, importCode, type Language, only } from '../code/language.ts';
import { inParallelCode, scriptHead } from '../code/script-code.ts';
import { type BlobModule, blobPrefix } from './module-code.ts';

/** Hours for which a blob that no entity names may be one whose entity is just being written. */
const HOURS = 24;

/** Names of blobs that the script holds at once: a pass over the table for each so many. */
const MOST_NAMES = '100_000';

/** A script that deletes blobs that no entity names, in two spaces, single quotes and semicolons. */
export function sweepCode(module: BlobModule, language: Language): string {
  const { names, table, property, blob, bucket } = module;
  const { isTypeScript } = language;
  const t = only(isTypeScript);
  const head = scriptHead(
    {
      ...{ file: names.sweep, table, isStateless: true },
      says: [
        `Deletes blobs that no entity of ${table} names, such as a crash between the write of a blob and that of its entity leaves. They do`,
        `no harm but for what they cost: run it now and again. It can be stopped at any time. It deletes nothing but what writes of ${property}`,
        `have put into ${bucket} more than ${String(HOURS)} hours ago.`,
      ],
      codes: '0 no such blob is left (or it was a dry run)',
      flags: { 'dry-run': 'only counts what there is to do' },
      imports: importCode('{ ContainerClient }', '@azure/storage-blob', language),
      constants: `const container = new ContainerClient(connection, '${bucket}');\nconst started = Date.now();\n`,
      counts: ['swept'],
    },
    language,
  ).replace(', problems: 0 }', ' }');
  return `${head}
async function main()${t(': Promise<void>')} {
${isTypeScript ? '' : '  /** @type {Set<unknown>} */\n'}  const names = new Set${t('<unknown>')}();
  for await (const { name, properties } of container.listBlobsFlat({ prefix: '${blobPrefix(module)}' })) {
    // the entity of a younger one might just be written
    if (started - properties.lastModified.getTime() < ${String(HOURS)} * 3_600_000) continue;
    names.add(name);
    if (names.size < ${MOST_NAMES}) continue;
    await sweep(names);
    names.clear();
  }
  if (names.size > 0) await sweep(names);
  console.log(\`\${counts.swept} blobs \${values['dry-run'] ? 'are left over' : 'were deleted'}.\`);
}

${comment('Deletes those of some blobs that no entity names.', ['@param {Set<unknown>} names'], language)}
async function sweep(names${t(': Set<unknown>')})${t(': Promise<void>')} {
  // partition-lens-disable-next-line table-scan -- each is read once
  const entities = client.listEntities${t('<TableEntity>')}({ queryOptions: { select: ['${blob}'] } });
  for await (const entity of entities) names.delete(entity.${blob});
  counts.swept += names.size;
  if (values['dry-run']) return;
  await inParallel([...names], async (name) => {
    await container.getBlobClient(String(name)).deleteIfExists();
  });
}

${inParallelCode(language)}`;
}
