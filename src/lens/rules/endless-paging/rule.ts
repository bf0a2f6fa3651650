import * as l10n from '@vscode/l10n';
import type { Rule } from '../rule.ts';
import { queriesOf } from '../shared/filters.ts';

/** Seen with 13.3.2 of the SDK: a page of no entities has a continuation token, and so has the next one. */
export const rule: Rule = {
  id: 'endless-paging',
  severity: 'error',
  title: () => l10n.t('Pages of no entities never end'),
  check: function* (context) {
    for (const { file, consumption } of queriesOf(context)) {
      const { pageSize, pageSizeSpan } = consumption;
      if (pageSize !== 0 || pageSizeSpan === undefined) continue;
      yield {
        place: { file, span: pageSizeSpan },
        message: l10n.t(
          'Pages of 0 entities are empty and always have a next one: this loop gets nothing and never ends. Give a size from 1 to 1,000, or none.',
        ),
      };
    }
  },
};
