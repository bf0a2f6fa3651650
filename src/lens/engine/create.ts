import type { Files } from '../link/linker.ts';
import type { Operation } from '../model/operation.ts';
import { withAnswers } from '../model/oracle.ts';
import { readOperations } from '../model/read-operations.ts';
import { createTables, isSure } from '../model/tables.ts';
import type { Rule, RuleContext } from '../rules/rule.ts';
import { readFile } from '../syntax/read-file.ts';
import { createAnswers } from './answers.ts';
import type { Engine } from './engine.ts';
import type { Finding } from './finding.ts';
import { createRunner } from './run-rules.ts';
import { createStore } from './store.ts';

export interface EngineOptions {
  readonly rules: readonly Rule[];
  /** Told once of each rule that throws on a file; the rest is served. */
  readonly onRuleError: (rule: string, file: string, error: unknown) => void;
}

/** Operations of one file, and the files they were worked out from. */
interface Linked {
  readonly operations: readonly Operation[];
  /** Those operations as they are without any oracle. */
  readonly read: readonly Operation[];
  readonly uses: ReadonlySet<string>;
}

/** Makes an engine without files. */
export function createEngine(options: EngineOptions): Engine {
  const store = createStore();
  const linked = new Map<string, Linked>();
  const tables = createTables();
  const answers = createAnswers();
  const answered = (
    file: string,
    text: string | undefined,
    read: readonly Operation[],
  ): readonly Operation[] => (text === undefined ? read : withAnswers(read, answers.of(file, text)));

  const link = (file: string): Linked => {
    const before = linked.get(file);
    if (before !== undefined) return before;
    const uses = new Set([file]);
    const files = store.files((used) => uses.add(used));
    const facts = files.facts(file);
    const read = facts ? readOperations(files, facts) : [];
    const after = { operations: answered(file, store.text(file), read), read, uses };
    linked.set(file, after);
    tables.set(file, after.operations);
    return after;
  };
  const invalidate = (changed: string): void => {
    for (const [file, { uses }] of linked) {
      if (!uses.has(changed)) continue;
      linked.delete(file);
      tables.set(file, []);
    }
  };
  const linkAll = (): void => {
    for (const file of store.gated()) link(file);
  };
  const contextOf = (
    file: string,
    text: string | undefined,
    operations: readonly Operation[],
  ): RuleContext => ({
    file,
    sourceOf: (other) => (other === file ? text : store.text(other)) ?? '',
    operations: operations.filter(isSure),
    table: (name) => (name === undefined ? undefined : tables.model(name)),
  });
  const analyzeText = (file: string, text: string): Finding[] => {
    const facts = readFile(file, text);
    const known = store.files(() => undefined);
    const files: Files = { ...known, facts: (other) => (other === file ? facts : known.facts(other)) };
    const operations = answered(file, text, readOperations(files, facts));
    linkAll();
    const { operations: before } = link(file);
    tables.set(file, operations);
    try {
      return run(contextOf(file, text, operations));
    } finally {
      tables.set(file, before);
    }
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
      // imports first: linking before they are there would have to be done again
      store.wantImports();
      if (store.wanted().length === 0) linkAll();
      return store.wanted();
    },
    markMissing: (file) => {
      store.markMissing(file);
    },
    *steps() {
      store.wantImports();
      if (store.wanted().length > 0) return;
      for (const file of store.gated()) {
        link(file);
        yield;
      }
    },
    analyze(file) {
      const { operations } = link(file);
      linkAll();
      return { file, operations, findings: run(contextOf(file, store.text(file), operations)) };
    },
    operations: (file) => link(file).operations,
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
      const { read, uses } = link(file);
      const operations = answered(file, text, read);
      linked.set(file, { operations, read, uses });
      tables.set(file, operations);
      return true;
    },
    // a file that is known by name alone must not be asked for its facts: that would make it wanted
    syntaxError: (file) =>
      store.text(file) === undefined ? undefined : store.files(() => undefined).facts(file)?.syntaxError,
    filesWithOperations: () => store.gated().filter((file) => link(file).operations.length > 0),
    parseCount: store.parseCount,
  };
}
