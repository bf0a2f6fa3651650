import type { Binding, FileFacts } from '../../syntax/facts/facts.ts';

export interface FoundBinding {
  readonly binding: Binding;
  /** The scope it was found in, and the function that scope belongs to. */
  readonly scope: number;
  readonly fn: number | undefined;
}

/** The binding that a name means in a scope. */
export function findBinding(facts: FileFacts, name: string, scope: number): FoundBinding | undefined {
  let at: number | undefined = scope;
  while (at !== undefined) {
    const found: FileFacts['scopes'][number] | undefined = facts.scopes[at];
    const binding = found?.bindings[name];
    if (binding !== undefined) return { binding, scope: at, fn: found?.fn };
    at = found?.parent;
  }
  return undefined;
}
