import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A call of one tool of a server for assistants. */
export interface ServerCall {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly tool: string;
  readonly input: object;
  readonly signal: AbortSignal;
}

/** What a tool said; `isError`: words in place of data. */
export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/** Characters of an answer: pages of lists are far below. */
const MOST_CHARACTERS = 4_000_000;

/** Milliseconds that a call can take; a large folder takes some seconds. */
const LIMIT = 120_000;

/**
 * Starts a Model Context Protocol server for one call, and ends it. Rejects if it ends, says no message, or takes too long, and when the
 * signal is aborted.
 */
export async function callServer({
  command,
  args,
  env,
  tool,
  input,
  signal,
}: ServerCall): Promise<ToolAnswer> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT)]);
  limit.throwIfAborted();
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  });
  const send = (message: object): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };
  const stop = (): void => {
    child.kill();
  };
  limit.addEventListener('abort', stop);
  try {
    return await new Promise<ToolAnswer>((resolve, reject) => {
      let size = 0;
      child.once('error', reject);
      child.stdin.on('error', reject);
      child.once('close', () => {
        reject(
          limit.aborted ? new Error('cancelled', { cause: limit.reason }) : new Error('the server ended'),
        );
      });
      child.stdout.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > MOST_CHARACTERS) stop();
      });
      createInterface(child.stdout).on('line', (line) => {
        const message = readMessage(line);
        if (message?.id === 1) {
          send({ method: 'notifications/initialized' });
          send({ id: 2, method: 'tools/call', params: { name: tool, arguments: input } });
        } else if (message?.id === 2) {
          const answer = readAnswer(message.result);
          if (answer === undefined) reject(new Error('the server gave no answer'));
          else resolve(answer);
        }
      });
      const params = {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'partition-lens', version: '1' },
      };
      send({ id: 1, method: 'initialize', params });
    });
  } finally {
    limit.removeEventListener('abort', stop);
    stop();
  }
}

interface Message {
  readonly id?: unknown;
  readonly result?: unknown;
}

function readMessage(line: string): Message | undefined {
  try {
    const read: unknown = JSON.parse(line);
    return typeof read === 'object' && read !== null ? read : undefined;
  } catch {
    return undefined;
  }
}

function readAnswer(result: unknown): ToolAnswer | undefined {
  if (typeof result !== 'object' || result === null || !('content' in result)) return undefined;
  const { content } = result;
  const first: unknown = Array.isArray(content) ? content[0] : undefined;
  if (typeof first !== 'object' || first === null || !('text' in first)) return undefined;
  const isError = 'isError' in result && result.isError === true;
  return typeof first.text === 'string' ? { text: first.text, isError } : undefined;
}
