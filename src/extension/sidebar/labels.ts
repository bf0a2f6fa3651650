import * as l10n from '@vscode/l10n';
import { flawMark, flawOf, flawsOf } from '../../core/edm/flaws.ts';
import { valueText } from '../../core/edm/text.ts';
import type { EdmType } from '../../core/edm/value.ts';
import { declarationText, timePartOf, type KeyDeclaration } from '../../core/keys/declare.ts';
import { grouped } from '../../core/text/numbers.ts';
import { isOfReading } from '../../data/answer-fault.ts';
import { explainError } from '../../data/error.ts';
import type { Denial } from '../../data/denial.ts';
import type { DataError } from '../../data/error.ts';
import { mayDeleteTables } from '../../data/sas.ts';
import { costText } from '../../data/page.ts';
import { connection } from './connection-label.ts';
import { placeOf } from '../connections/address.ts';
import { group } from './group-label.ts';
import { boundText, keyRow } from './key-row.ts';
import type { Listing } from './listing.ts';
import { tableOf, textOf } from './nodes.ts';
import type {
  BrowserNode,
  EmptyNode,
  EntityNode,
  FailureNode,
  MoreNode,
  OddNode,
  PartitionNode,
  PropertyNode,
  RowsNode,
  Search,
  SearchNode,
  TableNode,
} from './nodes.ts';
import { contextOf, type Presentation, type World } from './presentation.ts';
import { boundsText } from './signature-label.ts';
import { countText, countedText, dotted, emptyText, itemsIn, oddText, shownAndCost } from './row-texts.ts';

/** Presents a node. `listing` is what is known of its children; of a group, of the list that it is a part of. */
export function present(node: BrowserNode, listing: Listing | undefined, world: World): Presentation {
  switch (node.kind) {
    case 'connection':
      return connection(node, listing, world);
    case 'table':
      return table(node, listing, world);
    case 'search':
      return search(node, listing, world);
    case 'partition':
      return partition(node, listing, world);
    case 'rows':
      return rows(node, listing, world);
    case 'entity':
      return entity(node, listing, world);
    case 'group':
      return group(node, listing);
    case 'property':
      return property(node);
    case 'odd':
      return odd(node);
    case 'more':
      return more(node);
    case 'failure':
      return failure(node);
    case 'empty':
      return empty(node);
  }
}

function table(node: TableNode, listing: Listing | undefined, world: World): Presentation {
  const { declared } = world;
  const { partitionKey = [], rowKey = [] } = declared(node.table) ?? {};
  const isTimed = [...partitionKey, ...rowKey].some((key) => timePartOf(key) !== undefined);
  const isUnsorted = placeOf(node.parent.connection.host) === 'cosmos';
  const bounds = node.parent.signature?.bounds;
  const within = bounds && boundsText(bounds);
  return {
    label: node.table,
    description: dotted(
      within && l10n.t('keys {0}', within),
      ...countAndList(node, listing, world),
      isUnsorted && listing !== undefined ? l10n.t('not sorted') : undefined,
    ),
    tooltip: [
      declaredText('PartitionKey', partitionKey),
      declaredText('RowKey', rowKey),
      isUnsorted
        ? l10n.t(
            "Partitions are in the order in which they are found. Azure Cosmos DB doesn't sort by key, so all keys are read, and a key that comes later can belong further up.",
          )
        : undefined,
      within && l10n.t('The shared access signature allows only the keys {0}', within),
    ].filter((line) => line !== undefined),
    icon: 'table',
    foldable: true,
    context: contextOf('table', { timed: isTimed, fixed: !mayDeleteTables(node.parent.signature) }),
  };
}

function declaredText(key: string, declarations: readonly KeyDeclaration[]): string | undefined {
  if (declarations.length === 0) return undefined;
  return l10n.t('{0} is declared as {1}', key, declarations.map(declarationText).join(' | '));
}

function search(node: SearchNode, listing: Listing | undefined, world: World): Presentation {
  const label = searchText(node, world);
  return {
    label,
    description: dotted(...countAndList(node, listing, world)),
    tooltip: [label],
    icon: 'search',
    foldable: true,
    context: 'search',
  };
}

function searchText({ range, parent }: SearchNode, { declared }: World): string {
  switch (range.kind) {
    case 'exact':
      return l10n.t('Partition “{0}”', range.key);
    case 'prefix':
      return l10n.t('Partitions that start with “{0}”', range.prefix);
    case 'from':
      return boundOf(range, declared(parent.table)?.partitionKey ?? []);
  }
}

