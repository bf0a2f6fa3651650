/** What others wrote, for labels in which VS Code draws `$(name)` as an icon: it stays the text that it is. */
export function plainLabel(text: string): string {
  return text.replace(/\$\((?=[\w-]+(?:~[\w-]+)?\))/g, String.raw`\$(`);
}

/** What others wrote, for messages in which VS Code makes links of `[text](command:…)`: a space of no width parts the two. */
export function plainMessage(text: string): string {
  return text.replaceAll('](', ']\u200B(');
}
