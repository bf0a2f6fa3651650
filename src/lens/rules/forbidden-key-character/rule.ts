import * as l10n from '@vscode/l10n';
import { type FlatText, flatten, toPlaces } from '../../../core/text/segments.ts';
import type { Condition } from '../../../core/shape/condition.ts';
import { contains } from '../../../core/text/span.ts';
import { bare, nameIn } from '../../syntax/program/names.ts';
import type { GivenKey } from '../../model/keys/key-schema.ts';
import type { Value } from '../../model/operations/operation.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';
import { codeOfFile, expressionAt, givenToNames } from '../shared/code-at.ts';
import { functionOf } from '../shared/function-of.ts';
import { keysOf, reportAt } from '../shared/given.ts';
import { type KeyPart, partsOfKey } from '../shared/key-values.ts';
import { onBranch, shown, textAt } from '../shared/place.ts';
import { emailReason } from './email.ts';
import { isUsedAsAddress } from './used-as-address.ts';
import { encodeEmailFix, encodeFix, replaceFix } from './fix.ts';
import { say } from './messages.ts';

/** The service's rules for PartitionKey and RowKey; the guide's section on wide entities says them too. */
export const rule: Rule = {
  id: 'forbidden-key-character',
  severity: 'error',
  title: () => l10n.t("A character that keys can't contain"),
  check: function* (context) {
    for (const given of keysOf(context)) {
      if (given.value === undefined) continue;
      yield* constants(context, given, given.value);
      if (given.how === 'written') yield* values(context, given, given.value);
    }
  },
};

