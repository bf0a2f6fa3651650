import * as vscode from 'vscode';
import { LENGTH, plain, plainLines } from './plain.ts';

/** A tool that assistants of VS Code can call. */
export interface AssistantTool {
  /** As the manifest contributes it. */
  readonly name: string;
  /** What a person reads before and while it runs, for what it is given. */
  readonly ask: (input: unknown) => ToolQuestion | Promise<ToolQuestion>;
  /** Gives the answer for the assistant. Throws an error whose message it reads. */
  readonly run: (input: unknown, signal: AbortSignal) => Promise<string>;
}

export interface ToolQuestion {
  /** What it does, while it does it. */
  readonly doing: string;
  readonly title: string;
  /** Paragraphs. */
  readonly detail: readonly string[];
}

/** What VS Code shows before it calls a tool. */
export interface Prepared {
  readonly invocationMessage: string;
  readonly confirmationMessages: { readonly title: string; readonly message: string };
}

/** The part of VS Code's API, since 1.95, that takes tools. */
interface Host {
  readonly lm: {
    readonly registerTool: (
      name: string,
      tool: {
        readonly prepareInvocation: (options: { readonly input: unknown }) => Promise<Prepared>;
        readonly invoke: (
          options: { readonly input: unknown },
          token: vscode.CancellationToken,
        ) => Promise<object>;
      },
    ) => vscode.Disposable;
  };
  readonly LanguageModelToolResult: new (content: readonly object[]) => object;
  readonly LanguageModelTextPart: new (value: string) => object;
}

/** Gives tools to VS Code's assistants. An older VS Code has none: then nothing happens. */
export function registerAssistantTools(tools: readonly AssistantTool[]): vscode.Disposable {
  const api: object = vscode;
  if (!knowsTools(api)) return new vscode.Disposable(() => undefined);
  const registered = tools.map((tool) =>
    api.lm.registerTool(tool.name, {
      prepareInvocation: ({ input }) => preparedTool(tool, input),
      invoke: async ({ input }, token) => {
        const aborting = new AbortController();
        const listening = token.onCancellationRequested(() => {
          aborting.abort();
        });
        try {
          const text = await tool.run(input, aborting.signal);
          return new api.LanguageModelToolResult([new api.LanguageModelTextPart(text)]);
        } finally {
          listening.dispose();
        }
      },
    }),
  );
  return vscode.Disposable.from(...registered);
}

/** What VS Code shows before it calls a tool with this input, which an assistant made. */
export async function preparedTool(tool: AssistantTool, input: unknown): Promise<Prepared> {
  const { doing, title, detail } = await tool.ask(input);
  return {
    invocationMessage: plain(doing, LENGTH.label),
    confirmationMessages: { title: plain(title, LENGTH.title), message: plainLines(detail) },
  };
}

function knowsTools(api: object): api is Host {
  if (!('LanguageModelToolResult' in api) || !('LanguageModelTextPart' in api) || !('lm' in api))
    return false;
  const { lm } = api;
  return typeof lm === 'object' && lm !== null && 'registerTool' in lm;
}
