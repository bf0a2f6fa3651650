import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache, root } from '../../scripts/lib/paths.ts';

/** A program that reads the same files, as a person would run it. */
export interface Stage {
  readonly name: string;
  /** What node runs. */
  readonly args: readonly string[];
}

export interface Measured {
  readonly name: string;
  readonly seconds: number;
  /** What it took of all processors, beside whatever else runs; undefined where no `/proc` tells. */
  readonly processorSeconds: number | undefined;
  /** The most that the process and its children held at once; undefined where no `/proc` tells. */
  readonly megabytes: number | undefined;
  readonly command: string;
}

/** The version that was measured when this was written. */
const TYPESCRIPT_7 = '7.0.2';

/**
 * Runs the product's command line and what others read sources with over the same files of a folder: a bare
 * parse, `tsc --noEmit` of TypeScript 6 and of 7, ESLint with one rule that asks for types. Each is told once it is done.
 */
export async function compare(
  folder: string,
  files: readonly string[],
  tell: (measured: Measured) => void,
): Promise<void> {
  const project = join(cache, 'bench', 'tsconfig.json');
  const bare = bareParse(files);
  writeFileSync(project, JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files }));
  const typescript7 = provideTypeScript7();
  const stages: readonly Stage[] = [
    bare,
    {
      name: 'partition-lens check',
      args: [join(root, 'dist', 'cli.js'), 'check', folder, '--format', 'json'],
    },
    ...(typescript7 === undefined
      ? []
      : [{ name: 'tsc --noEmit, TypeScript 7', args: [typescript7, '--noEmit', '-p', project] }]),
    {
      name: 'tsc --noEmit, TypeScript 6',
      args: [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '--noEmit', '-p', project],
    },
    {
      name: 'typescript-eslint, one rule with types',
      args: ['--max-old-space-size=8192', inBench('typed-eslint.ts'), folder, project, FILE_LIST],
    },
  ];
  for (const stage of stages) tell(await measure(stage, folder));
}

const FILE_LIST = join(cache, 'bench', 'files.json');

function inBench(name: string): string {
  return join(root, 'test', 'bench', name);
}

/** The least that anyone can do with these files; whoever takes the list of them from the same place comes later. */
export function bareParse(files: readonly string[]): Stage {
  mkdirSync(join(cache, 'bench'), { recursive: true });
  writeFileSync(FILE_LIST, JSON.stringify(files));
  return { name: 'bare parse', args: [inBench('bare-parse.ts'), FILE_LIST] };
}

/** As lenient as a compiler can be: what it complains of does not matter, the time does. */
const COMPILER_OPTIONS = {
  target: 'ESNext',
  module: 'ESNext',
  moduleResolution: 'bundler',
  jsx: 'preserve',
  allowJs: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
};

/** The compiler's file; it is fetched once, beside the lock file, since two packages cannot both be called `tsc`. */
function provideTypeScript7(): string | undefined {
  const folder = join(cache, 'typescript-7');
  const compiler = join(folder, 'node_modules', 'typescript', 'bin', 'tsc');
  if (existsSync(compiler)) return compiler;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const command = `npm install --no-audit --no-fund typescript@${TYPESCRIPT_7}`;
  const { status } = spawnSync(command, { cwd: folder, shell: true, stdio: 'ignore' });
  if (status === 0 && existsSync(compiler)) return compiler;
  console.log(`TypeScript 7 is not measured: "${command}" failed.`);
  return undefined;
}

/** Runs a program in a folder to its end. */
export async function measure({ name, args }: Stage, folder: string): Promise<Measured> {
  const [start, usedBefore] = [performance.now(), usedByChildren()];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore' });
  let megabytes: number | undefined;
  const look = setInterval(() => {
    const now = child.pid === undefined ? undefined : heldBy(child.pid);
    if (now !== undefined) megabytes = Math.max(megabytes ?? 0, now);
  }, 50);
  await once(child, 'exit');
  clearInterval(look);
  const seconds = (performance.now() - start) / 1000;
  const used = usedByChildren();
  const processorSeconds =
    used === undefined || usedBefore === undefined ? undefined : (used - usedBefore) / TICKS;
  return {
    name,
    seconds,
    processorSeconds,
    megabytes,
    command: ['node', ...args.map(shown)].join(' '),
  };
}

function shown(argument: string): string {
  return argument.replace(root, '').replace(/^\//, '');
}

/** Linux tells times of processes in hundredths of a second. */
const TICKS = 100;

/** What children of this process that have ended took of all processors, in ticks. */
function usedByChildren(): number | undefined {
  try {
    // behind the name, which may have anything in it: cutime and cstime are the 16th and 17th field
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return Number(fields[13]) + Number(fields[14]);
  } catch {
    return undefined;
  }
}

/** Megabytes that a process and its children hold now. */
function heldBy(pid: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    const own = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
    const others = children === '' ? [] : children.split(' ').map((child) => heldBy(Number(child)) ?? 0);
    return others.reduce((sum, one) => sum + one, own);
  } catch {
    return undefined;
  }
}
