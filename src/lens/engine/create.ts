import { isConfiguration } from '../link/modules/modules-config.ts';
import type { Files } from '../link/linker.ts';
import { NO_ACCESS, readAccess, saysOfAccess } from '../model/tables/access.ts';
import { lazy } from '../model/lazy.ts';
import type { CalledOperation } from '../model/operations/called-operations.ts';
import type { Operation, Query, Write } from '../model/operations/operation.ts';
import { withAnswers } from '../model/operations/oracle.ts';
import {
  type KnownMakers,
  NO_USE,
  readTableUse,
  saysOfTables,
  type TableUse,
} from '../model/tables/table-use.ts';
import { readClients } from '../model/tables/named-clients.ts';
import { createTables, isSure, type TableView } from '../model/tables/tables.ts';
import type { Rule, RuleContext, Severity } from '../rules/rule.ts';
import type { FileFacts } from '../syntax/facts/facts.ts';
import { createParser } from '../syntax/parse.ts';
import { createAnswers } from './answers.ts';
import type { Engine, FileAnalysis } from './engine.ts';
import type { GivenUp } from './limits.ts';
import { type Calls, createLinks } from './links.ts';
import { notAnalysed } from './not-analysed.ts';
import { readFacts } from './read-facts.ts';
import { createRunner } from './run-rules.ts';
import { type Stepwise, stepwise } from '../model/seen/stepwise.ts';
import { createStore } from './store.ts';
import type { TextAnalysis } from './verify-fixes.ts';

export interface EngineOptions {
  readonly rules: readonly Rule[];
  /** Told once of each rule that throws on a file, and of `linking` where that does; the rest is served. */
  readonly onRuleError: (rule: string, file: string, error: unknown) => void;
  /** Told once of each file that is given up, and why. */
  readonly onGivenUp?: (file: string, why: GivenUp) => void;
  /** Analyses that are kept until somebody asks for them again. Default: more than an editor shows files. */
  readonly analysesKept?: number;
}

/** Operations of one file. */
interface Linked {
  readonly operations: readonly Operation[];
  /** Those operations as they are without any oracle. */
  readonly read: readonly Operation[];
  readonly listings: readonly Query[];
  readonly saves: readonly Write[];
  readonly dropped: readonly Write[];
  readonly looped: readonly Operation[];
  readonly called: readonly Write[];
  readonly inJson: Calls['inJson'];
  readonly inherited: readonly Write[];
  /** It passes the gate by itself, or has operations: anything else that is known of it depends on who imported it when. */
  readonly isOurs: boolean;
  /** The file makes clients or tables, or has connection strings: its access to them is worth reading. */
  readonly hasAccess: boolean;
  /** Nothing else is said of it. */
  readonly givenUp?: GivenUp;
}

/** Analyses that an editor has kept: more than it shows files. */
const MOST_ANALYSES = 24;

const NOTHING: Linked = {
  operations: [],
  read: [],
  listings: [],
  saves: [],
  dropped: [],
  looped: [],
  called: [],
  inJson: [],
  inherited: [],
  isOurs: false,
  hasAccess: false,
};

/** What a rule may ask about tables. */
function viewOf({
  model,
  modelOf,
  ...view
}: TableView): Pick<RuleContext, 'table' | 'tableOf' | 'keysOf' | 'writesIn'> {
  return { table: (name) => (name === undefined ? undefined : model(name)), tableOf: modelOf, ...view };
}

