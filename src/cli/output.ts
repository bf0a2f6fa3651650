import { Readable } from 'node:stream';
import type { Output, Terminal } from './command.ts';
import { plainCode, plainJson, plainLine, workflowCommand } from './plain.ts';

/** The only way to a terminal. */
export function outputOf(terminal: Terminal): Output {
  const {
    folder,
    input = Readable.from([]),
    write,
    complain,
    progress,
    collect,
    kept,
    signal,
    environment = {},
  } = terminal;
  const line = (text: string): string => `${plainLine(text)}\n`;
  return {
    folder,
    input,
    lines: (lines) => {
      write(lines.map(line).join(''));
    },
    patch: (lines) => {
      write(lines.map((text) => `${plainCode(text)}\n`).join(''));
    },
    data: (value) => {
      write(`${plainJson(value)}\n`);
    },
    annotation: (annotation) => {
      write(`${workflowCommand(annotation)}\n`);
    },
    message: write,
    complain: (text) => {
      progress?.('');
      complain(line(text));
    },
    progress: (text) => progress?.(plainLine(text)),
    ...(collect && { collect }),
    kept: kept ?? (() => Promise.resolve(undefined)),
    ...(signal && { signal }),
    environment,
  };
}
