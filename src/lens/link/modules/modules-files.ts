/** Files that bundlers let be imported and that hold no code. */
const NO_CODE =
  /\.(json|css|scss|sass|less|svg|png|jpe?g|gif|webp|ico|woff2?|html|md|mdx|txt|graphql|wasm|node)$/;
/** Endings with which a file is found by its whole name alone. */
const CODE = /\.([cm]?[jt]sx?|vue|svelte|astro)$/;
const ENDINGS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];

/** The files that an absolute path without or with its ending may mean, best first. */
export function filesAt(path: string): readonly string[] {
  // TypeScript sources name the JavaScript file that will stand beside them
  const source = /\.([cm]?)js(x?)$/.exec(path);
  const typed = source
    ? [path.replace(/\.([cm]?)js(x?)$/, '.$1ts$2'), path.replace(/\.[cm]?jsx?$/, '.tsx')]
    : [];
  if (NO_CODE.test(path)) return [];
  return [
    ...typed,
    ...(CODE.test(path) ? [path] : []),
    ...ENDINGS.map((ending) => path + ending),
    ...ENDINGS.map((ending) => `${path}/index${ending}`),
  ];
}

/** Folders that builds write to, and those of one format in them. */
const BUILT = /^(dist|build|lib|out|output|esm|cjs|es|types)$/;

/**
 * The sources that a package's file may be built from, best first: of `dist/esm/x.js` `src/x.ts`, `x.ts` and so on;
 * in the end the file itself. `folder` is the package's.
 */
export function sourcesOf(folder: string, target: string): readonly string[] {
  const parts = target.split('/').filter((part) => part !== '.' && part !== '');
  const built = parts.findIndex((part) => !BUILT.test(part));
  const rest = parts.slice(Math.max(built, 0));
  const isBuilt = rest.length < parts.length;
  // `dist/src/x.js` is built from `src/x.ts`; some builds write beside the package's own file
  const stems = isBuilt
    ? [['src', ...rest], rest, ['lib', ...rest], ['source', ...rest]]
    : [parts, ['src', ...parts]];
  return stems
    .flatMap((stem) => withEndings(join(folder, stem.join('/'))))
    .concat(join(folder, parts.join('/')));
}

function withEndings(path: string): readonly string[] {
  const stem = path.replace(/(\.d)?\.[cm]?[jt]sx?$/, '');
  return stem === path ? filesAt(path) : ENDINGS.map((ending) => stem + ending);
}

/** An absolute path without `.` and `..`. */
function normalize(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** The folder of a file or folder; of the topmost itself. */
export function folderOf(file: string): string {
  const end = file.lastIndexOf('/');
  return end <= 0 ? '/' : file.slice(0, end);
}

/** `below` of a folder, as an absolute path. */
export function join(folder: string, below: string): string {
  return normalize(below.startsWith('/') ? below : `${folder}/${below}`);
}
