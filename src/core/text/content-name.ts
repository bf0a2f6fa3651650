/**
 * Whether the last word of a name, or path of names, is one for the content of something, which may be of any size: `payload`,
 * `page.html`, `pdfContent`.
 */
export function namesContent(name: string): boolean {
  const [last = ''] = /(?:[A-Z]?[a-z]{1,20}|[A-Z]{1,20})$/.exec(name.slice(-20)) ?? [];
  return WORDS.has(last.toLowerCase());
}

const WORDS: ReadonlySet<string> = new Set([
  ...['payload', 'body', 'content', 'contents', 'document', 'attachment', 'image', 'photo', 'picture'],
  ...['html', 'markdown', 'pdf', 'blob', 'bytes', 'buffer'],
]);
