/** The words of a text that names in code can have. */
export function wordsIn(text: string): readonly string[] {
  return text.split(/[^A-Za-z0-9]+/).filter(Boolean);
}

/** `ExpenseClaim` of "expense claim". */
export function pascalOf(text: string): string {
  return wordsIn(text)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}

/** `expenseClaim` of "expense claim". */
export function camelOf(text: string): string {
  const name = pascalOf(text);
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}
