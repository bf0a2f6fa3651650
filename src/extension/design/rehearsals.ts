import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { RehearsalPlan } from '../../core/rehearsal/plan.ts';
import { grouped } from '../../core/text/numbers.ts';
import { isLoopback } from '../../data/connection.ts';
import { explainError } from '../../data/error.ts';
import type { DataError } from '../../data/error.ts';
import { costText } from '../../data/page.ts';
import { playDesign, WALK_BUDGET } from '../../data/rehearsal/play.ts';
import type { Step } from '../../data/rehearsal/run.ts';
import { MOST_COPIED } from '../../data/rehearsal/scratch-tables.ts';
import { REHEARSAL, type RehearsalAnswer, type RehearsalQuestion } from '../../protocol/design.ts';
import type { Accounts } from '../sidebar/accounts.ts';
import type { RehearsalPlace, RehearsalView } from '../../protocol/design-page.ts';
import { askForTarget } from '../explain/ask-target.ts';
import type { Target } from '../explain/ready-query.ts';
import { askModally, showError, showWarning } from '../window/messages.ts';
import { withProgress } from '../window/progress.ts';
import type { ScratchNotes } from './scratch-notes.ts';
import { playedView, refusedView, rehearsedView, type Source } from './rehearsal-view.ts';

/** What rehearsals need from around them. */
export interface RehearsalHost {
  readonly running: () => Promise<LanguageClient>;
  readonly accounts: Accounts;
  readonly notes: ScratchNotes;
}

/** Tries designs on data, one at a time. */
export class Rehearsals {
  readonly #host: RehearsalHost;
  #isBusy = false;

  constructor(host: RehearsalHost) {
    this.#host = host;
  }

  /** Rehearses a design; undefined where the person changed their mind, or was told what went wrong. */
  async rehearse(question: RehearsalQuestion, place: RehearsalPlace): Promise<RehearsalView | undefined> {
    if (this.#isBusy) return undefined;
    this.#isBusy = true;
    try {
      const answer = await (await this.#host.running()).sendRequest<RehearsalAnswer>(REHEARSAL, question);
      if (answer === null) return refusedView(vscode.l10n.t('The code has changed. Choose a design again.'));
      if (answer.kind === 'not') return refusedView(answer.why);
      const { accounts } = this.#host;
      const target = await askForTarget({ table: question.table }, accounts, {
        purpose: 'rehearse',
        last: undefined,
      });
      if (target === undefined) return undefined;
      const source = { table: target.table, account: accounts.nameOf(target.connection) };
      return place === 'data'
        ? await this.#onData(answer.plan, target, source)
        : await this.#inAzurite(answer.plan, target, source);
    } finally {
      this.#isBusy = false;
    }
  }

  async #onData(
    plan: RehearsalPlan,
    { service, table, connection }: Target,
    source: Source,
  ): Promise<RehearsalView | undefined> {
    if (!isLoopback(connection.host)) {
      const action = vscode.l10n.t('Rehearse');
      const detail = vscode.l10n.t(
        'This reads {0} twice, up to {1} each time, and writes nothing. The requests cost money and use throughput of {0}.',
        table,
        costText(WALK_BUDGET),
      );
      const message = vscode.l10n.t('Rehearse on {0} of {1}?', table, source.account);
      const question = { severity: 'Warning', message, detail: [detail], buttons: [action] } as const;
      if ((await askModally(question)) !== action) return undefined;
    }
    const title = vscode.l10n.t('Rehearsing on {0}', table);
    const played = await withProgress(title, { cancellable: true }, (report, signal) =>
      playDesign(service, table, plan, {
        signal,
        onProgress: (entities, requests) => {
          report(vscode.l10n.t('{0} entities, {1}', grouped(entities), costText(requests)));
        },
      }),
    );
    if (played.stopped !== undefined && played.entities === 0) {
      tell(played.stopped);
      return undefined;
    }
    return playedView(played, plan, source);
  }

  async #inAzurite(plan: RehearsalPlan, target: Target, source: Source): Promise<RehearsalView | undefined> {
    const { service, table, connection } = target;
    const azurite = isLoopback(connection.host) ? connection : await this.#azurite();
    const opened = azurite && (await this.#host.accounts.open(azurite.id));
    if (azurite === undefined || opened?.kind !== 'service') {
      sayThatThereIsNone();
      return undefined;
    }
    const action = vscode.l10n.t('Rehearse');
    const answer = await askModally({
      severity: 'Information',
      message: vscode.l10n.t('Rehearse in Azurite with entities of {0} of {1}?', table, source.account),
      detail: [
        vscode.l10n.t(
          'Up to {0} entities are copied to scratch tables in Azurite at {1}. These tables are deleted at the end. No other table is written.',
          grouped(MOST_COPIED),
          azurite.host,
        ),
      ],
      buttons: [action],
    });
    if (answer !== action) return undefined;
    const { rehearseInAzurite } = await import('../../data/rehearsal/run.ts');
    const run = await withProgress(
      vscode.l10n.t('Rehearsing in Azurite'),
      { cancellable: true },
      (report, signal) => {
        let before: readonly string[] = [];
        return rehearseInAzurite({ service, table }, opened.service, plan, {
          signal,
          onScratch: async (tables) => {
            await this.#host.notes.change(azurite.id, before, tables);
            before = tables;
          },
          onProgress: (step) => {
            report(stepText(step));
          },
        });
      },
    );
    switch (run.kind) {
      case 'run':
        return rehearsedView(run.run, plan, source);
      case 'not-azurite':
        void showError(
          vscode.l10n.t(
            "{0} isn't Azurite with the account devstoreaccount1. Scratch tables are written only there.",
            azurite.host,
          ),
        );
        return undefined;
      case 'error':
        tell(run.error);
        return undefined;
    }
  }

  async #azurite(): Promise<Target['connection'] | undefined> {
    const all = await this.#host.accounts.list();
    return all.map(({ connection }) => connection).find(({ origin }) => origin === 'azurite');
  }

