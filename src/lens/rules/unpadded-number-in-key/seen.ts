import type { Place } from '../../../core/text/segments.ts';
import type { NumberFact } from '../../model/operations/operation.ts';
import { pathOf } from '../../syntax/program/names.ts';
import type { Expression } from '../../syntax/program/program.ts';
import type { ExpressionPart, Part } from '../../syntax/program/walk.ts';
import type { RuleContext } from '../rule.ts';
import { expressionAt, fileHas, functionAround, givenToNames } from '../shared/code-at.ts';
import { type KeyPart, numberOf } from '../shared/key-values.ts';
import { numberUse } from './number-uses.ts';

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
  const written = expressionAt(context, place);
  const converted = written && convertedIn(written.expression);
  const expression = converted ?? written?.expression;
  const path = expression && pathOf(expression)?.join('.');
  const use =
    written && expression && path !== undefined
      ? numberUse(context, place, { ...written, expression })
      : undefined;
  if (use === 'digit' || use === 'time') return undefined;
  // what a loop elsewhere counts may come to count further than its few
  if (use === 'counted' && place.file === context.file) return undefined;
  // a moment has as many digits in 2001 as in 2286
  if (path !== undefined && MOMENT.test(path) && number?.origin.kind === 'other') return undefined;
  if (number !== undefined || value.kind !== 'unknown') return number;
  if (written && expression && isNext(context, place, { ...written, expression })) return SEEN;
  if (path === undefined || OTHERWISE.test(path)) return undefined;
  if (use === 'number') return SEEN;
  // what has to be made text first, is none: a number where it is called one, or read back as one
  const isWhole = converted !== undefined && !part.inText;
  return isWhole && (NUMBERED.test(path) || fileHas(context, place.file, readsBack)) ? SEEN : undefined;
}

/** `head.version + 1`, there or under a name that gets it: what goes by the name of a count is no text that a 1 is put behind. */
function isNext(context: RuleContext, place: Place, part: ExpressionPart): boolean {
  if (part.expression.kind !== 'local') return isOneMore(part.expression);
  const given = givenToNames(context, functionAround(context, place))(part);
  return given.length > 0 && given.every((one) => one.kind === 'expression' && isOneMore(one.expression));
}

function isOneMore(expression: Expression): boolean {
  if (expression.kind !== 'binary' || expression.operator !== '+') return false;
  const { left, right } = expression;
  const last = pathOf(left)?.at(-1);
  return right.kind === 'number' && Number.isInteger(right.value) && last !== undefined && COUNTED.test(last);
}

const COUNTED =
  /(?:^|_)(?:version|revision|rev|count|counter|seq|sequence|number|no|num|index|last|next)$|(?:Version|Revision|Count|Counter|Seq|Sequence|Number|No|Num|Index)$/;

const SEEN: NumberFact = { representation: 'double', origin: { kind: 'other' }, inverted: false };

/** What `String(…)`, `….toString()` or a template with nothing else makes a text of. */
export function convertedIn(expression: Expression): Expression | undefined {
  switch (expression.kind) {
    case 'template':
      return expression.tag === undefined && expression.texts.every(({ text }) => text === '')
        ? onlyOf(expression.holes)
        : undefined;
    case 'call': {
      const { callee, args } = expression;
      if (callee.kind === 'global') return callee.name === 'String' ? args[0] : undefined;
      return callee.kind === 'member' && callee.name === 'toString' && args.length === 0
        ? callee.object
        : undefined;
    }
    default:
      return undefined;
  }
}

function onlyOf([first, ...others]: readonly Expression[]): Expression | undefined {
  return others.length === 0 ? first : undefined;
}

/** `stop.num`, `round.no`, `hour`: not of `phoneNumber` and the like, which are texts. */
const NUMBERED =
  /(?:^|[._])(?:num|no|nr|idx|index|count|seq|sequence|position|rank|hour|minute|page|round|lap|chapter)$/;

/** `ts`, `event.timestamp`, `createdAt`, `epochMs`: as people call a number of seconds or milliseconds since 1970. */
const MOMENT = /(?:^|[._])(?:ts|timestamp|epoch(?:Ms|Millis|Seconds)?)$|(?:Ts|Timestamp|At|Epoch)$/;

/** Times, and numbers of one width. */
const OTHERWISE = /time|date|stamp|(?:^|[._])(?:ts|now|ms)$|At$|year|zip|phone|postal|code/i;

/** Whether code makes a number of the RowKey of what it reads. */
function readsBack(part: Part): boolean {
  if (part.kind !== 'expression' || part.expression.kind !== 'call') return false;
  const { callee, args } = part.expression;
  const path = pathOf(callee);
  const isParsed = path !== undefined && PARSES.has(path.join('.'));
  return isParsed && args[0] !== undefined && pathOf(args[0])?.at(-1) === 'rowKey';
}

const PARSES: ReadonlySet<string> = new Set([
  ...['Number', 'parseInt', 'parseFloat', 'Number.parseInt', 'Number.parseFloat'],
]);
