import * as l10n from '@vscode/l10n';
import { grouped } from '../text/numbers.ts';
import { isIllFormed } from '../text/surrogates.ts';
import type { Entity } from './json.ts';
import { valueIn } from './value-in.ts';
import type { EdmValue } from './value.ts';

/** Flaws of an entity that are told one by one. */
const MOST = 10;

/** What is wrong with a value, in a sentence; undefined for one as a table service has it. */
export function flawOf(value: EdmValue): string | undefined {
  if (value.type !== 'String') return undefined;
  const { misfit } = value;
  if (misfit?.declared !== undefined) {
    return l10n.t(
      'Declared as {0}, but not written as one. This is the text that the service sent.',
      misfit.declared,
    );
  }
  if (misfit !== undefined)
    return l10n.t("An entity can't have this value here. This is what the service sent.");
  return isIllFormed(value.value)
    ? l10n.t('It contains half a character (a lone surrogate), shown as �.')
    : undefined;
}

/** The same in a word or two, to stand behind the value. */
export function flawMark({ misfit }: Extract<EdmValue, { type: 'String' }>): string | undefined {
  if (misfit === undefined) return undefined;
  return misfit.declared === undefined
    ? l10n.t('no value')
    : l10n.t('no {0}', misfit.declared.replace(/^Edm\./, ''));
}

/** Whether anything is wrong with an entity. */
export function isFlawed({ lacks, omitted, partitionKey, rowKey, properties }: Entity): boolean {
  return (
    lacks !== undefined ||
    omitted !== undefined ||
    isIllFormed(partitionKey) ||
    isIllFormed(rowKey) ||
    properties.some(({ value }) => flawOf(value) !== undefined)
  );
}

/** What is wrong with an entity, in sentences, some of them where there are many. */
export function flawsOf(entity: Entity): string[] {
  const { lacks = [], omitted, properties } = entity;
  const names = ['PartitionKey', 'RowKey', ...properties.map(({ name }) => name)];
  const flaws = [
    ...lacks.map((key) =>
      valueIn(entity, key) === undefined
        ? l10n.t("It has no {0}, so it can't be read by its keys.", key)
        : l10n.t("Its {0} isn't text of at most 1 KiB, so it can't be read by its keys.", key),
    ),
    ...(omitted === undefined ? [] : [omittedText(omitted)]),
    ...[...new Set(names)].flatMap((name) => {
      const value = valueIn(entity, name);
      const flaw = value && flawOf(value);
      return flaw === undefined ? [] : l10n.t('{0}: {1}', name, flaw);
    }),
  ];
  return flaws.slice(0, MOST);
}

function omittedText(count: number): string {
  return l10n.t(
    "{0} of its properties aren't shown. An entity can have at most 252, each name once.",
    grouped(count),
  );
}
