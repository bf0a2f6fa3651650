const KINDS = /^_?(?:type|kind|entityType|entityKind|docType|recordType|discriminator|class)$/i;

/** Whether a property is called as one that says of which kind an entity is, where a table has several. */
export function namesKind(name: string): boolean {
  return KINDS.test(name);
}
