/** The start and the factor of the 32-bit hash of Fowler, Noll and Vo (FNV-1a, RFC 9923). */
const HASH = { start: '0x811c9dc5', factor: '0x01000193' } as const;

/** Statements of a function that hash a text, FNV-1a, and code for the number below `count` that they give: it never changes. */
export function hashCode(
  text: string,
  count: string,
): { readonly statements: string; readonly value: string } {
  return {
    statements: `  let hash = ${HASH.start};
  for (let at = 0; at < ${text}.length; at += 1) hash = Math.imul(hash ^ ${text}.charCodeAt(at), ${HASH.factor});
  // the lower bits alone know little of the start of the key
`,
    value: `((hash ^ (hash >>> 15)) >>> 0) % ${count}`,
  };
}
