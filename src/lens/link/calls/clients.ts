import * as l10n from '@vscode/l10n';
import { PACKAGE } from '../../syntax/gate.ts';
import type { Abstract, ClientValue } from '../values/abstract.ts';

/** What stands in the path of a value from outside for the call, or `new`, of what is before it. */
export const CALLED = '()';

/** The clients among values. What is taken out of a list or a map is one that was put there, where that is seen. */
export function madeClients(values: readonly Abstract[]): readonly ClientValue[] {
  const clients = values.filter((value) => value.kind === 'client');
  const made = clients.filter(({ isKept }) => isKept !== true);
  return made.length > 0 ? made : clients;
}

/**
 * What a call of something from outside makes, if it is a client, or leads to one: `new TableClient(url, table, …)`,
 * `TableClient.fromConnectionString(text, table, …)`, and `getTableClient(table)` of a TableServiceClient, which
 * wrappers of the SDK have as its siblings in other languages do. The service of the retired SDK is led to as well.
 */
export function clientOf(
  callee: { readonly module: string; readonly path: readonly string[] },
  isNew: boolean,
  args: readonly Abstract[],
): Abstract | undefined {
  const { module } = callee;
  // the default import of a CommonJS package is the package
  const path = callee.path[0] === 'default' ? callee.path.slice(1) : callee.path;
  const made = (isNew ? [...path, 'new'] : path).join('.');
  const isProved = module === PACKAGE;
  switch (made) {
    case 'TableClient.new':
    case 'TableClient.fromConnectionString':
      return client(
        args[1],
        args[0],
        isProved,
        isProved
          ? l10n.t('it is created with TableClient of {0}', PACKAGE)
          : l10n.t("it is created with a TableClient whose declaration wasn't found"),
      );
    case 'TableServiceClient.new':
    case 'TableServiceClient.fromConnectionString':
      return { kind: 'external', module, path: ['TableServiceClient', CALLED] };
    case `TableServiceClient.${CALLED}.getTableClient`:
      return client(
        args[0],
        undefined,
        false,
        l10n.t('it is created by getTableClient of a TableServiceClient'),
      );
    // it is followed as the list of its actions, which its methods add to
    case 'TableTransaction.new':
      return args[0]?.kind === 'array' ? args[0] : { kind: 'array', elements: [] };
    case 'createTableService':
      return { kind: 'external', module, path: [...path, CALLED] };
    default:
      return undefined;
  }
}

function client(
  table: Abstract | undefined,
  connection: Abstract | undefined,
  isProved: boolean,
  because: string,
): Abstract {
  return {
    kind: 'client',
    evidence: isProved ? 'proved' : 'inferred',
    because,
    ...(table && { table }),
    ...(connection && { connection }),
  };
}
