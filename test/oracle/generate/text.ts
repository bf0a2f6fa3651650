import type { Scope } from './scope.ts';

/** A part of a text: characters, or an expression of the program. */
export type Piece = string | { readonly expression: string };

/** The text of one condition or more, as pieces; texts stand in quotes. */
export type Pieces = readonly Piece[];

const USUAL = ['template', 'odata', 'plus'] as const;
const RARE = ['concat', 'join', 'replace', 'raw'] as const;
type Form = (typeof USUAL)[number] | (typeof RARE)[number];

/** Writes a text as an expression, in one of the ways that people write one. */
export function textOf(scope: Scope, pieces: Pieces): string {
  const { writer } = scope;
  const parts = merged(pieces);
  const [only, ...others] = parts;
  if (typeof only === 'string' && others.length === 0) {
    writer.uses('text:literal');
    return literal(only);
  }
  const form = writer.choices.pickUsual<Form>(USUAL, RARE);
  writer.uses(`text:${form}`);
  switch (form) {
    case 'template':
      return template(parts);
    case 'odata':
      scope.module.import('odata', '@azure/data-tables');
      return `odata${template(withoutQuotes(parts))}`;
    case 'plus':
      return parts.map((part) => (typeof part === 'string' ? literal(part) : part.expression)).join(' + ');
    case 'concat': {
      const [first = '', ...rest] = startingWithText(parts).map(expressionOf);
      return `${first}.concat(${rest.join(', ')})`;
    }
    case 'join':
      return `[${parts.map(expressionOf).join(', ')}].join('')`;
    case 'replace': {
      const text = parts.map((part, index) => (typeof part === 'string' ? part : `{${index}}`)).join('');
      const replacements = parts.flatMap((part, index) =>
        typeof part === 'string' ? [] : [`.replace('{${index}}', ${part.expression})`],
      );
      return literal(text) + replacements.join('');
    }
    case 'raw':
      return `String.raw${template(parts)}`;
  }
}

function expressionOf(part: Piece): string {
  return typeof part === 'string' ? literal(part) : part.expression;
}

/** A string literal in the quotes that need no escape. */
function literal(text: string): string {
  return text.includes("'") ? JSON.stringify(text) : `'${text}'`;
}

function template(parts: Pieces): string {
  return `\`${parts.map((part) => (typeof part === 'string' ? part : `\${${part.expression}}`)).join('')}\``;
}

/** The tag puts texts in quotes itself. */
function withoutQuotes(parts: Pieces): Pieces {
  return parts.map((part, index) => {
    if (typeof part !== 'string') return part;
    const before = parts[index - 2];
    const isOpened = typeof before === 'string' && before.endsWith(" '");
    const after = isOpened && part.startsWith("'") ? part.slice(1) : part;
    return index < parts.length - 1 && after.endsWith(" '") ? after.slice(0, -1) : after;
  });
}

function startingWithText(parts: Pieces): Pieces {
  return typeof parts[0] === 'string' ? parts : ['', ...parts];
}

function merged(pieces: Pieces): Piece[] {
  const parts: Piece[] = [];
  for (const piece of pieces) {
    const last = parts.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') parts[parts.length - 1] = last + piece;
    else parts.push(piece);
  }
  return parts;
}

/** An expression in brackets, unless it binds as tightly as an operand of anything. */
export function operand(expression: string): string {
  return / [-+?|&]|\?\?|=>|^await |^async /.test(expression.replace(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g, ''))
    ? `(${expression})`
    : expression;
}