  /** Offers to delete what a rehearsal left whose window was closed, unless that was `offered` before. */
  async offerLeft(offered = new Set<string>()): Promise<void> {
    const { accounts, notes } = this.#host;
    for (const { connection, tables } of notes.abandoned) {
      if (tables.every((table) => offered.has(table))) continue;
      for (const table of tables) offered.add(table);
      const action = vscode.l10n.t('Delete');
      const forget = vscode.l10n.t("Don't Ask Again");
      const pressed = await showWarning(
        vscode.l10n.t(
          'A rehearsal left {0} scratch tables in Azurite, as its window was closed. Delete them?',
          tables.length,
        ),
        action,
        forget,
      );
      // whoever has removed the connection, or the data of Azurite, can't delete them
      if (pressed === forget) await notes.change(connection, tables, []);
      if (pressed !== action) continue;
      const opened = await accounts.open(connection);
      if (opened.kind === 'error') {
        tell(opened.error);
        continue;
      }
      const { dropScratch } = await import('../../data/rehearsal/scratch.ts');
      const { left, error } = await dropScratch(opened.service, tables);
      await notes.change(connection, tables, left);
      if (error !== undefined) tell(error);
    }
  }
}

function stepText(step: Step): string {
  switch (step.kind) {
    case 'copy':
      return vscode.l10n.t('{0} entities copied', grouped(step.entities));
    case 'ask':
      return vscode.l10n.t('read {0} of {1}', grouped(step.read), grouped(step.of));
  }
}

function sayThatThereIsNone(): void {
  void showError(
    vscode.l10n.t("Azurite doesn't respond on this computer. Start Azurite in the Partition Lens sidebar."),
  );
}

function tell(error: DataError): void {
  if (error.kind === 'cancelled') return;
  const { message, advice } = explainError(error);
  void showError(`${message}. ${advice}`);
}
