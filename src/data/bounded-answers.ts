import type { Readable } from 'node:stream';
import { RestError } from '@azure/core-rest-pipeline';
import type { PipelinePolicy, PipelineRequest, PipelineResponse } from '@azure/core-rest-pipeline';
import { UnusableAnswer } from './answer-fault.ts';
import type { AnswerFault } from './answer-fault.ts';

/**
 * The largest answer that is read, in bytes. An entity has at most 1 MiB ("Understanding the Table service data model"), which JSON can
 * write with six characters for each two bytes: any entity fits in, and a thousand of 16 KiB do.
 */
export const MAX_ANSWER = 16 * 1_048_576;

/** What a chunk of an answer counts for at least, in bytes: each costs time, however short it is. */
const MIN_CHUNK = 64;

/** Bytes of the headers of an answer: what Node takes unless it is told otherwise. */
const MAX_HEADERS = 16_384;

/** Of an answer that is not read: as much goes by so that its connection can be used again. */
const MAX_UNREAD = 65_536;

/**
 * Reads answers, and stands next to the wire, so that nothing of an answer that is too large or none of a table service gets any further:
 * the connection is closed there. Throws an `UnusableAnswer`, or a `RestError` of a connection that breaks, or what the request was
 * cancelled with. Nothing is asked to be compressed: tables are not, and what is not can be no bomb.
 */
export function boundAnswers(): PipelinePolicy {
  return {
    name: 'boundAnswers',
    sendRequest: async (request, next) => {
      request.streamResponseStatusCodes = new Set([Infinity]);
      request.headers.set('accept-encoding', 'identity');
      request.requestOverrides = { ...request.requestOverrides, maxHeaderSize: MAX_HEADERS };
      const { readableStreamBody, ...response } = await next(request);
      const stream = readableStreamBody as Readable | undefined;
      limitChallenge(response);
      if (stream === undefined) return response;
      if (request.method !== 'GET' || response.status !== 200) {
        passOver(stream);
        return response;
      }
      const fault = faultOf(response);
      if (fault !== undefined) {
        stream.on('error', () => undefined).destroy();
        throw new UnusableAnswer(fault);
      }
      return { ...response, bodyAsText: textOf(await bytesOf(stream, request)) };
    },
  };
}

/**
 * Of a challenge to sign in the directory is left, and nothing else: the SDK would ask for a token of any resource that it names, and takes
 * time for it that grows with the square of its length.
 */
function limitChallenge({ headers }: PipelineResponse): void {
  const directory = DIRECTORY.exec(headers.get('www-authenticate') ?? '')?.[1];
  if (directory === undefined) headers.delete('www-authenticate');
  else headers.set('www-authenticate', `Bearer authorization_uri=https://login.invalid/${directory}`);
}

/** REST, "Authorize with Microsoft Entra ID": "Bearer challenge". */
const DIRECTORY = /\bauthorization_uri="?https:\/\/[^\s"/]+\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\b/i;

/** What is wrong with an answer by its headers alone. */
function faultOf({ headers }: PipelineResponse): AnswerFault | undefined {
  const encoding = headers.get('content-encoding') ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') return 'encoded';
  const type = headers.get('content-type') ?? 'application/json';
  if (!/^application\/json\s*(?:;|$)/i.test(type)) return 'no-json';
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(type)?.[1] ?? 'utf-8';
  if (!/^utf-?8$/i.test(charset)) return 'no-text';
  return Number(headers.get('content-length') ?? 0) > MAX_ANSWER ? 'too-large' : undefined;
}

/** Lets the rest of an answer go by, or closes its connection where that is long. */
function passOver(stream: Readable): void {
  let length = 0;
  stream.on('error', () => undefined);
  stream.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > MAX_UNREAD) stream.destroy();
  });
}

/** Into one piece of memory: an answer may come in as many chunks as it has bytes. */
function bytesOf(stream: Readable, { abortSignal }: PipelineRequest): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.allocUnsafe(MAX_UNREAD);
    let [length, cost] = [0, 0];
    const broken = (): void => {
      reject(abortSignal?.aborted === true ? aborted() : brokenConnection());
    };
    stream.on('data', (chunk: Buffer) => {
      const needed = length + chunk.length;
      cost += Math.max(chunk.length, MIN_CHUNK);
      if (cost > MAX_ANSWER) {
        stream.destroy();
        reject(new UnusableAnswer('too-large'));
        return;
      }
      if (needed > bytes.length) {
        const larger = Buffer.allocUnsafe(Math.min(MAX_ANSWER, Math.max(needed, bytes.length * 2)));
        bytes.copy(larger, 0, 0, length);
        bytes = larger;
      }
      chunk.copy(bytes, length);
      length = needed;
    });
    stream.on('end', () => {
      resolve(bytes.subarray(0, length));
    });
    stream.on('error', broken);
    // where it ended before, this comes too late to matter
    stream.on('close', broken);
  });
}

/** Tried again like a connection that is refused; who writes tries nothing again. */
function brokenConnection(): RestError {
  return new RestError('the connection broke', { code: 'ECONNRESET' });
}

function aborted(): Error {
  return new DOMException('the request was cancelled', 'AbortError');
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnusableAnswer('no-text');
  }
}

/** Settles when `work` does, and at the latest when it is cancelled, also where that is waited for by nobody below. */
export function settled<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      reject(aborted());
    };
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', abort);
    });
  });
}
