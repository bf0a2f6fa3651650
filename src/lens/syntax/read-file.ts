import type { FileFacts } from './facts.ts';
import { lowerStatements } from './lower-statement.ts';
import type { Lowering, OpenScope } from './lowering.ts';
import { parseSource } from './parse.ts';

/**
 * Parses one file and lowers it to facts. Never throws on broken code: what cannot be read is left out.
 * `file` decides by its ending whether JSX is read; JavaScript is read with JSX, as editors do.
 */
export function readFile(file: string, text: string): FileFacts {
  const source = parseSource(file, text);
  const noNames = <T>(): Record<string, T> => Object.create(null) as Record<string, T>;
  const lowering: Lowering = {
    source,
    text,
    scopes: [{ bindings: noNames() }],
    functions: [],
    classes: [],
    types: noNames(),
    modules: new Set(),
    exports: noNames(),
    exportStars: [],
    calls: [],
    pendingWrites: [],
    uses: new Map(),
  };
  lowerStatements(lowering, source.statements, { scope: 0, conditions: [], inLoop: false }, undefined);
  settleWrites(lowering);
  return {
    file,
    scopes: lowering.scopes,
    functions: lowering.functions,
    classes: lowering.classes,
    types: lowering.types,
    modules: [...lowering.modules],
    exports: lowering.exports,
    exportStars: lowering.exportStars,
    calls: lowering.calls,
    ...(lowering.exportsWhole !== undefined && { exportsWhole: lowering.exportsWhole }),
  };
}

function settleWrites(lowering: Lowering): void {
  for (const { name, scope, write } of lowering.pendingWrites) {
    let at: OpenScope | undefined = lowering.scopes[scope];
    while (at !== undefined && !(name in at.bindings)) {
      at = at.parent === undefined ? undefined : lowering.scopes[at.parent];
    }
    at?.bindings[name]?.writes.push(write);
  }
}