/** Makes an engine without files. */
export function createEngine(options: EngineOptions): Engine {
  const onError = (file: string, error: unknown): void => {
    options.onRuleError('linking', file, error);
  };
  const { analysesKept = MOST_ANALYSES } = options;
  const store = createStore(onError);
  const linked = new Map<string, Linked>();
  const stale = new Set<string>();
  // what is found in one file may rest on any other; the one that was last asked for is last
  const analyses = new Map<string, Stepwise<FileAnalysis>>();
  // counts what makes an analysis under way another one
  let revision = 0;
  let makers: KnownMakers = new WeakMap();
  const told = new Set<string>();
  const links = createLinks(store, (file) => stale.add(file), onError);
  const tables = createTables();
  const answers = createAnswers();
  const answered = (
    file: string,
    text: string | undefined,
    read: readonly Operation[],
  ): readonly Operation[] => (text === undefined ? read : withAnswers(read, answers.of(file, text)));

  // a file that is known by name alone must not be asked for its facts: that would make it wanted
  const factsOf = (file: string): FileFacts | undefined =>
    store.text(file) === undefined ? undefined : store.files(() => undefined).facts(file);
  const link = (file: string): Linked => {
    linkAll();
    return linked.get(file) ?? NOTHING;
  };
  const linkAll = (): void => {
    for (const _ of links.steps());
    for (const file of stale) setOperations(file, linkedFrom(file, links.of(file)));
    stale.clear();
  };
  const linkedFrom = (file: string, calls: Calls | GivenUp): Linked => {
    if (typeof calls === 'string') return { ...NOTHING, isOurs: true, givenUp: calls };
    const { operations: read, listings, saves, dropped, called, inJson, inherited } = calls;
    const looped = calls.looped.filter(({ via }) => via?.isFar !== true);
    const isOurs =
      [read, listings, saves, dropped, looped, called, inJson, inherited].some((calls) => calls.length > 0) ||
      store.concerns(file);
    const facts = isOurs ? factsOf(file) : undefined;
    const hasAccess = saysOfAccess(facts) || saysOfTables(facts);
    const operations = answered(file, store.text(file), read);
    return {
      operations,
      read,
      listings,
      saves,
      dropped,
      looped,
      called,
      inJson,
      inherited,
      isOurs,
      hasAccess,
    };
  };
  const changed = (): void => {
    revision += 1;
    analyses.clear();
    makers = new WeakMap();
  };
  const setOperations = (file: string, after: Linked): void => {
    changed();
    linked.set(file, after);
    tables.set(file, after.operations);
  };
  const invalidate = (file: string): void => {
    changed();
    // where modules are found matters to nearly every file
    links.invalidate(isConfiguration(file) ? undefined : store.changedBy(file));
  };
  const linkSteps = function* (isUrgent: boolean): Generator<void> {
    for (;;) {
      yield* store.wantImports();
      if (store.wanted().length > 0 && !isUrgent) return;
      yield* links.steps();
      const { found, lost } = store.wantCallers(links.wrapperNames());
      if (found.length + lost.length === 0) return;
      lost.forEach(invalidate);
    }
  };
  const urgentSteps = function* (file?: string): Generator<void> {
    for (let left: Stepwise<FileAnalysis> | undefined; ;) {
      yield* linkSteps(true);
      if (file === undefined) return;
      const work = analysisOf(file);
      if (work === left) return;
      left = work;
      for (const _ of work.steps()) {
        yield;
        if (analyses.get(file) !== work) break;
      }
    }
  };
  const contextOf = (
    file: string,
    text: string | undefined,
    { operations, listings, saves, dropped, looped, called, inJson, inherited }: Calls,
    facts: () => FileFacts | undefined,
  ): RuleContext => ({
    file,
    sourceOf: (other) => (other === file ? text : store.text(other)) ?? '',
    programOf: (other) => (other === file ? facts() : store.files(() => undefined).facts(other))?.program,
    operations: operations.filter(isSure),
    listings: listings.filter(isSure),
    saves: saves.filter(isSure),
    dropped: dropped.filter(isSure),
    looped: looped.filter(isSure),
    called: called.filter(isSure),
    inJson: inJson.filter(isSure),
    inherited,
    ...viewOf(tables),
    memory: new Map(),
    access: lazy(() => readWith(file, facts(), readAccess) ?? NO_ACCESS),
    tableUse: lazy(() => readWith(file, facts(), readTables) ?? NO_USE),
  });
  /** What is read of a file as if these were its facts. */
  const readWith = <T>(
    file: string,
    own: FileFacts | undefined,
    read: (files: Files, facts: FileFacts) => T,
  ): T | undefined => {
    const known = store.files(() => undefined);
    const files: Files = { ...known, facts: (other) => (other === file ? own : known.facts(other)) };
    return own && read(files, own);
  };
  const readTables = (files: Files, facts: FileFacts): TableUse =>
    // what rests on an edited text is not kept
    readTableUse(files, facts, facts === factsOf(facts.file) ? makers : new WeakMap());
  const parseEdited = createParser(true);
  const analyzeText = function* (
    file: string,
    text: string,
    least: Severity,
  ): Generator<void, TextAnalysis | undefined> {
    linkAll();
    const before = revision;
    const facts = readFacts(file, text, parseEdited);
    yield;
    const read = yield* links.asIf(facts);
    if (revision !== before || typeof read === 'string') return undefined;
    const operations = answered(file, text, read.operations);
    const context = {
      ...contextOf(file, text, { ...read, operations }, () => facts),
      ...viewOf(tables.asIf(file, operations)),
    };
    const findings = yield* run(context, least);
    if (revision !== before || findings === 'too-many') return undefined;
    return { findings, syntaxErrors: facts.syntaxError?.count ?? 0 };
  };
  const run = createRunner({ ...options, analyzeText });
  const giveUp = (file: string, why: GivenUp): FileAnalysis => {
    const key = `${why} ${file}`;
    if (!told.has(key)) options.onGivenUp?.(file, why);
    told.add(key);
    return { file, operations: [], findings: [notAnalysed(file, store.text(file) ?? '', why)] };
  };
  const analysisOf = (file: string): Stepwise<FileAnalysis> => {
    const { isOurs, hasAccess, givenUp, ...calls } = link(file);
    const { operations } = calls;
    const known = analyses.get(file);
    analyses.delete(file);
    if (known !== undefined) {
      analyses.set(file, known);
      return known;
    }
    const work = stepwise(function* (): Generator<void, FileAnalysis> {
      if (givenUp !== undefined) return giveUp(file, givenUp);
      if (!isOurs) return { file, operations, findings: [] };
      const context = contextOf(file, store.text(file), calls, () => factsOf(file));
      const findings = yield* run(hasAccess ? context : { ...context, access: () => NO_ACCESS });
      return findings === 'too-many' ? giveUp(file, 'findings') : { file, operations, findings };
    });
    analyses.set(file, work);
    const [oldest] = analyses.keys();
    if (analyses.size > analysesKept && oldest !== undefined) analyses.delete(oldest);
    return work;
  };

  let called: { readonly revision: number; readonly all: readonly CalledOperation[] } | undefined;
  const calledOperations = function* (): Generator<void, readonly CalledOperation[]> {
    linkAll();
    const before = revision;
    if (called?.revision === before) return called.all;
    const all = yield* links.called();
    if (revision === before) called = { revision, all };
    return all;
  };

  const setFile = (file: string, text: string): void => {
    if (store.set(file, text)) invalidate(file);
  };
  const removeFile = (file: string): void => {
    if (store.remove(file)) invalidate(file);
  };

  const asIf = <T>(texts: ReadonlyMap<string, string>, work: () => T): T => {
    const before = [...texts.keys()].map((file) => ({ file, text: store.text(file) }));
    try {
      for (const [file, text] of texts) setFile(file, text);
      return work();
    } finally {
      for (const { file, text } of before) {
        if (text === undefined) removeFile(file);
        else setFile(file, text);
      }
    }
  };

  return {
    setFile,
    removeFile,
    declareClients(declared) {
      if (!store.declareClients(declared)) return;
      changed();
      links.invalidate(undefined);
    },
    text: store.text,
    wantedFiles() {
      for (const _ of linkSteps(false));
      return store.wanted();
    },
    markMissing: (file) => {
      store.markMissing(file);
    },
    steps: () => linkSteps(false),
    urgentSteps,
    analyze: (file) => analysisOf(file).value(),
    asIf,
    analyzeAsIf: (texts) =>
      asIf(texts, () =>
        [...texts.keys()].map((file) => {
          const analysis = analysisOf(file).value();
          // what an analysis has beside its values is worked out from texts that are about to go
          return { ...analysis, syntaxErrors: factsOf(file)?.syntaxError?.count ?? 0 };
        }),
      ),
    operations: (file) => link(file).operations,
    calledOperations,
    clients: (file, text, offset) =>
      readWith(file, readFacts(file, text), (files, facts) => readClients(files, facts, offset)) ?? [],
    table(name) {
      linkAll();
      return tables.model(name);
    },
    undecided: (file) => [
      ...new Set(
        link(file).read.flatMap(({ undecided, via }) => (via === undefined ? (undecided ?? []) : [])),
      ),
    ],
    setAnswers(file, text, news) {
      if (store.text(file) !== text || !answers.set(file, text, news)) return false;
      const before = link(file);
      setOperations(file, { ...before, operations: answered(file, text, before.read) });
      return true;
    },
    syntaxError: (file) => factsOf(file)?.syntaxError,
    filesWithOperations: () => store.gated().filter((file) => link(file).operations.length > 0),
    filesToCheck: () =>
      store.gated().filter((file) => {
        const {
          hasAccess,
          operations,
          listings,
          saves,
          dropped,
          looped,
          called,
          inJson,
          inherited,
          givenUp,
        } = link(file);
        const all = [operations, listings, saves, dropped, looped, called, inJson, inherited];
        return hasAccess || all.some((calls) => calls.length > 0) || givenUp !== undefined;
      }),
    forgetFacts() {
      linkAll();
      store.forgetFacts(links.shared());
    },
    parseCount: store.parseCount,
    linkCount: links.readCount,
  };
}
