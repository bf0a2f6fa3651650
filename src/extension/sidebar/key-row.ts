import * as l10n from '@vscode/l10n';
import { CONFIG_FILE, type TableConfig } from '../../core/config/table-config.ts';
import { readDeclared, readKeyAs, timePartOf, type KeyDeclaration } from '../../core/keys/declare.ts';
import { detailsOf, meaningBeside, meaningOf, tellsTime } from '../../core/keys/describe.ts';
import { onOneLine } from '../../core/text/one-line.ts';
import type { Clock } from './clock.ts';

/** What keys are read by: what is declared of a table, and the present. */
export interface KeyWorld extends Clock {
  readonly declared: (table: string) => TableConfig | undefined;
}

/** How a key stands in a row, and what a tooltip says of it. */
export interface KeyRow {
  readonly label: string;
  readonly beside: string | undefined;
  readonly details: readonly string[];
}

/**
 * A key and its meaning side by side. A time that is certain comes first: it is what a narrow sidebar has
 * to show, and twenty digits before it would hide it.
 */
export function keyRow(key: string, declarations: readonly KeyDeclaration[], clock: Clock): KeyRow {
  const { reading, fits } = readKeyAs(key, declarations, { now: clock.now });
  const meaning = meaningBeside(reading);
  const details = [
    ...detailsOf(reading, clock.offsetAt),
    ...(fits ? [] : [l10n.t("It doesn't match the key that {0} declares for this table.", CONFIG_FILE)]),
  ];
  return meaning !== undefined && tellsTime(reading)
    ? { label: meaning, beside: key, details }
    : { label: shownKey(key), beside: meaning, details };
}

/** Where a listing begins that “Go to time…” opened: “from 2026-01-02T03:04:05Z on” or, with inverted times, back. */
export function boundText(from: string, declarations: readonly KeyDeclaration[]): string {
  const declaration = declarations.find((each) => readDeclared(from, [withoutRest(each)]) !== undefined);
  const time = declaration && timePartOf(declaration);
  const reading = declaration && readDeclared(from, [withoutRest(declaration)]);
  const meaning = reading && meaningOf(reading);
  if (time === undefined || meaning === undefined) return l10n.t('From “{0}” on', from);
  return time.codec.order === 'descending'
    ? l10n.t('Up to {0}, newest first', meaning)
    : l10n.t('From {0} on', meaning);
}

/** A bound ends with its time. */
function withoutRest(declaration: KeyDeclaration): KeyDeclaration {
  const time = timePartOf(declaration);
  if (time === undefined) return declaration;
  return { ...declaration, parts: declaration.parts.slice(0, time.before.length + 1) };
}

/** The empty string is a legal key, and would be an empty row; blanks at either end make another key, and would not be seen. */
function shownKey(key: string): string {
  return key === '' ? l10n.t('(empty key)') : onOneLine(key);
}
