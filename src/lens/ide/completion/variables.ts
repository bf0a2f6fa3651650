import { fixedType, type StoredType } from '../../../core/shape/stored-type.ts';
import type { PlainType, VisibleValue } from '../../syntax/edits/visible-values.ts';
import type { Surroundings } from './keys.ts';
import type { SourceOffer } from './offer.ts';
import { code, type Piece, text } from './written.ts';

const MOST_VARIABLES = 30;

/** Values of the program that a property of these types can be compared with, written so that the filter has a literal of its type. */
export function variableOffers(
  values: readonly VisibleValue[],
  property: string,
  types: readonly StoredType[],
  around: Surroundings,
): SourceOffer[] {
  const fixed = fixedType(property);
  const wanted = fixed === undefined ? types : [fixed];
  return values
    .flatMap(({ expression, type }): SourceOffer[] => {
      const as = notationFor(type, wanted);
      if (as === undefined) return [];
      return [
        {
          kind: 'variable',
          label: `\${${expression}}`,
          detail: type ?? '',
          // whoever began a text, or the name itself, means it too
          begins: [`\${${expression}}`, `'${expression}`, expression],
          pieces: inNotation(as, expression, type, around),
        },
      ];
    })
    .slice(0, MOST_VARIABLES);
}

/** The type of literal that a value makes; undefined for one that such a property never equals, or whose form nobody knows. */
function notationFor(type: PlainType | undefined, wanted: readonly StoredType[]): StoredType | undefined {
  if (wanted.length === 0) return type === undefined ? 'String' : OWN[type];
  return wanted.find((stored) => FITTING[stored].includes(type));
}

/** What a value is stored as where nothing else is known. */
const OWN: Readonly<Record<PlainType, StoredType>> = {
  string: 'String',
  number: 'Number',
  bigint: 'Int64',
  boolean: 'Boolean',
  date: 'DateTime',
};

const NUMBERS: readonly (PlainType | undefined)[] = ['number', undefined];

const FITTING: Readonly<Record<StoredType, readonly (PlainType | undefined)[]>> = {
  String: ['string', undefined],
  Number: NUMBERS,
  Int32: NUMBERS,
  Double: NUMBERS,
  Int64: ['bigint', 'number', undefined],
  Boolean: ['boolean', undefined],
  DateTime: ['date', 'string'],
  Guid: ['string', undefined],
  Binary: [],
};

function inNotation(
  as: StoredType,
  expression: string,
  type: PlainType | undefined,
  { isTagged }: Surroundings,
): readonly Piece[] {
  switch (as) {
    case 'String':
      return isTagged ? [code(expression)] : [text("'"), code(expression), text("'")];
    case 'DateTime':
      return [
        text("datetime'"),
        code(type === 'date' ? `${expression}.toISOString()` : expression),
        text("'"),
      ];
    case 'Guid':
      return [text("guid'"), code(expression), text("'")];
    case 'Int64':
      return [code(expression), text('L')];
    case 'Int32':
    case 'Number':
    case 'Double':
    case 'Boolean':
    case 'Binary':
      return [code(expression)];
  }
}
