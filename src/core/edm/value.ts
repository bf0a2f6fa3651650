/**
 * A property value of the Table service with its type, nothing lost: Int64 and DateTime keep what a
 * JavaScript number or Date cannot hold.
 */
export type EdmValue =
  | { readonly type: 'String'; readonly value: string; readonly misfit?: Misfit }
  | { readonly type: 'Boolean'; readonly value: boolean }
  | { readonly type: 'Int32'; readonly value: number }
  | { readonly type: 'Int64'; readonly value: bigint }
  /** `text` is the literal as written, which tells `1.0` from `1`. */
  | { readonly type: 'Double'; readonly value: number; readonly text: string }
  /** ISO 8601 as written, up to 7 decimal digits. */
  | { readonly type: 'DateTime'; readonly value: string }
  | { readonly type: 'Guid'; readonly value: string }
  /** Hexadecimal digits, upper case, two a byte. */
  | { readonly type: 'Binary'; readonly value: string };

/**
 * What came in place of a value of the type that it is declared with, or of any type: shown as the text that it is, and given back as it
 * came. Azurite stores such values.
 */
export interface Misfit {
  /** As it was declared, `Edm.Int64`; absent where it was not. */
  readonly declared?: string;
  /** The JSON that came, where it was not the text itself. */
  readonly json?: string;
}

export type EdmType = EdmValue['type'];

/** Every type, in the order in which values stand that have nothing in common. */
export const EDM_TYPES = [
  'Boolean',
  'Int32',
  'Int64',
  'Double',
  'DateTime',
  'Guid',
  'String',
  'Binary',
] as const satisfies readonly EdmType[];
