import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';
import { createEngine } from '../../src/lens/engine/create.ts';
import { assistsAt, textsAfter, usual } from '../../src/lens/patterns/assists.ts';
import type { Assist, Given, Pattern, World } from '../../src/lens/patterns/pattern.ts';
import { patterns } from '../../src/lens/patterns/registry.ts';
import { rules } from '../../src/lens/rules/registry.ts';

/** A program: its files by name. The call that an assist is asked for at follows the mark in one of them. */
export type Program = Readonly<Record<string, string>>;

const HERE = '/*here*/';

const SETTINGS: Program = {
  'package.json': '{ "type": "module" }',
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      ...{ strict: true, target: 'es2022', lib: ['esnext'], module: 'nodenext', types: ['node'] },
      ...{ skipLibCheck: true },
      ...{ allowJs: true, checkJs: true, noUnusedLocals: true, noImplicitReturns: true },
      ...{
        rewriteRelativeImportExtensions: true,
        allowImportingTsExtensions: true,
        outDir: 'out',
        rootDir: '.',
      },
    },
    include: ['cells'],
  }),
};

/** What an assist says at the marked place, and the program after it. */
export interface Assisted {
  readonly outcome: Assist['outcome'] | undefined;
  readonly after: Program;
}

/** Asks a pattern at the marked place of a program, as the command line does. */
export function assist(
  id: string,
  marked: Program,
  settings: Readonly<Record<string, string>> = {},
): Assisted {
  const before = Object.fromEntries(
    Object.entries(marked).map(([name, text]) => [name, text.replace(HERE, '')]),
  );
  const [[where, text] = assert.fail('no place is marked')] = Object.entries(marked).filter(([, one]) =>
    one.includes(HERE),
  );
  const engine = createEngine({
    rules,
    onRuleError: (rule, _file, error) => assert.fail(`${rule}: ${String(error)}`),
  });
  for (const [name, one] of Object.entries({ ...SETTINGS, ...before })) engine.setFile(`/${name}`, one);
  for (let wanted = engine.wantedFiles(); wanted.length > 0; wanted = engine.wantedFiles()) {
    for (const candidates of wanted) {
      const found = candidates.find((file) => file.slice(1) in before);
      if (found !== undefined) engine.setFile(found, before[found.slice(1)] ?? '');
      else for (const file of candidates) engine.markMissing(file);
    }
  }
  const world: World = {
    ...engine,
    files: engine.filesToCheck,
    beside: (file) => before[file.slice(1)],
  };
  const offset = text.indexOf(HERE);
  const given =
    (pattern: Pattern): Given =>
    (name) =>
      settings[name] ?? usual(pattern)(name);
  // what other patterns have there costs as much again, and is no answer to this question
  const wanted = patterns.filter((pattern) => pattern.id === id);
  const [found] = assistsAt(world, `/${where}`, { start: offset, end: offset }, given, wanted);
  const { outcome } = found ?? {};
  if (outcome?.kind !== 'change') return { outcome, after: before };
  const texts = [...textsAfter(world, outcome.changes)].map(([file, one]) => [file.slice(1), one] as const);
  return { outcome, after: { ...before, ...Object.fromEntries(texts) } };
}

/** Programs in a folder, each in a folder of its own, compiled together. */
export interface Compiled {
  /** The module of a program. */
  readonly load: (program: string, module: string) => Promise<Readonly<Record<string, unknown>>>;
  /** Where the modules of a program are, as they run. */
  readonly folderOf: (program: string) => string;
  readonly remove: () => Promise<void>;
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Compiles programs with `tsc --strict` against the real SDK. Fails with what the compiler says. */
export async function compile(programs: Readonly<Record<string, Program>>): Promise<Compiled> {
  const folder = await mkdtemp(join(tmpdir(), 'assisted-'));
  const write = async (name: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  };
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  for (const [name, text] of Object.entries(SETTINGS)) await write(name, text);
  for (const [program, files] of Object.entries(programs))
    for (const [name, text] of Object.entries(files)) await write(`cells/${program}/${name}`, text);
  for (const [program, files] of Object.entries(programs)) await linkPackages(folder, program, files);
  assert.equal(complaints(join(folder, 'tsconfig.json')), '');
  return {
    load: async (program, module) =>
      (await import(pathToFileURL(join(folder, 'out/cells', program, module)).href)) as Record<
        string,
        unknown
      >,
    folderOf: (program) => join(folder, 'out/cells', program),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Lets the packages of a program import each other by their names, as a workspace does: before and after they are compiled. */
async function linkPackages(folder: string, program: string, files: Program): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    if (!file.endsWith('/package.json')) continue;
    const { name } = JSON.parse(text) as { readonly name: string };
    for (const where of ['cells', 'out/cells']) {
      const home = join(folder, where, program);
      const link = join(home, 'node_modules', name);
      await mkdir(dirname(join(home, file)), { recursive: true });
      await writeFile(join(home, file), where === 'cells' ? text : text.replace(/\.ts"/, '.js"'));
      await mkdir(dirname(link), { recursive: true });
      await symlink(join(home, dirname(file)), link, 'junction');
    }
  }
}

/** Declarations of the SDK and of the language, which all programs have: parsed and bound once. */
const declarations = new Map<string, ts.SourceFile | undefined>();

/** Compiles as `tsc -p` does, without a look for mistakes within the declarations of packages; gives what it says. */
function complaints(configuration: string): string {
  const parsed = ts.getParsedCommandLineOfConfigFile(configuration, undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) =>
      assert.fail(ts.flattenDiagnosticMessageText(messageText, '\n')),
  });
  assert.ok(parsed !== undefined);
  const host = ts.createCompilerHost(parsed.options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...how) => {
    if (!name.endsWith('.d.ts') || !name.includes('/node_modules/')) return read(name, ...how);
    if (!declarations.has(name)) declarations.set(name, read(name, ...how));
    return declarations.get(name);
  };
  const program = ts.createProgram({
    rootNames: parsed.fileNames,
    options: parsed.options,
    configFileParsingDiagnostics: parsed.errors,
    host,
  });
  const all = [...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics];
  return ts.formatDiagnostics(all, host);
}
