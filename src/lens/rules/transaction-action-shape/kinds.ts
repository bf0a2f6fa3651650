/** The kinds of action that the SDK knows. */
export const ACTIONS: ReadonlySet<string> = new Set(['create', 'update', 'upsert', 'delete']);

/** The kind that is meant by another word for it; undefined where that may be more than one. */
export function kindMeant(word: string): string | undefined {
  const name = word.toLowerCase().replace(/entity$/, '');
  if (ACTIONS.has(name)) return name;
  switch (name) {
    case 'insert':
    case 'add':
      return 'create';
    case 'remove':
      return 'delete';
    default:
      return undefined;
  }
}
