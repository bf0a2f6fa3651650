import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import * as l10n from '@vscode/l10n';
import manifest from '../../../package.json' with { type: 'json' };
import type { Endpoint } from '../../data/connection.ts';
import { rules } from '../../lens/rules/registry.ts';
import { readText } from '../../lens/workspace/disk.ts';
import { fromDisk } from '../../lens/workspace/paths.ts';
import { type Output, UsageError } from '../command.ts';
import { rulePage } from '../formats/rule-page.ts';
import { applyPattern } from './apply-pattern.ts';
import { checkFiles } from './check-files.ts';
import { classifyFilter } from './classify-filter.ts';
import { countQuery } from './count-query.ts';
import { explainRule } from './explain-rule.ts';
import { listOperations } from './list-operations.ts';
import { listPatterns } from './list-patterns.ts';
import { messagesIn, type RequestId } from './messages-in.ts';
import type { Root } from './root.ts';
import { allSaid, said } from './said.ts';
import { McpServer, StdioServerTransport, z } from './sdk.ts';
import { tableDesign } from './table-design.ts';
import type { Tool } from './tool.ts';

/** Elements of the arguments of one call. */
const MOST_ELEMENTS = 1_000;

const MEGABYTE = 1024 * 1024;

/** Bytes of one message of the client. */
const MOST_BYTES = 4 * MEGABYTE;

/** JSON-RPC's code for what is no request. */
const INVALID_REQUEST = -32600;

/** Where "For assistants" is: beside the bundle, or in the sources. */
const INSTRUCTIONS = ['assistants.md', '../../../docs/assistants.md'];

/** What a person allows beside the folder. */
export interface Allowed {
  /** Connections that queries may be counted on, by the names that assistants call them. */
  readonly connections: ReadonlyMap<string, Endpoint>;
  /** Requests to them, all together. */
  readonly requests: number;
}

/** Serves a workspace folder over standard input and output until the client goes away. */
export async function serve(
  root: Root,
  output: Pick<Output, 'input' | 'message' | 'complain'>,
  { connections, requests }: Allowed,
): Promise<void> {
  const server = new McpServer(
    { name: 'partition-lens', title: 'Partition Lens', version: manifest.version },
    { instructions: await instructions(), maxToolInputElements: MOST_ELEMENTS },
  );
  const take = takeTurns();
  const complain = (error: unknown): void => {
    output.complain(said(l10n.t('partition-lens failed: {0}', String(error))));
  };
  register(server, classifyFilter, root, take, complain);
  register(server, listOperations, root, take, complain);
  register(server, checkFiles, root, take, complain);
  register(server, tableDesign, root, take, complain);
  register(server, explainRule, root, take, complain);
  register(server, listPatterns, root, take, complain);
  register(server, applyPattern, root, take, complain);
  if (connections.size > 0) register(server, countQuery(connections, requests), root, take, complain);
  for (const { id, title } of rules) {
    const uri = `partition-lens://rules/${id}`;
    const mimeType = 'text/markdown';
    server.registerResource(id, uri, { title: title(), mimeType }, async () => ({
      contents: [{ uri, mimeType, text: (await rulePage(id)) ?? '' }],
    }));
  }
  const tooLong = (id: RequestId | undefined): void => {
    const message = l10n.t(
      'A message is larger than {0} MB, so it is left out. Send less at once.',
      MOST_BYTES / MEGABYTE,
    );
    if (id === undefined) output.complain(message);
    else
      output.message(
        `${JSON.stringify({ jsonrpc: '2.0', id, error: { code: INVALID_REQUEST, message } })}\n`,
      );
  };
  const input = Readable.from(messagesIn(output.input, MOST_BYTES, tooLong), { objectMode: false });
  const sink = new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, done) => {
      output.message(String(chunk));
      done();
    },
  });
  server.server.onerror = (error) => {
    if (isNoMessage(error))
      output.complain(l10n.t("A line of standard input is left out: it isn't a message of the protocol."));
    else complain(error);
  };
  const gone = new Promise<void>((resolve) => {
    server.server.onclose = resolve;
  });
  await server.connect(new StdioServerTransport(input, sink, { maxBufferSize: MOST_BYTES }));
  input.once('end', () => void server.close());
  input.once('error', () => void server.close());
  await gone;
}

/** Whether it is what the SDK makes of a line that is no JSON, or other JSON. */
function isNoMessage(error: Error): boolean {
  return error instanceof SyntaxError || error instanceof z.ZodError;
}

async function instructions(): Promise<string> {
  for (const place of INSTRUCTIONS) {
    const reading = await readText(fromDisk(join(import.meta.dirname, place)));
    if (reading.kind === 'text') return reading.text;
  }
  throw new Error('assistants.md is missing');
}

type TakeTurn = <T>(work: () => Promise<T> | T) => Promise<T>;

/** Calls that come together are answered one after the other: each may read the whole workspace. */
function takeTurns(): TakeTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}

function register<Input extends z.ZodRawShape, Answer extends z.ZodRawShape>(
  server: McpServer,
  { name, title, description, input, answer, exact = [], isOfData = false, run }: Tool<Input, Answer>,
  root: Root,
  take: TakeTurn,
  complain: (error: unknown) => void,
): void {
  const inputSchema = z.object(input);
  const answerSchema = z.object(answer);
  server.registerTool(
    name,
    {
      title,
      description,
      inputSchema,
      outputSchema: answerSchema,
      annotations: {
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: !isOfData,
        openWorldHint: isOfData,
      },
    },
    async (given: unknown, { signal }: { readonly signal: AbortSignal }) => {
      const complaints: string[] = [];
      const output = {
        folder: root.folder,
        complain: (line: string) => complaints.push(line),
        progress: nothing,
      };
      const goOn = (): void => {
        signal.throwIfAborted();
      };
      try {
        const data = await take(() => {
          goOn();
          return run(inputSchema.parse(given), { root, output, complaints, goOn, signal });
        });
        const structuredContent = allSaid(data, exact);
        return { structuredContent, content: [{ type: 'text', text: JSON.stringify(structuredContent) }] };
      } catch (error) {
        if (!(error instanceof UsageError) && !signal.aborted) complain(error);
        const words =
          error instanceof UsageError
            ? error.message
            : l10n.t('The call failed. The standard error of the server says why.');
        return { isError: true, content: [{ type: 'text', text: said(words) }] };
      }
    },
  );
}

function nothing(): void {
  // nobody looks on
}
