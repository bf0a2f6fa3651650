import { applyEdits, type TextEdit } from '../../core/text/edit.ts';
import { indentStepOf } from '../../core/text/indent-step.ts';
import { inStyleOf } from '../engine/semicolons.ts';
import { stringQuotes } from '../syntax/edits/string-quotes.ts';

/** How a file is written. */
export interface CodeStyle {
  /** One level of indentation. */
  readonly step: string;
  readonly quote: "'" | '"';
  readonly eol: '\n' | '\r\n';
  /** Edits without the semicolons that the file doesn't have. */
  readonly finish: (edits: readonly TextEdit[]) => readonly TextEdit[];
}

/** The style that most of a file's lines have. */
export function styleOf(text: string): CodeStyle {
  const [single, double] = ["'", '"'].map((quote) => text.split(quote).length);
  const withoutSemicolons = inStyleOf(text);
  return {
    step: indentStepOf(text),
    quote: (double ?? 0) > (single ?? 0) ? '"' : "'",
    eol: text.includes('\r\n') ? '\r\n' : '\n',
    finish: (edits) => withoutSemicolons({ title: '', edits }).edits,
  };
}

/** A module that is written in two spaces, single quotes and semicolons, as a file of that style would have it. */
export function restyled(code: string, { step, quote, eol, finish }: CodeStyle): string {
  const indented = code.replaceAll(/^(?: {2})+/gm, (lead) => step.repeat(lead.length / 2));
  const quoted = quote === "'" ? indented : applyEdits(indented, stringQuotes('/module.ts', indented, quote));
  const [edit] = finish([{ span: { start: 0, end: 0 }, text: quoted }]);
  return (edit?.text ?? quoted).replaceAll('\n', eol);
}

/** Code of several lines, one level further in. */
export function deeper(code: string, step: string): string {
  return code.replaceAll(/\n(?=[^\r\n])/g, `\n${step}`);
}
