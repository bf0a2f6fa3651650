import * as l10n from '@vscode/l10n';
import type { KeyPattern } from '../../model/keys/key-pattern.ts';
import type { Rule } from '../rule.ts';
import { keysOf, reportAt, withConstant } from '../shared/given.ts';
import { say } from './messages.ts';

/** Characters (UTF-16 units) that 1 KiB holds, if a unit takes one byte; over them every service refuses a key. */
const MOST = 1024;

/** Characters that 1 KiB holds at two bytes each, as Azurite counts them. */
const SURE = 512;

/** The service's data model: PartitionKey and RowKey up to 1 KiB each. */
export const rule: Rule = {
  id: 'key-too-long',
  severity: 'error',
  title: () => l10n.t('A key that is too long'),
  check: function* (context) {
    for (const { operation, key, place, patterns, value } of keysOf(context)) {
      const lengths = patterns.map(constantLength);
      const length = Math.max(0, ...lengths);
      if (length <= SURE || operation.kind === 'query') continue;
      yield {
        ...withConstant(reportAt(operation, place), place, value),
        severity: lengths.every((one) => one > MOST) ? 'error' : 'warning',
        ...say('too-long', key, length.toLocaleString('en'), SURE, MOST.toLocaleString('en')),
      };
    }
  },
};

function constantLength({ parts }: KeyPattern): number {
  return parts.reduce((length, part) => length + (part.kind === 'literal' ? part.text.length : 0), 0);
}
