import type { Write } from '../../model/operations/operation.ts';

/** The parts of the action that does what a write does; undefined where it takes more. */
export function actionOf(
  { method, etag }: Write,
  write: { readonly entity: string; readonly args: readonly string[] } | undefined,
): readonly [kind: string, ...rest: readonly string[]] | undefined {
  if (write === undefined) return undefined;
  const { entity, args } = write;
  const [first = '', second, ...others] = args;
  const rest = second === undefined ? [] : [second];
  switch (method) {
    case 'createEntity':
      return second === undefined ? ['create', entity] : undefined;
    case 'upsertEntity':
      return others.length === 0 ? ['upsert', entity, ...rest] : undefined;
    case 'updateEntity':
      return others.length === 0 || etag === 'sent' || etag === 'any'
        ? ['update', entity, ...rest, ...others]
        : undefined;
    case 'deleteEntity':
      return second !== undefined && others.length === 0
        ? ['delete', `{ ${property('partitionKey', first)}, ${property('rowKey', second)} }`]
        : undefined;
    case 'submitTransaction':
      return undefined;
  }
}

function property(name: string, code: string): string {
  return code === name ? name : `${name}: ${code}`;
}
