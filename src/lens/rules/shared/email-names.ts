/** `principal`: how Microsoft Entra ID names a user. */
export type AddressKind = 'mail' | 'principal';

/** What the last name of a path says: `user.email`, `eMail`, `mail_address`, `claims.upn`; not `emailId`, `byEmail`. */
export function addressKind(name: string): AddressKind | undefined {
  const words = wordsOf(name);
  // constants are chosen by who writes or configures them
  if (words === undefined || words.some((word) => OTHERS.has(word))) return undefined;
  const end = words.findLastIndex((word) => !STATES.has(word));
  if (words[end] === 'email' || words[end] === 'mail') return 'mail';
  const isPrincipal = words[end] === 'upn' || (words[end] === 'name' && words[end - 1] === 'principal');
  return isPrincipal ? 'principal' : undefined;
}

/** Whether a name says that the value is none, by whatever name it goes later: `entity.rowKey`, `user.emailHash`. */
export function isNoAddress(name: string): boolean {
  const words = wordsOf(name);
  return words === undefined || words.some((word) => OTHERS.has(word));
}

/** The words of a path's last name in lower case; none of the names that constants and the environment have. */
function wordsOf(path: string): string[] | undefined {
  const last = path.split('.').at(-1) ?? '';
  if (path.startsWith('process.env.') || /^[A-Z\d_]+$/.test(last)) return undefined;
  return (last.match(/(?:[A-Z](?![a-z]))+|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());
}

/** What a name says of an address behind its noun. */
const STATES: ReadonlySet<string> = new Set(
  'address addr input lc lower lowercase lowercased lowered norm normalised normalized param raw trimmed'.split(
    ' ',
  ),
);

/** They say that it is none (`hasEmail`, `userByEmail`), or none any more (`hashedEmail`). */
const OTHERS: ReadonlySet<string> = new Set([
  ...'by clean cleaned confirm encode encoded encrypted escape escaped for has hash hashed is key masked no'.split(
    ' ',
  ),
  ...'redacted safe sanitised sanitized send slug valid validated verify'.split(' '),
]);
