import { withEscapes } from '../../../core/text/one-line.ts';
import type { LiteralAt } from '../../syntax/edits/literal-at.ts';

/** A stretch of source; one that is a stop is there to be replaced. */
export interface SourcePart {
  readonly text: string;
  readonly isStop?: true;
}

/** A piece of a filter: its characters, characters that a person is to replace, or an expression whose value stands there. */
export type Piece =
  | { readonly kind: 'text' | 'stop'; readonly text: string }
  | { readonly kind: 'code'; readonly code: readonly SourcePart[] };

export function text(characters: string): Piece {
  return { kind: 'text', text: characters };
}

export function stop(characters: string): Piece {
  return { kind: 'stop', text: characters };
}

export function code(...parts: readonly (string | SourcePart)[]): Piece {
  return { kind: 'code', code: parts.map((part) => (typeof part === 'string' ? { text: part } : part)) };
}

/** Pieces of a filter as a literal of the source has them; an expression ends a string and begins it again. */
export function sourceOfPieces(pieces: readonly Piece[], quote: LiteralAt['quote']): readonly SourcePart[] {
  const [open, close] = quote === '`' ? ['${', '}'] : [`${quote} + `, ` + ${quote}`];
  return pieces.flatMap((piece): readonly SourcePart[] => {
    switch (piece.kind) {
      case 'text':
        return [{ text: escaped(piece.text, quote) }];
      case 'stop':
        return [{ text: escaped(piece.text, quote), isStop: true }];
      case 'code':
        return [{ text: open }, ...piece.code, { text: close }];
    }
  });
}

/** Characters as a literal with this quote has them. */
export function escaped(characters: string, quote: LiteralAt['quote']): string {
  const special = characters.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`);
  return withEscapes(quote === '`' ? special.replaceAll('${', '\\${') : special);
}
