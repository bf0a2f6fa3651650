import type { InputKind, OpenFunction, Parameter, Program, SourceFile } from '../program.ts';
import { sizeOf } from '../program.ts';
import type { Choices } from './choices.ts';

/** Lines of a source, without the indentation of what is around them. */
export type Lines = readonly string[];

/** What a caller may pass where no type says what a parameter takes. */
const UNTYPED: Partial<Readonly<Record<InputKind, InputKind>>> = {
  mode: 'anyMode',
  text: 'anyText',
  maybeText: 'anyMaybeText',
  count: 'anyCount',
};

/** Runs that a program may take at most, before worlds are counted. */
const MOST_RUNS = 60;

const TYPES: Readonly<Record<InputKind, string>> = {
  flag: 'boolean',
  text: 'string',
  digits: 'string',
  anyText: 'string | undefined',
  anyMaybeText: 'string | undefined | null',
  anyCount: 'number | undefined',
  maybeText: 'string | undefined',
  count: 'number',
  list: 'string[]',
  mode: "'a' | 'b' | 'c'",
  anyMode: 'string | undefined',
  word: 'string',
  query: '{ shelf?: string; author?: string }',
  filter: 'string | undefined',
  listOptions: '{ queryOptions?: { filter?: string } }',
};

/** What parameters of each kind are called, the first ones first. */
const NAMES: Readonly<Record<InputKind, readonly string[]>> = {
  flag: ['all', 'recent', 'force', 'strict'],
  text: ['shelf', 'author', 'tenant', 'id'],
  digits: ['minimum', 'floor'],
  anyText: [],
  anyMaybeText: [],
  anyCount: [],
  maybeText: ['title', 'owner', 'cursor'],
  count: ['count', 'depth', 'limit'],
  list: ['ids', 'names', 'tags'],
  mode: ['mode', 'kind'],
  anyMode: ['mode', 'kind'],
  word: ['sort', 'view'],
  query: ['query', 'options'],
  filter: ['where'],
  listOptions: ['given'],
};

/** Writes a program: its files, what `main` takes, the names that are used up, and the features that it is made of. */
export class Writer {
  readonly choices: Choices;
  readonly isTyped: boolean;
  readonly isCommonJs: boolean;
  readonly features = new Set<string>();
  readonly main: Module;
  readonly #modules: Module[] = [];
  readonly #parameters: Parameter[] = [];
  readonly #open: OpenFunction[] = [];
  #doAnswersMatter = false;
  readonly #names = new Set(['main', 'client', 'exports', 'module', 'require', 'console']);

  constructor(choices: Choices) {
    this.choices = choices;
    this.isTyped = !choices.oneIn(3);
    this.isCommonJs = !this.isTyped && choices.oneIn(2);
    this.main = new Module(this, 'main');
  }

  /** A type annotation, in TypeScript. */
  type(text: string): string {
    return this.isTyped ? `: ${text}` : '';
  }

  /** Code that only TypeScript has. */
  typed(text: string): string {
    return this.isTyped ? text : '';
  }

