import * as l10n from '@vscode/l10n';
import type { Place } from '../../../core/text/segments.ts';
import type { GivenKey } from '../../model/keys/key-schema.ts';
import type { Operation, Value } from '../../model/operations/operation.ts';
import type { Code } from '../../syntax/program/code.ts';
import { pathOf } from '../../syntax/program/names.ts';
import type { Expression } from '../../syntax/program/program.ts';
import type { RuleContext } from '../rule.ts';
import { type KeyPart, partsOfKey } from '../shared/key-values.ts';
import { codeAround, expressionAt } from '../shared/code-at.ts';
import { onceForEach } from '../shared/once.ts';
import { type AddressKind, addressKind, isNoAddress } from '../shared/email-names.ts';

/**
 * Which characters that no key may have are to be expected in a part that is called like an e-mail address, in words;
 * undefined for other parts, and where the source shows that it lets no such address through. Before its `@` an address
 * may have `/`, `#` and `?` (RFC 5322, `atext`); Microsoft Entra ID calls a guest `ada_contoso.com#EXT#@fabrikam.…`.
 */
export function emailReason(context: RuleContext, given: GivenKey, part: KeyPart): string | undefined {
  const kind = kindOf(context, part);
  if (kind === undefined || isChecked(context, codeAround(context, placeOf(given)))) return undefined;
  if (isCleanedBefore(context, given, part.value)) return undefined;
  switch (kind) {
    case 'mail':
      return l10n.t('an email address can contain / # and ? before the @');
    case 'principal':
      return l10n.t('the user principal name of a guest contains #EXT#');
  }
}

/** Whether code lets only such addresses through as a key may have, or refuses these characters. */
const isChecked = onceForEach((_: RuleContext, { parts }: Code): boolean => {
  const patterns: Extract<Expression, { kind: 'pattern' }>[] = [];
  const encoded = new Set<Expression>();
  for (const part of parts) {
    if (part.kind !== 'expression') continue;
    const { expression } = part;
    if (expression.kind === 'pattern') patterns.push(expression);
    if (expression.kind !== 'call') continue;
    if (isZodEmail(expression.callee)) return true;
    const [first, second] = expression.args;
    // as the fix writes it
    const isEncoded = second?.kind === 'global' && second.name === 'encodeURIComponent';
    if (isEncoded && first !== undefined) encoded.add(first);
  }
  return patterns.some((one) => allowsFew(one.source) || (knowsThem(one.source) && !encoded.has(one)));
});

/** `z.string().email`, `z.email` */
function isZodEmail(callee: Expression): boolean {
  if (callee.kind !== 'member' || callee.name !== 'email') return false;
  let root: Expression = callee;
  while (root.kind === 'member' || root.kind === 'call')
    root = root.kind === 'member' ? root.object : root.callee;
  return root.kind === 'import' ? root.module.startsWith('zod') : root.kind === 'global' && root.name === 'z';
}

/** A pattern that spells out what may stand before the `@`, none of it forbidden. */
function allowsFew(source: string): boolean {
  return /\[[^\]^/#?][^\]/#?]{0,99}\][*+]\)?@/.test(source);
}

/** A pattern for just these characters, as who refuses them has it. */
function knowsThem(source: string): boolean {
  const characters = /^\[([^\]\n]{1,200})\]\+?$/.exec(source)?.[1];
  return characters !== undefined && ['/', '#', '?'].every((one) => characters.includes(one));
}

/** By the name that the value has where it comes from, or else where it is used. */
function kindOf(context: RuleContext, { value, place }: KeyPart): AddressKind | undefined {
  if (value.kind !== 'unknown') return undefined;
  const { name = '', through, isKeySafe, why, texts, is = 'string' } = value;
  if (through === 'uri' || isKeySafe || texts !== undefined || is !== 'string') return undefined;
  // nobody knows what a function whose source is not seen does to an address
  if (why === 'call-result' && through === undefined) return undefined;
  if (isNoAddress(name)) return addressKind(name);
  const written = expressionAt(context, place)?.expression;
  const path = written && pathOf(written);
  return addressKind(name) ?? (path && addressKind(path.join('.')));
}

/** The call that is given the key, in the file itself. */
function placeOf({ operation: { file, callSpan } }: GivenKey): Place {
  return { file, span: callSpan };
}

/** Whether a function is given the key, and all who are seen to call it give something else than a bare address. */
function isCleanedBefore(context: RuleContext, { key, operation }: GivenKey, value: Value): boolean {
  if (value.kind !== 'unknown' || value.given === undefined) return false;
  const calls = context.table(operation.table)?.operations.filter((other) => isThrough(other, operation));
  return calls?.length
    ? !calls.some((call) => partsOf(call, key).some((part) => kindOf(context, part)))
    : false;
}

/** Whether a call reaches the SDK by that operation, or by one like it in the same file: an edit moves the place of it. */
function isThrough({ via, method }: Operation, operation: Operation): boolean {
  return via?.place.file === operation.file && method === operation.method;
}

function partsOf(operation: Operation, key: GivenKey['key']): readonly KeyPart[] {
  if (operation.kind === 'query') return [];
  const given = key === 'PartitionKey' ? operation.partitionKey : operation.rowKey;
  return given === undefined ? [] : partsOfKey(given);
}
