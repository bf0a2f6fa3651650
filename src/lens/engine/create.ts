import { isConfiguration } from '../link/modules-config.ts';
import type { Files } from '../link/linker.ts';
import { NO_ACCESS, readAccess, saysOfAccess } from '../model/access.ts';
import { lazy } from '../model/lazy.ts';
import type { Operation } from '../model/operation.ts';
import { withAnswers } from '../model/oracle.ts';
import { NO_USE, readTableUse, saysOfTables } from '../model/table-use.ts';
import { readClients } from '../model/named-clients.ts';
import { createTables, isSure } from '../model/tables.ts';
import type { Rule, RuleContext, Severity } from '../rules/rule.ts';
import type { FileFacts } from '../syntax/facts.ts';
import { createParser } from '../syntax/parse.ts';
import { readFile } from '../syntax/read-file.ts';
import { createAnswers } from './answers.ts';
import type { Engine, FileAnalysis } from './engine.ts';
import { createLinks } from './links.ts';
import { createRunner } from './run-rules.ts';
import { createStore } from './store.ts';
import type { TextAnalysis } from './verify-fixes.ts';

export interface EngineOptions {
  readonly rules: readonly Rule[];
  /** Told once of each rule that throws on a file, and of `linking` where that does; the rest is served. */
  readonly onRuleError: (rule: string, file: string, error: unknown) => void;
}

/** Operations of one file. */
interface Linked {
  readonly operations: readonly Operation[];
  /** Those operations as they are without any oracle. */
  readonly read: readonly Operation[];
  /** It passes the gate by itself, or has operations: anything else that is known of it depends on who imported it when. */
  readonly isOurs: boolean;
  /** The file makes clients or tables, or has connection strings: its access to them is worth reading. */
  readonly hasAccess: boolean;
}

const NOTHING: Linked = { operations: [], read: [], isOurs: false, hasAccess: false };

/** Makes an engine without files. */
export function createEngine(options: EngineOptions): Engine {
  const store = createStore();
  const linked = new Map<string, Linked>();
  const stale = new Set<string>();
  // what is found in one file may rest on any other
  const analyses = new Map<string, FileAnalysis>();
  const links = createLinks(
    store,
    (file) => stale.add(file),
    (file, error) => {
      options.onRuleError('linking', file, error);
    },
  );
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
    for (const file of stale) {
      const read = links.of(file);
      const isOurs = read.length > 0 || store.concerns(file);
      const facts = isOurs ? factsOf(file) : undefined;
      const hasAccess = saysOfAccess(facts) || saysOfTables(facts);
      setOperations(file, { operations: answered(file, store.text(file), read), read, isOurs, hasAccess });
    }
    stale.clear();
  };
  const setOperations = (file: string, after: Linked): void => {
    analyses.clear();
    linked.set(file, after);
    tables.set(file, after.operations);
  };
  const invalidate = (changed: string): void => {
    analyses.clear();
    // where modules are found matters to nearly every file
    const isOfAll = isConfiguration(changed);
    links.invalidate((uses) => isOfAll || store.restsOn(uses, changed));
  };
  /** Imports first: linking before they are there would have to be done again. */
  const steps = function* (): Generator<void> {
    for (;;) {
      yield* store.wantImports();
      if (store.wanted().length > 0) return;
      yield* links.steps();
      const { found, lost } = store.wantCallers(links.wrapperNames());
      if (found.length + lost.length === 0) return;
      lost.forEach(invalidate);
    }
  };
  const contextOf = (
    file: string,
    text: string | undefined,
    operations: readonly Operation[],
    facts: () => FileFacts | undefined,
  ): RuleContext => ({
    file,
    sourceOf: (other) => (other === file ? text : store.text(other)) ?? '',
    operations: operations.filter(isSure),
    table: (name) => (name === undefined ? undefined : tables.model(name)),
    keysOf: tables.keysOf,
    memory: new Map(),
    access: lazy(() => readWith(file, facts(), readAccess) ?? NO_ACCESS),
    tableUse: lazy(() => readWith(file, facts(), readTableUse) ?? NO_USE),
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
  const parseEdited = createParser();
  const analyzeText = (file: string, text: string, least: Severity): TextAnalysis => {
    const facts = readFile(file, text, parseEdited);
    linkAll();
    const operations = answered(file, text, links.asIf(facts));
    const context = contextOf(file, text, operations, () => facts);
    const findings = tables.asIf(file, operations, () => run(context, least));
    return { findings, syntaxErrors: facts.syntaxError?.count ?? 0 };
  };
  const run = createRunner({ ...options, analyzeText });

  return {
    setFile(file, text) {
      if (store.set(file, text)) invalidate(file);
    },
    removeFile(file) {
      if (store.remove(file)) invalidate(file);
    },
    wantedFiles() {
      for (const _ of steps());
      return store.wanted();
    },
    markMissing: (file) => {
      store.markMissing(file);
    },
    steps,
    analyze(file) {
      const { operations, isOurs, hasAccess } = link(file);
      const known = analyses.get(file);
      if (known !== undefined) return known;
      const facts = (): FileFacts | undefined => (hasAccess ? factsOf(file) : undefined);
      const findings = isOurs ? run(contextOf(file, store.text(file), operations, facts)) : [];
      const analysis: FileAnalysis = { file, operations, findings };
      analyses.set(file, analysis);
      return analysis;
    },
    operations: (file) => link(file).operations,
    clients: (file, text, offset) =>
      readWith(file, readFile(file, text), (files, facts) => readClients(files, facts, offset)) ?? [],
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
      store.gated().filter((file) => link(file).hasAccess || link(file).operations.length > 0),
    forgetFacts() {
      linkAll();
      store.forgetFacts(links.shared());
    },
    parseCount: store.parseCount,
    linkCount: links.readCount,
  };
}
