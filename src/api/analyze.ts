import { normalize } from 'node:path/posix';
import { type Lines, linesOf } from '../core/text/lines.ts';
import type { Place } from '../core/text/segments.ts';
import { LEVELS } from '../core/config/settings.ts';
import { createEngine, type EngineOptions } from '../lens/engine/create.ts';
import type { Engine, FileAnalysis } from '../lens/engine/engine.ts';
import { fingerprinted } from '../lens/engine/fingerprint.ts';
import { withLevels } from '../lens/engine/levels.ts';
import { rules as allRules } from '../lens/rules/registry.ts';
import { fromDisk, isConfig, isSource } from '../lens/workspace/paths.ts';
import { checked, describeRuleError } from './checked.ts';
import { findingData, fixesData, type NamedLines } from './finding-data.ts';
import { operationData } from './operation-data.ts';
import { regionOf } from './region.ts';
import { tableOfFindings } from './table-of.ts';
import type { Analysis, AnalyzeInput, Finding, Level, Skipped } from './types.ts';

export type * from './types.ts';

/**
 * Finds the operations on Azure tables in some sources, and what is wrong with them. Reads no file, runs none of the code, and keeps
 * nothing. Throws a TypeError for input of another form.
 */
export function analyze(input: AnalyzeInput): Analysis {
  checkForm(input);
  const files = filesOf(input);
  const levels = levelsOf(input.rules ?? {});
  const project = projectOf(files);
  const skipped: Skipped[] = [];
  const engine = engineOf(files, (rule, path, error) => {
    skipped.push({ file: project.nameOf(path), why: describeRuleError(rule, error) });
  });
  const concerned = new Set(engine.filesToCheck());
  const analyses: FileAnalysis[] = [];
  for (const path of wantedOf(input, files)) {
    const result = checked(engine, path, project.linesOf(path));
    if (result.kind === 'skipped') skipped.push({ file: project.nameOf(path), why: result.why });
    else if (concerned.has(path)) analyses.push(result.analysis);
  }
  return {
    findings: analyses.flatMap((analysis) => findingsOf(analysis, project, levels, input.fixes ?? true)),
    operations: analyses.flatMap((analysis) => operationsOf(analysis, project)),
    skipped,
  };
}

/** What the caller calls the files, and their texts, by the lens's names. */
interface Project {
  readonly nameOf: (path: string) => string;
  readonly linesOf: (path: string) => Lines;
}

interface File {
  readonly name: string;
  readonly text: string;
}

