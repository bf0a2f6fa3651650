/** Plain text as Markdown that shows exactly it. */
export function plain(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]()#+\-.!<>|~&$]/g, '\\$&');
}

/** A piece of code on one line. */
export function code(text: string): string {
  const fence = '`'.repeat(1 + Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length)));
  const padding = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${padding}${text}${padding}${fence}`;
}

export function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

/** Paragraphs, empty ones left out. */
export function paragraphs(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n');
}
