import * as l10n from '@vscode/l10n';
import { parseFilter } from '../../../core/odata/parse.ts';
import { plainText } from '../../../core/text/segments.ts';

/** Characters of a property's name that the service takes. */
const MOST_CHARACTERS = 255;

/** What the service, the SDK, or JavaScript itself means by a name; names of the service are the same in any case. */
const TAKEN: ReadonlySet<string> = new Set([
  ...['partitionkey', 'rowkey', 'timestamp', 'etag', 'odata.etag', 'odata.metadata'],
  ...['__proto__', 'constructor', 'prototype'],
]);

/** Why a property can't have this name; undefined where it can. */
export function nameProblem(name: string): string | undefined {
  if (TAKEN.has(name.toLowerCase())) return l10n.t('“{0}” is a reserved name. Enter another one.', name);
  if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) || name.length > MOST_CHARACTERS)
    return l10n.t(
      'Invalid property name. Use up to 255 letters, digits, and underscores, and begin with a letter.',
    );
  return isRead(name) ? undefined : l10n.t("A filter can't name a property “{0}”. Enter another name.", name);
}

/** Whether a property of this name can be renamed: the keys and what the service keeps itself have fixed names. */
export function isFixed(name: string): boolean {
  return TAKEN.has(name.toLowerCase()) || !/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name);
}

/** Whether a filter that names it is read as one. */
function isRead(name: string): boolean {
  const { filter, errors } = parseFilter(plainText(`${name} eq 'a' and not (${name} eq 'b')`));
  return (
    errors.length === 0 &&
    filter?.kind === 'and' &&
    filter.left.kind === 'comparison' &&
    filter.left.left.kind === 'property' &&
    filter.left.left.name === name
  );
}
