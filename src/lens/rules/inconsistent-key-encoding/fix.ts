import * as l10n from '@vscode/l10n';
import type { Place } from '../../../core/text/segments.ts';
import { constantPattern, type KeyPattern, type ValuePart } from '../../model/keys/key-pattern.ts';
import type { GivenKey } from '../../model/keys/key-schema.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { walkCode } from '../../syntax/program/walk.ts';
import { expressionAt } from '../shared/code-at.ts';
import { isTextOfNumber } from '../shared/number-code.ts';
import { asOperand } from '../../syntax/edits/operand.ts';
import { replaceExpression } from '../../syntax/edits/shorthand.ts';
import { escapeFor, stringCode } from '../shared/code.ts';
import { textAt } from '../shared/place.ts';

/** Asks for a key in the form in which it is written, where the value that is asked for can be brought into it. */
export function askAsWritten(
  context: RuleContext,
  given: GivenKey,
  asked: KeyPattern,
  written: KeyPattern,
): Fix[] {
  const change = constantFor(context, given, written) ?? partFor(context, asked, written);
  if (change?.place.file !== context.file) return [];
  const { place, code } = change;
  return [
    {
      title: l10n.t('Query it in the format that is written: {0}', code),
      edits: [replaceExpression(place.file, context.sourceOf(place.file), place.span, code)],
    },
  ];
}

interface Change {
  readonly place: Place;
  readonly code: string;
}

/** A literal in another case. */
function constantFor(context: RuleContext, { place }: GivenKey, written: KeyPattern): Change | undefined {
  const text = constantPattern(written);
  const isLiteral = expressionAt(context, place)?.expression.kind === 'text';
  return text !== undefined && isLiteral ? { place, code: stringCode(text) } : undefined;
}

/** The one value that needs to be changed, or gets the text around it. */
function partFor(context: RuleContext, asked: KeyPattern, written: KeyPattern): Change | undefined {
  const [only, ...others] = asked.parts;
  if (written.parts.length > 1 && others.length === 0 && only?.kind === 'value') {
    const code = textAt(context, only.place);
    const own = written.parts.find((part) => part.kind === 'value');
    return { place: only.place, code: withText(written, (own && brought(context, only, own)) ?? code) };
  }
  const changes = asked.parts.flatMap((part, i) => {
    const own = written.parts[i];
    if (part.kind !== 'value' || own?.kind !== 'value') return [];
    const code = brought(context, part, own);
    return code === undefined ? [] : [{ place: part.place, code }];
  });
  return changes.length === 1 ? changes[0] : undefined;
}

/** The text that stands around the one value of a key. */
function withText({ parts }: KeyPattern, code: string): string {
  const inner = parts.map((part) => (part.kind === 'literal' ? escapeFor('`', part.text) : `\${${code}}`));
  return `\`${inner.join('')}\``;
}

/** The code of a value in the form of another; undefined where it has it, or nobody knows how to get there. */
function brought(context: RuleContext, { form, place }: ValuePart, own: ValuePart): string | undefined {
  const code = textAt(context, place);
  const operand = (): string => asOperand(place.file, context.sourceOf(place.file), place.span);
  const isPadded = own.form.kind === 'text' && own.form.padded !== undefined;
  if (own.form.kind === 'text' && form.kind === 'text' && form.through === undefined && !isPadded) {
    // of several functions, as in `name.trim().toLowerCase()`, only the last is known
    if (callsAt(context, own.place) > 1 || own.form.inCase !== undefined) return undefined;
    switch (own.form.through) {
      case 'lower':
        return `${operand()}.toLowerCase()`;
      case 'upper':
        return `${operand()}.toUpperCase()`;
      case 'uri':
        return `encodeURIComponent(${code})`;
      case undefined:
        return undefined;
    }
  }
  const width = widthOf(own);
  const isBare =
    form.kind === 'text'
      ? isPadded && form.isMadeText === true
      : (form.kind === 'number' || form.kind === 'counter') && form.width === undefined;
  if (width === undefined || !isBare) return undefined;
  const text = isTextOfNumber(context, place) ? code : `String(${code})`;
  return `${text}.padStart(${width}, '0')`;
}

/** The characters that zeros before a value make it. */
function widthOf({ form }: ValuePart): number | undefined {
  if (form.kind === 'text') return form.padded;
  return form.kind === 'number' || form.kind === 'counter' ? form.width : undefined;
}

/** How many functions a value is put through where it stands; those of code that isn't known count as many. */
function callsAt(context: RuleContext, place: Place): number {
  const code = expressionAt(context, place);
  if (code === undefined) return Infinity;
  let calls = 0;
  walkCode(code, (part) => {
    if (part.kind === 'expression' && part.expression.kind === 'call') calls += 1;
  });
  return calls;
}
