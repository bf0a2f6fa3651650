import * as l10n from '@vscode/l10n';
import type { Finding } from './finding.ts';
import { MOST_OPERATIONS } from '../model/operations/collect.ts';
import { type GivenUp, MAX_SIZE, MOST_FINDINGS } from './limits.ts';

/** The id under which a file is reported of which nothing else is said. */
export const NOT_ANALYSED = 'not-analysed';

/** Says at the first line of a file that it was given up, and why. */
export function notAnalysed(file: string, text: string, why: GivenUp): Finding {
  const end = text.search(/[\r\n]|$/);
  return {
    rule: NOT_ANALYSED,
    severity: 'information',
    file,
    span: { start: 0, end },
    messageId: why,
    data: [],
    message: describeGivenUp(why),
    related: [],
    fixes: () => [],
    isFixable: () => false,
    proposed: () => [],
  };
}

/** Says of a file that was given up that it was, and why. */
export function describeGivenUp(why: GivenUp): string {
  return `${l10n.t("This file isn't analyzed: it's too large.")} ${reasonFor(why)}`;
}

function reasonFor(why: GivenUp): string {
  switch (why) {
    case 'size':
      return l10n.t('It has more than {0} characters.', MAX_SIZE.toLocaleString('en'));
    case 'operations':
      return l10n.t('It has more than {0} operations on tables.', MOST_OPERATIONS.toLocaleString('en'));
    case 'findings':
      return l10n.t('It has more than {0} findings.', MOST_FINDINGS.toLocaleString('en'));
    case 'depth':
      return l10n.t('It is nested too deeply.');
    case 'steps':
      return l10n.t('It takes too many steps to follow.');
  }
}
