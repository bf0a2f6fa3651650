import type { InputKind } from '../program.ts';
import { indented, type Lines, type Module, typeOfInput, type Writer } from './writer.ts';

/** The body of a function that is being written: statements so far, and how it gets at the program's inputs. */
export class Scope {
  readonly writer: Writer;
  readonly module: Module;
  /** Whether `await` may stand in it. */
  readonly isAsync: boolean;
  /** The client that the code has, where its class has one. */
  readonly client: string | undefined;
  readonly #need: (kind: InputKind) => string;
  #lines: string[] = [];

  constructor(module: Module, isAsync: boolean, need: (kind: InputKind) => string, client?: string) {
    this.writer = module.writer;
    this.module = module;
    this.isAsync = isAsync;
    this.client = client;
    this.#need = need;
  }

  /** The name of an input of this kind. */
  need(kind: InputKind): string {
    return this.#need(kind);
  }

  add(...lines: Lines): void {
    this.#lines.push(...lines);
  }

  /** Adds a block with what `fill` adds: `head` opens it, `end` closes it. */
  block(head: string, fill: () => void, end = '}'): void {
    const inner = this.apart(fill);
    this.add(head, ...indented(inner), end);
  }

  /** The statements that `fill` adds, which are not added. */
  apart(fill: () => void): Lines {
    const outer = this.#lines;
    const inner: string[] = [];
    this.#lines = inner;
    fill();
    this.#lines = outer;
    return inner;
  }

  get lines(): Lines {
    return this.#lines;
  }

  /** Declares a variable with a value and gives its name. */
  variable(base: string, value: string, keyword: 'const' | 'let' | 'var' = 'const', type?: string): string {
    const name = this.writer.name(base);
    this.add(`${keyword} ${name}${type === undefined ? '' : this.writer.type(type)} = ${value};`);
    return name;
  }

  /** Declares a variable for a filter that is set later. */
  unset(base: string): string {
    const name = this.writer.name(base);
    this.add(`let ${name}${this.writer.type('string | undefined')};`);
    return name;
  }

  /** A nested function that sees what this one sees. */
  closure(isAsync = false): Scope {
    return new Scope(this.module, isAsync, this.#need);
  }

  /** The body of a function that sees nothing of this one: what it needs becomes its parameters. */
  callee(module: Module = this.module, isAsync = false, client?: string): Callee {
    return new Callee(this, module, isAsync, client);
  }
}

/** The body of a function with parameters of its own, which `caller` fills. */
class Callee extends Scope {
  readonly #parameters: Map<string, { name: string; kind: InputKind }>;

  constructor(caller: Scope, module: Module, isAsync: boolean, client: string | undefined) {
    const parameters = new Map<string, { name: string; kind: InputKind }>();
    const need = (kind: InputKind): string => {
      const argument = caller.need(kind);
      const known = parameters.get(argument);
      if (known !== undefined) return known.name;
      const name = caller.writer.choices.oneIn(3) ? caller.writer.name(kind) : argument;
      parameters.set(argument, { name, kind });
      return name;
    };
    super(module, isAsync, need, client);
    this.#parameters = parameters;
  }

  get parameters(): string[] {
    return [...this.#parameters.values()].map(({ name, kind }) => name + this.writer.type(typeOfInput(kind)));
  }

  get kinds(): InputKind[] {
    return [...this.#parameters.values()].map(({ kind }) => kind);
  }

  get args(): string[] {
    return [...this.#parameters.keys()];
  }
}
