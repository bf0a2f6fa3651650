import { namesContent } from '../../../core/text/content-name.ts';
import { type Abstract, alternativesOf, unknown } from './abstract.ts';
import { constantText } from './text.ts';
import type { Value } from './value.ts';

/** Whether a value is, or has in it, the content of a file or of what is received: nobody bounds its size. */
export function isUnbounded(value: Abstract): boolean {
  return alternativesOf(value).some(({ value: one }) => {
    if (one.kind === 'text') {
      return one.segments.some((segment) => segment.kind === 'hole' && isUnbounded(segment.hole));
    }
    if (one.kind === 'random-text') return one.isUnbounded === true;
    if (one.kind === 'typed') return BYTES.has(one.type.name) && isCalledContent(one);
    if (one.kind !== 'unknown') return false;
    return (
      one.isUnbounded === true || UPLOAD.test(one.name ?? '') || (one.is === 'bytes' && isCalledContent(one))
    );
  });
}

/** Types of bytes. */
const BYTES: ReadonlySet<string> = new Set(['Buffer', 'Uint8Array', 'ArrayBuffer', 'Blob', 'File']);

/** Whether who gives a value calls it the content of something, which may be of any size: `payload`, `pdfContent`. */
export function isCalledContent(value: Abstract): boolean {
  const isGiven =
    value.kind === 'typed' ||
    (value.kind === 'unknown' && (value.why === 'parameter' || value.why === 'property'));
  return isGiven && value.name !== undefined && namesContent(value.name);
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
export function contentOf(receiver: Abstract, name: string): Abstract | undefined {
  if (receiver.kind === 'typed' && CONTENT.test(receiver.type.name)) {
    if (name === 'text') return content('string');
    if (name === 'bytes') return content('bytes');
    return name === 'json' || name === 'arrayBuffer' ? content(undefined) : undefined;
  }
  if (receiver.kind !== 'unknown') return undefined;
  if (name === 'toString' && isUnbounded(receiver) && !isCalledContent(receiver)) return content('string');
  return name === 'subarray' && receiver.bytes !== undefined ? { ...bytes(), bytes: 'part' } : undefined;
}

/** What a web framework, or Azure Functions, hands to its handlers; what `fetch` gives; files that are uploaded. */
const CONTENT = /^(?:(?:Http)?Request|Response|File|Blob)$/;

/** What a web framework, or Azure Functions, hands to its handlers. */
function isRequest(value: Abstract): boolean {
  return value.kind === 'typed' && /^(?:Http)?Request$/.test(value.type.name);
}

/** Functions of the language that make bytes, or a text of any size. */
export function contentMade(path: string, [first, second]: readonly Abstract[]): Abstract {
  const isContent =
    first !== undefined && (isReceived(first) || (isAnything(first) && isCalledContent(first)));
  switch (path) {
    case 'JSON.stringify':
      return isContent ? content('string') : { ...unknown('call-result'), is: 'string' };
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

/** `new Uint8Array(buffer, offset, length)` is a part of a buffer, with fewer arguments bytes of its own. */
export function newBytes(args: readonly Abstract[]): Value {
  const [first, ...others] = args;
  if (others.length > 0) return { ...bytes(), bytes: 'part' };
  return first && isReceived(first) ? content('bytes') : { ...bytes(lengthOf(first)), bytes: 'whole' };
}

/** The number of bytes that `Buffer.alloc` and `new Uint8Array` are given. */
function lengthOf(first: Abstract | undefined): number | undefined {
  const constant = first?.kind === 'number' ? first.number.constant : undefined;
  return typeof constant === 'number' ? constant : undefined;
}

function content(is: 'string' | 'bytes' | undefined): Value {
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

const ANY: ReadonlySet<string> = new Set(['any', 'unknown', 'object', 'Record']);

/** The pieces of a stream, not a few parts that are joined. */
function isCollected(value: Abstract): boolean {
  if (value.kind === 'array') return value.elements.some(({ many }) => many);
  return (value.kind === 'unknown' || value.kind === 'typed') && /chunks$/i.test(value.name ?? '');
}
