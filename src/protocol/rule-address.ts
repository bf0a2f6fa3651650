/** Publisher and name, as an address into the extension has them. */
const EXTENSION = 'partition-lens.partition-lens';

/** The address that opens a rule's page inside the editor, through the extension's URI handler. */
export function ruleAddress(uriScheme: string, rule: string): string {
  return `${uriScheme}://${EXTENSION}/rules/${encodeURIComponent(rule)}`;
}

/** The rule that the path of such an address names; undefined for any other path. */
export function ruleOfPath(path: string): string | undefined {
  return /^\/rules\/([a-z][a-z0-9-]*)$/.exec(path)?.[1];
}
