import { check, checkFix, checkNoFix, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const HEAD = `
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Visits', credential);
`;

describe('forbidden-key-character', () => {
  it('is told once of a value that may come from several', () => {
    check(`${HEAD}
export async function visit(claims: { email?: string; upn: string }) {
  const user = claims.email || claims.upn;
  await client.createEntity({ partitionKey: user, rowKey: 'last' });
  //                                        ^^^^ warning forbidden-key-character/email
}
`);
  });

  it('underlines the character in what the source spells out', () => {
    check(`${HEAD}
const PREFIX = 'site#';
export async function add(site: string, page: string) {
  await client.createEntity({ partitionKey: \`site/\${site}\`, rowKey: page });
//                                               ^ error forbidden-key-character/constant: PartitionKey
  await client.upsertEntity({ partitionKey: site, rowKey: PREFIX + page });
//                                                        ^^^^^^^^^^^^^ error forbidden-key-character/constant: "#"
  await client.getEntity(site, 'a?b');
//                               ^ error forbidden-key-character
  await client.deleteEntity('a\\\\b', page);
//                            ^^ error forbidden-key-character
  await client.submitTransaction([['create', { partitionKey: site, rowKey: 'a\\tb' }]]);
//                                                                           ^^ error forbidden-key-character/constant: U+0009
}
`);
  });

  it('warns of values that have one sooner or later', () => {
    check(`${HEAD}
import { format } from 'date-fns';
export async function add(site: string, pageUrl: string, website: string, bytes: Buffer, request: any, at: Date) {
  await client.upsertEntity({ partitionKey: site, rowKey: pageUrl });
//                                                        ^^^^^^^ warning forbidden-key-character/value
  await client.upsertEntity({ partitionKey: site, rowKey: website });
//                                                        ^^^^^^^ warning forbidden-key-character/value: addresses and paths
  await client.upsertEntity({ partitionKey: request.path, rowKey: site });
//                                          ^^^^^^^^^^^^ warning forbidden-key-character
  await client.upsertEntity({ partitionKey: site, rowKey: bytes.toString('base64') });
//                                                        ^^^^^^^^^^^^^^^^^^^^^^^^ warning forbidden-key-character/value
  await client.upsertEntity({ partitionKey: site, rowKey: \`d_\${at.toLocaleDateString()}\` });
//                                                             ^^^^^^^^^^^^^^^^^^^^^^^ warning forbidden-key-character/value: a date
  await client.upsertEntity({ partitionKey: site, rowKey: format(at, 'dd/MM/yyyy') });
//                                                        ^^^^^^^^^^^^^^^^^^^^^^^^ warning forbidden-key-character
}
`);
  });

  it('is silent for what is encoded, for other names, other properties and filters', () => {
    checkSilent(
      'forbidden-key-character',
      `${HEAD}
export async function add(site: string, pageUrl: string, curl: string, pathId: string, bytes: Buffer, at: Date) {
  await client.upsertEntity({ partitionKey: 'a_b-c.d:e', rowKey: encodeURIComponent(pageUrl), pageUrl, path: '/a/b' });
  await client.upsertEntity({ partitionKey: curl, rowKey: pathId });
  await client.upsertEntity({ partitionKey: site, rowKey: pageUrl.replace(/[^a-z]/g, '_') });
  await client.upsertEntity({ partitionKey: site, rowKey: encodeURIComponent(pageUrl).toLowerCase() });
  await client.upsertEntity({ partitionKey: site, rowKey: bytes.toString('base64url') });
  await client.upsertEntity({ partitionKey: site, rowKey: bytes.toString('base64').replaceAll('/', '_') });
  await client.upsertEntity({ partitionKey: site, rowKey: at.toLocaleDateString().replace(/\\//g, '-') });
  await client.upsertEntity({ partitionKey: site, rowKey: createHash('sha256').update(pageUrl).digest('hex') });
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${site} and RowKey ge 'a/b'\` } });
  await client.upsertEntity({ partitionKey: site, rowKey: at.toLocaleDateString('en-CA', { timeZone: 'UTC' }) });
  await client.upsertEntity({ partitionKey: site, rowKey: at.toLocaleDateString('de-DE') });
  await client.getEntity(site, pageUrl);
}
`,
    );
  });

  it('warns of what a function calls an address that hardly changes it', () => {
    check(`${HEAD}
const pageKey = (url: string) => url.trim().toLowerCase();
const safeKey = (url: string) => encodeURIComponent(url.trim());
const hostKey = (url: string) => url.split('/')[2];
export async function add(site: string, page: { source: string }) {
  await client.upsertEntity({ partitionKey: site, rowKey: pageKey(page.source) });
//                                                        ^^^^^^^^^^^^^^^^^^^^ warning forbidden-key-character/value
  await client.upsertEntity({ partitionKey: site, rowKey: safeKey(page.source) });
  await client.upsertEntity({ partitionKey: site, rowKey: hostKey(page.source) });
}
`);
  });

  it('is silent for what a function calls so that trims anything', () => {
    checkSilent(
      'forbidden-key-character',
      `${HEAD}
const clean = (path: string) => path.trim().toLowerCase();
const trimmed = (url: string) => url.trim();
const titled = (title: string, url: string) => url.trim();
const url = process.env.SITE;
const own = (title: string) => url.trim();
const curl = (curl: string) => curl.trim();
export async function add(page: { slug: string; source: string; siteId: string; host_name: string; title: string }) {
  for (const rowKey of [clean(page.slug), clean(page.source), trimmed(page.slug), trimmed(page.siteId)])
    await client.upsertEntity({ partitionKey: 'a', rowKey });
  await client.upsertEntity({ partitionKey: clean(page.source), rowKey: clean(page.slug) });
  await client.upsertEntity({ partitionKey: trimmed(page.siteId), rowKey: trimmed(page.slug) });
  await client.upsertEntity({ partitionKey: trimmed(page.host_name), rowKey: titled(page.title, page.source) });
  await client.upsertEntity({ partitionKey: own(page.title), rowKey: curl(page.title) });
}
`,
    );
  });

  it('warns of e-mail addresses and user principal names', () => {
    check(`${HEAD}
const norm = (text: string) => text.trim().toLowerCase();
export async function add(user: { email: string; mail?: string }, mail_address: string, upn: string, request: any) {
  await client.upsertEntity({ partitionKey: user.email, rowKey: \`of_\${mail_address.toLowerCase()}\` });
//                                          ^^^^^^^^^^ warning forbidden-key-character/email
//                                                                    ^^^^^^^^^^^^^^^^^^^^^^^^^^ warning forbidden-key-character/email: mail_address.toLowerCase()
  await client.upsertEntity({ partitionKey: upn, rowKey: user.mail! });
//                                          ^^^ warning forbidden-key-character/email
//                                                       ^^^^^^^^^ warning forbidden-key-character
  await client.upsertEntity({ partitionKey: 'a', rowKey: norm(request.body.eMail) });
//                                                       ^^^^^^^^^^^^^^^^^^^^^^^^ warning forbidden-key-character
  await client.upsertEntity({ partitionKey: 'a', rowKey: request.body['email'] ?? 'nobody' });
//                                                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning forbidden-key-character
  const userPrincipalName = String(request.user.userDetails);
  await client.createEntity({ partitionKey: 'a', rowKey: userPrincipalName });
//                                                       ^^^^^^^^^^^^^^^^^ warning forbidden-key-character/email: #EXT#
}
`);
  });

  it('is silent for addresses that are encoded, cleaned, known, or none', () => {
    checkSilent(
      'forbidden-key-character',
      `${HEAD}
import { normalizeEmail } from 'validator';
const slug = (text: string) => text.replace(/[^a-z0-9@.]/g, '-');
const keyOf = (text: string) => text.toLowerCase().replaceAll(/[/\\\\#?]/g, encodeURIComponent);
export async function add(email: string, emailId: string, emailCount: number, hashedEmail: string, hasEmail: boolean, recipients: { emails: string[] }) {
  const put = (rowKey: string) => client.upsertEntity({ partitionKey: 'a', rowKey });
  await client.upsertEntity({ partitionKey: keyOf(email), rowKey: encodeURIComponent(email) });
  await client.upsertEntity({ partitionKey: slug(email), rowKey: normalizeEmail(email) });
  await client.upsertEntity({ partitionKey: createHash('sha256').update(email).digest('hex'), rowKey: Buffer.from(email).toString('base64url') });
  await client.upsertEntity({ partitionKey: emailId, rowKey: \`\${emailCount}_\${hasEmail}\` });
  await client.upsertEntity({ partitionKey: hashedEmail, rowKey: process.env.ADMIN_EMAIL! });
  for (const mail of ['ada@contoso.com', 'bob@contoso.com']) await client.upsertEntity({ partitionKey: 'a', rowKey: mail });
  for await (const entity of client.listEntities()) {
    const mail = entity.rowKey;
    await client.upsertEntity({ partitionKey: 'b', rowKey: mail });
  }
  let mail = email || 'nobody';
  mail = mail.replace(/[/#?]/g, '_');
  await client.upsertEntity({ partitionKey: 'a', rowKey: mail });
  await client.getEntity('a', email);
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${email}\` } });
}
`,
    );
  });

  it("is silent for the key of the guide's second copy", () => {
    checkSilent(
      'forbidden-key-character',
      `${HEAD}
export const add = (email: string) => client.createEntity({ partitionKey: 'sales', rowKey: \`email_\${email}\` });
export const find = (email: string) => client.getEntity('sales', 'email_' + email);
`,
    );
  });

  it('is silent where addresses are checked by what they may have', () => {
    for (const check of [
      '/^[\\w.+-]+@[\\w.-]+$/.test(email)',
      'z.string().email().parse(email)',
      'z.email().parse(email)',
      '!/[\\/#?\\\\]/.test(email)',
    ]) {
      checkSilent(
        'forbidden-key-character',
        `${HEAD}export async function add(email: string) {
  if (${check}) await client.createEntity({ partitionKey: 'a', rowKey: email });
}
`,
      );
    }
    check(`${HEAD}export async function add(email: string) {
  if (/^[^\\s@]+@[^\\s@]+$/.test(email)) await client.createEntity({ partitionKey: 'a', rowKey: email });
//                                                                                            ^^^^^ warning forbidden-key-character
}
`);
  });

  it('asks the callers of a function what they give it', () => {
    const store = `
// file: store.ts${HEAD}
export const put = (email: string, id: string) => client.createEntity({ partitionKey: email, rowKey: id });`;
    checkSilent(
      'forbidden-key-character',
      `${store}
// file: api.ts
import { put } from './store';
export async function handle(email: string, id: string) {
  await put(email.replace(/[/#?]/g, '_'), id);
}
`,
    );
    check(`
// file: store.ts${HEAD}
export const put = (key: string, id: string) => client.createEntity({ partitionKey: key, rowKey: id });
// file: api.ts
import { put } from './store';
export async function handle(user: { email: string }, id: string) {
  await put(user.email, id);
//      ^^^ warning forbidden-key-character/email: PartitionKey
}
`);
    check(`${store}
//                                                                                    ^^^^^ warning forbidden-key-character
// file: api.ts
import { put } from './store';
export async function handle(email: string, id: string) {
  await put(email, id);
//      ^^^ warning forbidden-key-character
}
`);
  });

  describe('fix', () => {
    const file = (rowKey: string): string =>
      `${HEAD}export const add = (site: string, pageUrl: string, bytes: Buffer) =>\n  client.upsertEntity({ partitionKey: site, rowKey: ${rowKey} });\n`;

    it('puts another separator, or encodes', () => {
      checkFix(
        'forbidden-key-character',
        file('`${site}/${bytes.length + 1e6}`'),
        file('`${site}_${bytes.length + 1e6}`'),
      );
      checkFix('forbidden-key-character', file('pageUrl'), file('encodeURIComponent(pageUrl)'));
      checkFix('forbidden-key-character', file('`p_${pageUrl}`'), file('`p_${encodeURIComponent(pageUrl)}`'));
      checkFix(
        'forbidden-key-character',
        file("bytes.toString('base64')"),
        file("bytes.toString('base64url')"),
      );
    });

    it('names the property that it wrote in short', () => {
      const short = (property: string): string => `${HEAD}export async function add(page: URL) {
  const rowKey = page.pathname;
  await client.upsertEntity({ partitionKey: 'a', ${property} });
}
`;
      checkFix('forbidden-key-character', short('rowKey'), short('rowKey: encodeURIComponent(rowKey)'));
    });

    it('encodes in an address nothing but what no key may have, also where it is asked for', () => {
      const users = (encode: string, email = 'email'): string => `${HEAD}
export async function add(email: string) {
  await client.createEntity({ partitionKey: 'users', rowKey: \`of_\${${email}${encode}}\` });
}
export async function rename(email: string, name: string) {
  await client.getEntity('users', \`of_\${${email}${encode}}\`);
  await client.deleteEntity('users', \`of_\${${email}${encode}}\`);
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq 'users' and RowKey eq \${\`of_\${${email}${encode}}\`}\` } });
}
`;
      const encode = '.replace(/[/\\\\#?]/g, encodeURIComponent)';
      checkFix('forbidden-key-character', users(''), users(encode));
      checkFix('forbidden-key-character', users('', "email ?? ''"), users(encode, "(email ?? '')"));
      checkFix('forbidden-key-character', users('', 'email!'), users(encode, 'email!'));
      checkFix(
        'forbidden-key-character',
        users('', "(email || '').trim()"),
        users(encode, "(email || '').trim()"),
      );
      checkSilent('forbidden-key-character', users(encode));
      checkSilent('inconsistent-key-encoding', users(encode));
    });

    it('leaves escapes and names alone', () => {
      checkNoFix('forbidden-key-character', file("'a\\\\b'"));
      checkNoFix('forbidden-key-character', `const PREFIX = 'a/b';\n${file('PREFIX + site')}`);
    });
  });

  it('takes for an address what the file sends a browser to, or asks', () => {
    check(`${HEAD}
export async function follow(response, who: string, destination: string) {
  await client.upsertEntity({ partitionKey: who, rowKey: destination });
//                                                       ^^^^^^^^^^^ warning forbidden-key-character/value
  response.redirect(302, destination);
}
export async function watch(who: string, feed: string) {
  await client.upsertEntity({ partitionKey: who, rowKey: \`feed-\${feed}\` });
//                                                               ^^^^ warning forbidden-key-character/value
}
export const read = (one: { feed: string }) => fetch(one.feed);
`);
    checkSilent(
      'forbidden-key-character',
      `${HEAD}
export async function follow(response, cache, who: string, destination: string, item: string) {
  await client.upsertEntity({ partitionKey: who, rowKey: encodeURIComponent(destination) });
  response.redirect(destination);
  await client.upsertEntity({ partitionKey: who, rowKey: item });
  await cache.fetch(item);
  await fetch('/items/' + item);
  return new URL(item, 'https://contoso.com');
}
`,
    );
  });
});
