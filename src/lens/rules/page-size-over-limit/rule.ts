import * as l10n from '@vscode/l10n';
import { MAX_TOP } from '../../../core/shape/estimate.ts';
import type { Rule } from '../rule.ts';
import { pageSizesOf } from '../shared/page-sizes.ts';
import { pageSizeFixes } from './fix.ts';
import { say } from './messages.ts';

/**
 * "Query timeout and pagination" of the service's documentation: at most 1,000 items at once. It doesn't say what becomes of a `$top` over
 * that; Azurite makes it 1,000 (test/claims).
 */
export const rule: Rule = {
  id: 'page-size-over-limit',
  severity: 'information',
  title: () => l10n.t('A page size over 1,000'),
  check: function* (context) {
    for (const { query, size, ...where } of pageSizesOf(context)) {
      if (size <= MAX_TOP) continue;
      yield {
        ...where,
        ...say('over-limit', size),
        fixes: () => pageSizeFixes(context, query, where.place, size, MAX_TOP),
      };
    }
  },
};
