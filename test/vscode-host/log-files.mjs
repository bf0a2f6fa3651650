// Given to VS Code's server with `--import`: its log files are written without the native module that writes them
// elsewhere, which takes a compiler to install.
import { appendFileSync, mkdirSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { dirname } from 'node:path';

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@vscode/spdlog' ? { url: import.meta.url, shortCircuit: true } : next(specifier, context),
});

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'critical'];

/** Nothing to do: each line is written at once. */
export function setFlushOn() {
  return undefined;
}

/**
 * @param {string} _name
 * @param {string} file
 */
export function createAsyncRotatingLogger(_name, file) {
  mkdirSync(dirname(file), { recursive: true });
  let lowest = 0;
  const writers = LEVELS.map((name, level) => [
    name,
    (/** @type {string} */ text) => {
      if (level >= lowest) appendFileSync(file, `[${name}] ${text}\n`);
    },
  ]);
  return {
    ...Object.fromEntries(writers),
    setLevel: (/** @type {number} */ level) => {
      lowest = level;
    },
    setPattern: setFlushOn,
    clearFormatters: setFlushOn,
    flush: setFlushOn,
    drop: setFlushOn,
  };
}
