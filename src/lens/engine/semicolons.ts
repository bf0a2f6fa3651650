import type { TextEdit } from '../../core/text/edit.ts';
import type { Fix } from '../rules/rule.ts';

/** A fix as the file would have it written: where no statement ends with a semicolon, its own do not either. */
export function inStyleOf(text: string): (fix: Fix) => Fix {
  if (!isWithoutSemicolons(text)) return (fix) => fix;
  return (fix) => ({ ...fix, edits: fix.edits.map((edit) => withoutSemicolons(text, edit)) });
}

/** Lines of code that it takes to tell a habit. */
const FEW_LINES = 3;

function isWithoutSemicolons(text: string): boolean {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/\/\/[^]*/, '').trimEnd());
  return lines.filter((line) => line !== '').length >= FEW_LINES && !lines.some((line) => line.endsWith(';'));
}

/** Semicolons at the ends of lines, but for those that keep two statements apart: `(`, `[` and the like go on with the first. */
function withoutSemicolons(text: string, edit: TextEdit): TextEdit {
  const after = /^[^\S\r\n]*\r?\n\s*([([`+\-*/.,?])/.test(text.slice(edit.span.end));
  return {
    ...edit,
    text: edit.text.replace(/;(?=\r?\n\s*(?:\/[*/]|(?![([`+\-*/.,?\s])))|;$/g, (semicolon, at: number) => {
      const isLast = at === edit.text.length - 1;
      return isLast && (after || !endsLine(text, edit.span.end)) ? semicolon : '';
    }),
  };
}

function endsLine(text: string, offset: number): boolean {
  return /^[^\S\r\n]*(?:\/\/.*)?(?:\r?\n|$)/.test(text.slice(offset));
}
