import { namesBytes, namesContent, namesGrowing } from '../../../core/text/content-name.ts';
import { type Abstract, alternativesOf, isListType } from './abstract.ts';
import { constantText } from './text.ts';
import type { Value } from './value.ts';

/** Whether a value is, or has in it, the content of a file or of what is received: nobody bounds its size. */
export function isUnbounded(value: Abstract): boolean {
  return alternativesOf(value).some(({ value: one }) => {
    if (one.kind === 'text') {
      return one.segments.some((segment) => segment.kind === 'hole' && isUnbounded(segment.hole));
    }
    if (one.kind === 'random-text') return one.isUnbounded === true;
    if (one.kind === 'typed') return BYTES.has(one.type.name) && isCalled(one, namesBytes);
    if (one.kind !== 'unknown') return false;
    const isContent = one.is === 'bytes' && isCalled(one, namesBytes);
    return one.isUnbounded === true || UPLOAD.test(one.name ?? '') || isContent;
  });
}

/** Types of bytes. */
const BYTES: ReadonlySet<string> = new Set(['Buffer', 'Uint8Array', 'ArrayBuffer', 'Blob', 'File']);

/** Whether who gives a value calls it the content of something, which may be of any size: `payload`, `pdfContent`. */
function isCalledContent(value: Abstract): boolean {
  return isCalled(value, namesContent);
}

/** The same of what is known to be bytes: a scan, the EXIF block of a picture. */
export function isCalledBytes(value: Abstract): boolean {
  return isCalled(value, namesBytes);
}

/** Whether who calls gives a value, or it is a property of what is given. */
function isGiven(value: Abstract): boolean {
  if (value.kind === 'typed') return true;
  return value.kind === 'unknown' && (value.why === 'parameter' || value.why === 'property');
}

function isCalled(value: Abstract, isMeant: (name: string) => boolean): boolean {
  if (value.kind !== 'typed' && value.kind !== 'unknown') return false;
  return isGiven(value) && value.name !== undefined && isMeant(value.name);
}

/** What is compressed because it is large. */
export function compressed([first]: readonly Abstract[]): Value {
  return first === undefined || constantText(first) !== undefined ? bytes() : content('bytes');
}

/** As the usual middleware for uploads calls the content of a file. */
const UPLOAD = /(?:^|\.)file\.buffer$/;

/** What reads a file as a whole; with an encoding it gives a text. */
export function readWhole(args: readonly Abstract[]): Value {
  return content(args.length > 1 ? 'string' : 'bytes');
}

/** What `fetch` gives. */
export const RESPONSE: Abstract = { kind: 'typed', type: { name: 'Response', args: [] }, file: '' };

/** Methods by which content is taken out of a response, or written in another way; undefined for others. */
export function contentOf(receiver: Abstract, name: string, args: readonly Abstract[]): Abstract | undefined {
  const rest = restOf(receiver, name, args);
  if (rest !== undefined) return rest;
  if (receiver.kind === 'typed' && CONTENT.test(receiver.type.name)) {
    if (name === 'text') return content('string');
    if (name === 'bytes') return content('bytes');
    return name === 'json' || name === 'arrayBuffer' ? content(undefined) : undefined;
  }
  if (receiver.kind !== 'unknown') return undefined;
  // only what has content has this method
  if (name === 'arrayBuffer') return content(undefined);
  // of a part of a form, as a web framework hands it out; a picture that is drawn or scaled has this method, too
  if (name === 'toBuffer' && PART_OF_FORM.test(receiver.name ?? '')) return content('bytes');
  if (name === 'toString' && isUnbounded(receiver) && !isCalledContent(receiver)) return content('string');
  return name === 'subarray' && receiver.bytes !== undefined ? { ...bytes(), bytes: 'part' } : undefined;
}

/** What is left of content behind a header of constant length: as little bounds its size. From the end a length is counted. */
function restOf(receiver: Abstract, name: string, args: readonly Abstract[]): Abstract | undefined {
  const [from, ...others] = args;
  if (!CUTTING.has(name) || others.length > 0 || !isUnbounded(receiver)) return undefined;
  const start = from?.kind === 'number' ? from.number.constant : undefined;
  if (from !== undefined && (typeof start !== 'number' || start < 0)) return undefined;
  if (receiver.kind === 'typed')
    return VIEWS.has(receiver.type.name) && name !== 'subarray' ? content('bytes') : undefined;
  if (receiver.kind !== 'unknown' || (receiver.is !== 'string' && receiver.is !== 'bytes')) return undefined;
  const isView = name === 'subarray' && receiver.bytes !== undefined;
  return { ...content(receiver.is), ...(isView && { bytes: 'part' as const }) };
}

