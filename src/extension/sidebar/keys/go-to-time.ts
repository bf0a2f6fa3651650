import * as vscode from 'vscode';
import { boundAt, declarationText, timePartOf, type KeyDeclaration } from '../../../core/keys/declare.ts';
import type { KeyProperty } from '../../../core/config/write-config.ts';
import { parseMoment } from '../../../core/keys/moment.ts';
import { suggestDeclarations } from '../../../core/keys/suggest.ts';
import { formatTicks, UNIT } from '../../../core/keys/time.ts';
import { prefixEnd, type KeyRange } from '../../../data/key-range.ts';
import { localClock } from '../clock.ts';
import { partitionKeyFor } from '../go-to-key.ts';
import { rowsNode, searchNode, tableOf } from '../nodes.ts';
import type { FoundNode, PartitionNode, TableNode } from '../nodes.ts';
import type { DeclaredKeys } from './declared-keys.ts';
import { showInformation } from '../../window/messages.ts';
import { askForText, pick } from '../../window/questions.ts';

/** The keys of a table that are known without asking the service. */
type KnownKeys = (table: TableNode, key: KeyProperty) => readonly string[];

/**
 * Asks for a time and gives the row whose list begins there: partitions of a table, or entities of a partition. Where no key is
 * declared, the keys seen tell how times are written in them, as in the grid. Undefined when the person changed their mind, or no key
 * has a time, which is then said.
 */
export async function askForTime(
  declaredKeys: DeclaredKeys,
  known: KnownKeys,
  node: TableNode | PartitionNode,
): Promise<FoundNode | undefined> {
  await declaredKeys.ready();
  const target = await pickTarget(declaredKeys, known, node);
  if (target === undefined) return undefined;
  const { key, declaration } = target;
  const partitionKey =
    key === 'rowKey'
      ? await partitionKeyFor(
          node,
          (table) => vscode.l10n.t('Go to a time in {0}', table),
          vscode.l10n.t('The whole PartitionKey: RowKey sorts by time in one partition'),
        )
      : '';
  const texts = partitionKey === undefined ? undefined : await askForTexts(declaration);
  const ticks = texts && (await askForMoment(declaration));
  if (ticks === undefined || texts === undefined || partitionKey === undefined) return undefined;
  const range = rangeAt(declaration, ticks, texts);
  const search = { kind: 'from', ...range, declaration } as const;
  return key === 'rowKey' ? rowsNode(node, partitionKey, search) : searchNode(tableOf(node), search);
}

interface Target {
  readonly key: KeyProperty;
  readonly declaration: KeyDeclaration;
}

/** The key whose time is meant: on a partition RowKey, on a table either. */
async function pickTarget(
  declaredKeys: DeclaredKeys,
  known: KnownKeys,
  node: TableNode | PartitionNode,
): Promise<Target | undefined> {
  const { now } = localClock();
  const owner = tableOf(node);
  const { table } = owner;
  const config = declaredKeys.of(table);
  const keys: readonly KeyProperty[] = node.kind === 'table' ? ['partitionKey', 'rowKey'] : ['rowKey'];
  const declarationsOf = (key: KeyProperty): readonly KeyDeclaration[] => {
    const declared = config?.[key] ?? [];
    return declared.length > 0
      ? declared
      : (suggestDeclarations(known(owner, key), now)[0]?.declarations ?? []);
  };
  const targets = keys.flatMap((key) =>
    declarationsOf(key)
      .filter((declaration) => timePartOf(declaration) !== undefined)
      .map((declaration) => ({
        label: `${key === 'partitionKey' ? 'PartitionKey' : 'RowKey'}: ${declarationText(declaration)}`,
        key,
        declaration,
      })),
  );
  if (targets.length > 1) {
    return pick(targets, { placeHolder: vscode.l10n.t('Which time do you mean?') });
  }
  if (targets.length === 0) {
    void showInformation(
      vscode.l10n.t(
        'No time is declared or seen in the keys of {0}. Use “Declare Key Codec…” on a row first.',
        table,
      ),
    );
  }
  return targets[0];
}

/** The texts before the time that are not always the same; undefined when the person gave up. */
async function askForTexts(declaration: KeyDeclaration): Promise<string[] | undefined> {
  const texts: string[] = [];
  for (const part of timePartOf(declaration)?.before ?? []) {
    if (part.kind === 'constant') continue;
    const text = await askForText({
      title: declarationText(declaration),
      prompt: vscode.l10n.t('Value of {0}, which comes before the time in the key', `{${part.name ?? '…'}}`),
      ignoreFocusOut: true,
    });
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return texts;
}

async function askForMoment(declaration: KeyDeclaration): Promise<bigint | undefined> {
  const { now, offsetAt } = localClock();
  const momentOf = (text: string): bigint | undefined => {
    const ticks = parseMoment(text, now, offsetAt);
    const domain = timePartOf(declaration)?.codec.domain;
    if (ticks === undefined || domain === undefined) return undefined;
    return ticks >= domain.first && ticks <= domain.last ? ticks : undefined;
  };
  const text = await askForText({
    title: vscode.l10n.t('Go to Time'),
    prompt: vscode.l10n.t(
      'Local time such as 2026-11-21 14:30, UTC with a Z at the end, or -24h. Press Enter to go there.',
    ),
    value: formatTicks(now, UNIT.minute),
    ignoreFocusOut: true,
    judge: (written) => {
      const ticks = momentOf(written);
      if (ticks === undefined) {
        return vscode.l10n.t(
          'Enter a time that this key can contain: 2026-11-21, 2026-11-21 14:30, 2026-11-21T14:30:00Z, -90m, -24h, or -7d.',
        );
      }
      return { message: bothTimes(ticks), severity: 'Info' };
    },
  });
  return text === undefined ? undefined : momentOf(text);
}

/** The moment in UTC and as the clocks here show it. */
function bothTimes(ticks: bigint): string {
  const local = new Date(formatTicks(ticks, UNIT.millisecond)).toLocaleString();
  return vscode.l10n.t('{0} UTC, {1} local time', formatTicks(ticks, UNIT.second, 'unwritten'), local);
}

/** Keys from the moment on that begin alike. */
function rangeAt(declaration: KeyDeclaration, ticks: bigint, texts: readonly string[]): KeyRange {
  const { from, prefix } = boundAt(declaration, ticks, texts);
  const before = prefix === '' ? undefined : prefixEnd(prefix);
  return { from, ...(before !== undefined && { before }) };
}
