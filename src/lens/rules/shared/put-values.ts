import * as l10n from '@vscode/l10n';
import type { Place } from '../../../core/text/segments.ts';
import type { TextEdit } from '../../../core/text/edit.ts';
import type { PutProperty, Write } from '../../model/operations/operation.ts';
import type { Report, RuleContext } from '../rule.ts';
import { replaceExpression } from '../../syntax/edits/shorthand.ts';
import { oncePerFile } from './once.ts';

/** A property that a write of the file puts, and where to report what is wrong with its value. */
export interface Put extends PutProperty {
  readonly report: Pick<Report, 'place' | 'related'>;
  readonly write: Write;
  /** Whether it is spelled out in the file, so that a fix can change it. */
  readonly isHere: boolean;
}

/** All properties that the file's writes put, those of transactions too, each as often as it is written. */
export const putsOf = oncePerFile((context): readonly Put[] =>
  entitiesOf(context).flatMap(({ write, properties }) => properties.map((put) => putOf(write, put))),
);

/** One entity that a write of the file puts. */
export interface PutEntity {
  readonly write: Write;
  readonly properties: readonly PutProperty[];
}

/** What the file's writes put, those of transactions too; the keys that are deleted are left out. */
export const entitiesOf = oncePerFile((context): readonly PutEntity[] => {
  const writes = context.operations.filter((operation) => operation.kind === 'write');
  return writes.flatMap((write): readonly PutEntity[] => {
    if (write.method === 'deleteEntity') return [];
    if (write.method !== 'submitTransaction') return [{ write, properties: write.values }];
    // an object in the place of the tuple is no entity: `transaction-action-shape` says what it is
    const actions =
      write.actions?.filter(({ kind, isTuple }) => kind !== 'delete' && isTuple !== false) ?? [];
    return actions.map(({ values }) => ({ write, properties: values }));
  });
});

/** Whether a property is one of the keys, as the SDK or the service calls them. */
export function isKey(name: string): boolean {
  return /^(?:partition|row)Key$/i.test(name);
}

function putOf(write: Write, put: PutProperty): Put {
  return { ...put, write, isHere: put.place.file === write.file, report: reportAt(write, put.place) };
}

/** What stands in another file is reported at the write, and pointed to. */
export function reportAt({ file, nameSpan }: Write, place: Place): Pick<Report, 'place' | 'related'> {
  if (place.file === file) return { place };
  const related = [{ place, message: l10n.t('The value is set here.') }];
  return { place: { file, span: nameSpan }, related };
}

/** The edit that puts other code in the place of a property's value. */
export function replaceValue(context: RuleContext, { place }: PutProperty, code: string): TextEdit {
  return replaceExpression(place.file, context.sourceOf(place.file), place.span, code);
}
