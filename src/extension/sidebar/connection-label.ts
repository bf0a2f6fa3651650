import * as l10n from '@vscode/l10n';
import { grouped } from '../../core/text/numbers.ts';
import { explainError } from '../../data/error.ts';
import { mayCreateTables } from '../../data/sas.ts';
import { placeOf } from '../connections/address.ts';
import type { Place } from '../connections/address.ts';
import { failureAlone } from './listing.ts';
import type { Listing } from './listing.ts';
import { filteredTables } from './nodes.ts';
import type { ConnectionNode } from './nodes.ts';
import { contextOf, type Presentation, type World } from './presentation.ts';
import { countAndCost, dotted } from './row-texts.ts';
import { expiryText, isOutOfTime, signatureLines } from './signature-label.ts';

/** What is not this machine's own is told from it by words, icon and colour: there reading costs, and may be seen. */
const PLACES: Readonly<Record<Place, { icon: string; color?: string; name: () => string }>> = {
  loopback: { icon: 'vm', name: () => '' },
  azure: { icon: 'azure', color: 'charts.orange', name: () => 'Azure' },
  cosmos: { icon: 'azure', color: 'charts.orange', name: () => 'Azure Cosmos DB' },
  network: { icon: 'remote', color: 'charts.yellow', name: () => l10n.t('Network') },
};

/** The row of a connection. */
export function connection(
  { connection, signature }: ConnectionNode,
  listing: Listing | undefined,
  world: World,
): Presentation {
  const filter = world.tableFilter(connection.id);
  const place = placeOf(connection.host);
  const where = l10n.t('{0} at {1}', connection.name, connection.host);
  const failed = listing && failureAlone(listing);
  const isUseless = signature !== undefined && isOutOfTime(signature, world.now);
  return {
    label: connection.name,
    description: dotted(
      PLACES[place].name(),
      signature && dotted('SAS', expiryText(signature, world.now)),
      connection.host,
      filter && l10n.t('names with “{0}”', filter),
      listing && tablesText(listing, filter),
    ),
    tooltip: [
      where,
      ...(signature ? signatureLines(signature, world) : []),
      ...(failed === undefined ? [] : [explainError(failed).message]),
    ],
    icon: failed !== undefined || isUseless ? 'warning' : PLACES[place].icon,
    ...(PLACES[place].color !== undefined && { color: PLACES[place].color }),
    foldable: true,
    context: contextOf(`connection.${connection.origin}`, {
      stoppable: connection.origin === 'azurite' && world.canStopAzurite,
      fixed: !mayCreateTables(signature),
      filtered: filter !== undefined,
    }),
  };
}

/** How many tables there are and, where they are filtered, how many of them are shown. */
function tablesText(listing: Listing, filter: string | undefined): string {
  const all = countAndCost('connection', listing);
  const known = listing.former ?? listing.children;
  if (filter === undefined || known.length === 0) return all;
  return l10n.t('{0} of {1}', grouped(filteredTables(known, filter).length), all);
}
