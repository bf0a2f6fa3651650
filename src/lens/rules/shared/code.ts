import type { TextEdit } from '../../../core/text/edit.ts';
import { withEscapes } from '../../../core/text/one-line.ts';
import type { Span } from '../../../core/text/span.ts';

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

/** An expression as a method can be called on it. */
export function asOperand(code: string): string {
  return CHAIN.test(code) ? code : `(${code})`;
}

/** Names, calls, what stands in brackets, and what is taken from them. */
const CHAIN =
  /^(?:[\w$]+|\((?:[^()]|\([^()]*\))*\))(?:\??\.[\w$]+|!|\[[^[\]]*\]|(?:\?\.)?\((?:[^()]|\([^()]*\))*\))*$/;

/** A name or a path of names (`this.client`): what can be evaluated twice, and moved, without effect. */
export function isPath(code: string): boolean {
  return /^[\w$]+(?:\??\.#?[\w$]+|!)*$/.test(code);
}

/** Replaces the expression at `span` by `code`; `{ rowKey }` becomes `{ rowKey: code }`. */
export function replaceExpression(source: string, span: Span, code: string): TextEdit {
  const written = source.slice(span.start, span.end);
  return { span, text: isShorthand(source, span) ? `${written}: ${code}` : code };
}

/** Whether a name stands alone between the commas of an object. */
function isShorthand(source: string, { start, end }: Span): boolean {
  if (!/^[\w$]+$/.test(source.slice(start, end)) || !/[{,]\s*$/.test(source.slice(0, start))) return false;
  let closed = 0;
  for (let at = start - 1; at >= 0; at--) {
    const character = source.charAt(at);
    if (')]}'.includes(character)) closed++;
    else if ('([{'.includes(character) && closed-- === 0) return character === '{' && source[at - 1] !== '$';
  }
  return false;
}

/** The white space at the beginning of the line that holds `offset`. */
export function indentAt(source: string, offset: number): string {
  const line = source.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(source.slice(line, offset))?.[0] ?? '';
}
