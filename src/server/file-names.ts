/**
 * The lens's name of a document: the path of a file URI; for documents of any other scheme a path that no
 * file on disk has, so that relative imports between them still work out.
 */
export function fileOf(uri: string): string {
  const url = new URL(uri);
  const path = decodeURIComponent(url.pathname);
  const host = decodeURIComponent(url.host);
  if (url.protocol !== 'file:') return `/${url.protocol}${host}/${path.replace(/^\//, '')}`;
  return host === '' ? lowerDrive(path) : `//${host}${path}`;
}

/** The URI of a file on disk. */
export function uriOf(file: string): string {
  const [host, path] = file.startsWith('//') ? splitHost(file) : ['', file];
  return `file://${host}${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** Editors write Windows drives in either case. */
function lowerDrive(path: string): string {
  return path.replace(/^\/[A-Z]:/, (drive) => drive.toLowerCase());
}

function splitHost(file: string): [string, string] {
  const end = file.indexOf('/', 2);
  return [file.slice(2, end), file.slice(end)];
}
