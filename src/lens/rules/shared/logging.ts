import { pathOf } from '../../syntax/program/names.ts';
import type { Expression } from '../../syntax/program/program.ts';

/**
 * Whether a callee writes a line for whoever looks after the program, for whom the order of lines says nothing: `logger.info`, and
 * `context.log` of Azure Functions. What `console` writes may be what the program is for.
 */
export function isLogger(callee: Expression): boolean {
  const path = pathOf(callee);
  if (path === undefined || path.length < 2) return false;
  const [owner = '', method = ''] = path.slice(-2);
  return (LOGGERS.test(owner) && METHODS.has(method)) || (CONTEXTS.test(owner) && method === 'log');
}

/** Whether a callee writes a line to the console. */
export function isConsole(callee: Expression): boolean {
  return callee.kind === 'member' && callee.object.kind === 'global' && callee.object.name === 'console';
}

const LOGGERS = /^(?:log|logger|logging|winston|pino)$|Log(?:ger)?$/;

const CONTEXTS = /^(?:context|ctx)$/;

const METHODS: ReadonlySet<string> = new Set([
  ...['log', 'trace', 'debug', 'verbose', 'info', 'information', 'warn', 'warning', 'error'],
]);
