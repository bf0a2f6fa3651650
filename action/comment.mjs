// Writes a report as a comment of a pull request, or into the one that is there: `node comment.mjs report.md`.
import { readFile } from 'node:fs/promises';

/** The first line of the comment, by which it is found again. */
const MARK = '<!-- partition-lens design -->';

/** Characters of a comment that GitHub takes, less those that say that there is more. */
const MOST = 65_000;

/** Comments of a pull request that are looked through. */
const PAGES = 20;
const PAGE = 100;

/** Milliseconds for one request. */
const PATIENCE = 30_000;

const { GITHUB_API_URL: api, GITHUB_REPOSITORY: repository, NUMBER: number, TOKEN: token } = process.env;
const [, , file = ''] = process.argv;

/** Rejects where GitHub doesn't do it. */
async function request(method, path, body) {
  const response = await globalThis.fetch(`${api}/repos/${repository}/issues/${path}`, {
    method,
    headers: { accept: 'application/vnd.github+json', authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
    signal: globalThis.AbortSignal.timeout(PATIENCE),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return response.json();
}

/** The id of the comment that an earlier run wrote: one of a person is left alone. */
async function earlier() {
  for (let page = 1; page <= PAGES; page += 1) {
    const comments = await request('GET', `${number}/comments?per_page=${PAGE}&page=${page}`);
    const own = comments.find(({ body, user }) => user?.type === 'Bot' && body?.startsWith(MARK));
    if (own !== undefined) return own.id;
    if (comments.length < PAGE) return undefined;
  }
  return undefined;
}

/** As much of a report as fits, in whole lines. */
function cut(report) {
  if (report.length <= MOST) return report;
  const end = report.lastIndexOf('\n', MOST);
  return `${report.slice(0, end < 0 ? MOST : end)}\n\n… and more: run \`partition-lens design\`.\n`;
}

try {
  const body = `${MARK}\n${cut(await readFile(file, 'utf8'))}`;
  const id = await earlier();
  if (id === undefined) await request('POST', `${number}/comments`, { body });
  else await request('PATCH', `comments/${id}`, { body });
} catch (error) {
  // a fork's token may only read: that is no reason to fail
  const why = String(error instanceof Error ? error.message : error).replace(/[\r\n%]+/g, ' ');
  process.stdout.write(`::warning::The comment on the design of tables couldn't be written: ${why}\n`);
}
