import * as l10n from '@vscode/l10n';

/** What a help text says of the exit codes of a command that lists what it finds; `others` stands before them. */
export function exitCodesOfLists(others = l10n.t('Exit codes: 0 done;')): readonly string[] {
  return [
    others,
    l10n.t('2 failed to run, to read a file or folder that you named, to use what'),
    l10n.t(".partitionlens.json says, or to write the result. Files below a folder that it can't read are"),
    l10n.t('listed on standard error and counted in the last line.'),
  ];
}

/** What a help text says of the exit codes of `assist`. */
export function exitCodesOfAssist(): readonly string[] {
  return [
    l10n.t(
      'Exit codes: 0 something is offered there, or was printed or written; 1 nothing is offered there;',
    ),
    l10n.t('2 failed to run, to read a file or folder that you named, or to write the result.'),
  ];
}
