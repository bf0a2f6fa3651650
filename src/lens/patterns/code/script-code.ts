import { VARIABLE } from '../sites/account.ts';
import { comment, importCode, type Language, only } from './language.ts';

/** A script that goes through a table: what it is, and what people can ask of it. */
export interface Script {
  /** The script's file, without its folder and its ending. */
  readonly file: string;
  readonly table: string;
  /** Sentences in lines, for whoever runs it. */
  readonly says: readonly string[];
  /** What its first exit codes mean: `0 all have their copies …, 1 some do not …`. */
  readonly codes: string;
  /** Options that are given or not, beside those that every script has: each with what it does. */
  readonly flags: Readonly<Record<string, string>>;
  /** Types of the SDK beside TableEntity. */
  readonly types?: readonly string[];
  /** Names of `node:util` beside `parseArgs`. */
  readonly utilities?: readonly string[];
  /** A line that imports the functions of the module that it works for. */
  readonly imports: string;
  /** Lines after those that every script has. */
  readonly constants: string;
  /** What is counted, beside `problems`. */
  readonly counts: readonly string[];
  /** It makes filters with the tag `odata`. */
  readonly odata?: boolean;
  /** It begins again each time, and so has no file that says how far it is. */
  readonly isStateless?: true;
}

/** How a script is run that imports so: as it is where that is the name of a file, else as the program's compiler leaves it. */
export function runLine(file: string, imports: string, { isTypeScript }: Language): string {
  const [, ending] = /'\.\/[^']*\.([cm]?[jt]s)'/.exec(imports) ?? [];
  if (isTypeScript && imports === '') return `node ${file}.ts`;
  const isCompiled = isTypeScript && ending?.endsWith('ts') !== true;
  return `node ${file}.${ending ?? 'js'}${isCompiled ? '    (compiled with the program)' : ''}`;
}

/**
 * All before the script's own functions: imports, what it is, its options, the client. It calls `main`. There are `values` of the options,
 * `client`, `parallel`, and `counts`.
 */
export function scriptHead(script: Script, language: Language): string {
  const { file, table, says, codes, flags, types = [], utilities = [], constants, counts } = script;
  const { isStateless = false } = script;
  const imports = script.imports === '' ? '' : `${script.imports}\n`;
  const { isTypeScript } = language;
  const options = Object.entries(flags).map(([name, what]) => ` *     ${`--${name}`.padEnd(16)}${what}`);
  const names = Object.keys(flags).map((name) => {
    const key = /^\w+$/.test(name) ? name : `'${name}'`;
    return `    ${key}: { type: 'boolean', default: false },\n`;
  });
  const all = ['TableEntity', ...types];
  const typedefs = all
    .map((one) => `\n/** @typedef {import('@azure/data-tables').${one}} ${one} */`)
    .join('');
  const take = (what: readonly string[], from: string): string =>
    importCode(`{ ${what.join(', ')} }`, from, language);
  const files = isStateless ? '' : `${take(['readFile', 'rename', 'rm', 'writeFile'], 'node:fs/promises')}\n`;
  const token = isStateless ? '' : ' *     --token FILE    where it notes how far it is\n';
  return `${files}${take([...utilities, 'parseArgs'], 'node:util')}
${take(['TableClient', ...(script.odata === true ? ['odata'] : []), ...(isTypeScript ? all.map((one) => `type ${one}`) : [])], '@azure/data-tables')}
${imports}
/**
${says.map((line) => ` * ${line}`).join('\n')}
 *
 *   ${VARIABLE}=… ${runLine(file, script.imports, language)}
${options.join('\n')}
${token} *     --parallel N    writes at once, 8 if not given
 *
 * Exit codes: ${codes}, 2 it did not come to its end.
 */
const { values } = parseArgs({
  options: {
${names.join('')}${isStateless ? '' : `    token: { type: 'string', default: '${file}.token' },\n`}    parallel: { type: 'string', default: '8' },
  },
});
const connection = process.env.${VARIABLE} ?? '';
if (connection === '') {
  console.error('${VARIABLE} is not set.');
  process.exit(2);
}
const parallel = Math.min(Math.max(Math.trunc(Number(values.parallel)) || 8, 1), 64);
const client = TableClient.fromConnectionString(connection, '${table}', {
  allowInsecureConnection: connection.includes('=http://127.0.0.1:'),
});
${constants}${isTypeScript ? '' : `${typedefs}\n`}
const counts = { ${[...counts, 'problems'].map((one) => `${one}: 0`).join(', ')} };

main().catch((error) => {
  console.error(error);
  process.exitCode = 2;
});
`;
}

/**
 * The functions `eachEntity`, which goes through all that meet the constant `entities` by the page, or `eachOf` with a filter as its first
 * argument; and `savedToken` and `saveToken`, for where it was stopped. `isTyped`: values come with their types, so that times of 100 ns are
 * written back as they were. `select`: the properties that are read, all if there are none.
 */
