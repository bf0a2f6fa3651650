import * as l10n from '@vscode/l10n';
import type { ComparisonOperator } from '../../../core/odata/ast.ts';
import { afterPrefix, quote } from '../../../core/odata/quote.ts';
import type { KeyName } from '../../../core/shape/shape.ts';
import { constantPattern, type KeyPattern, type ValuePart } from '../../model/keys/key-pattern.ts';
import { type KeySchema, lastName } from '../../model/keys/key-schema.ts';
import { codecOf, exampleOf, patternText } from '../../model/keys/key-text.ts';
import { orderWords } from '../key-words.ts';
import type { SourceOffer } from './offer.ts';
import { code, type Piece, type SourcePart, stop, text } from './written.ts';

/** Ways in which a table writes a key that are offered; more of them are no help. */
const MOST_WRITTEN = 8;

/** How filters are written where an expression is put into them. */
export interface Surroundings {
  /** The `odata` tag, which puts values into quotes. */
  readonly isTagged: boolean;
  /** Names of plain values there. */
  readonly names: ReadonlySet<string>;
}

/** How the writes of a table put a key together, each once. */
export function writtenPatterns(schema: KeySchema | undefined, key: KeyName): readonly KeyPattern[] {
  const variants = (key === 'PartitionKey' ? schema?.partitionKey : schema?.rowKey) ?? [];
  const written = variants.filter(({ uses }) => uses.some(({ how }) => how === 'written'));
  const bySignature = new Map(written.map(({ pattern }) => [pattern.signature, pattern]));
  return [...bySignature.values()].filter(({ parts }) => parts.length > 0).slice(0, MOST_WRITTEN);
}

/** Values of a key as the writes of its table make them; of a range where those begin, or end, that have a prefix. */
export function keyOffers(
  patterns: readonly KeyPattern[],
  operator: ComparisonOperator | undefined,
  around: Surroundings,
): SourceOffer[] {
  return patterns.flatMap((pattern): SourceOffer[] => {
    const constant = constantPattern(pattern);
    if (constant !== undefined) return [literalOffer(constant, l10n.t('written by your code'))];
    const prefix = prefixOf(pattern);
    if (operator === undefined || operator === 'eq' || operator === 'ne') {
      return [{ ...patternOffer(pattern, around), ...about(pattern) }];
    }
    const bound = operator === 'ge' || operator === 'gt' ? prefix : prefix && afterPrefix(prefix);
    if (bound === undefined) return prefix === undefined ? [] : [literalOffer(prefix, patternText(pattern))];
    const words =
      bound === prefix ? patternText(pattern) : l10n.t('after all that begin with {0}', prefix ?? '');
    return [{ ...literalOffer(bound, words), ...about(pattern) }];
  });
}

/** The constant text that keys of a pattern begin with. */
export function prefixOf({ parts: [first, ...rest] }: KeyPattern): string | undefined {
  return first?.kind === 'literal' && rest.length > 0 ? first.text : undefined;
}

function literalOffer(value: string, detail: string): SourceOffer {
  const literal = quote(value);
  return { kind: 'value', label: literal, detail, pieces: [text(literal)] };
}

function patternOffer(pattern: KeyPattern, around: Surroundings): SourceOffer {
  const written = patternText(pattern);
  return {
    kind: 'value',
    label: quote(written),
    detail: l10n.t('as your code writes it'),
    pieces: piecesOf(pattern, around),
  };
}

/** A value that the pattern makes, with expressions for what only the running program knows. */
function piecesOf({ parts }: KeyPattern, { isTagged, names }: Surroundings): readonly Piece[] {
  const codes = parts.map((part) => (part.kind === 'literal' ? part.text : expressionOf(part, names)));
  const [only, ...others] = codes;
  // the tag puts quotes round each of its values, so that a key of several parts is one expression
  if (isTagged) {
    if (others.length === 0 && typeof only === 'object') return [code(...only)];
    return [
      code(
        '`',
        ...codes.flatMap((each) => (typeof each === 'string' ? [inTemplate(each)] : ['${', ...each, '}'])),
        '`',
      ),
    ];
  }
  const pieces = codes.map((each) =>
    typeof each === 'string' ? text(each.replaceAll("'", "''")) : code(...each),
  );
  return [text("'"), ...pieces, text("'")];
}

function inTemplate(characters: string): string {
  return characters.replaceAll(/[\\`]|\$(?=\{)/g, (character) => `\\${character}`);
}

/** What the value is called where it is written, if that is a name here, else a name to be replaced; padded as there. */
function expressionOf(
  { name, form }: ValuePart,
  names: ReadonlySet<string>,
): readonly (string | SourcePart)[] {
  const called = [name, lastName(name)].find((one) => one !== undefined && names.has(one));
  const value: string | SourcePart = called ?? { text: placeholder(lastName(name)), isStop: true };
  const isPadded = (form.kind === 'number' || form.kind === 'counter') && form.width !== undefined;
  return isPadded ? ['String(', value, `).padStart(${form.width}, '0')`] : [value];
}

function placeholder(name: string | undefined): string {
  return name !== undefined && /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? name : 'key';
}

/** The encoding, an example and the order of such keys. */
function about(pattern: KeyPattern): Pick<SourceOffer, 'documentation'> {
  const codecs = pattern.parts.flatMap((part) =>
    part.kind === 'literal' ? [] : (codecOf(part.form)?.title() ?? []),
  );
  const example = exampleOf(pattern);
  const lines = [
    ...codecs,
    ...(example === undefined ? [] : [l10n.t('Example: {0}', example)]),
    ...((orderWords(pattern) ?? '') ? [orderWords(pattern) ?? ''] : []),
  ];
  return lines.length === 0 ? {} : { documentation: lines.join('\n') };
}

/** The value that a partition is asked for by: the only one that is written, else a value that is called so here, else a text to be replaced. */
export function partitionPieces(patterns: readonly KeyPattern[], around: Surroundings): readonly Piece[] {
  const [pattern, ...others] = patterns;
  if (pattern !== undefined && others.length === 0) {
    const constant = constantPattern(pattern);
    return constant === undefined ? piecesOf(pattern, around) : [text(quote(constant))];
  }
  const named = ['partitionKey', 'PartitionKey', 'pk', 'partition'].find((name) => around.names.has(name));
  if (named === undefined) return [text("'"), stop('partition'), text("'")];
  return around.isTagged ? [code(named)] : [text("'"), code(named), text("'")];
}
