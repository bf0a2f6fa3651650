import type { Annotation, Output } from '../command.ts';

/** One thing that a command wrote, before it was made plain: whoever writes it again makes it plain again. */
export type Said =
  | { readonly to: 'lines' | 'patch'; readonly lines: readonly string[] }
  | { readonly to: 'data'; readonly value: unknown }
  | { readonly to: 'annotation'; readonly annotation: Annotation }
  | { readonly to: 'complain'; readonly line: string };

/** The same output, of which `said` keeps what is written. */
export function withMemory(output: Output, said: Said[]): Output {
  return {
    ...output,
    lines: (lines) => {
      said.push({ to: 'lines', lines });
      output.lines(lines);
    },
    patch: (lines) => {
      said.push({ to: 'patch', lines });
      output.patch(lines);
    },
    data: (value) => {
      said.push({ to: 'data', value });
      output.data(value);
    },
    annotation: (annotation) => {
      said.push({ to: 'annotation', annotation });
      output.annotation(annotation);
    },
    complain: (line) => {
      said.push({ to: 'complain', line });
      output.complain(line);
    },
  };
}

/** Writes what was said. */
export function sayAgain(said: readonly Said[], output: Output): void {
  for (const each of said) {
    switch (each.to) {
      case 'lines':
        output.lines(each.lines);
        break;
      case 'patch':
        output.patch(each.lines);
        break;
      case 'data':
        output.data(each.value);
        break;
      case 'annotation':
        output.annotation(each.annotation);
        break;
      case 'complain':
        output.complain(each.line);
        break;
    }
  }
}

/** Reads one thing that was said from a file that anybody can have written; undefined for what isn't one. */
export function readSaid(value: unknown): Said | undefined {
  const { to, lines, line, annotation } = asRecord(value);
  switch (to) {
    case 'lines':
    case 'patch':
      return isTexts(lines) ? { to, lines } : undefined;
    case 'data':
      return { to, value: asRecord(value).value };
    case 'annotation': {
      const read = readAnnotation(annotation);
      return read && { to, annotation: read };
    }
    case 'complain':
      return typeof line === 'string' ? { to, line } : undefined;
    default:
      return undefined;
  }
}

function readAnnotation(value: unknown): Annotation | undefined {
  const { kind, properties, lines } = asRecord(value);
  if (kind !== 'error' && kind !== 'warning' && kind !== 'notice') return undefined;
  const given: Record<string, string | number> = {};
  for (const [name, each] of Object.entries(asRecord(properties))) {
    // a name stands in the command as it is
    if (!/^[A-Za-z]+$/.test(name) || (typeof each !== 'string' && typeof each !== 'number')) return undefined;
    given[name] = each;
  }
  return isTexts(lines) ? { kind, properties: given, lines } : undefined;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/** The members of an object; none of anything else. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}