export function pagesCode(
  name: 'eachEntity' | 'eachOf',
  language: Language,
  { isTyped = false, select = [] }: { readonly isTyped?: boolean; readonly select?: readonly string[] } = {},
): string {
  const t = only(language.isTypeScript);
  const hasFilter = name === 'eachOf';
  const selected = select.length === 0 ? '' : `, select: [${select.map((one) => `'${one}'`).join(', ')}]`;
  const page = language.isTypeScript ? 'page' : '/** @type {TableEntity[]} */ (page)';
  return `${comment(
    `Goes through ${hasFilter ? 'all that meet a filter' : 'all entities'} by the page, and tells how far it is.`,
    [
      ...(hasFilter ? ['@param {string} filter'] : []),
      '@param {string | undefined} token',
      '@param {(page: TableEntity[]) => Promise<void>} act',
      '@param {(token: string) => Promise<void>} [done]',
    ],
    language,
  )}
async function ${name}(
${hasFilter ? `  filter${t(': string')},\n` : ''}  token${t(': string | undefined')},
  act${t(': (page: TableEntity[]) => Promise<void>')},
  done${t(': (token: string) => Promise<void>')} = async () => {},
)${t(': Promise<void>')} {
  // partition-lens-disable-next-line table-scan${hasFilter ? ', partition-range-scan' : ''} -- each is read once
  const all = client.listEntities${t('<TableEntity>')}({ queryOptions: { ${hasFilter ? 'filter' : 'filter: entities'}${selected} }${isTyped ? ', disableTypeConversion: true' : ''} });
  const pages = all.byPage({ maxPageSize: 1000, continuationToken: token });
  for await (const page of pages) {
    await act(${page});
    if (page.continuationToken !== undefined) await done(page.continuationToken);
  }
}

async function savedToken()${t(': Promise<string | undefined>')} {
  const saved = await readFile(values.token, 'utf8').catch(() => '');
  const [url, token] = saved.split('\\n');
  return url === client.url && token !== '' ? token : undefined;
}

${comment('Replaces the file at once, so that it is never half written.', ['@param {string} token'], language)}
async function saveToken(token${t(': string')})${t(': Promise<void>')} {
  await writeFile(\`\${values.token}.new\`, \`\${client.url}\\n\${token}\`);
  await rename(\`\${values.token}.new\`, values.token);
}
`;
}

/** Entities in a transaction, each with two of the 100 actions that the service allows. */
const MOST_ENTITIES = 50;

/** Bytes in one transaction: the service allows 4 MiB, with all that goes around the entities. */
const MOST_BYTES = 3_000_000;

/**
 * The function `batches`, which puts the entities of a page together that one transaction can `doing`; it asks `sizeOf`. `skipped` is the
 * condition of those that are left out, after lines of comment.
 */
export function batchesCode(
  { doing, skipped }: { readonly doing: string; readonly skipped: readonly [...string[], string] },
  language: Language,
): string {
  const t = only(language.isTypeScript);
  const comments = skipped.slice(0, -1).map((line) => `    ${line}\n`);
  return `${comment(`Entities that one transaction can ${doing}: of one partition, and within its limits.`, ['@param {TableEntity[]} page'], language)}
function batches(page${t(': TableEntity[]')})${t(': TableEntity[][]')} {
${language.isTypeScript ? '' : '  /** @type {TableEntity[][]} */\n'}  const all${t(': TableEntity[][]')} = [];
  let bytes = 0;
  for (const entity of page) {
${comments.join('')}    if (${skipped.at(-1) ?? ''}) continue;
    const size = sizeOf(entity);
    const last = all[all.length - 1];
    const isFull = last === undefined || last.length === ${String(MOST_ENTITIES)} || bytes + size > ${String(MOST_BYTES)};
    if (isFull || last[0]?.partitionKey !== entity.partitionKey) {
      all.push([entity]);
      bytes = size;
    } else {
      last.push(entity);
      bytes += size;
    }
  }
  return all;
}
`;
}

/** The function `report`, which counts a problem of an entity and prints it. */
export function reportCode(language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment('Tells of an entity.', ['@param {TableEntity} entity', '@param {string} what'], language)}
function report({ partitionKey, rowKey }${t(': TableEntity')}, what${t(': string')})${t(': void')} {
  counts.problems += 1;
  console.error(\`\${JSON.stringify(partitionKey)} \${JSON.stringify(rowKey)}: \${what}\`);
}
`;
}

/** The functions `find`, which reads an entity that may not be there, and `inParallel`, which does something with each of a list. */
export function scriptEnd(language: Language): string {
  const t = only(language.isTypeScript);
  const read = language.isTypeScript
    ? 'client.getEntity<TableEntity>(partitionKey, rowKey)'
    : '/** @type {Promise<TableEntity>} */ (client.getEntity(partitionKey, rowKey))';
  return `${comment('The entity with these keys, if there is one.', ['@param {string} partitionKey', '@param {string} rowKey', '@returns {Promise<TableEntity | undefined>}'], language)}
async function find(partitionKey${t(': string')}, rowKey${t(': string')})${t(': Promise<TableEntity | undefined>')} {
  return ${read}.catch((error) => {
    if (error.statusCode === 404) return undefined;
    throw error;
  });
}

${inParallelCode(language)}`;
}

/** The function `inParallel`, which does something with each of a list. */
export function inParallelCode(language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment('Does something with each, so many at once.', ['@template T', '@param {T[]} items', '@param {(item: T) => Promise<void>} act'], language)}
async function inParallel${t('<T>')}(items${t(': T[]')}, act${t(': (item: T) => Promise<void>')})${t(': Promise<void>')} {
  const left = items.values();
  const work = async ()${t(': Promise<void>')} => {
    for (const item of left) await act(item);
  };
  await Promise.all(Array.from({ length: parallel }, work));
}
`;
}
