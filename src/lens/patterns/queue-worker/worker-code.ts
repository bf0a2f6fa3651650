import { comment, importCode, type Language, only } from '../code/language.ts';
import { runLine } from '../code/script-code.ts';
import { isVariable } from '../sites/account.ts';
import { POISON, STEPS, type StepsModule } from './module-code.ts';

/** What the worker needs to know beside its module. */
export interface Worker {
  readonly steps: StepsModule;
  readonly tables: readonly string[];
  /** How it imports the module. */
  readonly from: string;
}

/** A program that finishes operations that were left, in two spaces, single quotes and semicolons. */
export function workerCode({ steps, tables, from }: Worker, language: Language): string {
  const { isTypeScript } = language;
  const t = only(isTypeScript);
  const { account, worker, queue } = steps;
  const { by, variable } = account;
  const value = isVariable(variable) ? `process.env.${variable}` : `process.env['${variable}']`;
  const isSignedIn = by === 'identity';
  const identity = isSignedIn ? [importCode('{ DefaultAzureCredential }', '@azure/identity', language)] : [];
  const variables = isSignedIn ? `${variable}=… AZURE_STORAGE_TABLE_URL=…` : `${variable}=…`;
  const typed = isTypeScript ? '' : '/** @param {string} table */\n';
  const clients = isSignedIn
    ? `const credential = new DefaultAzureCredential();
${typed}const clientOf = (table${t(': string')}) =>
  TABLES.includes(table) ? new TableClient(process.env.AZURE_STORAGE_TABLE_URL ?? '', table, credential) : undefined;`
    : `const connection = ${value} ?? '';
const options = { allowInsecureConnection: connection.includes('=http://127.0.0.1:') };
${typed}const clientOf = (table${t(': string')}) =>
  TABLES.includes(table) ? TableClient.fromConnectionString(connection, table, options) : undefined;`;
  return `${[
    importCode(`{ setTimeout${language.isCommonJs ? ':' : ' as'} delay }`, 'node:timers/promises', language),
    importCode('{ parseArgs }', 'node:util', language),
    importCode('{ TableClient }', '@azure/data-tables', language),
    ...identity,
    importCode(`{ ${STEPS.finish} }`, from, language),
  ].join('\n')}

/**
 * Finishes operations of the queue ${queue} whose process has ended between two steps, or whose later steps have failed. Run it beside the
 * program, one or more of it. It can be stopped at any time.
 *
 *   ${variables} ${runLine(worker, `'${from}'`, language)}
 *     --once          ends as soon as there is nothing to do
 *
 * What can't be finished goes to the queue ${queue}${POISON}, and why is said. With --once, exit codes: 0 all that was there is finished,
 * 1 some is not, 2 it did not come to its end.
 */
const { values } = parseArgs({ options: { once: { type: 'boolean', default: false } } });

/** The tables that operations of the queue may write. */
${isTypeScript ? '' : '/** @type {string[]} */\n'}const TABLES${t(': string[]')} = [${tables.map((one) => `'${one}'`).join(', ')}];
${clients}

/** Milliseconds between two looks at the queue, which get longer while there is nothing. */
const [SHORTEST, LONGEST] = [1_000, 30_000];

main().catch((error) => {
  console.error(error);
  process.exitCode = 2;
});

${comment('Looks for operations that were left, again and again.', ['@returns {Promise<void>}'], language)}
async function main()${t(': Promise<void>')} {
  let pause = SHORTEST;
  for (;;) {
    const { finished, poisoned, failed } = await ${STEPS.finish}(clientOf);
    if (poisoned + failed > 0) process.exitCode = 1;
    const isIdle = finished + poisoned + failed === 0;
    if (isIdle && values.once) return;
    pause = isIdle ? Math.min(pause * 2, LONGEST) : SHORTEST;
    if (isIdle) await delay(pause);
  }
}
`;
}