  /** A name that nothing in the program has yet. */
  name(base: string): string {
    for (let number = 1; ; number++) {
      const name = number === 1 ? base : `${base}${number}`;
      if (this.#names.has(name)) continue;
      this.#names.add(name);
      return name;
    }
  }

  /** A further file, that others import. */
  module(base: string): Module {
    const module = new Module(this, this.name(base));
    this.#modules.push(module);
    return module;
  }

  /** Marks that the program uses a way of writing. */
  uses(feature: string): void {
    this.features.add(feature);
  }

  /** Marks that what is sent depends on what was answered: every input is run in every world. */
  dependsOnAnswers(): void {
    this.#doAnswersMatter = true;
  }

  /** Marks that a file exports a function that asks the service: anybody may call it. */
  opens(module: Module, name: string, parameters: readonly InputKind[]): void {
    this.#open.push({ file: this.pathOf(module), name, parameters: parameters.map(this.#asTyped) });
  }

  /** Without types nothing says which modes there are. */
  readonly #asTyped = (kind: InputKind): InputKind => (this.isTyped ? kind : (UNTYPED[kind] ?? kind));

  /** Whether a parameter of this kind is there, or may be added without too many runs. */
  hasRoomFor(kind: InputKind): boolean {
    const runs = this.#parameters.reduce((product, parameter) => product * sizeOf(parameter.kind), 1);
    return runs * sizeOf(kind) <= MOST_RUNS || this.#parameters.some((parameter) => parameter.kind === kind);
  }

  /** A parameter of `main` of this kind: one that is there, or a new one. */
  parameter(kind: InputKind): string {
    const known = this.#parameters.filter((parameter) => parameter.kind === kind);
    const runs = this.#parameters.reduce((product, parameter) => product * sizeOf(parameter.kind), 1);
    const isFull = runs * sizeOf(kind) > MOST_RUNS;
    if (known.length > 0 && (isFull || this.choices.oneIn(4))) return this.choices.pick(known).name;
    const name = this.name(NAMES[kind].find((each) => !this.#names.has(each)) ?? kind);
    this.#parameters.push({ name, kind });
    return name;
  }

  parameterList(): string {
    return this.#parameters.map(({ name, kind }) => name + this.type(TYPES[kind])).join(', ');
  }

  program(): Program {
    const files = [...this.#modules, this.main].map((module): SourceFile => ({
      file: this.pathOf(module),
      text: module.text(),
    }));
    return {
      files,
      entry: this.pathOf(this.main),
      parameters: this.#parameters.map(({ name, kind }) => ({ name, kind: this.#asTyped(kind) })),
      open: this.#open,
      features: [...this.features].sort(),
      doAnswersMatter: this.#doAnswersMatter,
    };
  }

  pathOf({ base }: Module): string {
    return `/program/src/${base}.${this.isTyped ? 'ts' : 'js'}`;
  }

  /** How one file names another one. */
  specifierOf({ base }: Module): string {
    return this.isCommonJs ? `./${base}` : `./${base}.js`;
  }
}

/** One file: imports, declarations, exports. */
export class Module {
  readonly writer: Writer;
  readonly base: string;
  readonly #imports = new Map<string, Set<string>>();
  readonly #whole = new Map<string, Module>();
  readonly #declarations: Lines[] = [];
  readonly #last: Lines[] = [];
  readonly #exports: string[] = [];

  constructor(writer: Writer, base: string) {
    this.writer = writer;
    this.base = base;
  }

  /** Imports a name of a package, or of another file of the program; its own names it has. */
  import(name: string, from: string | Module): void {
    if (from === this) return;
    const specifier = typeof from === 'string' ? from : this.writer.specifierOf(from);
    const names = this.#imports.get(specifier) ?? new Set();
    this.#imports.set(specifier, names.add(name));
  }

  /** Imports all that another file exports, under one name. */
  importAll(name: string, from: Module): void {
    this.#whole.set(name, from);
  }

  /** Adds a declaration at the end of what is there. */
  declare(...lines: Lines): void {
    this.#declarations.push(lines);
  }

  /** Adds a declaration behind everything else: of a function, which can be called before. */
  declareLast(...lines: Lines): void {
    this.#last.push(lines);
  }

  /** Adds the declaration of `name`, exported. */
  export(name: string, [first = '', ...lines]: Lines): void {
    if (this.writer.isCommonJs) {
      this.#exports.push(name);
      this.declare(first, ...lines);
    } else this.declare(`export ${first}`, ...lines);
  }

  text(): string {
    const imports = [...this.#imports].map(([from, names]) => {
      const list = [...names].sort().join(', ');
      return this.writer.isCommonJs
        ? `const { ${list} } = require('${from}');`
        : `import { ${list} } from '${from}';`;
    });
    const whole = [...this.#whole].map(([name, from]) => {
      const specifier = this.writer.specifierOf(from);
      return this.writer.isCommonJs
        ? `const ${name} = require('${specifier}');`
        : `import * as ${name} from '${specifier}';`;
    });
    const exported = this.#exports.length > 0 ? [[`module.exports = { ${this.#exports.join(', ')} };`]] : [];
    return [[...imports, ...whole], ...this.#declarations, ...this.#last, ...exported]
      .filter((lines) => lines.length > 0)
      .map((lines) => `${lines.join('\n')}\n`)
      .join('\n');
  }
}

export function indented(lines: Lines): string[] {
  return lines.map((line) => (line === '' ? line : `  ${line}`));
}

/** The types of parameters, in TypeScript. */
export function typeOfInput(kind: InputKind): string {
  return TYPES[kind];
}
