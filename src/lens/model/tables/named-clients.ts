import { newLinker } from '../../link/evaluate.ts';
import { type Files, newMemory } from '../../link/linker.ts';
import type { FileFacts } from '../../syntax/facts/facts.ts';
import { tableOfClient } from '../operations/evidence.ts';

/** A name by which a file has a client of a table: it makes it, is given or imports it. */
export interface NamedClient {
  readonly name: string;
  readonly table: string;
  /** Offset of the declaration. */
  readonly declared: number;
}

/** The names of a file that mean the client of a known table at `offset`, used or not, in any of its scopes. */
export function readClients(files: Files, facts: FileFacts, offset: number): readonly NamedClient[] {
  const memory = newMemory();
  const span = { start: offset, end: offset };
  return facts.scopes.flatMap(({ bindings }, scope) =>
    Object.entries(bindings).flatMap(([name, binding]): readonly NamedClient[] => {
      const linker = newLinker(files, memory);
      const value = linker.evaluate({ kind: 'name', name, scope, span }, { file: facts.file });
      const table = tableOfClient(linker, value);
      return table === undefined ? [] : [{ name, table, declared: binding.span.start }];
    }),
  );
}
