import type * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient/node';
import type { LensCost } from '../../protocol/lens-cost.ts';
import { LENGTH, plain, plainLines } from './plain.ts';

/** The part of a language client's middleware that hands on what the server says. */
type Answers = Required<
  Pick<
    Middleware,
    | 'handleDiagnostics'
    | 'provideCompletionItem'
    | 'provideCodeLenses'
    | 'resolveCodeLens'
    | 'provideCodeActions'
    | 'resolveCodeAction'
    | 'provideDocumentSymbols'
    | 'provideWorkspaceSymbols'
    | 'handleWorkDoneProgress'
  >
>;

/**
 * Makes plain what the language server says, before VS Code shows it: findings, lenses, actions, symbols, progress. Hovers are Markdown, in which it
 * makes plain what others wrote itself (`core/text/markdown.ts`); of their links VS Code follows those that the client trusts.
 * `provideCodeLenses` is what asks for lenses.
 */
export function plainAnswers({ provideCodeLenses }: Pick<Answers, 'provideCodeLenses'>): Answers {
  return {
    handleDiagnostics: (uri, diagnostics, next) => {
      next(uri, diagnostics.map(plainFinding));
    },
    provideCompletionItem: async (document, position, context, token, next) => {
      const found = await next(document, position, context, token);
      for (const item of (Array.isArray(found) ? found : found?.items) ?? []) plainCompletion(item);
      return found;
    },
    provideCodeLenses: async (document, token, next) =>
      (await provideCodeLenses(document, token, next))?.map(plainLens),
    resolveCodeLens: async (lens, token, next) => {
      const resolved = await next(lens, token);
      return resolved && plainLens(resolved);
    },
    provideCodeActions: async (document, range, context, token, next) =>
      (await next(document, range, context, token))?.map(plainAction),
    resolveCodeAction: async (action, token, next) => {
      const resolved = await next(action, token);
      return resolved && plainAction(resolved);
    },
    provideDocumentSymbols: async (document, token, next) => {
      const found = (await next(document, token)) ?? [];
      for (const symbol of found) symbol.name = plain(symbol.name, LENGTH.label);
      return found;
    },
    provideWorkspaceSymbols: async (query, token, next) => {
      const found = (await next(query, token)) ?? [];
      for (const symbol of found) symbol.name = plain(symbol.name, LENGTH.label);
      return found;
    },
    handleWorkDoneProgress: (token, params, next) => {
      // the library goes on with the very object
      if ('title' in params) params.title = plain(params.title, LENGTH.title);
      if (params.message !== undefined) params.message = plain(params.message, LENGTH.message);
      next(token, params);
    },
  };
}

/** Objects of the library's own classes, which know more than VS Code shows: they are changed, not copied. */
function plainFinding(found: vscode.Diagnostic): vscode.Diagnostic {
  found.message = plain(found.message, LENGTH.line);
  for (const related of found.relatedInformation ?? []) {
    related.message = plain(related.message, LENGTH.line);
  }
  return found;
}

function plainCompletion(item: vscode.CompletionItem): void {
  const label = typeof item.label === 'string' ? item.label : item.label.label;
  item.label = plain(label, LENGTH.label);
  if (item.detail !== undefined) item.detail = plain(item.detail, LENGTH.description);
  const { documentation } = item;
  if (typeof documentation === 'string') item.documentation = plainLines(documentation.split('\n'));
}

/** The icon, which is ours, says the cost by its form: a lens has one color in every theme. */
function plainLens(lens: vscode.CodeLens & { readonly data?: unknown }): vscode.CodeLens {
  const { command } = lens;
  if (command === undefined) return lens;
  const icon = iconOf(lens.data);
  const title = plain(command.title, LENGTH.label);
  // a space beside an icon collapses in the line of a lens; this one doesn't
  command.title = icon === undefined ? title : `$(${icon})\u00a0${title}`;
  if (command.tooltip !== undefined) command.tooltip = plain(command.tooltip, LENGTH.detail);
  return lens;
}

const COST_ICONS: Readonly<Record<LensCost, string>> = {
  point: 'zap',
  'row-range': 'check',
  'partition-scan': 'info',
  'partition-range': 'warning',
  'table-scan': 'warning',
  empty: 'circle-slash',
  unknown: 'question',
  write: 'edit',
};

function iconOf(data: unknown): string | undefined {
  const cost = typeof data === 'object' && data !== null && 'cost' in data ? data.cost : undefined;
  return Object.entries(COST_ICONS).find(([name]) => name === cost)?.[1];
}

function plainAction<A extends vscode.Command | vscode.CodeAction>(action: A): A {
  action.title = plain(action.title, LENGTH.label);
  return action;
}
