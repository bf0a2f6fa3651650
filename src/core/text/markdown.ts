import { visible } from './one-line.ts';
import { shortened } from './shortened.ts';

declare const MARKDOWN: unique symbol;

/** Text in Markdown in which all markup is ours: a string of others becomes part of it through {@link plain} and {@link code} alone. */
export type Markdown = string & { readonly [MARKDOWN]: true };

/** UTF-16 units that are shown of a text of others, and of a piece of code on its line. */
const MAX_PLAIN = 2_000;
const MAX_CODE = 300;

/** Markup as it stands in our own source, around what others wrote. */
export function md(markup: TemplateStringsArray, ...values: readonly Markdown[]): Markdown {
  return String.raw({ raw: markup }, ...values) as Markdown;
}

/** A translated text with Markdown in place of its `{0}`, `{1}`: it must have been translated without arguments. */
export function words(template: string, ...values: readonly Markdown[]): Markdown {
  const parts = template.split(/\{(\d)\}/);
  return parts
    .map((part, i) => (i % 2 === 0 ? plain(part) : (values[Number(part)] ?? '')))
    .join('') as Markdown;
}

/** Plain text as Markdown that shows exactly it, on one line; not even an address in it is a link (`//host` and `mailto:a@b` are some). */
export function plain(text: string): Markdown {
  return oneLine(text, MAX_PLAIN).replaceAll(
    /[\\`*_{}[\]()#+\-.!<>|~&$@]|:(?=\/\/)|\/(?=\/)/g,
    String.raw`\$&`,
  ) as Markdown;
}

/** A piece of code on one line; of none a blank, as a fence with nothing in it would end at the next one. */
export function code(text: string): Markdown {
  const line = oneLine(text, MAX_CODE) || ' ';
  const fence = fenceAround(line, 1);
  // one blank at both ends is taken away, but of nothing else
  const isCut = line.startsWith(' ') && line.endsWith(' ') && line.replaceAll(' ', '') !== '';
  const padding = isCut || line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${padding}${line}${padding}${fence}` as Markdown;
}

/** Lines of code in a language, each at most as long as a paragraph. */
export function codeBlock(language: 'odata', lines: readonly string[]): Markdown {
  const shown = lines.map((line) => oneLine(line, MAX_PLAIN)).join('\n');
  const fence = fenceAround(shown, 3);
  return `${fence}${language}\n${shown}\n${fence}` as Markdown;
}

/** What leads to an address, which must be one of ours: of a file, or of a command. Nothing in it ends the link. */
export function link(label: Markdown, address: string): Markdown {
  const target = address
    .replaceAll(/\p{Cs}/gu, '\uFFFD')
    .replaceAll(/[^\w\-.~:/?#@!$&*+,;=%()]/gu, encodeURIComponent)
    .replaceAll('(', '%28')
    .replaceAll(')', '%29');
  return `[${label}](${target})` as Markdown;
}

/** A picture by its address, with what it shows in words. */
export function image(label: string, address: string): Markdown {
  return `!${link(plain(label), address)}` as Markdown;
}

export function bullets(lines: readonly Markdown[]): Markdown {
  return lines.map((line) => `- ${line}`).join('\n') as Markdown;
}

/** Pieces of one line, with a text of ours between them. */
export function joined(pieces: readonly Markdown[], between: ' ' | ', ' | ' · '): Markdown {
  return pieces.join(between) as Markdown;
}

/** A table: its titles, and rows of as many cells; all columns but the first are of numbers. */
export function table(titles: readonly Markdown[], rows: readonly (readonly Markdown[])[]): Markdown {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = titles.map((_, column) => (column === 0 ? '---' : '---:'));
  return [titles, rule, ...rows].map(line).join('\n') as Markdown;
}

/** Paragraphs, empty ones left out. */
export function paragraphs(...parts: readonly (Markdown | undefined)[]): Markdown {
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n') as Markdown;
}

/** Cut before it is read, so that no text costs more than what is shown of it. */
function oneLine(text: string, length: number): string {
  return shortened(visible(shortened(text, length)), length);
}

/** More backticks than stand anywhere in a text, at least so many. */
function fenceAround(text: string, least: number): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  return '`'.repeat(Math.max(least, longest + 1));
}
