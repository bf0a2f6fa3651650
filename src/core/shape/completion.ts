import * as l10n from '@vscode/l10n';
import type { EdmValue } from '../edm/value.ts';
import { type Expected, writingPointAt } from '../odata/expected.ts';
import { printLiteral } from '../odata/print.ts';
import { type FlatText, plainText } from '../text/segments.ts';
import type { StoredType } from './stored-type.ts';

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
  /** What may have been begun to be offered this; the label where it is absent. */
  readonly begins?: readonly string[];
}

/** What may be written at `offset` of a filter, by what stands before it. */
export function completionsAt(
  text: string,
  offset: number,
  properties: readonly KnownProperty[],
): Completion[] {
  return completionsIn(plainText(text), offset, (expected) => offersFor(expected, properties));
}

/** The same of a filter that a program puts together, with offers of its own. */
export function completionsIn<T extends Pick<Offer, 'label' | 'begins'>>(
  flat: FlatText<unknown>,
  offset: number,
  offers: (expected: Expected) => readonly T[],
): (T & Pick<Completion, 'start' | 'end'>)[] {
  const point = writingPointAt(flat, offset);
  if (point === undefined) return [];
  const { expected, span, typed } = point;
  const begun = typed.toLowerCase();
  const beginsSo = (text: string): boolean => text.toLowerCase().startsWith(begun);
  const whole = flat.text.slice(span.start, span.end);
  return offers(expected)
    .filter(({ label, begins = [label] }) => begins.some(beginsSo) && label !== whole)
    .map((offer) => ({ ...offer, ...span }));
}

/** Something that the grammar takes next, wherever that is. */
export type Offer = Omit<Completion, 'start' | 'end'>;

/** Names, operators, values that were seen and forms of values: what is known of a table without a program. */
export function offersFor(expected: Expected, properties: readonly KnownProperty[]): Offer[] {
  switch (expected.kind) {
    case 'clause':
      return [
        ...properties.map(({ name, types, from }) =>
          offer(name, types.join(' | ') || (from === 'source' ? l10n.t('in the source') : ''), `${name} `),
        ),
        offer('not', '', 'not ()', 'not ('.length),
      ];
    case 'operator':
      return OPERATORS.filter(([operator]) => isFit(operator, properties, expected.property)).map(
        ([operator, sign]) => offer(operator, sign, `${operator} `),
      );
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

/** Types whose values have no order that anybody asks for. */
const UNORDERED: ReadonlySet<StoredType> = new Set(['Boolean', 'Guid', 'Binary']);

function isFit(operator: string, properties: readonly KnownProperty[], asked: string): boolean {
  const types = properties.find(({ name }) => name === asked)?.types ?? [];
  const isUnordered = types.length > 0 && types.every((type) => UNORDERED.has(type));
  return !isUnordered || operator === 'eq' || operator === 'ne';
}

/** How a value of a type is written, with the cursor where its text goes. */
const FORMS: Readonly<Partial<Record<StoredType, readonly Offer[]>>> = {
  String: [offer("''", 'String', "''", 1)],
  Int64: [offer('…L', 'Int64', 'L', 0)],
  Boolean: [offer('true', 'Boolean'), offer('false', 'Boolean')],
  DateTime: [offer("datetime''", 'DateTime', "datetime''", "datetime'".length)],
  Guid: [offer("guid''", 'Guid', "guid''", "guid'".length)],
  Binary: [offer("X''", 'Binary', "X''", "X'".length)],
};