/** What was counted below a row, and what of that is listed. */
function countAndList(
  { id, kind }: TableNode | SearchNode | PartitionNode | RowsNode,
  listing: Listing | undefined,
  { count }: World,
): (string | undefined)[] {
  const counted = count(id);
  return [
    counted && countedText(kind, counted),
    listing && shownAndCost(kind, listing, itemsIn(kind, counted)),
  ];
}

/** Entities of a partition that were looked for. */
function rows(node: RowsNode, listing: Listing | undefined, world: World): Presentation {
  const label = rowsText(node.rows, world.declared(tableOf(node).table)?.rowKey ?? []);
  return {
    label,
    description: dotted(
      node.parent.kind === 'table' ? node.partitionKey : '',
      ...countAndList(node, listing, world),
    ),
    tooltip: [label, `PartitionKey: ${node.partitionKey}`, `RowKey: ${textOf(node.rows)}`],
    icon: node.rows.kind === 'from' ? 'history' : 'search',
    foldable: true,
    context: 'rows',
  };
}

function rowsText(rows: Search, declarations: readonly KeyDeclaration[]): string {
  switch (rows.kind) {
    case 'exact':
      return l10n.t('Row “{0}”', rows.key);
    case 'prefix':
      return l10n.t('Rows that start with “{0}”', rows.prefix);
    case 'from':
      return boundOf(rows, declarations);
  }
}

function boundOf(
  { from, declaration }: Extract<Search, { kind: 'from' }>,
  declared: readonly KeyDeclaration[],
): string {
  return boundText(from, declaration === undefined ? declared : [declaration]);
}

function partition(node: PartitionNode, listing: Listing | undefined, world: World): Presentation {
  const { partitionKey, seen, whole } = node.partition;
  const declared = world.declared(tableOf(node).table);
  const key = keyRow(partitionKey, declared?.partitionKey ?? [], world);
  const isTimed = declared?.rowKey.some((each) => timePartOf(each) !== undefined) === true;
  const counted = world.sizeOf(node);
  const known = whole ? seen : counted;
  const size = countText('partition', known === undefined ? `${grouped(seen)}+` : grouped(known));
  const lines = [
    `PartitionKey: ${partitionKey}`,
    ...key.details,
    whole
      ? l10n.t('{0}, counted while looking for partitions', size)
      : counted === undefined
        ? l10n.t('{0}, as far as seen while looking for partitions', size)
        : l10n.t('{0}, counted with all of the table', size),
  ];
  const own = world.count(node.id);
  const items = itemsIn('partition', own);
  return {
    label: key.label,
    description: dotted(
      key.beside,
      own && countedText('partition', own),
      listing === undefined
        ? items === undefined
          ? size
          : ''
        : items === undefined && seesMore(listing, known ?? seen)
          ? dotted(size, costText(listing.requests))
          : shownAndCost('partition', listing, items),
    ),
    tooltip: lines,
    icon: 'folder',
    foldable: true,
    context: contextOf('partition', { timed: isTimed }),
  };
}

/** Whether more entities are known of than the list has, which goes on or could not be read. */
function seesMore({ children, former, more }: Listing, known: number): boolean {
  return more !== undefined && known > (former ?? children).length;
}

function entity(node: EntityNode, listing: Listing | undefined, world: World): Presentation {
  const read = listing?.entity ?? node.entity;
  const { rowKey, timestamp, properties } = read;
  const flaws = flawsOf(read);
  const key = keyRow(rowKey, world.declared(tableOf(node).table)?.rowKey ?? [], world);
  const lines = [
    `RowKey: ${rowKey}`,
    ...key.details,
    timestamp === undefined ? '' : l10n.t('Written {0} (Timestamp)', timestamp),
    countText('entity', grouped(properties.length)),
    ...flaws,
  ];
  return {
    label: key.label,
    description: key.beside ?? '',
    tooltip: lines.filter((line) => line !== ''),
    icon: flaws.length === 0 ? 'symbol-object' : 'warning',
    foldable: true,
    context: 'entity',
  };
}

function property({ property }: PropertyNode): Presentation {
  const { name, value } = property;
  const text = valueText(value);
  const flaw = flawOf(value);
  return {
    label: name,
    description: dotted(onOneLine(text), value.type === 'String' ? flawMark(value) : value.type),
    // last, so that no line of a value looks like one of ours
    tooltip: [`${name} (${flaw ?? `Edm.${value.type}`})`, ...cut(text, MAX_TOOLTIP).split(/\r\n|\n/)],
    icon: flaw === undefined ? TYPE_ICONS[value.type] : 'warning',
    foldable: false,
    context: 'property',
  };
}

