import { comment, importCode, type Language, only, serviceError } from './language.ts';

/** The tag of a parameter that is the client. */
export const CLIENT = '@param {TableClient} client';

/** Imports of a module that reads and writes entities: the SDK's values that it calls, and types. */
export function tablesImport(
  values: readonly string[],
  types: readonly string[],
  language: Language,
): string {
  const isTypesAlone = values.length === 0;
  if (language.isTypeScript) {
    const names = [...values, ...types.map((one) => (isTypesAlone ? one : `type ${one}`))];
    return `import ${isTypesAlone ? 'type ' : ''}{ ${names.join(', ')} } from '@azure/data-tables';\n`;
  }
  const taken = isTypesAlone
    ? ''
    : `${importCode(`{ ${values.join(', ')} }`, '@azure/data-tables', language)}\n\n`;
  const typedefs = types
    .filter((one) => one !== 'TableEntityResult')
    .map((one) => `/** @typedef {import('@azure/data-tables').${one}} ${one} */\n`);
  return `${taken}${typedefs.join('')}/** @typedef {TableEntity & { etag: string }} Stored */\n`;
}

/** Reads an entity by its keys. */
export function stored({ isTypeScript }: Language, type = 'TableEntity'): string {
  return isTypeScript
    ? `client.getEntity<${type}>(partitionKey, rowKey)`
    : '/** @type {Promise<Stored>} */ (client.getEntity(partitionKey, rowKey))';
}

/** The parameter of a function for entities of any type. */
export function generic({ isTypeScript }: Language): string {
  return isTypeScript ? '<T extends object>' : '';
}

/**
 * The function `retried`, which runs a read and a write again on conflicts. The caller may have sent an ETag of its own: `flag` says once that
 * it has not, `test` looks at what was read.
 */
export function retryCode(own: 'none' | 'flag' | 'test', language: Language): string {
  const t = only(language.isTypeScript);
  const last = {
    none: { tag: [], code: '', condition: 'status === 412' },
    flag: {
      tag: ['@param {boolean} [isRetriedIfChanged]'],
      code: '  isRetriedIfChanged = true,\n',
      condition: '(status === 412 && isRetriedIfChanged)',
    },
    test: {
      tag: ['@param {(before: T) => boolean} [isRetriedIfChanged]'],
      code: `  isRetriedIfChanged${t(': (before: T) => boolean')} = () => true,\n`,
      condition: '(status === 412 && isRetriedIfChanged(before))',
    },
  }[own];
  return `${comment(
    'Reads and writes again, up to 10 times, while others change the same entity.',
    [
      '@template T',
      '@param {() => Promise<T>} read',
      '@param {(before: T, isFirst: boolean) => Promise<void>} write',
      ...last.tag,
      '@returns {Promise<void>}',
    ],
    language,
  )}
async function retried${t('<T>')}(
  read${t(': () => Promise<T>')},
  write${t(': (before: T, isFirst: boolean) => Promise<void>')},
${last.code})${t(': Promise<void>')} {
  for (let attempt = 1; ; attempt += 1) {
    const before = await read();
    try {
      await write(before, attempt === 1);
      return;
    } catch (error) {
      const status = statusOf(error);
      // a conflict that is still there after the entity was read again is one of two entities
      const mayPass = (status === 404 && before !== undefined) || ${last.condition} || (status === 409 && attempt === 1);
      if (!mayPass || attempt === 10) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt));
    }
  }
}
`;
}

/** The functions `find`, which reads an entity that may not be there, and `statusOf`. `about` is a line before the read. */
export function findCode(language: Language, about = ''): string {
  const t = only(language.isTypeScript);
  return `${comment(
    'The entity with these keys, if there is one.',
    [
      CLIENT,
      '@param {string} partitionKey',
      '@param {string} rowKey',
      '@returns {Promise<Stored | undefined>}',
    ],
    language,
  )}
async function find${t('<T extends object = TableEntity>')}(client${t(': TableClient')}, partitionKey${t(': string')}, rowKey${t(': string')}) {
${about}  return ${stored(language, 'T')}.catch((error) => {
    if (statusOf(error) === 404) return undefined;
    throw error;
  });
}

${comment('The HTTP status of an error of the service.', ['@param {unknown} error', '@returns {number | undefined}'], language)}
function statusOf(error${t(': unknown')})${t(': number | undefined')} {
  const { statusCode } = ${serviceError(language)};
  return statusCode;
}
`;
}
