import { comment, exportsCode, exportsOf, importCode, type Language, only } from '../code/language.ts';
import { encodedCode } from '../code/edm-code.ts';
import { findCode, tablesImport } from '../code/table-code.ts';
import { type StorageAccount, storageClientCode } from '../sites/account.ts';

/** What a module that writes in steps has. */
export interface StepsModule {
  /** The modules' files, without their endings. */
  readonly module: string;
  readonly worker: string;
  readonly queue: string;
  /** The function that does the steps. */
  readonly write: string;
  /** The property with the id of the operation that has written an entity. */
  readonly mark: string;
  readonly account: StorageAccount;
}

/** The functions of the module that a worker calls. */
export const STEPS = { finish: 'finishOperations', one: 'finishOperation' } as const;

/** Seconds until a worker takes up an operation, of which that has three quarters for itself. */
const HIDDEN_SECONDS = 60;

/** Deliveries after which a message is one that people have to see to; the seconds between them double. */
const MOST_DELIVERIES = 6;

/** Messages that a worker takes at once. */
const AT_ONCE = 8;

/** What a queue of messages that nobody can finish is called: the ending that Azure Functions has. */
export const POISON = '-poison';

/** The module with the writes in steps and what finishes them, in two spaces, single quotes and semicolons. */
export function stepsModuleCode(module: StepsModule, language: Language): string {
  return [
    headCode(module, language),
    queueCode(module, language),
    stepsCode(module, language),
    finishAllCode(language),
    finishOneCode(module, language),
    finishStepCode(module, language),
    writeCode(language),
    sendCode(language),
    encodedCode(language),
    findCode(language),
    ...exportsCode([module.write, ...Object.values(STEPS)], language),
  ].join('\n');
}

const TYPES = `/** A write of an operation, as the client's method would do it. */
export type Step = [
  client: TableClient,
  does: 'create' | 'update' | 'upsert' | 'delete',
  entity: TableEntity | { partitionKey: string; rowKey: string },
  mode?: UpdateMode,
];

/** A step in a message. \`etag\` is that of the entity before it, if there was one. */
interface Planned {
  table: string;
  does: Step[1];
  entity: TableEntity;
  mode: UpdateMode;
  etag?: string;
}

/** Gives the client of a table, of those that the queue is for. */
type Clients = (table: string) => TableClient | undefined;
`;

const TYPEDEFS = `/** @typedef {import('@azure/data-tables').UpdateMode} UpdateMode */
/**
 * A write of an operation, as the client's method would do it.
 *
 * @typedef {[client: TableClient, does: 'create' | 'update' | 'upsert' | 'delete', entity: TableEntity | { partitionKey: string; rowKey: string }, mode?: UpdateMode]} Step
 */
/**
 * A step in a message. \`etag\` is that of the entity before it, if there was one.
 *
 * @typedef {{ table: string, does: Step[1], entity: TableEntity, mode: UpdateMode, etag?: string }} Planned
 */
/** @typedef {(table: string) => TableClient | undefined} Clients */
`;

function headCode({ account }: StepsModule, language: Language): string {
  const { isTypeScript } = language;
  const node = importCode('{ randomUUID }', 'node:crypto', language);
  const queues = importCode('{ QueueClient }', '@azure/storage-queue', language);
  const identity =
    account.by === 'identity' ? [importCode('{ DefaultAzureCredential }', '@azure/identity', language)] : [];
  if (!isTypeScript) {
    const tables = tablesImport([], ['TableClient', 'TableEntity'], language);
    return [node, ...identity, queues, '', `${tables.trimEnd()}\n${TYPEDEFS}`].join('\n');
  }
  const tables = tablesImport([], ['TableClient', 'TableEntity', 'UpdateMode'], language);
  return [node, tables.trimEnd(), ...identity, queues, '', TYPES].join('\n');
}

function queueCode({ queue, account }: StepsModule, language: Language): string {
  const t = only(language.isTypeScript);
  const type = language.isTypeScript ? '' : '/** @type {QueueClient | undefined} */\n';
  const made = (name: string): string => storageClientCode('QueueClient', account, name);
  return `/** Seconds until a worker takes up an operation. */
const HIDDEN_SECONDS = ${String(HIDDEN_SECONDS)};

${type}let queue${t(': QueueClient | undefined')};
${type}let poison${t(': QueueClient | undefined')};

${comment('The queue of operations that are not finished.', ['@returns {QueueClient}'], language)}
function operationsQueue()${t(': QueueClient')} {
  queue ??= ${made(queue)};
  return queue;
}

${comment('The queue of those that people have to see to.', ['@returns {QueueClient}'], language)}
function poisonQueue()${t(': QueueClient')} {
  poison ??= ${made(`${queue}${POISON}`)};
  return poison;
}
`;
}

