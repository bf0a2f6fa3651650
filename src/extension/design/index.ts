import * as vscode from 'vscode';
import { codeOf } from '../../data/error.ts';
import type { DesignAnswer, DesignQuestion } from '../../protocol/design.ts';
import type { Accounts } from '../sidebar/accounts.ts';
import { isNode } from '../sidebar/nodes.ts';
import { givenSite, siteOfCursor } from '../lens/site.ts';
import { readDesignState, type RehearsalPlace, type RehearsalView } from '../../protocol/design-page.ts';
import type { RegisterCommand } from '../window/commands.ts';
import { createPanel, type Panel, registerFormerPanels } from '../window/panel.ts';
import { applyPattern } from './apply.ts';
import { APPLY_COMMAND, DESIGN_COMMAND } from './command.ts';
import { type DesignHost, DesignPanel } from './design-panel.ts';
import { Rehearsals } from './rehearsals.ts';
import { offeringLeft, ScratchNotes } from './scratch-notes.ts';
import { designNewTable, type Plans } from './new-table.ts';

/** Asks what a table that no code uses yet is to hold and to answer, and shows designs for it. */
const NEW_TABLE_COMMAND = 'partitionLens.designNewTable';

/** The kind of panel, as VS Code remembers it. */
const PANEL = 'partitionLens.design';

/** What the extension's own tests see of the panel; not an interface for other extensions. */
export interface Design {
  /** Rehearses a design of the panel by its index, as its buttons do. */
  readonly rehearse: (design: number, place: RehearsalPlace) => Promise<void>;
  /** Writes a pattern of a design of the panel, as its buttons do. */
  readonly apply: (design: number, assist: number) => Promise<void>;
  readonly notes: ScratchNotes;
  /** What is done when the window opens. */
  readonly offerLeft: () => Promise<void>;
  /** Undefined while no panel is open. */
  readonly panel:
    | {
        readonly html: string;
        readonly answer: DesignAnswer | undefined;
        readonly wentTo: string | undefined;
        readonly rehearsal: RehearsalView | undefined;
      }
    | undefined;
}

/** Sets up {@link DESIGN_COMMAND}: on an operation, on a table of the sidebar, or at the cursor. */
export function activateDesign(
  context: vscode.ExtensionContext,
  host: Omit<DesignHost, 'extensionUri' | 'rehearse' | 'newTable'> & {
    readonly declaredKeys: Plans;
    readonly accounts: Accounts;
  },
  registerCommand: RegisterCommand,
): Design {
  let open: DesignPanel | undefined;
  const { running, accounts } = host;
  const notes = new ScratchNotes(context.globalState);
  const rehearsals = new Rehearsals({ running, accounts, notes });
  const offer = (offered: Set<string>): Promise<void> =>
    rehearsals.offerLeft(offered).catch((error: unknown) => {
      host.output.error(`rehearsal: ${codeOf(error)}`);
    });
  context.subscriptions.push(offeringLeft({ notes, offer }));
  const rehearse: DesignHost['rehearse'] = (question, place) => rehearsals.rehearse(question, place);
  const newTable = async (): Promise<void> => {
    const table = await designNewTable(host.declaredKeys);
    if (table !== undefined) show({ table }, vscode.ViewColumn.Active);
  };
  const adopt = (panel: Panel, table: string | undefined): DesignPanel => {
    const adopted = new DesignPanel(
      { ...host, rehearse, newTable, extensionUri: context.extensionUri },
      panel,
      table,
    );
    open = adopted;
    panel.onDidDispose(() => {
      if (open === adopted) open = undefined;
    });
    return adopted;
  };
  const show = (question: DesignQuestion, column: vscode.ViewColumn): void => {
    if (open === undefined) adopt(createPanel(PANEL, column), question.table);
    else open.panel.reveal();
    open?.show(question);
  };
  context.subscriptions.push(
    registerCommand(NEW_TABLE_COMMAND, newTable),
    registerCommand(DESIGN_COMMAND, (given, position) => {
      const table = isNode(given) && given.kind === 'table' ? given.table : undefined;
      const fromCode = givenSite(given, position);
      if (given !== undefined && table === undefined && fromCode === undefined) return;
      const site = fromCode ?? (table === undefined ? siteOfCursor() : undefined);
      show(
        { ...(table !== undefined && { table }), ...(site && { site }) },
        fromCode === undefined ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside,
      );
    }),
    registerCommand(APPLY_COMMAND, async (uri, position, pattern) => {
      const site = givenSite(uri, position);
      if (site === undefined || typeof pattern !== 'string') return;
      await applyPattern(await running(), site, pattern);
    }),
    registerFormerPanels(PANEL, (panel, state) => {
      if (open === undefined) adopt(panel, readDesignState(state).table);
      else panel.dispose();
    }),
  );
  return {
    notes,
    offerLeft: () => rehearsals.offerLeft(),
    rehearse: async (design, place) => open?.rehearse(design, place),
    apply: async (design, assist) => open?.apply(design, assist),
    get panel() {
      if (open === undefined) return undefined;
      const { answer, wentTo, rehearsal } = open;
      return { html: open.panel.webview.html, answer, wentTo, rehearsal };
    },
  };
}
