import * as l10n from '@vscode/l10n';
import { grouped } from '../../core/text/numbers.ts';
import type { Problem, Remedy } from '../../protocol/grid.ts';
import type { Banner } from './banner.ts';
import { button } from './dom.ts';

/** What interrupts a reading, told in the banner with what can be done about it. */
export interface Interruptions {
  /** Why it ended before its end. `isLeft`: there is more of it to read. */
  readonly stopped: (problem: Problem, isLeft: boolean) => void;
  /** Whether it may send so many requests; the extension sends none before. `isBegun`: there are rows of it already. */
  readonly asked: (budget: number, isBegun: boolean, agreed: () => void) => void;
}

/** `host` is where the table is; `again` goes on with what was stopped or has failed, `help` has the extension do something about it. */
export function createInterruptions(
  banner: Banner,
  host: string,
  again: () => void,
  help: (remedy: Remedy) => void,
): Interruptions {
  return {
    stopped: ({ kind, message, advice, remedy }, isLeft) => {
      const helps =
        remedy &&
        button(remedyName(remedy), () => {
          help(remedy);
        });
      const goesOn = kind === 'pause' ? l10n.t('Continue') : l10n.t('Retry');
      const onward = isLeft && button(goesOn, again, helps && { class: 'secondary' });
      banner.say(kind, `${message}. ${advice}`, [...(helps ? [helps] : []), ...(onward ? [onward] : [])]);
    },
    asked: (budget, isBegun, agreed) => {
      const text = l10n.t(
        "{0} isn't on this computer, and this reads far more than it shows. Requests cost money and use throughput of the table.",
        host,
      );
      banner.say('question', text, [
        button(
          isBegun
            ? l10n.t('Continue, at most {0} requests', grouped(budget))
            : l10n.t('Run, at most {0} requests', grouped(budget)),
          agreed,
        ),
        button(l10n.t('Cancel'), banner.clear, { class: 'secondary' }),
      ]);
    },
  };
}

function remedyName(remedy: Remedy): string {
  switch (remedy) {
    case 'connect-again':
      return l10n.t('Connect Again…');
    case 'start-azurite':
      return l10n.t('Start Azurite');
  }
}