function stepsCode({ worker, mark, write }: StepsModule, language: Language): string {
  const { isTypeScript } = language;
  const t = only(isTypeScript);
  const says = [
    'Does the steps one after the other, and throws what the client throws. They are noted in a queue first: if this process ends',
    `in between, or a step after the first one fails, ${worker} does the rest, a minute later.`,
    'If the first step is rejected, none is done.',
    `An entity keeps the id of the operation that has written it as \`${mark}\`: by that, a repeat knows what is done.`,
  ];
  const head = isTypeScript
    ? `/**\n${says.map((line) => ` * ${line}`).join('\n')}\n */`
    : comment(says.join('\n * '), ['@param {Step[]} steps', '@returns {Promise<void>}'], language);
  return `${head}
${exportsOf(language)}async function ${write}(steps${t(': Step[]')})${t(': Promise<void>')} {
  const keys = steps.map(([{ url, tableName }, , { partitionKey, rowKey }]) => JSON.stringify([url, tableName, partitionKey, rowKey]));
  if (new Set(keys).size < keys.length) throw new Error('Two steps of an operation are about one entity.');
  const ${mark} = randomUUID();
  const planned = await Promise.all(
    steps.map(async ([client, does, given, mode = 'Merge']) => {
      const { partitionKey, rowKey } = given;
      const before = does === 'create' ? undefined : await find(client, partitionKey, rowKey);
      const entity = does === 'delete' ? { partitionKey, rowKey } : { ...encoded(given), ${mark} };
      ${isTypeScript ? 'const step: Planned =' : '/** @type {Planned} */\n      const step ='} { table: client.tableName, does, entity, mode, etag: before?.etag };
      return { client, step };
    }),
  );
  const text = JSON.stringify({ ${mark}, steps: planned.map(({ step }) => step) });
  const { messageId, popReceipt } = await send(operationsQueue(), Buffer.from(text).toString('base64'), HIDDEN_SECONDS);
  // one that stays does no harm: a worker finds that all is done
  const forget = () => operationsQueue().deleteMessage(messageId, popReceipt).catch(() => undefined);
  // later a worker might do the same
  const abortSignal = AbortSignal.timeout(HIDDEN_SECONDS * 750);
  for (const [index, { client, step }] of planned.entries()) {
    try {
      await write(client, step, { abortSignal });
    } catch (error) {
      if (!isRejection(error)) throw error;
      const { partitionKey, rowKey } = step.entity;
      const stored = await find(client, partitionKey, rowKey).catch(() => null);
      // done, if it was sent again after its answer was lost
      if (stored?.${mark} === ${mark}) continue;
      if (index === 0 && stored !== null) await forget();
      throw error;
    }
  }
  await forget();
}
`;
}

function finishAllCode(language: Language): string {
  const { isTypeScript } = language;
  const t = only(isTypeScript);
  const result = '{ finished: number; poisoned: number; failed: number }';
  const says = `Finishes operations that were left, up to ${String(AT_ONCE)}. One that can't be finished goes to the poison queue, as does one that has failed ${String(MOST_DELIVERIES)} times.`;
  return `${comment(says, ['@param {Clients} clientOf', `@returns {Promise<${result}>}`], language)}
${exportsOf(language)}async function ${STEPS.finish}(clientOf${t(': Clients')})${t(`: Promise<${result}>`)} {
  const counts = { finished: 0, poisoned: 0, failed: 0 };
  const { receivedMessageItems } = await operationsQueue()
    .receiveMessages({ numberOfMessages: ${String(AT_ONCE)}, visibilityTimeout: HIDDEN_SECONDS })
    .catch((error) => {
      // nothing was ever sent to it
      if (statusOf(error) === 404) return { receivedMessageItems: [] };
      throw error;
    });
  await Promise.all(
    receivedMessageItems.map(async ({ messageId, popReceipt, messageText, dequeueCount }) => {
      try {
        const why = dequeueCount > ${String(MOST_DELIVERIES)} ? 'it has failed too often' : await ${STEPS.one}(messageText, clientOf);
        if (why !== undefined) {
          console.error(\`The operation of message \${messageId} can't be finished: \${why}.\`);
          await send(poisonQueue(), messageText);
        }
        await operationsQueue().deleteMessage(messageId, popReceipt);
        counts[why === undefined ? 'finished' : 'poisoned'] += 1;
      } catch (error) {
        console.error(error);
        counts.failed += 1;
        const seconds = HIDDEN_SECONDS * 2 ** Math.min(dequeueCount, ${String(MOST_DELIVERIES)});
        await operationsQueue().updateMessage(messageId, popReceipt, undefined, seconds).catch(() => undefined);
      }
    }),
  );
  return counts;
}
`;
}

