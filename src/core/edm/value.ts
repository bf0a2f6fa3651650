/**
 * A property value of the Table service with its type, nothing lost: Int64 and DateTime keep what a
 * JavaScript number or Date cannot hold.
 */
export type EdmValue =
  | { readonly type: 'String'; readonly value: string }
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
