import * as l10n from '@vscode/l10n';
import type { Rule } from '../rule.ts';
import { pageSizesOf } from '../shared/page-sizes.ts';
import { say } from './messages.ts';

/** Seen with 13.3.2 of the SDK: a page of no entities has a continuation token, and so has the next one. */
export const rule: Rule = {
  id: 'endless-paging',
  severity: 'error',
  title: () => l10n.t('A page size of 0 never ends'),
  check: function* (context) {
    for (const { query: _, size, ...where } of pageSizesOf(context)) {
      if (size === 0) yield { ...where, ...say('page-size-zero') };
    }
  },
};
