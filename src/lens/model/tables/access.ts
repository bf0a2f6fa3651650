import type { Place } from '../../../core/text/segments.ts';
import { type Abstract, alternativesOf, type Context, type ObjectValue } from '../../link/values/abstract.ts';
import { newLinker } from '../../link/evaluate.ts';
import { type Files, type Linker, newMemory } from '../../link/linker.ts';
import { propertyOf } from '../../link/values/object.ts';
import type { Construction, FileFacts } from '../../syntax/facts/facts.ts';
import { isTableToken, PACKAGE } from '../../syntax/gate.ts';
import { secretIn, secretKey, type SecretKind, staysInside, UNKNOWN } from './secrets.ts';

/** How a file's clients get at their account. Texts of secrets are not part of it, only their places. */
export interface Access {
  readonly secrets: readonly Secret[];
  readonly insecure: readonly InsecureClient[];
}

export interface Secret {
  readonly kind: SecretKind;
  /** What the text is that it stands in. */
  readonly of: 'connection-string' | 'key' | 'token' | 'address';
  /** The characters of the literal, without its quotes; of another file where that gives it. */
  readonly place: Place;
  /** The call that makes the client or credential; absent where nothing in sight uses the literal. */
  readonly site?: Place;
}

/** A client that may send what it has to say unencrypted, over a network. */
export interface InsecureClient {
  /** `allowInsecureConnection: true`, or the call where that is written elsewhere. */
  readonly place: Place;
  readonly site: Place;
  /** The literal that gives the address, where it says `http`. */
  readonly http?: Place;
  /** It says `https`, and the option only lets a redirect leave it. */
  readonly isEncrypted: boolean;
}

export const NO_ACCESS: Access = { secrets: [], insecure: [] };

/** Whether a file has anything that access is read from. */
export function saysOfAccess(facts: FileFacts | undefined): boolean {
  return facts !== undefined && facts.constructions.length + facts.maybeSecrets.length > 0;
}

/** What one file says of its clients' access. Never throws: what is nested too deep is left out. */
export function readAccess(files: Files, facts: FileFacts): Access {
  if (!saysOfAccess(facts)) return NO_ACCESS;
  const memory = newMemory();
  const made = facts.constructions.flatMap((construction) =>
    shallow(() => readConstruction(newLinker(files, memory), facts, construction)),
  );
  const seen = new Set(made.flatMap(({ literals }) => literals).map(keyOf));
  const loose = facts.maybeSecrets.flatMap(({ text, span }): readonly Secret[] => {
    const place = { file: facts.file, span };
    const kind = seen.has(keyOf(place)) ? undefined : secretIn(text);
    return kind === undefined ? [] : [{ kind, of: whatIs(text, kind), place }];
  });
  const used = made.flatMap(({ secrets }) => secrets).filter(({ place }) => !isTold(files, facts, place));
  return {
    secrets: [...used, ...loose],
    insecure: made.flatMap(({ insecure }) => insecure),
  };
}

/** What a literal is by itself that nothing in sight uses. */
function whatIs(text: string, kind: SecretKind): Secret['of'] {
  if (kind !== 'signature') return 'connection-string';
  if (text.includes('://')) return 'address';
  return isTableToken(text) && !text.includes(';') ? 'token' : 'connection-string';
}

/** Whether the literal is in another file, which is looked at for what it may hold whoever uses it. */
function isTold(files: Files, { file }: FileFacts, place: Place): boolean {
  const others = place.file === file ? [] : (files.facts(place.file)?.maybeSecrets ?? []);
  return others.some(({ span }) => span.start === place.span.start);
}

function keyOf({ file, span }: Place): string {
  return `${file}:${span.start}`;
}

/** With every literal that was looked at as a part of a text. */
interface ConstructionAccess extends Access {
  readonly literals: readonly Place[];
}

