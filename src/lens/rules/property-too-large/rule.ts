import * as l10n from '@vscode/l10n';
import type { Rule, RuleContext } from '../rule.ts';
import { shown, textAt } from '../shared/place.ts';
import { isKey, type Put, putsOf } from '../shared/put-values.ts';

/** The guide, "Large entities pattern"; REST: a String or Binary property holds 64 KiB, an entity 1 MiB. */
export const rule: Rule = {
  id: 'property-too-large',
  severity: 'warning',
  title: () => l10n.t('Contents of any size in one property'),
  check: function* (context) {
    for (const put of putsOf(context)) {
      if (!put.isUnbounded || isKey(put.name) || isMeasured(context, put)) continue;
      yield {
        ...put.report,
        message: l10n.t(
          '{0} holds the contents of a file, or of what was received, and nothing bounds its size: a property takes 64 KiB (32,768 characters of a text), and the service rejects more. Put it into a blob, and its address into the property.',
          shown(textAt(context, put.place)),
        ),
      };
    }
  },
};

/** The file knows the limit, or asks how long something is before it goes on. */
function isMeasured(context: RuleContext, { place }: Put): boolean {
  return /\b(?:64\s*\*\s*1024|65[_,]?53[56]|64[_,]?000|32\s*\*\s*1024|32[_,]?76[78]|32[_,]?000)\b|\.(?:length|byteLength|size)\s*[<>]/.test(
    context.sourceOf(place.file),
  );
}
