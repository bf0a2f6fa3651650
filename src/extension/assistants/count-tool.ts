import * as vscode from 'vscode';
import { askedProblem, type AskedQuery, countAsked, USUAL_REQUESTS } from '../../data/asked-count.ts';
import { COUNT_BUDGET } from '../../data/count.ts';
import { explainError } from '../../data/error.ts';
import { costText } from '../../data/page.ts';
import { placeOf } from '../connections/address.ts';
import type { Accounts } from '../sidebar/accounts.ts';
import type { ConnectionInfo } from '../sidebar/nodes.ts';
import { askModally } from '../window/messages.ts';
import type { AssistantTool } from '../window/assistant-tools.ts';
import { PREFIX } from './folder-tools.ts';

/** Characters of a filter: the service takes no longer address (Table service limits: 32 KiB for a URL). */
const MOST_CHARACTERS = 32_768;

/**
 * Counts what a filter matches in a table of the sidebar's accounts, and gives numbers alone. A table elsewhere than on this computer is
 * read only after the person agreed to it in this window, whatever VS Code lets assistants do unasked; and all calls together send no
 * more requests than the sidebar's own count does unasked.
 */
export function countTool(accounts: Accounts): AssistantTool {
  const agreed = new Set<string>();
  let left = COUNT_BUDGET;
  const connectionOf = async (name: string): Promise<ConnectionInfo> => {
    const all = (await accounts.list()).map(({ connection }) => connection);
    const found = all.find((one) => accounts.nameOf(one) === name);
    if (found !== undefined) return found;
    const names = all.map((one) => accounts.nameOf(one)).join(', ');
    throw new Error(
      names === ''
        ? vscode.l10n.t('The Partition Lens view has no account. Ask the person to connect to one.')
        : vscode.l10n.t('There is no account by this name. Use one of: {0}.', names),
    );
  };
  return {
    name: `${PREFIX}count_query`,
    ask: async (input) => {
      const { connection: name, table } = readInput(input);
      const connection = await connectionOf(name).catch(() => undefined);
      const host = connection?.host ?? '';
      const isHere = connection === undefined || placeOf(host) === 'loopback';
      return {
        doing: vscode.l10n.t('Counting entities of {0}', table),
        title: vscode.l10n.t('Count the entities of {0} of {1} ({2})?', table, name, host),
        detail: [
          vscode.l10n.t('Partition Lens reads keys and gives the assistant numbers alone.'),
          ...(isHere ? [] : [vscode.l10n.t('The requests cost money and use throughput of {0}.', table)]),
        ],
      };
    },
    run: async (input, signal) => {
      const { connection: name, requests, ...query } = readInput(input);
      const problem = askedProblem(query);
      if (problem !== undefined) throw new Error(problem);
      const connection = await connectionOf(name);
      if (left === 0)
        throw new Error(
          vscode.l10n.t(
            'The {0} requests of this window are used up. Ask the person to reload the window.',
            COUNT_BUDGET,
          ),
        );
      const id = `${connection.id}\n${query.table.toLowerCase()}`;
      if (placeOf(connection.host) !== 'loopback' && !agreed.has(id)) {
        if (!(await agrees(connection, query, left)))
          throw new Error(vscode.l10n.t("The person didn't allow it."));
        agreed.add(id);
      }
      signal.throwIfAborted();
      const opened = await accounts.open(connection.id);
      if (opened.kind === 'error') throw new Error(explainError(opened.error).message);
      const budget = Math.min(requests, left);
      // what runs beside it must not use the same requests
      left -= budget;
      const counted = await countAsked(opened.service, query, budget, signal);
      left += Math.max(0, budget - counted.requests);
      return JSON.stringify({ ...counted, requestsLeft: left });
    },
  };
}

interface Input extends AskedQuery {
  readonly connection: string;
  readonly requests: number;
}

/** What an assistant gives, of which nothing is certain. Throws an error that says what is wrong. */
function readInput(input: unknown): Input {
  const given: Readonly<Record<string, unknown>> =
    typeof input === 'object' && input !== null ? { ...input } : {};
  const { connection, table, filter = '', requests = USUAL_REQUESTS } = given;
  const isRight =
    typeof connection === 'string' &&
    typeof table === 'string' &&
    typeof filter === 'string' &&
    filter.length <= MOST_CHARACTERS &&
    typeof requests === 'number' &&
    Number.isInteger(requests) &&
    requests > 0;
  if (!isRight)
    throw new Error(
      vscode.l10n.t(
        'Wrong input. Give a connection, a table, a filter of up to {0} characters, and a number of requests.',
        MOST_CHARACTERS,
      ),
    );
  return { connection, table, filter, requests };
}

async function agrees(
  connection: ConnectionInfo,
  { table, filter }: AskedQuery,
  left: number,
): Promise<boolean> {
  const action = vscode.l10n.t('Count');
  const answer = await askModally({
    severity: 'Warning',
    message: vscode.l10n.t(
      'Let assistants count entities of {0} of {1} ({2})?',
      table,
      connection.name,
      connection.host,
    ),
    detail: [
      vscode.l10n.t(
        'They get numbers alone. They can read this table until the window is reloaded, {0} at most. The requests cost money and use throughput of {1}.',
        costText(left),
        table,
      ),
      ...(filter === '' ? [] : [filter]),
    ],
    buttons: [action],
  });
  return answer === action;
}