const CUTTING: ReadonlySet<string> = new Set(['slice', 'subarray', 'substring']);

/** Types of bytes that are there as such. */
const VIEWS: ReadonlySet<string> = new Set(['Buffer', 'Uint8Array']);

/** What `await request.file()` gives, and the parts of `request.parts()`, by name. */
const PART_OF_FORM = /(?:^|\.)(?:file|upload|attachment|part)$/i;

/** What a web framework, or Azure Functions, hands to its handlers; what `fetch` gives; files that are uploaded. */
const CONTENT = /^(?:(?:Next|Http)?Request|Response|File|Blob)$/;

/** What a web framework, or Azure Functions, hands to its handlers. */
function isRequest(value: Abstract): boolean {
  return value.kind === 'typed' && /^(?:Next|Http)?Request$/.test(value.type.name);
}

/** Functions of the language that make bytes, or a text of any size. */
export function contentMade(path: string, [first, second]: readonly Abstract[]): Abstract {
  switch (path) {
    case 'JSON.stringify':
      return jsonOf(first);
    case 'Buffer.from': {
      const isBase64 = second !== undefined && constantText(second) === 'base64';
      const isText = isBase64 && first !== undefined && isCalledContent(first);
      return isText || (first && isReceived(first)) ? content('bytes') : bytes();
    }
    case 'Buffer.concat':
      return first && isCollected(first) ? content('bytes') : bytes();
    default:
      return bytes(lengthOf(first));
  }
}

function jsonOf(first: Abstract | undefined): Value {
  const text: Value = { kind: 'unknown', why: 'call-result', is: 'string' };
  if (first === undefined) return text;
  const isOpen = isAnything(first);
  if (isReceived(first) || ((isOpen || isList(first)) && isCalled(first, namesGrowing)))
    return content('string');
  return isOpen && isGiven(first) ? { ...text, isOpenJson: true } : text;
}

/** Whether a property gets the JSON of a value that may be anything, under a name for the content of something. */
export function isContentPut(name: string, value: Abstract): boolean {
  return (
    namesGrowing(name) &&
    alternativesOf(value).some(({ value: one }) => one.kind === 'unknown' && one.isOpenJson === true)
  );
}

/** `new Uint8Array(buffer, offset, length)` is a part of a buffer, with fewer arguments bytes of its own. */
export function newBytes(args: readonly Abstract[]): Value {
  const [first, ...others] = args;
  if (others.length > 0) return { ...bytes(), bytes: 'part' };
  const made = first && isReceived(first) ? content('bytes') : bytes(lengthOf(first));
  return { ...made, bytes: 'whole' };
}

/** The number of bytes that `Buffer.alloc` and `new Uint8Array` are given. */
function lengthOf(first: Abstract | undefined): number | undefined {
  const constant = first?.kind === 'number' ? first.number.constant : undefined;
  return typeof constant === 'number' ? constant : undefined;
}

function content(is: 'string' | 'bytes' | undefined): Extract<Value, { kind: 'unknown' }> {
  return { kind: 'unknown', why: 'call-result', isUnbounded: true, ...(is && { is }) };
}

function bytes(length?: number): Extract<Value, { kind: 'unknown' }> {
  return { kind: 'unknown', why: 'call-result', is: 'bytes', ...(length !== undefined && { length }) };
}

function isReceived(value: Abstract): boolean {
  if (value.kind === 'method') {
    return value.name === 'body' && isRequest(value.receiver);
  }
  const isBody = value.kind === 'unknown' && /^(?:req|request)\.(?:body|rawBody)$/.test(value.name ?? '');
  return isBody || isUnbounded(value);
}

/** Whether no type says what is in a value. */
function isAnything(value: Abstract): boolean {
  if (value.kind === 'typed') return ANY.has(value.type.name);
  return value.kind === 'unknown' && value.is !== 'string' && value.is !== 'array';
}

function isList(value: Abstract): boolean {
  return value.kind === 'typed' ? isListType(value.type) : value.kind === 'unknown' && value.is === 'array';
}

const ANY: ReadonlySet<string> = new Set(['any', 'unknown', 'object', 'Record']);

/** The pieces of a stream, not a few parts that are joined. */
function isCollected(value: Abstract): boolean {
  if (value.kind === 'array') return value.elements.some(({ many }) => many);
  return (value.kind === 'unknown' || value.kind === 'typed') && /chunks$/i.test(value.name ?? '');
}
