import * as l10n from '@vscode/l10n';
import type { TextEdit } from '../../../core/text/edit.ts';
import type { Place } from '../../../core/text/segments.ts';
import type { Span } from '../../../core/text/span.ts';
import type { GivenKey } from '../../model/keys/key-schema.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { withAssertions } from '../../syntax/edits/assertion-at.ts';
import { asOperand } from '../../syntax/edits/operand.ts';
import { replaceExpression } from '../../syntax/edits/shorthand.ts';
import { walkCode } from '../../syntax/program/walk.ts';
import { expressionAt } from '../shared/code-at.ts';
import { addressKind } from '../shared/email-names.ts';
import { keysOf } from '../shared/given.ts';
import type { KeyPart } from '../shared/key-values.ts';
import { textAt } from '../shared/place.ts';

/** A separator of one character is another one; a name that stands for the text stays. */
export function replaceFix(context: RuleContext, place: Place, character: string): Fix[] {
  if (place.file !== context.file || textAt(context, place) !== character) return [];
  return [{ title: l10n.t('Use _ instead'), edits: [{ span: place.span, text: '_' }] }];
}

/** The value as a text that a key may have. */
export function encodeFix(context: RuleContext, { value, place }: KeyPart): Fix[] {
  const written = textAt(context, place);
  const source = context.sourceOf(place.file);
  const edit = (code: string): TextEdit => replaceExpression(place.file, source, place.span, code);
  if (value.kind === 'random-text') {
    const name = encodingIn(context, place);
    return name === undefined
      ? []
      : [{ title: l10n.t('Use base64url'), edits: [{ span: name, text: 'base64url' }] }];
  }
  if (value.kind !== 'unknown') return [];
  return [
    {
      title: l10n.t('Encode it with encodeURIComponent'),
      edits: [edit(`encodeURIComponent(${written})`)],
    },
  ];
}

/** Where code says `base64`, between the quotes. */
function encodingIn(context: RuleContext, place: Place): Span | undefined {
  const code = expressionAt(context, place);
  let found: Span | undefined;
  if (code !== undefined)
    walkCode(code, (part) => {
      const text =
        part.kind === 'expression' && part.expression.kind === 'text' ? part.expression.text : undefined;
      if (text?.text === 'base64') found ??= text.span;
    });
  return found;
}

/**
 * Encodes nothing but what no key may have: ordinary addresses, and the entities under them, stay as they are. What this
 * file asks for by the same key changes with it, so that an address with such a character is found, too.
 */
export function encodeEmailFix(context: RuleContext, given: GivenKey, place: Place): Fix[] {
  const asked = given.operation.table === undefined ? [] : placesAsked(context, given);
  const places = new Map([...asked, place].map((one) => [one.span.start, one]));
  return [
    {
      title: l10n.t('Encode only / \\ # ?'),
      edits: [...places.values()].map((one) => encodeAt(context, one)),
    },
  ];
}

/** Where this file asks for the same key of the table by an address. */
function placesAsked(context: RuleContext, { key, operation: { table } }: GivenKey): Place[] {
  return keysOf(context)
    .filter((other) => other.how !== 'written' && other.key === key && other.operation.table === table)
    .flatMap(({ patterns }) => patterns.flatMap(({ parts }) => parts))
    .flatMap((part) =>
      part.kind === 'value' &&
      part.form.kind === 'text' &&
      part.form.through !== 'uri' &&
      !part.form.isKeySafe &&
      part.place.file === context.file &&
      addressKind(part.name ?? '') !== undefined
        ? [part.place]
        : [],
    );
}

function encodeAt(context: RuleContext, place: Place): TextEdit {
  const source = context.sourceOf(place.file);
  const span = withAssertions(place.file, source, place.span);
  const operand = asOperand(place.file, source, span);
  return replaceExpression(place.file, source, span, `${operand}.replace(/[/\\\\#?]/g, encodeURIComponent)`);
}
