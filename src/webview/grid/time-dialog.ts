import * as l10n from '@vscode/l10n';
import type { Ticks } from '../../core/keys/codec.ts';
import { parseMoment } from '../../core/keys/moment.ts';
import { formatTicks, UNIT } from '../../core/keys/time.ts';
import { openDialog } from './dialog.ts';
import { button, element, setText } from './dom.ts';
import { localOffset, ticksNow } from './keys.ts';

/** Asks for two times; what is no time is told as it is typed, with the moment in UTC beside what is one. */
export function askForRange(chosen: (from: Ticks, to: Ticks) => void): void {
  const now = ticksNow();
  const from = momentField('time-from', l10n.t('From'), '-24h', now);
  const to = momentField('time-to', l10n.t('To'), 'now', now);
  const use = (): void => {
    const [first, last] = [from.moment(), to.moment()];
    if (first === undefined || last === undefined) {
      (first === undefined ? from : to).focus();
      return;
    }
    if (first > last) {
      to.refuse(l10n.t('This is earlier than “From”.'));
      return;
    }
    dialog.close();
    chosen(first, last);
  };
  for (const { root } of [from, to]) {
    root.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') use();
    });
  }
  const dialog = openDialog(
    l10n.t('RowKeys of a time'),
    [
      element(
        'p',
        { class: 'dim' },
        l10n.t('Local time such as 2026-11-21 14:30, UTC with a Z at the end, now, or -90m, -24h, -7d.'),
      ),
      from.root,
      to.root,
    ],
    [button(l10n.t('Use'), use)],
  );
}

interface MomentField {
  readonly root: HTMLElement;
  readonly moment: () => Ticks | undefined;
  readonly focus: () => void;
  /** Says why it is not taken, until it is another one, and has the focus put there. */
  readonly refuse: (why: string) => void;
}

function momentField(id: string, label: string, value: string, now: Ticks): MomentField {
  const input = element('input', {
    id,
    type: 'text',
    value,
    class: 'text',
    'aria-describedby': `${id}-told`,
  });
  const told = element('span', { id: `${id}-told`, role: 'status', class: 'dim' });
  const moment = (): Ticks | undefined => parseMoment(input.value, now, localOffset);
  const tell = (): void => {
    const ticks = moment();
    if (ticks === undefined) say(l10n.t("This isn't a time."), false);
    else say(formatTicks(ticks, UNIT.second), true);
  };
  const say = (text: string, isTaken: boolean): void => {
    input.setAttribute('aria-invalid', String(!isTaken));
    told.className = isTaken ? 'dim' : 'refused';
    setText(told, text);
  };
  input.addEventListener('input', tell);
  tell();
  const root = element('div', { class: 'moment' }, element('label', { for: id }, label), input, told);
  return {
    root,
    moment,
    focus: () => {
      input.focus();
    },
    refuse: (why) => {
      say(why, false);
      input.focus();
    },
  };
}
