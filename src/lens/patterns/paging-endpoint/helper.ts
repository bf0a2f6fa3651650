import type { Helper } from '../new-module.ts';

/**
 * `pageOptions`, which checks a token that comes from outside. Its longest: two keys of 1 KiB ("Understanding the Table service data model"),
 * each encoded by the service and both by the SDK.
 */
export function pagingHelper(most: string): Helper {
  return {
    module: 'page-options',
    name: 'pageOptions',
    mark: 'nextPartitionKey',
    typescript: `${comment(most, '')}export function pageOptions(
  token: string | undefined,
  pageSize: number,
): { maxPageSize: number; continuationToken?: string } {
  const maxPageSize = Math.min(Math.max(Math.trunc(pageSize) || ${most}, 1), ${most});
  if (token === undefined || token === '') return { maxPageSize };
  if (!isToken(token)) throw new RangeError('The continuation token is not valid.');
  return { maxPageSize, continuationToken: token };
}

function isToken(token: string): boolean {
  if (typeof token !== 'string' || token.length > 8192) return false;
  try {
    const { nextPartitionKey, nextRowKey = '' } = JSON.parse(atob(token)) as Record<string, unknown>;
    return typeof nextPartitionKey === 'string' && typeof nextRowKey === 'string';
  } catch {
    return false;
  }
}
`,
    javascript: `${comment(
      most,
      ` *
 * @param {string | undefined} token
 * @param {number} pageSize
 * @returns {{ maxPageSize: number, continuationToken?: string }}
`,
    )}function pageOptions(token, pageSize) {
  const maxPageSize = Math.min(Math.max(Math.trunc(pageSize) || ${most}, 1), ${most});
  if (token === undefined || token === '') return { maxPageSize };
  if (!isToken(token)) throw new RangeError('The continuation token is not valid.');
  return { maxPageSize, continuationToken: token };
}

/**
 * @param {string} token
 * @returns {boolean}
 */
function isToken(token) {
  if (typeof token !== 'string' || token.length > 8192) return false;
  try {
    const { nextPartitionKey, nextRowKey = '' } = JSON.parse(atob(token));
    return typeof nextPartitionKey === 'string' && typeof nextRowKey === 'string';
  } catch {
    return false;
  }
}
`,
  };
}

function comment(most: string, tags: string): string {
  return `/**
 * The options of byPage for a page that a client requests: ${most} entities at most, whatever it requests. Pass the token of
 * the page before, unchanged; it says where in the results the next page starts, and leads nowhere else. Throws a
 * RangeError for a text that isn't a token: respond with 400 then.
${tags} */
`;
}
