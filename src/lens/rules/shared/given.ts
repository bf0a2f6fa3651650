import type { GivenKey } from '../../model/keys/key-schema.ts';
import type { Place } from '../../../core/text/segments.ts';
import type { Operation } from '../../model/operations/operation.ts';
import type { Report } from '../rule.ts';
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
