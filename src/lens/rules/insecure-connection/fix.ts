import * as l10n from '@vscode/l10n';
import type { TextEdit } from '../../../core/text/edit.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import type { InsecureClient } from '../../model/tables/access.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { onlyOptionsOf, propertyWithLine } from '../../syntax/edits/remove.ts';

/** Without the option, and with `https` where the address says `http`; only what stands in the call, or in its address. */
export function encryptedFixes(context: RuleContext, client: InsecureClient): readonly Fix[] {
  const { place, site, http, isEncrypted } = client;
  const source = context.sourceOf(context.file);
  const isWithin = place.file === site.file && contains(site.span, place.span);
  if (!isWithin || place.span.start === site.span.start) return [];
  const address = isEncrypted ? [] : encrypted(source, context.file === http?.file ? http.span : undefined);
  if (address === undefined) return [];
  const span =
    onlyOptionsOf(place.file, source, place.span) ?? propertyWithLine(place.file, source, place.span);
  const option = { span, text: '' };
  return [{ title: l10n.t('Use https'), edits: [...address, option] }];
}

/** Every `http` of an address or a connection string with an `s`. */
function encrypted(source: string, span: Span | undefined): readonly TextEdit[] | undefined {
  if (span === undefined) return undefined;
  return [...source.slice(span.start, span.end).matchAll(/\bhttp(?=:\/\/|;)/gi)].map((found) => {
    const end = span.start + found.index + found[0].length;
    return { span: { start: end, end }, text: 's' };
  });
}
