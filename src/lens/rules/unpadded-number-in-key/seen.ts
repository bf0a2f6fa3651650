import type { NumberFact } from '../../model/operation.ts';
import { numberUses } from '../../syntax/number-uses.ts';
import type { RuleContext } from '../rule.ts';
import { isPath } from '../shared/code.ts';
import { fileHas } from '../shared/code-has.ts';
import { type KeyPart, numberOf } from '../shared/key-values.ts';
import { onceForEach } from '../shared/once.ts';
import { textAt } from '../shared/place.ts';

/**
 * The number in a part of a key: known by its type or its making, or seen by what the code does with it where
 * nothing says its type.
 */
export function numberIn(context: RuleContext, part: KeyPart): NumberFact | undefined {
  const number = numberOf(part);
  const { value, place } = part;
  if (number === undefined && (value.kind !== 'unknown' || value.texts !== undefined)) return undefined;
  // its type says that it is text, or something else
  const isOther = value.kind === 'unknown' && value.is !== undefined && value.isMadeText !== true;
  if (number === undefined && isOther) return undefined;
  const code = textAt(context, place);
  const converted = CONVERTED.exec(code);
  const path = converted?.[1] ?? converted?.[2] ?? converted?.[3] ?? code;
  const use = isPath(path) ? usesOf(context, place.file)(place.span.start, path) : undefined;
  if (use === 'digit') return undefined;
  // what a loop elsewhere counts may come to count further than its few
  if (use === 'counted' && place.file === context.file) return undefined;
  if (number !== undefined || value.kind !== 'unknown') return number;
  if (!isPath(path) || OTHERWISE.test(path)) return undefined;
  if (use === 'number') return SEEN;
  // what has to be made text first, is none: a number where it is called one, or read back as one
  const isWhole = converted !== null && !part.inText;
  return isWhole && (NUMBERED.test(path) || readsBack(context, place.file)) ? SEEN : undefined;
}

const SEEN: NumberFact = { representation: 'double', origin: { kind: 'other' }, inverted: false };

const CONVERTED = /^String\((.*)\)$|^(.*?)\??\.toString\(\)$|^`\$\{([^{}]*)\}`$/;

/** `stop.num`, `round.no`: not of `phoneNumber` and the like, which are texts. */
const NUMBERED = /(?:^|[.?_])(?:num|no|nr|idx|index|count|seq|sequence|position|rank)$/;

/** Times, and numbers of one width. */
const OTHERWISE = /time|date|stamp|(?:^|[._])(?:ts|now|ms)$|At$|year|zip|phone|postal|code/i;

const usesOf = onceForEach((context: RuleContext, file: string) => numberUses(file, context.sourceOf(file)));

/** Whether a file makes numbers of the RowKeys of what it reads. */
function readsBack(context: RuleContext, file: string): boolean {
  return fileHas(context, file, READ_BACK);
}

const READ_BACK = /\b(?:Number|parse(?:Int|Float))\(\s*[\w$.?!]*\browKey\b/;
