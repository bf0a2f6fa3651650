import type { TextEdit } from '../../core/text/edit.ts';
import type { Span } from '../../core/text/span.ts';
import { mayConcernTables } from './gate.ts';

/** One block of code in a file of markup. */
export interface ScriptBlock {
  readonly span: Span;
  readonly language: Language;
}

export type Language = 'ts' | 'tsx' | 'js' | 'json';

const OPENING = /<!--|<script(?=[\s/>])/gi;
const CLOSING = /<\/script\s*>|$/gi;
const FRONTMATTER = /^\uFEFF?\s*---[^\S\r\n]*(\r?\n[^]*?\r?\n)---/;

/**
 * The blocks of code in a `.vue`, `.svelte` or `.astro` file, in order; undefined for a file that is code as a whole.
 * Those of the first two are one module. An `.astro` file has several: those which do not concern tables are left
 * out where another one does.
 */
export function scriptBlocks(file: string, text: string): readonly ScriptBlock[] | undefined {
  const [, kind] = /\.(vue|svelte|astro)$/.exec(file) ?? [];
  if (kind === undefined) return undefined;
  if (kind !== 'astro') return tagged(text, 0, 'js');
  const frontmatter = FRONTMATTER.exec(text);
  const [whole = '', code = ''] = frontmatter ?? [];
  const end = whole.length - '---'.length;
  const blocks: readonly ScriptBlock[] = [
    ...(frontmatter ? [{ span: { start: end - code.length, end }, language: 'ts' } as const] : []),
    ...tagged(text, whole.length, 'ts'),
  ];
  const concerned = blocks.filter(({ span }) => mayConcernTables(file, text.slice(span.start, span.end)));
  return concerned.length > 0 ? concerned : blocks;
}

/** Scripts in tags; `usual` is the language of those that name none. Each character is looked at a few times at most. */
function tagged(text: string, from: number, usual: Language): readonly ScriptBlock[] {
  const blocks: ScriptBlock[] = [];
  OPENING.lastIndex = from;
  for (let opening = OPENING.exec(text); opening !== null; opening = OPENING.exec(text)) {
    const inside = opening.index + opening[0].length;
    const start = opening[0] === '<!--' ? after(text, '-->', inside) : tagEnd(text, inside);
    OPENING.lastIndex = start;
    if (opening[0] === '<!--' || text.charAt(start - 2) === '/') continue;
    CLOSING.lastIndex = start;
    const end = CLOSING.exec(text)?.index ?? text.length;
    OPENING.lastIndex = end;
    const language = languageIn(text.slice(inside, start - 1), usual);
    if (language !== undefined) blocks.push({ span: { start, end }, language });
  }
  return blocks;
}

/** Behind the `>` of a tag, which its quotes may hold, too. */
function tagEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '>') return at + 1;
    if (char === '"' || char === "'") at = after(text, char, at + 1) - 1;
  }
  return text.length;
}

function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found + mark.length;
}

function languageIn(attributes: string, usual: Language): Language | undefined {
  const [, value] = /(?:^|\s)(?:lang|type)\s*=\s*["']?([^"'\s]*)/i.exec(attributes) ?? [];
  switch (value?.toLowerCase().replace(/^(text|application)\//, '')) {
    case undefined:
    case '':
    case 'module':
      return usual;
    case 'js':
    case 'jsx':
    case 'javascript':
      return 'js';
    case 'ts':
    case 'typescript':
      return 'ts';
    case 'tsx':
      return 'tsx';
    default:
      return undefined;
  }
}

/** The language that a file is read as: by its ending, of markup by what its blocks say. */
export function languageOf(file: string, text: string): Language {
  const blocks = scriptBlocks(file, text);
  if (blocks !== undefined) return blocks.find(({ language }) => language !== 'js')?.language ?? 'js';
  if (/\.[cm]?ts$/.test(file)) return 'ts';
  if (file.endsWith('.json')) return 'json';
  // a document that was never saved has a name without an ending: TSX reads most of what it can be
  if (!file.slice(file.lastIndexOf('/') + 1).includes('.')) return 'tsx';
  return file.endsWith('.tsx') ? 'tsx' : 'js';
}

/** The code of a file, everything else blanked: every character stands where it stood. */
export function codeOf(file: string, text: string): string {
  const blocks = scriptBlocks(file, text);
  if (blocks === undefined) return text;
  let code = '';
  for (const { span } of blocks) {
    code += blank(text.slice(code.length, span.start)) + text.slice(span.start, span.end);
  }
  return code + blank(text.slice(code.length));
}

/** What stands before and behind the gap is not one line. */
function blank(gap: string): string {
  return gap.replace(/[^\r\n]/g, ' ').replace(/^ /, '\n');
}

/** Where the first line of code can begin: of the block around `offset`, or of the first block. */
export function codeStart(file: string, text: string, offset?: number): number {
  const blocks = scriptBlocks(file, text) ?? [];
  const block = blocks.find(
    ({ span }) => offset === undefined || (span.start <= offset && offset <= span.end),
  );
  if (block === undefined) return /^\uFEFF?(?:#![^\r\n]*\r?\n)?/.exec(text)?.[0].length ?? 0;
  const { start, end } = block.span;
  return start + (/^[^\S\r\n]*\r?\n/.exec(text.slice(start, end))?.[0].length ?? 0);
}

/** Puts a line before what stands at `at`: the start of a line, or of the code in one. */
export function lineBefore(text: string, at: number, line: string): TextEdit {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const startsLine = /(^\uFEFF?|\n)$/.test(text.slice(0, at));
  return { span: { start: at, end: at }, text: (startsLine ? '' : eol) + line + eol };
}
