/** What stands behind the names of secrets in connection strings and addresses, and an account key without a name. */
const SECRETS = /(?<=\b(?:AccountKey|sig)=)[\w%+/=-]{20,}|(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{86,}==/gi;

/** Source text as it can be shown or printed: of account keys and signatures only stars are left, as many. */
export function withoutSecrets(text: string): string {
  // there is none without this, and most texts are short names
  if (!text.includes('=')) return text;
  return text.replace(SECRETS, (secret) => '*'.repeat(secret.length));
}
