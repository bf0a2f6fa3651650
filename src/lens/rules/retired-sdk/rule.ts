import * as l10n from '@vscode/l10n';
import type { Rule } from '../rule.ts';
import { SDK } from '../shared/code.ts';
import { say } from './messages.ts';

/** Its page on npm: deprecated, with critical fixes alone; `@azure/data-tables` has been there for it since June 2021. */
export const rule: Rule = {
  id: 'retired-sdk',
  severity: 'information',
  title: () => l10n.t('The deprecated azure-storage package'),
  check: function* (context) {
    const [span] = context.tableUse().retired;
    if (span === undefined) return;
    yield {
      place: { file: context.file, span },
      ...say('deprecated', 'azure-storage', SDK),
    };
  },
};
