import { setTimeout as delay } from 'node:timers/promises';
import { CancellationTokenSource } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { type Declaration, readDeclarations, type TypeAnswer } from '../lens/model/operations/oracle.ts';
import { fileOf } from './file-names.ts';
import {
  type Location,
  TYPE_DEFINITIONS,
  type TypeDefinitions,
  type TypeDefinitionsParams,
} from '../protocol/messages.ts';
import { open, type OpenDocument, type Session } from './session.ts';

/** Milliseconds of quiet before TypeScript is asked. */
const QUIET = 500;

/** Receivers of one file that are asked about; the largest of the real files that were read has 31 operations. */
const MOST_QUESTIONS = 20;

/** Milliseconds until asking again, as long as TypeScript never answered: it may still be starting. */
const RETRIES: readonly number[] = [2_000, 5_000, 10_000, 20_000, 40_000];

/** Asks the editor's TypeScript about receivers that syntax leaves open, in files that a person sees. */
export interface Oracle {
  /** True when something is known now that was not before. */
  readonly consult: (signal: AbortSignal) => Promise<boolean>;
  /** A text changed somewhere: types may be others. */
  readonly forget: () => void;
  readonly dispose: () => void;
}

/** `again` is called when it is time to consult once more. */
export function createOracle(session: Session, again: () => void): Oracle {
  const { documents, workspace, client } = session;
  /** By URI, the text that all is known about. */
  const done = new Map<string, string>();
  let isAwake = false;
  let isNews = false;
  let retries = 0;
  let timer: NodeJS.Timeout | undefined;

  const retryLater = (): void => {
    const wait = RETRIES[retries];
    if (wait === undefined) return;
    retries++;
    clearTimeout(timer);
    timer = setTimeout(again, wait);
  };

  const questionsOf = ({ document, file }: OpenDocument): number[] => {
    const text = document.getText();
    return workspace
      .undecided(file)
      .filter((offset) => isNameAt(text, offset))
      .slice(0, MOST_QUESTIONS);
  };

  const declarationOf = async ({ uri, range }: Location): Promise<Declaration | undefined> => {
    const file = fileOf(uri);
    const text = await workspace.textOf(file);
    if (text === undefined) return undefined;
    return { file, text, offset: TextDocument.create(uri, '', 0, text).offsetAt(range.start) };
  };

  const answerOf = async (locations: readonly Location[]): Promise<TypeAnswer | undefined> => {
    const declarations = await Promise.all(locations.map(declarationOf));
    const known = declarations.filter((declaration) => declaration !== undefined);
    // a declaration that cannot be read may be anything
    return known.length < locations.length ? undefined : readDeclarations(known);
  };

  const ask = async (uri: string, signal: AbortSignal): Promise<void> => {
    const opened = open(session, uri);
    if (!opened) return;
    const { document, file } = opened;
    const [text, version] = [document.getText(), document.version];
    const offsets = questionsOf(opened);
    if (offsets.length === 0 || done.get(uri) === text) return;
    const positions = offsets.map((offset) => document.positionAt(offset));
    const found = await definitionsAt(session, { uri, version, positions }, signal);
    const news = new Map<number, TypeAnswer | undefined>();
    for (const [i, offset] of offsets.entries()) {
      const locations = found[i];
      // what was known before holds until there is an answer
      if (locations) news.set(offset, await answerOf(locations));
    }
    if (signal.aborted || documents.get(uri)?.version !== version) return;
    isAwake ||= found.some((locations) => locations !== null && locations.length > 0);
    const isComplete = found.length === offsets.length && found.every((locations) => locations !== null);
    if (isComplete && (isAwake || retries === RETRIES.length)) {
      done.set(uri, text);
      retries = isAwake ? 0 : retries;
    } else retryLater();
    if (workspace.setAnswers(file, text, news)) isNews = true;
  };

  return {
    consult: async (signal) => {
      const { view } = client;
      if (view?.types !== 'available') return false;
      await delay(QUIET, undefined, { signal });
      for (const uri of view.visible) {
        // news that nobody was told of are told by the next consultation
        if (signal.aborted) return false;
        await ask(uri, signal);
      }
      const wasNews = isNews;
      isNews = false;
      return wasNews;
    },
    forget: () => {
      done.clear();
    },
    dispose: () => {
      clearTimeout(timer);
    },
  };
}

/** Asks the client; an abort tells it that nobody waits any more. */
async function definitionsAt(
  { connection, trouble }: Session,
  params: TypeDefinitionsParams,
  signal: AbortSignal,
): Promise<TypeDefinitions> {
  const source = new CancellationTokenSource();
  const cancel = (): void => {
    source.cancel();
  };
  signal.addEventListener('abort', cancel);
  try {
    return await connection.sendRequest<TypeDefinitions>(TYPE_DEFINITIONS, params, source.token);
  } catch (error) {
    if (!signal.aborted) trouble('type definitions', error);
    return [];
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function isNameAt(text: string, offset: number): boolean {
  return (
    /[\p{ID_Start}$_#]/u.test(text.charAt(offset)) && !/[\p{ID_Continue}$]/u.test(text.charAt(offset - 1))
  );
}
