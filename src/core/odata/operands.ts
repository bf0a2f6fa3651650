import type { Operand } from './ast.ts';
import { type Cursor, isComparison } from './cursor.ts';
import type { StringToken, Token } from './lexer.ts';
import { type ReadLiteral, readNumber, readPrefixed } from './literals.ts';

/** Reads the operand at the cursor, a token for which `isOperand` holds. What is no value becomes `missing`. */
export function readOperand(cursor: Cursor): Operand {
  const token = cursor.advance();
  switch (token.kind) {
    case 'hole': {
      const { hole, type, span } = token;
      return { kind: 'hole', hole, ...(type && { type }), span };
    }
    case 'string':
      return readString(cursor, token);
    case 'number':
      return literal(cursor, token, readNumber(token.text));
    default:
      return readName(cursor, token);
  }
}

function readString(cursor: Cursor, token: StringToken): Operand {
  const { prefix, parts, span } = token;
  const texts = parts.filter((part) => typeof part === 'string');
  if (texts.length < parts.length) return { kind: 'composed', parts, span };
  const value = texts.join('');
  if (prefix !== '') return literal(cursor, token, readPrefixed(prefix, value));
  return { kind: 'literal', value: { type: 'String', value }, span };
}

function readName(cursor: Cursor, { text, span }: Token): Operand {
  const lower = text.toLowerCase();
  // A property may be called `Null` or `True`, as long as it is compared.
  if (text === lower || !isComparison(cursor.peek())) {
    if (lower === 'null') {
      cursor.report('null', span);
      return { kind: 'missing', span };
    }
    if (lower === 'true' || lower === 'false') {
      if (text !== lower) cursor.report('bad-literal', span, { replacement: lower });
      return { kind: 'literal', value: { type: 'Boolean', value: lower === 'true' }, span };
    }
  }
  return { kind: 'property', name: text, span };
}

function literal(cursor: Cursor, { span }: Token, { value, wrong }: ReadLiteral): Operand {
  if (wrong) cursor.report('bad-literal', span, wrong);
  return value ? { kind: 'literal', value, span } : { kind: 'missing', span };
}
