import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { type Answer, type FilterTemplate, fillTemplate } from '../../core/odata/template.ts';
import type { RunnableQuery } from '../../core/shape/runnable.ts';
import { fillPage } from '../../data/query-entities.ts';
import { RUNNABLE, type Runnable, type Site } from '../../protocol/messages.ts';
import { askForHole, type Purpose } from './ask-hole.ts';
import type { Accounts } from '../sidebar/accounts.ts';
import { askForBranch, askForTarget, type LastTarget } from './ask-target.ts';
import { sampleFilter } from './hole-sample.ts';
import { givenSite, siteOfCursor } from '../lens/site.ts';
import { memoryKey, recall, remember, type Remembered } from './offers.ts';
import type { RegisterCommand } from '../window/commands.ts';
import { showInformation } from '../window/messages.ts';
import type { ReadyQuery, Target } from './ready-query.ts';

/** Runs the query at a position on data; code lenses give it a document's URI and a position in it. */
export const RUN_COMMAND = 'partitionLens.runQuery';
/** Counts what that query touches. */
export const EXPLAIN_COMMAND = 'partitionLens.explainQuery';

/** What running takes from the rest of the extension. */
export interface RunHost {
  readonly running: () => Promise<LanguageClient>;
  readonly accounts: Accounts;
  /** Keeps answers for the workspace. */
  readonly memory: Pick<vscode.Memento, 'get' | 'update'>;
  readonly show: (query: ReadyQuery) => void;
  readonly explain: (query: ReadyQuery) => Promise<void>;
}

/** Registers the commands that bring a query of the source to data. */
export function registerRun(registerCommand: RegisterCommand, host: RunHost): vscode.Disposable {
  const command = (
    id: string,
    purpose: Purpose,
    then: RunHost['show'] | RunHost['explain'],
  ): vscode.Disposable =>
    registerCommand(id, async (uri, position) => {
      const site = uri === undefined ? siteOfCursor() : givenSite(uri, position);
      const query = site && (await queryAt(await host.running(), site));
      const ready = query && (await prepare(query, site.uri, purpose, host));
      if (ready) await then(ready);
    });
  return vscode.Disposable.from(
    command(RUN_COMMAND, 'run', host.show),
    command(EXPLAIN_COMMAND, 'explain', host.explain),
  );
}

async function queryAt(client: LanguageClient, site: Site): Promise<RunnableQuery | undefined> {
  const query = await client.sendRequest<Runnable>(RUNNABLE, site);
  if (query !== null && query.branches.length > 0) return query;
  void showInformation(
    query === null
      ? vscode.l10n.t(
          'There is no query of Azure Tables here. Put the cursor in a call of listEntities or getEntity.',
        )
      : vscode.l10n.t(
          "The filter of this query isn't known: {0}. Open the entities of its table, and enter the filter there.",
          query.unknownBecause ?? '',
        ),
  );
  return undefined;
}

/** Asks for all that the source leaves open. Queries of one document are taken to be about the same table where they do not tell. */
async function prepare(
  query: RunnableQuery,
  uri: string,
  purpose: Purpose,
  host: RunHost,
): Promise<ReadyQuery | undefined> {
  const key = `${TARGET}${uri}`;
  const target = await askForTarget(query, host.accounts, {
    purpose,
    last: host.memory.get<LastTarget>(key),
  });
  if (target !== undefined) {
    await host.memory.update(key, { connection: target.connection.id, table: target.table });
  }
  const branch = target && (await askForBranch(query, purpose));
  if (target === undefined || branch === undefined) return undefined;
  const answers = await askForHoles(branch.filter, purpose, target, host);
  if (answers === undefined) return undefined;
  const filter = fillTemplate(branch.filter, answers);
  return { ...target, filter, ...(query.select && { select: query.select }) };
}

async function askForHoles(
  template: FilterTemplate,
  purpose: Purpose,
  { connection, service, table }: Target,
  { memory, accounts }: RunHost,
): Promise<readonly Answer[] | undefined> {
  const answers: Answer[] = [];
  const partitionKeys = accounts.foundPartitions(connection, table);
  for (const [index, hole] of template.holes.entries()) {
    const key = `${MEMORY}${memoryKey(table, hole)}`;
    const kept = memory.get<Remembered>(key);
    const filter = sampleFilter(template, hole, answers);
    const answer = await askForHole({
      purpose,
      table,
      template,
      hole,
      step: index + 1,
      last: kept && recall(kept),
      partitionKeys,
      sample: async (signal) => {
        if (hole.property === undefined || hole.isPart) return [];
        const query = { filter, select: [hole.property], signal };
        return (await fillPage(service, table, query, SAMPLE)).entities;
      },
    });
    if (answer === undefined) return undefined;
    answers.push(answer);
    await memory.update(key, remember(answer));
  }
  return answers;
}

/** Enough to see what values there are, in one request as a rule. */
const SAMPLE = { limit: 200, budget: 3 };

const MEMORY = 'partitionLens.answer.';
const TARGET = 'partitionLens.target.';
