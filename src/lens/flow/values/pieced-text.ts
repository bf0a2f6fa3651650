import type { Place } from '../../../core/text/segments.ts';
import { derive } from '../entities/sources.ts';
import { type Machine, unknownOf } from '../machine.ts';
import { argumentKeys } from './identities.ts';
import { type Atom, isSame, type TextAtom, type Value } from './values.ts';

/**
 * What a loop put together piece by piece is a text of which nobody knows how many pieces it has: the characters of a name that may stay,
 * the parts of a path. What a filter consists of stays as it is: two of its conditions tell what more of them are. Undefined for other values.
 */
export function piecedText(machine: Machine, value: Value, loop: Place): Value | undefined {
  if (value.kind !== 'choice') return undefined;
  const atoms = value.cases.map((one) => one.value);
  const texts = atoms.filter((atom) => atom.kind === 'text');
  if (texts.length < atoms.length || texts.length > MOST || !isGrown(texts) || texts.some(isSentence))
    return undefined;
  const made = unknownOf(machine, 'call-result', { is: 'string' });
  machine.madeBy.set(made.symbol, `${loop.file}:${loop.span.start} pieces ${argumentKeys(machine, texts)}`);
  return derive(machine, made, texts, 'far');
}

/** Texts that a loop of two turns makes in a few ways each. */
const MOST = 40;

/** Whether a text goes on where another one ends, which has something of its own. */
function isGrown(texts: readonly TextAtom[]): boolean {
  const hasHole = ({ segments }: TextAtom): boolean => segments.some(({ kind }) => kind === 'hole');
  return texts.some(
    (text) =>
      hasHole(text) &&
      texts.some((longer) => longer.segments.length > text.segments.length && beginsWith(longer, text)),
  );
}

function beginsWith({ segments: longer }: TextAtom, { segments }: TextAtom): boolean {
  return segments.every((segment, index) => {
    const other = longer[index];
    if (segment.kind === 'hole')
      return other?.kind === 'hole' && isSame(segment.hole as Atom, other.hole as Atom);
    return other?.kind === 'literal' && other.text.startsWith(segment.text);
  });
}

/** Whether a text has spaces or quotes, as filters and what people read have, or what no key may have, which is told of it as it is. */
function isSentence({ segments }: TextAtom): boolean {
  return segments.some((segment) => segment.kind === 'literal' && /[\s'"/\\#?]/.test(segment.text));
}
