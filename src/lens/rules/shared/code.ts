import { withEscapes } from '../../../core/text/one-line.ts';
import { pathOfCode } from '../../syntax/path-of-code.ts';

/** The module that the rules know, and whose `odata` they write. */
export const SDK = '@azure/data-tables';

/** A JavaScript string of these characters, in single quotes as the SDK's samples have it. */
export function stringCode(text: string): string {
  return `'${escapeFor("'", text)}'`;
}

/**
 * Characters as they must be written inside a literal that `delimiter` ends. What is not seen, or turns around what stands beside it, is
 * written as escapes: a text may come from a file that the person does not look at. A lone surrogate could not be saved.
 */
export function escapeFor(delimiter: string, text: string): string {
  const escaped = text.replace(/\\/g, '\\\\').replaceAll(delimiter, `\\${delimiter}`);
  const whole =
    delimiter === '`'
      ? escaped.replaceAll('${', '\\${')
      : escaped.replace(/\n/g, '\\n').replace(/\r/g, '\\r');
  // lines of a template stay lines
  return whole.replace(/[^\n\t]+/g, withEscapes);
}

/**
 * JavaScript for a list of keys in the service's order, each once. Constants are put so here; of other values it is
 * only known when the program runs.
 */
export function keyList(codes: readonly string[]): string {
  if (codes.every((code) => code.startsWith("'"))) return `[${[...new Set(codes)].sort().join(', ')}]`;
  return `[...new Set([${codes.join(', ')}])].sort()`;
}

/** A name or a path of names (`this.client`): what can be evaluated twice, and moved, without effect. */
export function isPath(code: string): boolean {
  return pathOfCode(code) !== undefined;
}

/** Whether the code of a file may say which types its values have. */
export function hasTypes(file: string): boolean {
  return !/\.[cm]?jsx?$/.test(file);
}
