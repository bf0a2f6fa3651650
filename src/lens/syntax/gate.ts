import { PACKAGE } from '../../core/config/packages.ts';

/** Methods of a TableClient whose calls are operations. */
export const METHODS: ReadonlySet<string> = new Set([
  'listEntities',
  'getEntity',
  'createEntity',
  'updateEntity',
  'upsertEntity',
  'deleteEntity',
  'submitTransaction',
]);

export { PACKAGE };

/** What a connection string with a key has, and the address of a table endpoint. */
const KEY_MARK = 'AccountKey=';
const ENDPOINT_MARK = '.table.core.';

/** What a shared access signature has that does not begin with it. */
const SIGNATURE_MARK = '&sig=';

/** Makes the table of a client: other packages' functions of that name take arguments. */
const CREATE_MARK = '.createTable()';

/** The retired SDK as a module's name is written: addresses in comments have the words, too. */
const QUOTED_LEGACY: readonly string[] = ["'", '"', '`'].map((quote) => `${quote}azure-storage${quote}`);

const MARKS: readonly string[] = [
  PACKAGE,
  'TableClient',
  'input.table',
  ...QUOTED_LEGACY,
  KEY_MARK,
  ENDPOINT_MARK,
  SIGNATURE_MARK,
  CREATE_MARK,
];

/** Whether a literal looks like a connection string with a key, or an address or token with a signature. */
export function mayHoldSecret(text: string): boolean {
  if (text.includes(KEY_MARK)) return true;
  return text.includes('sig=') && (text.includes(ENDPOINT_MARK) || isTableToken(text));
}

/**
 * Whether a shared access signature is for tables: that of an account names its services by letters, that of a table names the table
 * (REST, "Create an account SAS" and "Create a service SAS").
 */
export function isTableToken(token: string): boolean {
  return /(?:^|[?&])(?:ss=[bqf]{0,3}t|tn=)/.test(token);
}

/** Whether a file tells Azure Functions of one function and its bindings. */
export function isFunctionFile(file: string): boolean {
  return file.endsWith('/function.json');
}

/**
 * The cheap test before the costly one: whether a text has any name that matters. Most files of a
 * workspace stop here and are never parsed (of 2,827 files of 18 real repositories 256 pass).
 */
export function mayConcernTables(file: string, text: string): boolean {
  return isFunctionFile(file) ? text.includes('"table"') : namesTables(text);
}

function namesTables(text: string): boolean {
  if (MARKS.some((mark) => text.includes(mark))) return true;
  for (const method of METHODS) if (hasWord(text, method)) return true;
  return false;
}

/** Whether a text has a word that is not part of a longer one: `getEntity`, where `getEntityNotFound` is another method. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    if (!isOfName(text.charCodeAt(at - 1)) && !isOfName(text.charCodeAt(at + word.length))) return true;
  }
  return false;
}

/** Whether a character goes on with a name; no more than a test that lets too much through has to know. */
function isOfName(code: number): boolean {
  const isLetter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  return isLetter || (code >= 48 && code <= 57) || code === 36 || code === 95;
}
