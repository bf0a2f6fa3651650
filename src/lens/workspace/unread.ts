import * as l10n from '@vscode/l10n';

/** Why a file or folder was not read, or not in full. */
export type Unread =
  | { readonly kind: 'missing' }
  /** Neither file nor folder: a pipe, a device. */
  | { readonly kind: 'special' }
  | { readonly kind: 'too-large'; readonly limit: number }
  | { readonly kind: 'encoding' }
  /** A folder with more folders and sources than this. */
  | { readonly kind: 'crowded'; readonly limit: number }
  /** The system's name of the reason. */
  | { readonly kind: 'denied'; readonly code: string }
  | { readonly kind: 'nested'; readonly limit: number }
  /** It was read, but for patterns that together are too costly. */
  | { readonly kind: 'patterns'; readonly refused: number };

/** For people: what is wrong, and what to do. */
export function describeUnread(why: Unread): string {
  switch (why.kind) {
    case 'missing':
      return l10n.t("not read: the file doesn't exist. Check the name.");
    case 'special':
      return l10n.t("not read: it isn't a regular file. Name a file or a folder.");
    case 'too-large':
      return l10n.t('not read: it is larger than {0}. Split it, or exclude it.', sizeText(why.limit));
    case 'encoding':
      return l10n.t('not read: it is neither UTF-8 nor UTF-16 with a byte order mark. Save it as UTF-8.');
    case 'crowded':
      return l10n.t(
        'not read: it contains more than {0} folders and sources. Divide it, or exclude it.',
        why.limit,
      );
    case 'denied':
      return l10n.t(
        'not read: the system denies access ({0}). Allow it to be read, or exclude it.',
        why.code,
      );
    case 'nested':
      return l10n.t('not read: its JSON is nested more than {0} levels deep. Make it flatter.', why.limit);
    case 'patterns':
      return l10n.t('{0} of its patterns are ignored: they have too many wildcards. Use fewer.', why.refused);
  }
}

function sizeText(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${kilobytes} kB` : `${kilobytes / 1024} MB`;
}
