import * as l10n from '@vscode/l10n';
import { openDialog } from './dialog.ts';
import { button, element } from './dom.ts';
import { prefixOf } from './time-range.ts';
import type { TimedKey, TimedKinds } from './time-range.ts';

/**
 * Hands on the kinds of RowKeys whose times are wanted, and says which those are: the only one there can be, or what the person
 * chooses. `isPart`: rows may be there that were not seen.
 */
export function chooseKinds(
  { kinds, stranger }: TimedKinds,
  isPart: boolean,
  use: (kinds: readonly TimedKey[], told: string) => void,
): void {
  const [first, ...others] = kinds;
  if (first === undefined) return;
  const mayBeOthers = prefixOf(first) !== '' && (isPart || stranger !== undefined);
  if (others.length === 0 && !mayBeOthers) {
    use(kinds, toldText(kinds));
    return;
  }
  const choice = (text: string, chosen: readonly TimedKey[]): HTMLButtonElement =>
    button(text, () => {
      dialog.close();
      use(chosen, toldText(chosen));
    });
  const notes = [
    l10n.t('Each kind of RowKey has its own range for the same time.'),
    ...(isPart ? [l10n.t("Not all rows were read. Kinds that aren't listed here are left out.")] : []),
    ...(stranger === undefined
      ? []
      : [l10n.t("RowKeys such as “{0}” don't contain a known time, so they are left out.", stranger)]),
  ];
  const dialog = openDialog(
    l10n.t('Times of which rows?'),
    notes.map((note) => element('p', { class: 'dim' }, note)),
    [
      ...(others.length === 0 ? [] : [choice(l10n.t('All of these'), kinds)]),
      ...kinds.map((kind) => choice(nameOf(kind), [kind])),
    ],
  );
}

function toldText(kinds: readonly TimedKey[]): string {
  return l10n.t('Reads only RowKeys {0}', kinds.map(nameOf).join(', '));
}

function nameOf(kind: TimedKey): string {
  const prefix = prefixOf(kind);
  return prefix === '' ? l10n.t('that begin with a time') : l10n.t('“{0}…”', prefix);
}
