import { visible } from '../../core/text/one-line.ts';
import { shortened } from '../../core/text/shortened.ts';

/** UTF-16 units that each place of VS Code's window gets, at most: of a message as much as VS Code itself shows of one. */
export const LENGTH = {
  title: 200,
  label: 200,
  description: 300,
  detail: 500,
  prompt: 800,
  message: 1_000,
  line: 2_000,
} as const;

/** Lines of a tooltip or a detail. */
const MOST_LINES = 60;

/** Parts two characters and is not seen; scripts use it between letters, so that nobody takes it away (U+200C). */
const APART = '\u200C';

/**
 * A text of whatever origin as VS Code shows just it, on one line and at most so long. Nothing in it is a link (`[text](command:…)`, which
 * messages, prompts and progress read: `linkedText.ts` of VS Code) nor an icon (`$(name)`, which labels read: `iconLabels.ts`), and what
 * is not seen, or turns letters around, has signs.
 */
export function plain(text: string, length: number): string {
  const shown = visible(shortened(text, length))
    .replaceAll('](', `]${APART}(`)
    .replaceAll('$(', `$${APART}(`);
  return shortened(shown, length);
}

/** Lines of ours, with what others wrote in them. */
export function plainLines(lines: readonly string[]): string {
  const shown = lines.slice(0, MOST_LINES).map((line) => plain(line, LENGTH.line));
  return [...shown, ...(lines.length > MOST_LINES ? ['…'] : [])].join('\n');
}

/**
 * What stands behind the scheme of an address that leads to this machine: a path of its own, a host that is it. Browsers take a host from
 * behind any number of slashes and from behind an `@`.
 */
const HERE = String.raw`(?<=\bfile:)\/\/\/\w|(?<=\bhttps?:)\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?(?:[/\s]|$)`;
const ELSEWHERE = new RegExp(String.raw`:(?=\/\/)(?!${HERE})`, 'gi');

/** Lines of a log, whose editor makes links of bare addresses: those that lead elsewhere stay texts. */
export function plainLog(text: string): string {
  return plainLines(text.split(/\r\n|\n/)).replace(ELSEWHERE, `:${APART}`);
}

/** The name of a document or a file without what leads out of its folder. */
export function plainName(text: string): string {
  return plain(text, 60)
    .replace(/[/\\:*?"<>|#]/g, '_')
    .replace(/^\.+/, '_');
}