/** `/ \ # ?` and control characters. */
const FORBIDDEN = /[/\\#?\p{Cc}]/u;

/** Characters that the source spells out: an error where the key always has one, whichever text it is. */
function* constants(context: RuleContext, given: GivenKey, value: Value): Generator<Report> {
  const texts = textsOf(value);
  const isSure = isAlwaysForbidden(value);
  for (const { text, when } of texts) {
    const offset = text.text.search(FORBIDDEN);
    const [place] = offset < 0 ? [] : toPlaces(text, { start: offset, end: offset + 1 });
    if (place === undefined) continue;
    const character = text.text.charAt(offset);
    const isWithin = place.file === given.place.file && contains(given.place.span, place.span);
    yield {
      ...reportAt(given.operation, isWithin ? place : given.place),
      ...onBranch(isSure ? undefined : when, say('constant', given.key, nameOf(character))),
      ...(!isSure && { severity: 'warning' }),
      fixes: () => (isWithin ? replaceFix(context, place, character) : []),
    };
  }
}

/** A text that a key may be, and when it is. */
interface KeyText {
  readonly text: FlatText<Value>;
  readonly when?: Condition | undefined;
}

function textsOf(value: Value, when?: Condition): readonly KeyText[] {
  if (value.kind === 'oneOf') return value.values.flatMap((one) => textsOf(one.value, one.when));
  return value.kind === 'text' ? [{ text: flatten(value.segments), when }] : [];
}

function isAlwaysForbidden(value: Value): boolean {
  if (value.kind === 'oneOf') return value.values.every((one) => isAlwaysForbidden(one.value));
  return textsOf(value).some(({ text }) => FORBIDDEN.test(text.text));
}

function nameOf(character: string): string {
  const code = character.charCodeAt(0);
  return code > 0x20 && code < 0x7f
    ? `"${character}"`
    : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The guide's key of a second copy, "Intra-partition secondary index pattern": `email_ada@contoso.com`. */
const BY_MAIL = /^e?mail[-_:|.]$/i;

/** Values that are known to have such characters, or are called as what has them. */
function* values(context: RuleContext, given: GivenKey, value: Value): Generator<Report> {
  const told = new Set<number>();
  for (const part of partsOfKey({ place: given.place, value })) {
    const { place } = part;
    const email = BY_MAIL.test(part.before) ? undefined : emailReason(context, given, part);
    const why = email ?? reasonOf(context, part.value) ?? reasonOfHelper(context, part);
    // one value may come from several, each with characters of its own
    const isTold = place.file === given.place.file && told.has(place.span.start);
    if (why === undefined || isTold) continue;
    if (place.file === given.place.file) told.add(place.span.start);
    const says = [calledHere(context, part), given.key, tableOf(given), why] as const;
    yield {
      ...reportAt(given.operation, place),
      severity: 'warning',
      ...(email === undefined ? say('value', ...says) : say('email', ...says)),
      fixes: () => {
        if (place.file !== context.file) return [];
        return email === undefined ? encodeFix(context, part) : encodeEmailFix(context, given, place);
      },
    };
  }
}

/** As the file itself calls a value: where the key is put together elsewhere, by what is handed on. */
function calledHere(context: RuleContext, { value, place }: KeyPart): string {
  const name = value.kind === 'unknown' && place.file !== context.file ? value.name : undefined;
  return name === undefined ? shown(textAt(context, place)) : shown(name);
}

function tableOf({ operation: { table, receiver } }: GivenKey): string {
  return table ?? shown(receiver.text);
}

/** Why a value will have a forbidden character sooner or later; undefined where nothing says so. */
function reasonOf(context: RuleContext, value: Value): string | undefined {
  switch (value.kind) {
    case 'random-text':
      return value.by === 'base64' ? l10n.t('base64 contains slashes') : undefined;
    case 'time-text':
      return value.format === 'locale' || FORBIDDEN.test(value.format)
        ? l10n.t('a date in this format contains slashes')
        : undefined;
    case 'unknown':
      return value.through !== 'uri' && (isAddress(value.name) || isUsedAsAddress(context, value))
        ? l10n.t('addresses and paths contain slashes')
        : undefined;
    case 'text':
    case 'number':
    case 'number-text':
    case 'boolean':
    case 'nothing':
    case 'oneOf':
      return undefined;
  }
}

/** What a function of the file that only trims an address, or changes its case, calls it: `(url) => url.trim().toLowerCase()`. */
function reasonOfHelper(context: RuleContext, { value, place }: KeyPart): string | undefined {
  if (value.kind !== 'unknown' || value.name === undefined || value.through === 'uri' || value.isKeySafe)
    return undefined;
  const call = expressionAt(context, place);
  if (call?.expression.kind !== 'call') return undefined;
  const { args } = call.expression;
  const [argument] = args;
  // what has a name of its own that says what it is isn't what the function calls it
  if (args.length !== 1 || argument === undefined || OF_ANOTHER_KIND.test(nameIn(bare(argument)) ?? ''))
    return undefined;
  const all = codeOfFile(context, place.file);
  const functions = all.parts.filter((part) => part.kind === 'function');
  const callee = { ...call, expression: call.expression.callee };
  const fn = functionOf(callee, givenToNames(context, all), functions)?.fn;
  const [first, ...others] = fn?.body ?? [];
  let code = first?.kind === 'return' && others.length === 0 ? first.value : undefined;
  while (code?.kind === 'call' && code.callee.kind === 'member' && AS_IT_IS.has(code.callee.name))
    code = code.callee.object;
  const parameter = fn?.parameters[0]?.pattern;
  const isIt =
    code?.kind === 'local' &&
    parameter?.kind === 'local' &&
    code.hops === parameter.hops &&
    code.index === parameter.index &&
    OF_ADDRESS.test(code.name);
  return isIt ? l10n.t('addresses and paths contain slashes') : undefined;
}

/** A path may be of anything, and have no slash at all. */
const OF_ADDRESS = /^(?:url|uri|href)$|(?:[a-z](?:Url|Uri|Href)|(?<![A-Z])(?:URL|URI))$/;

const OF_ANOTHER_KIND = /(?:slug|id|key|name|code|hash)$/i;

const AS_IT_IS: ReadonlySet<string> = new Set(['trim', 'toLowerCase', 'toUpperCase', 'toString']);

const ADDRESSES: ReadonlySet<string> = new Set([
  'url',
  'uri',
  'href',
  'pathname',
  'path',
  'endpoint',
  'website',
  'homepage',
  'permalink',
]);

/** Whether the last word of a name is one for an address: `pageUrl`, `subscription.endpoint`. */
function isAddress(name: string | undefined): boolean {
  const last = name?.match(/(?<![A-Z])(?:[A-Z]+[a-z]*|(?<![a-z])[a-z]+)$/)?.[0];
  return last !== undefined && ADDRESSES.has(last.toLowerCase());
}
