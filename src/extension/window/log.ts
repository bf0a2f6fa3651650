import * as vscode from 'vscode';
import { LENGTH, plain, plainLog } from './plain.ts';

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error'] as const;
const WRITERS = ['append', 'appendLine', 'replace'] as const;

/** A log in which nothing that others wrote is a link, nor a line of ours. What is handed to others (the language client) is it too. */
export function createLog(name: string): vscode.LogOutputChannel {
  const channel = vscode.window.createOutputChannel(name, { log: true });
  const levels = LEVELS.map((level) => {
    const value = (message: string | Error, ...rest: unknown[]): void => {
      channel[level](plainLog([message, ...rest].map(wordsOf).join(' ')));
    };
    return [level, { value }] as const;
  });
  const writers = WRITERS.map((writer) => {
    const value = (text: string): void => {
      channel[writer](plainLog(text));
    };
    return [writer, { value }] as const;
  });
  return Object.create(channel, Object.fromEntries([...levels, ...writers])) as vscode.LogOutputChannel;
}

/** What a program says, line by line. */
export interface Output {
  readonly line: (text: string) => void;
  /** Shows it without taking the focus, unless that is wanted. */
  readonly show: (focus?: 'focus') => void;
  readonly dispose: () => void;
}

export function createOutput(name: string): Output {
  const channel = vscode.window.createOutputChannel(plain(name, LENGTH.label));
  return {
    line: (text) => {
      channel.appendLine(plainLog(text));
    },
    show: (focus) => {
      channel.show(focus === undefined);
    },
    dispose: () => {
      channel.dispose();
    },
  };
}

function wordsOf(part: unknown): string {
  return part instanceof Error ? (part.stack ?? part.message) : String(part);
}