function finishOneCode({ mark }: StepsModule, language: Language): string {
  const { isTypeScript } = language;
  const t = only(isTypeScript);
  const says =
    "Finishes the operation of a message, whatever of it is done already; gives why it can't. Nothing is written over that another operation has written since.";
  const parsed = isTypeScript
    ? `let operation: { ${mark}: string; steps: Planned[] };`
    : `/** @type {{ ${mark}: string, steps: Planned[] }} */\n  let operation;`;
  return `${comment(says, ['@param {string} messageText', '@param {Clients} clientOf', '@returns {Promise<string | undefined>}'], language)}
${exportsOf(language)}async function ${STEPS.one}(messageText${t(': string')}, clientOf${t(': Clients')})${t(': Promise<string | undefined>')} {
  ${parsed}
  try {
    operation = JSON.parse(Buffer.from(messageText, 'base64').toString());
  } catch {
    return 'it is no JSON';
  }
  if (!Array.isArray(operation?.steps)) return 'it has no steps';
  for (const step of operation.steps) {
    const client = clientOf(step.table);
    if (client === undefined) return \`the table \${step.table} is not one of this queue\`;
    if (!(await finishStep(client, step))) return \`\${JSON.stringify([step.table, step.entity.partitionKey, step.entity.rowKey])} was changed by others\`;
  }
  return undefined;
}
`;
}

function finishStepCode({ mark }: StepsModule, language: Language): string {
  const t = only(language.isTypeScript);
  return `${comment('Does a step if it is not done; gives whether it is done then.', ['@param {TableClient} client', '@param {Planned} step', '@returns {Promise<boolean>}'], language)}
async function finishStep(client${t(': TableClient')}, { does, entity, mode, etag }${t(': Planned')})${t(': Promise<boolean>')} {
  const { partitionKey, rowKey } = entity;
  const stored = await find(client, partitionKey, rowKey);
  if (does === 'delete') {
    if (stored === undefined) return true;
    if (stored.etag !== etag) return false;
    await client.deleteEntity(partitionKey, rowKey, { etag });
    return true;
  }
  if (stored !== undefined && stored.${mark} === entity.${mark}) return true;
  if (stored?.etag !== etag || (stored === undefined && does === 'update')) return false;
  // a conflict is another worker's: the message comes again
  if (stored === undefined) await client.createEntity(entity);
  else await client.updateEntity(entity, mode, { etag: stored.etag });
  return true;
}
`;
}

function writeCode(language: Language): string {
  const t = only(language.isTypeScript);
  const options = '{ abortSignal: AbortSignal }';
  return `${comment('Does a step as the client does it.', ['@param {TableClient} client', '@param {Planned} step', `@param {${options}} options`, '@returns {Promise<void>}'], language)}
async function write(client${t(': TableClient')}, { does, entity, mode }${t(': Planned')}, options${t(`: ${options}`)})${t(': Promise<void>')} {
  switch (does) {
    case 'create':
      await client.createEntity(entity, options);
      break;
    case 'update':
      await client.updateEntity(entity, mode, options);
      break;
    case 'upsert':
      await client.upsertEntity(entity, mode, options);
      break;
    case 'delete':
      await client.deleteEntity(entity.partitionKey, entity.rowKey, options);
      break;
  }
}
`;
}

function sendCode(language: Language): string {
  const t = only(language.isTypeScript);
  const tags = [
    ...['@param {QueueClient} to', '@param {string} text', '@param {number} [seconds]'],
    '@returns {Promise<{ messageId: string, popReceipt: string }>}',
  ];
  return `${comment('Sends a message that is not seen for some seconds and never expires, and makes the queue before the first one.', tags, language)}
async function send(
  to${t(': QueueClient')},
  text${t(': string')},
  seconds = 0,
)${t(': Promise<{ messageId: string; popReceipt: string }>')} {
  const options = { visibilityTimeout: seconds, messageTimeToLive: -1 };
  return to.sendMessage(text, options).catch(async (error) => {
    if (statusOf(error) !== 404) throw error;
    await to.createIfNotExists();
    return to.sendMessage(text, options);
  });
}

${comment('Whether the service has rejected a request, which so has done nothing.', ['@param {unknown} error', '@returns {boolean}'], language)}
function isRejection(error${t(': unknown')})${t(': boolean')} {
  const status = statusOf(error) ?? 0;
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}
`;
}