function odd({ parent, count }: OddNode): Presentation {
  const label = oddText(parent.kind, count);
  const why =
    parent.kind === 'connection'
      ? l10n.t("The service listed them without a valid name, so they can't be read.")
      : l10n.t("Their PartitionKey or RowKey is missing or isn't text. The grid shows them as they are.");
  return {
    label,
    description: '',
    tooltip: [label, why],
    icon: 'warning',
    foldable: false,
    context: 'odd',
  };
}

function more({ parent, shown, requests }: MoreNode): Presentation {
  return {
    label: l10n.t('Show more'),
    description: dotted(countText(parent.kind, grouped(shown)), costText(requests)),
    tooltip: [l10n.t('Continue from here. Shown so far: {0}', grouped(shown))],
    icon: 'ellipsis',
    foldable: false,
    context: parent.kind === 'table' || parent.kind === 'search' ? 'more.partitions' : 'more',
  };
}

function failure({ error, requests }: FailureNode): Presentation {
  const { message, advice } = explainError(error);
  return {
    label: whatToDo(error),
    description: dotted(message, costText(requests)),
    tooltip: [message, advice],
    icon: isPause(error) ? 'debug-pause' : 'warning',
    foldable: false,
    context: `failure.${error.kind}`,
  };
}

function empty({ parent, requests }: EmptyNode): Presentation {
  return {
    label: emptyText(parent),
    description: costText(requests),
    tooltip: [emptyText(parent)],
    icon: 'circle-slash',
    foldable: false,
    context: 'empty',
  };
}

/** Whether the reading only paused: it can go on from there, nothing is to be mended. */
export function isPause(error: DataError): boolean {
  return error.kind === 'cancelled' || error.kind === 'budget';
}

/** What to do, in so few words that a sidebar of the default width (300 px) shows them all. */
function whatToDo(error: DataError): string {
  switch (error.kind) {
    case 'refused':
      return l10n.t('No answer: start it, or retry');
    case 'unreachable':
      return l10n.t('No answer: check the network');
    case 'interrupted':
      return l10n.t('Connection broke: retry');
    case 'certificate':
      return l10n.t('Certificate not trusted');
    case 'authentication':
      return whatHelps(error.denial);
    case 'not-found':
      return l10n.t('Gone: refresh the level above');
    case 'throttled':
      return l10n.t('Busy: wait, then retry');
    case 'bad-request':
      return l10n.t('Rejected: check the endpoint');
    case 'invalid-answer':
      return isOfReading(error.fault)
        ? l10n.t('Rows repeat: read them again')
        : l10n.t('Wrong endpoint: check it');
    case 'unsendable':
      return l10n.t("Can't be requested: see why");
    case 'cancelled':
      return l10n.t('Cancelled: click to continue');
    case 'budget':
      return l10n.t('{0} requests used, continue?', grouped(error.requests));
    case 'other':
      return l10n.t('Failed: retry, or see the log');
  }
}

/** Likewise about a refusal. */
function whatHelps(denial: Denial | undefined): string {
  switch (denial?.kind) {
    // nobody was asked of these, and nobody denied anything
    case 'removed':
      return l10n.t('Removed: connect again');
    case 'no-secret':
      return l10n.t('No secret: connect again');
    case 'signature-bounds':
      return l10n.t('Outside the signature’s keys');
    case 'clock':
      return l10n.t('Access denied: set the clock');
    case 'network':
    case 'signature-address':
      return l10n.t('Denied: check the network');
    case 'signature-early':
      return l10n.t('Not valid yet: wait');
    case 'signed-out':
      return l10n.t('Access denied: sign in again');
    case 'role':
      return l10n.t('Access denied: needs a role');
    case undefined:
    case 'wrong-key':
    case 'keys-disabled':
    case 'needs-https':
    case 'signature-expired':
    case 'signature-wrong':
    case 'signature-permission':
    case 'signature-table':
    case 'signature-https':
      return l10n.t('Access denied: connect again');
  }
}

const TYPE_ICONS: Readonly<Record<EdmType, string>> = {
  String: 'symbol-string',
  Boolean: 'symbol-boolean',
  Int32: 'symbol-number',
  Int64: 'symbol-number',
  Double: 'symbol-number',
  DateTime: 'calendar',
  Guid: 'symbol-key',
  Binary: 'file-binary',
};

/** Characters of a value that a row or a tooltip shows; the document of the entity shows all. */
const MAX_ROW = 200;
const MAX_TOOLTIP = 2_000;

function onOneLine(text: string): string {
  return cut(text.replace(/\s+/g, ' '), MAX_ROW);
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}
