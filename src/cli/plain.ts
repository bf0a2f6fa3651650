import type { Annotation } from './command.ts';

/**
 * What is acted upon instead of shown. A terminal does so with control characters, marks of direction and all that has no looks of its
 * own, half characters among them. Pipelines do with their logging commands: Azure Pipelines (`##vso[`), GitHub Actions (`##[` anywhere,
 * `::` where a line begins) and TeamCity (`##teamcity[`) set variables by them and end tasks.
 */
const ACTING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|(?<=#)#(?=[a-z]*\[)|:(?=:)(?<=^\s*:)/giu;

/** A text as one line for a terminal or the log of a pipeline: what would act there is written as in JSON, a line break as `\n`. */
export function plainLine(text: string): string {
  return text.replace(ACTING, escaped);
}

/** A line of a file for a patch: the same, but for tabs and the end of a line of Windows, without which it would fit no file. */
export function plainCode(line: string): string {
  const end = line.endsWith('\r') ? '\r' : '';
  const parts = line.slice(0, line.length - end.length).split('\t');
  return `${parts.map(plainLine).join('\t')}${end}`;
}

/** A value as one JSON document: the same characters stand in it as escapes, so the data are the same. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replace(ACTING, (found) =>
    found === '\n' ? found : escaped(found),
  );
}

/**
 * An annotation as a workflow command, in one line: in its texts what acts is made plain first, then `%` and what parts properties
 * is escaped as GitHub's toolkit does.
 */
export function workflowCommand({ kind, properties, lines }: Annotation): string {
  const property = (text: string): string =>
    percent(plainLine(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
  const given = Object.entries(properties).map(([name, value]) => `${name}=${property(String(value))}`);
  return `::${kind} ${given.join(',')}::${lines.map((line) => percent(plainLine(line))).join('%0A')}`;
}

function percent(text: string): string {
  return text.replaceAll('%', '%25');
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

function escaped(found: string): string {
  const unit = (index: number): string => `\\u${found.charCodeAt(index).toString(16).padStart(4, '0')}`;
  return SHORT.get(found) ?? Array.from({ length: found.length }, (_, index) => unit(index)).join('');
}
