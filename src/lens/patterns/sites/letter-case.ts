/** `ExpenseClaim` of "expense claim", with the letters of any language. */
export function pascal(words: string): string {
  return words
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}

/** `expenseClaim` of "expense claim". */
export function camel(words: string): string {
  const name = pascal(words);
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}
