import * as l10n from '@vscode/l10n';
import type { Rule } from '../rule.ts';
import { removal } from './fix.ts';
import { say } from './messages.ts';

/**
 * Read in the SDK's code: 13.0.0 and later take `etag` out of `select`, as the service sends it in any case; up to 12.1.2 it was sent, and
 * every etag came back as null (Azure/azure-sdk-for-js, issue 17407).
 */
export const rule: Rule = {
  id: 'select-etag',
  severity: 'hint',
  title: () => l10n.t('etag in a select'),
  check: function* (context) {
    // a constant that several reads are given is told once
    const told = new Set<number>();
    for (const operation of context.operations) {
      if (operation.kind === 'write') continue;
      const select = operation.projection?.select;
      if (select === undefined || select === 'unknown') continue;
      for (const { name, place } of select) {
        if (!ETAGS.has(name) || place?.file !== operation.file || told.has(place.span.start)) continue;
        told.add(place.span.start);
        yield {
          place,
          ...say('not-sent'),
          about: operation,
          fixes: () => removal(context, place),
        };
      }
    }
  },
};

const ETAGS: ReadonlySet<string> = new Set(['etag', 'odata.etag']);
