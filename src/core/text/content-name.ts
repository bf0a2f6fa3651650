/**
 * Whether the last word of a name, or path of names, is one for the content of something, which may be of any size: `payload`,
 * `page.html`, `pdfContent`.
 */
export function namesContent(name: string): boolean {
  return WORDS.has(lastWord(name));
}

/** Whether bytes of that name are the content of something, and not a hash, a key or a few bits. */
export function namesBytes(name: string): boolean {
  return namesContent(name) || OF_BYTES.has(lastWord(name));
}

/** Whether JSON of something that goes by this name grows with what it is of: a history, all results. */
export function namesGrowing(name: string): boolean {
  return namesContent(name) || GROWING.has(lastWord(name));
}

/** Whether a name says that it is of JSON: `historyJson`. */
export function namesJson(name: string): boolean {
  return lastWord(name) === 'json';
}

function lastWord(name: string): string {
  const [last = ''] = /(?:[A-Z]?[a-z]{1,20}|[A-Z]{1,20})$/.exec(name.slice(-20)) ?? [];
  return last.toLowerCase();
}

const WORDS: ReadonlySet<string> = new Set([
  ...['payload', 'body', 'content', 'contents', 'document', 'attachment', 'image', 'photo', 'picture'],
  ...['html', 'markdown', 'pdf', 'blob', 'bytes', 'buffer', 'xml', 'svg', 'transcript', 'audio', 'video'],
]);

const OF_BYTES: ReadonlySet<string> = new Set([
  'data',
  'file',
  'binary',
  'raw',
  'thumbnail',
  'zip',
  'archive',
  'scan',
  'screenshot',
  'recording',
  'upload',
  'exif',
  'iptc',
  'xmp',
  'icc',
  ...[
    'poster',
    'preview',
    'avatar',
    'cover',
    'portrait',
    'frame',
    'waveform',
    'drawing',
    'logo',
    'banner',
    'selfie',
  ],
]);

const GROWING: ReadonlySet<string> = new Set([
  ...['result', 'results', 'response', 'snapshot', 'history', 'messages', 'conversation', 'events'],
  ...['pages', 'lines', 'rows', 'records', 'comments', 'revisions', 'changes'],
  ...['attachments', 'documents', 'files', 'images', 'photos', 'pictures'],
]);
