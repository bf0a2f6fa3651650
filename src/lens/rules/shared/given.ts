import type { GivenKey } from '../../model/keys/key-schema.ts';
import type { Place } from '../../../core/text/segments.ts';
import type { Operation, Value } from '../../model/operations/operation.ts';
import type { Report } from '../rule.ts';
import { contains } from '../../../core/text/span.ts';
import { oncePerFile } from './once.ts';
import * as l10n from '@vscode/l10n';

/** The keys that the file's operations give: writes and point reads their whole keys, queries those of their filters. */
export const keysOf = oncePerFile((context): readonly GivenKey[] =>
  context.operations.flatMap(context.keysOf),
);

/** Where to report what stands at `place`: in another file it is reported at the operation, and pointed to. */
export function reportAt({ file, nameSpan }: Operation, place: Place): Pick<Report, 'place' | 'related'> {
  if (place.file === file) return { place };
  const related = [{ place, message: l10n.t('The key is built here.') }];
  return { place: { file, span: nameSpan }, related };
}

/** The same with the place of the literal that gives a key its text, where that is not in the key's own expression. */
export function withConstant(
  report: Pick<Report, 'place' | 'related'>,
  key: Place,
  value: Value | undefined,
): Pick<Report, 'place' | 'related'> {
  const [first] = value?.kind === 'text' ? value.segments : [];
  if (first === undefined) return report;
  const { place } = first;
  const isInKey = place.file === key.file && contains(key.span, place.span);
  const message = l10n.t('The text of the key is here.');
  return isInKey ? report : { ...report, related: [...(report.related ?? []), { place, message }] };
}
