import type { Expression } from '../../syntax/program/program.ts';
import type { FilterAlternative, Value } from '../../model/operations/operation.ts';
import type { RuleContext } from '../rule.ts';
import { hasTypes, isPath } from './code.ts';
import { expressionAt } from './code-at.ts';
import type { Piece } from './pieces.ts';

/** What texts and nothing else have, and gives a text; and what gives a text whatever it is called on. */
const TEXT_METHODS: ReadonlySet<string> = new Set([
  ...['trim', 'trimStart', 'trimEnd', 'toLowerCase', 'toUpperCase', 'padStart', 'padEnd', 'normalize'],
  ...['replace', 'replaceAll', 'substring', 'charAt', 'repeat'],
  ...['toString', 'toISOString', 'toFixed', 'join'],
]);

/** Functions of the language that give a text of whatever they get. */
const TEXT_FUNCTIONS: ReadonlySet<string> = new Set(['String', 'encodeURIComponent', 'encodeURI']);

const AS_TEXT = 'String';

/** How a constant is written that may be something else than a text. */
const NO_TEXT = /^(?:-?\d.*|-?Infinity|NaN|true|false|null|undefined)$/;

/**
 * JavaScript for the text that a template makes of a piece: `String(id)` of what may be a number, a list or nothing, which `odata` and
 * the methods of the SDK take in another way.
 */
export function asText(context: RuleContext, alternative: FilterAlternative, piece: Piece): string {
  return isText(context, alternative, piece) ? piece.code : `${AS_TEXT}(${piece.code})`;
}

/** What `asText` gives of a name, for a template, which makes a text of it anyway. */
export function inTemplate(code: string): string {
  const name = code.startsWith(`${AS_TEXT}(`) ? code.slice(AS_TEXT.length + 1, -1) : code;
  return isPath(name) ? name : code;
}

function isText(context: RuleContext, alternative: FilterAlternative, piece: Piece): boolean {
  const { value, place, span, code } = piece;
  const written = place && expressionAt(context, place)?.expression;
  if (written !== undefined && isTextCode(written)) return true;
  if (written?.kind === 'index' || (written !== undefined && isOptionalChain(written))) return false;
  // the function that escaped it takes anything, as far as is known
  if (written !== undefined && place !== undefined && code.length !== place.span.end - place.span.start)
    return false;
  return value === undefined
    ? !NO_TEXT.test(alternative.text.text.slice(span.start, span.end))
    : isTextValue(value) || isDeclaredElsewhere(context, written);
}

/** A name that only other files declare, of which TypeScript knows whether it is a text. */
function isDeclaredElsewhere({ file }: RuleContext, code: Expression | undefined): boolean {
  return code?.kind === 'global' && hasTypes(file);
}

function isTextValue(value: Value): boolean {
  switch (value.kind) {
    case 'text':
    case 'time-text':
    case 'random-text':
      return true;
    case 'oneOf':
      return value.values.every((alternative) => isTextValue(alternative.value));
    case 'unknown':
      return value.is === 'string' && value.isMadeText !== true && value.isOptional !== true;
    case 'number':
    case 'number-text':
    case 'boolean':
    case 'nothing':
      return false;
  }
}

/** Whether code gives a text, whatever is in it. */
export function isTextCode(code: Expression): boolean {
  switch (code.kind) {
    case 'text':
      return true;
    case 'template':
      return code.tag === undefined;
    case 'typed':
      return isTextCode(code.operand);
    case 'call': {
      const { callee } = code;
      if (callee.kind === 'global') return TEXT_FUNCTIONS.has(callee.name);
      return callee.kind === 'member' && TEXT_METHODS.has(callee.name) && !isOptionalChain(code);
    }
    default:
      return false;
  }
}

/** Whether all of it is left out where something in it is missing. */
function isOptionalChain(code: Expression): boolean {
  switch (code.kind) {
    case 'call':
      return code.isOptional || isOptionalChain(code.callee);
    case 'member':
    case 'index':
      return code.isOptional || isOptionalChain(code.object);
    default:
      return false;
  }
}