function shallow(read: () => ConstructionAccess): readonly ConstructionAccess[] {
  try {
    return [read()];
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

function readConstruction(linker: Linker, facts: FileFacts, made: Construction): ConstructionAccess {
  const { call, className } = made;
  const { file } = facts;
  const context: Context = { file };
  const callee = linker.evaluate(made.classExpr, context);
  const isOfSdk =
    callee.kind === 'external' && (callee.module === PACKAGE || callee.module === '@azure/core-auth');
  const args = call.args.map((arg) => linker.evaluate(arg, context));
  const [first, ...others] = args;
  if (!isOfSdk || callee.path.at(-1) !== className || first === undefined) {
    return { ...NO_ACCESS, literals: [] };
  }
  const of = kindOf(className, call.isNew);
  const texts = textsOf(of === 'key' ? others[0] : first);
  const site = { file, span: call.span };
  const isClient = of === 'address' || of === 'connection-string';
  return {
    secrets: secretsIn(texts, of, site),
    insecure: isClient ? insecureOf(linker, texts, others, site) : [],
    literals: texts.flatMap((known) => known?.literals.map(({ place }) => place) ?? []),
  };
}

function kindOf(className: string, isNew: boolean): Secret['of'] {
  if (className === 'AzureNamedKeyCredential') return 'key';
  if (className === 'AzureSASCredential') return 'token';
  return isNew ? 'address' : 'connection-string';
}

/** A text that a value may be, with {@link UNKNOWN} for its holes, and its literals. */
interface KnownText {
  readonly text: string;
  readonly literals: readonly { readonly start: number; readonly text: string; readonly place: Place }[];
}

function textsOf(value: Abstract | undefined): readonly (KnownText | undefined)[] {
  if (value === undefined) return [];
  return alternativesOf(value).map(({ value: one }) => {
    if (one.kind !== 'text') return undefined;
    let text = '';
    const literals: { start: number; text: string; place: Place }[] = [];
    for (const segment of one.segments) {
      if (segment.kind === 'literal') {
        literals.push({ start: text.length, text: segment.text, place: segment.place });
      }
      text += segment.kind === 'literal' ? segment.text : UNKNOWN;
    }
    return { text, literals };
  });
}

function secretsIn(
  texts: readonly (KnownText | undefined)[],
  of: Secret['of'],
  site: Place,
): readonly Secret[] {
  return texts.flatMap((known): readonly Secret[] => {
    const kind = known && (of === 'key' ? secretKey(known.text) : secretIn(known.text));
    // of a text put together from literals the longest has the secret
    const [literal, ...others] = [...(known?.literals ?? [])].sort((a, b) => b.text.length - a.text.length);
    if (kind === undefined || literal === undefined) return [];
    const is = others.length === 0 ? of : partIs(literal.text, of);
    return [{ kind, of: is, place: literal.place, site }];
  });
}

/** What a literal is that is only a part of a text: the token behind an address, the key in a connection string. */
function partIs(part: string, whole: Secret['of']): Secret['of'] {
  if (part.includes('://') || part.includes(';')) return whole;
  if (secretKey(part) !== undefined) return 'key';
  return isTableToken(part) ? 'token' : whole;
}

function insecureOf(
  linker: Linker,
  texts: readonly (KnownText | undefined)[],
  others: readonly Abstract[],
  site: Place,
): readonly InsecureClient[] {
  const options = others.find(
    (arg): arg is ObjectValue =>
      arg.kind === 'object' && isTrue(propertyOf(linker, arg, 'allowInsecureConnection')),
  );
  const kinds = texts.map((known) => known && protocolOf(known.text));
  const [first] = kinds;
  // of several addresses one that may be asked in plain text is enough
  const isPlain = kinds.includes('http') && !kinds.includes('https');
  const protocol = isPlain ? 'http' : first;
  if (options === undefined || protocol === undefined) return [];
  if (!isPlain && !kinds.every((kind) => kind === protocol)) return [];
  const written = options.properties.find(
    (property) => property.kind === 'property' && property.name === 'allowInsecureConnection',
  );
  const isHere = written?.kind === 'property' && options.context.file === site.file;
  const place = isHere
    ? { file: site.file, span: { start: written.nameSpan.start, end: written.value.span.end } }
    : site;
  const [only] = texts.length === 1 ? texts : [];
  const http = only?.literals.find(({ text }) => /http(?!s)/i.test(text))?.place;
  return [{ place, site, isEncrypted: protocol === 'https', ...(http && { http }) }];
}

function isTrue(value: Abstract): boolean {
  return value.kind === 'boolean' && value.value === true;
}

/** How an address, or a connection string, reaches the account; undefined inside of one's own network, and where it is not known. */
function protocolOf(text: string): 'http' | 'https' | undefined {
  const address = /(https?):\/\/([^\s;/:?'"]+)/i.exec(text);
  const [, protocol, host] = address ?? /DefaultEndpointsProtocol=(https?);/i.exec(text) ?? [];
  // of a host with a hole the end must say where it is
  const isKnown = host === undefined || !host.includes(UNKNOWN) || /\.\w+\.\w+$/.test(host);
  if (protocol === undefined || !isKnown || staysInside(text)) return undefined;
  return protocol.toLowerCase() === 'http' ? 'http' : 'https';
}
