import * as l10n from '@vscode/l10n';

/** Fewest and most characters of a table's name ("Understanding the Table service data model"). */
const FEWEST = 3;
const MOST = 63;

/** What is wrong with a new table's name and what to write instead; undefined for a name that the service takes. */
export function tableNameProblem(name: string): string | undefined {
  if (/^[^A-Za-z]/.test(name)) return l10n.t('A table name begins with a letter from A to Z.');
  if (/[^A-Za-z0-9]/.test(name)) {
    return l10n.t('A table name has letters from A to Z and digits only: no hyphens, underscores or spaces.');
  }
  if (name.length < FEWEST || name.length > MOST) {
    return l10n.t('A table name has {0} to {1} characters; this one has {2}.', FEWEST, MOST, name.length);
  }
  return name.toLowerCase() === 'tables'
    ? l10n.t('The service reserves the name “tables”. Choose another one.')
    : undefined;
}
