import * as l10n from '@vscode/l10n';
import type { EdmValue } from '../../core/edm/value.ts';
import { isComparison, isConnective, isOperand, logicalOf } from '../../core/odata/cursor.ts';
import { lex } from '../../core/odata/lexer.ts';
import type { Token } from '../../core/odata/lexer.ts';
import { printLiteral } from '../../core/odata/print.ts';
import type { StoredType } from '../../core/shape/stored-type.ts';
import { plainText } from '../../core/text/segments.ts';

/** A property that a filter may name, and what is known of its values. */
export interface KnownProperty {
  readonly name: string;
  /** The most frequent first; none where nothing tells. */
  readonly types: readonly StoredType[];
  /** What tells the types: the service of its own properties, the rows that were loaded, the source of the workspace. */
  readonly from: 'service' | 'rows' | 'source';
  /** Values seen, in the order in which one looks for them. */
  readonly samples: () => readonly EdmValue[];
}

/** Something that may stand at the cursor. */
export interface Completion {
  readonly label: string;
  /** Beside the label, dimmed. */
  readonly detail: string;
  /** What takes the place of `start` to `end`. */
  readonly insert: string;
  readonly start: number;
  readonly end: number;
  /** Where the cursor goes, from `start`; behind the insertion when undefined. */
  readonly cursor?: number;
}

/** What the grammar has next. */
type Expected =
  | { readonly kind: 'clause' }
  | { readonly kind: 'operator'; readonly property: string }
  | { readonly kind: 'value'; readonly property: string }
  | { readonly kind: 'connective' };

/** What may be written at `offset` of a filter, by what stands before it. */
export function completionsAt(
  text: string,
  offset: number,
  properties: readonly KnownProperty[],
): Completion[] {
  const before = text.slice(0, offset);
  const { tokens, errors } = lex(plainText(before));
  const written = tokens.filter(({ kind }) => kind !== 'end');
  const last = written.at(-1);
  // what touches the cursor is still being written; a closed text or parenthesis is not
  const isOpen = errors.some(({ kind }) => kind === 'unterminated-string');
  const isPartial = last?.span.end === offset && (last.kind === 'word' || last.kind === 'number' || isOpen);
  const start = isPartial ? last.span.start : offset;
  const end = isPartial && last.kind === 'word' ? wordEnd(text, offset) : offset;
  const typed = before.slice(start).toLowerCase();
  return offers(expectedAfter(isPartial ? written.slice(0, -1) : written), properties)
    .filter(({ label }) => label.toLowerCase().startsWith(typed) && label !== text.slice(start, end))
    .map((offer) => ({ ...offer, start, end }));
}

type Offer = Omit<Completion, 'start' | 'end'>;

function offers(expected: Expected, properties: readonly KnownProperty[]): Offer[] {
  switch (expected.kind) {
    case 'clause':
      return [
        ...properties.map(({ name, types, from }) =>
          offer(name, from === 'source' ? l10n.t('in the source') : types.join(' | '), `${name} `),
        ),
        offer('not', '', 'not ()', 'not ('.length),
      ];
    case 'operator':
      return OPERATORS.map(([operator, sign]) => offer(operator, sign, `${operator} `));
    case 'value': {
      const property = properties.find(({ name }) => name === expected.property);
      const seen = (property?.samples() ?? []).map((value) => offer(printLiteral(value), value.type));
      const forms = (
        property === undefined || property.types.length === 0 ? ['String' as const] : property.types
      ).flatMap((type) => FORMS[type] ?? []);
      return [...seen, ...forms.filter(({ label }) => !seen.some((other) => other.label === label))];
    }
    case 'connective':
      return ['and', 'or'].map((word) => offer(word, '', `${word} `));
  }
}

function offer(label: string, detail: string, insert = label, cursor?: number): Offer {
  return { label, detail, insert, ...(cursor !== undefined && { cursor }) };
}

const OPERATORS: readonly (readonly [operator: string, sign: string])[] = [
  ['eq', '='],
  ['ne', '≠'],
  ['gt', '>'],
  ['ge', '≥'],
  ['lt', '<'],
  ['le', '≤'],
];

/** How a value of a type is written, with the cursor where its text goes. */
const FORMS: Readonly<Partial<Record<StoredType, readonly Offer[]>>> = {
  String: [offer("''", 'String', "''", 1)],
  Boolean: [offer('true', 'Boolean'), offer('false', 'Boolean')],
  DateTime: [offer("datetime''", 'DateTime', "datetime''", "datetime'".length)],
  Guid: [offer("guid''", 'Guid', "guid''", "guid'".length)],
  Binary: [offer("X''", 'Binary', "X''", "X'".length)],
};

function expectedAfter(tokens: readonly Token[]): Expected {
  let expected: Expected = { kind: 'clause' };
  for (const token of tokens) expected = next(expected, token);
  return expected;
}

function next(expected: Expected, token: Token): Expected {
  if (token.kind === 'open' || logicalOf(token) === 'not' || isConnective(token)) return { kind: 'clause' };
  if (token.kind === 'close') return { kind: 'connective' };
  if (isComparison(token)) {
    return { kind: 'value', property: expected.kind === 'operator' ? expected.property : '' };
  }
  if (!isOperand(token)) return expected;
  return expected.kind === 'clause'
    ? { kind: 'operator', property: token.kind === 'word' ? token.text : '' }
    : { kind: 'connective' };
}

/** Where the word ends that has the cursor in it. */
function wordEnd(text: string, offset: number): number {
  const rest = /^[\p{L}\p{N}\p{M}_]*/u.exec(text.slice(offset));
  return offset + (rest?.[0].length ?? 0);
}
