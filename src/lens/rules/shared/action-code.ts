import type { Write } from '../../model/operations/operation.ts';

/** The tuple that says to a transaction what a call says to the client, as code; undefined for an update, and where options are given. */
export function actionOf(source: string, { method, argumentSpans }: Write): string | undefined {
  const args = argumentSpans.map(({ start, end }) => source.slice(start, end));
  const [first, second] = args;
  if (first === undefined) return undefined;
  switch (method) {
    case 'createEntity':
      return args.length === 1 ? `['create', ${first}]` : undefined;
    case 'upsertEntity':
      return args.length <= 2 ? `['upsert', ${args.join(', ')}]` : undefined;
    case 'deleteEntity':
      return args.length === 2 && second !== undefined
        ? `['delete', { partitionKey: ${first}, rowKey: ${second} }]`
        : undefined;
    case 'updateEntity':
    case 'submitTransaction':
      return undefined;
  }
}