/** Who calls it from JavaScript has no types that hold to the form of the input. */
function checkForm(input: unknown): void {
  if (!isObject(input)) throw new TypeError('The input must be an object: { files }.');
  if (!('files' in input) || !Array.isArray(input.files))
    throw new TypeError('files must be an array of { file, text }.');
  const { only, rules, fixes } = input as {
    readonly only?: unknown;
    readonly rules?: unknown;
    readonly fixes?: unknown;
  };
  const isNames = Array.isArray(only) && only.every((name) => typeof name === 'string');
  if (only !== undefined && !isNames) throw new TypeError('only must be an array of names of files.');
  if (rules !== undefined && (!isObject(rules) || Array.isArray(rules)))
    throw new TypeError("rules must be an object: { 'table-scan': 'error' }.");
  if (fixes !== undefined && typeof fixes !== 'boolean') throw new TypeError('fixes must be true or false.');
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The files by the lens's names. */
function filesOf({ files }: AnalyzeInput): ReadonlyMap<string, File> {
  const found = new Map<string, File>();
  for (const given of files) {
    const { file: name, text } = isObject(given) ? given : { file: '', text: '' };
    if (typeof name !== 'string' || typeof text !== 'string' || name === '')
      throw new TypeError('Each of files must be { file, text }, both of them strings, and file not empty.');
    const path = pathOf(name);
    const other = found.get(path);
    if (other !== undefined) throw new TypeError(`"${other.name}" and "${name}" are the same file.`);
    found.set(path, { name, text });
  }
  return found;
}

/** The lens's name of a file: absolute, with `/`. */
function pathOf(name: string): string {
  const path = normalize(fromDisk(name));
  if (path.startsWith('../'))
    throw new TypeError(`"${name}" is above the folder that names are relative to.`);
  return path.startsWith('/') ? path : `/${path}`;
}

/** The sources that are reported on. */
function wantedOf({ only }: AnalyzeInput, files: ReadonlyMap<string, File>): readonly string[] {
  const unknown = only?.find((name) => !files.has(pathOf(name)));
  if (unknown !== undefined) throw new TypeError(`only names "${unknown}", which is none of files.`);
  return [...new Set(only?.map(pathOf) ?? files.keys())].filter(isSource).sort();
}

function levelsOf(rules: Readonly<Record<string, Level>>): ReadonlyMap<string, Level> {
  const ids = new Set(allRules.map(({ id }) => id));
  for (const [id, level] of Object.entries(rules)) {
    if (!ids.has(id)) throw new TypeError(`There is no rule "${id}".`);
    if (!LEVELS.includes(level)) throw new TypeError(`"${level}" isn't a level: use ${LEVELS.join(', ')}.`);
  }
  return new Map(Object.entries(rules));
}

/** An engine that has the files, and knows that there are no others. */
function engineOf(files: ReadonlyMap<string, File>, onRuleError: EngineOptions['onRuleError']): Engine {
  const engine = createEngine({ rules: allRules, onRuleError });
  const given = new Set<string>();
  const give = (path: string): void => {
    const file = files.get(path);
    if (file === undefined || given.has(path)) return;
    given.add(path);
    engine.setFile(path, file.text);
  };
  // first, as every link rests on them
  [...files.keys()].filter(isConfig).forEach(give);
  [...files.keys()].filter(isSource).forEach(give);
  for (let wanted = engine.wantedFiles(); wanted.length > 0; wanted = engine.wantedFiles()) {
    for (const candidates of wanted) {
      const there = candidates.find((path) => files.has(path) && !given.has(path));
      if (there === undefined) candidates.filter((path) => !given.has(path)).forEach(engine.markMissing);
      else give(there);
    }
  }
  return engine;
}

function projectOf(files: ReadonlyMap<string, File>): Project {
  const known = new Map<string, Lines>();
  return {
    nameOf: (path) => files.get(path)?.name ?? path,
    linesOf: (path) => {
      const lines = known.get(path) ?? linesOf(files.get(path)?.text ?? '');
      known.set(path, lines);
      return lines;
    },
  };
}

function findingsOf(
  { file, findings, operations }: FileAnalysis,
  project: Project,
  levels: ReadonlyMap<string, Level>,
  wantsFixes: boolean,
): readonly Finding[] {
  const named = namedLines(project, file);
  const tableOf = tableOfFindings(operations);
  const placeOf = ({ file: path, span }: Place) => ({
    file: project.nameOf(path),
    ...regionOf(project.linesOf(path), span),
  });
  return withLevels(fingerprinted(findings, operations, named.lines.text), levels).map((finding) => {
    const related = finding.related.map(({ place, message }) => ({ ...placeOf(place), message }));
    const data = findingData(named, finding, tableOf(finding), related);
    if (!wantsFixes) return data;
    const fixes = data.fixable ? fixesData(named.lines, finding) : [];
    return { ...data, fixable: fixes.length > 0, fixes };
  });
}

function operationsOf({ file, operations }: FileAnalysis, project: Project): Analysis['operations'] {
  const named = namedLines(project, file);
  const sourceAt = ({ file: path, span: { start, end } }: Place): string =>
    project.linesOf(path).text.slice(start, end);
  return operations.map((operation) => operationData(named, operation, sourceAt));
}

function namedLines({ nameOf, linesOf: lines }: Project, path: string): NamedLines {
  return { name: nameOf(path), lines: lines(path) };
}
