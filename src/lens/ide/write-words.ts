import * as l10n from '@vscode/l10n';
import { bullets, code, md, plain } from '../../core/text/markdown.ts';
import type { Markdown } from '../../core/text/markdown.ts';
import type { PointRead, Write } from '../model/operations/operation.ts';
import { oneLine, type SourceAt } from './expressions.ts';
import { tableHeading } from './table-words.ts';

/** The keys that an operation names, as written, each a line of Markdown. */
export function writtenKeys(
  { partitionKey, rowKey }: Pick<PointRead, 'partitionKey' | 'rowKey'>,
  sourceAt: SourceAt,
): Markdown[] {
  const key = (name: 'PartitionKey' | 'RowKey', expression: PointRead['rowKey']): Markdown[] => {
    const written = expression && sourceAt(expression.place);
    return written === undefined ? [] : [md`${plain(name)} = ${code(oneLine(written))}`];
  };
  return [...key('PartitionKey', partitionKey), ...key('RowKey', rowKey)];
}

/**
 * What is to be said of a write, paragraphs of Markdown: what it does to the table and when it fails, whether an ETag
 * guards it, its keys, what repeats it. The guide, "Entity Group Transactions"; the REST documentation of each operation.
 */
export function aboutWrite(write: Write, sourceAt: SourceAt): Markdown[] {
  const lines = [...writtenKeys(write, sourceAt), ...sizeOf(write).map(plain), ...guardOf(write).map(plain)];
  return [
    md`**${plain(writeName(write))}** · ${tableHeading(write)}`,
    plain(effectOf(write)),
    bullets(lines),
  ];
}

/** What a write does, in a word or three. */
export function writeName(write: Write): string {
  switch (write.method) {
    case 'createEntity':
      return l10n.t('Insert');
    case 'updateEntity':
      return l10n.t('Update');
    case 'upsertEntity':
      return l10n.t('Insert or update');
    case 'deleteEntity':
      return l10n.t('Delete');
    case 'submitTransaction':
      return l10n.t('Transaction');
  }
}

function effectOf(write: Write): string {
  switch (write.method) {
    case 'createEntity':
      return l10n.t('One request. It fails with 409 if the entity already exists.');
    case 'updateEntity':
      return [l10n.t("One request. It fails with 404 if the entity doesn't exist."), modeOf(write)]
        .join(' ')
        .trim();
    case 'upsertEntity':
      return [l10n.t('One request, whether or not the entity exists.'), modeOf(write)].join(' ').trim();
    case 'deleteEntity':
      return l10n.t("One request. It fails with 404 if the entity doesn't exist.");
    case 'submitTransaction':
      return l10n.t(
        'One request: all of its actions happen, or none. It can have up to 100 actions on different entities of one partition.',
      );
  }
}

/** The SDK merges unless it is told otherwise. */
function modeOf({ mode, argumentSpans, via }: Write): string {
  const isDefault = mode === undefined && via === undefined && argumentSpans.length < 2;
  if (mode === 'Replace') return l10n.t("Replace: removes properties that you don't pass.");
  return mode === 'Merge' || isDefault ? l10n.t("Merge: keeps properties that you don't pass.") : '';
}

function sizeOf(write: Write): string[] {
  if (write.method !== 'submitTransaction') return [];
  const { size } = write;
  if (size.kind === 'most') return [l10n.t('Actions: at most {0}.', size.count)];
  return size.kind === 'open' ? [l10n.t('The number of actions has no limit.')] : [];
}

/** Only what has an ETag can be guarded by it. */
function guardOf({ method, etag }: Write): string[] {
  if (method !== 'updateEntity' && method !== 'deleteEntity') return [];
  switch (etag) {
    case 'sent':
      return [l10n.t('With an ETag: it fails with 412 if the entity changed after it was read.')];
    case 'any':
      return [l10n.t('ETag "*": it overwrites what others wrote in between.')];
    case 'missing':
      return [l10n.t('Without an ETag: it overwrites what others wrote in between.')];
    case 'unknown':
      return [];
  }
}
