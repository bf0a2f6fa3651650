import type { ParsedFilter } from '../../src/core/odata/ast.ts';
import { parseFilter } from '../../src/core/odata/parse.ts';
import { classify } from '../../src/core/shape/classify.ts';
import type { Classification, KeyRegion, Shape } from '../../src/core/shape/shape.ts';
import { plainText } from '../../src/core/text/segments.ts';

/** What a filter that was sent is, by the core's reading of plain text. */
export interface Sent {
  readonly parsed: ParsedFilter;
  readonly classification: Classification;
  /** Absent where there is something wrong with it. */
  readonly shape?: Shape;
  /** Whether the service is documented to reject it. */
  readonly isRejected: boolean;
  /** The shapes that may be said of it: of one that can match nothing also what it reads but for that. */
  readonly fits: readonly Shape[];
}

const known = new Map<string, Sent>();

/** Filters that are remembered: programs send the same ones again and again. */
const MOST = 20_000;

export function readSent(filter: string | undefined): Sent {
  const text = filter ?? '';
  const before = known.get(text);
  if (before !== undefined) return before;
  if (known.size >= MOST) known.clear();
  const made = read(text);
  known.set(text, made);
  return made;
}

function read(text: string): Sent {
  const parsed = parseFilter(plainText(text));
  const classification = classify(parsed.filter);
  const { shape, region } = classification;
  const fits = shape === 'empty' ? [shape, outlineOf(region)] : [shape];
  const isRejected = parsed.errors.some(({ certainty }) => certainty === 'documented');
  return { parsed, classification, fits, isRejected, ...(parsed.errors.length === 0 && { shape }) };
}

/** The shape of what a contradiction would read: values are holes to the lens, which do not contradict each other. */
function outlineOf({ partitionKey, rowKey }: KeyRegion): Shape {
  if (partitionKey.kind === 'free') return 'table-scan';
  if (partitionKey.kind === 'range') return 'partition-range';
  return rowKey.kind === 'free' ? 'partition-scan' : rowKey.kind === 'range' ? 'row-range' : 'point';
}
