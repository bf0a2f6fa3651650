import type { InputKind } from '../program.ts';
import type { Scope } from './scope.ts';
import { indented, type Lines } from './writer.ts';

/** Where a function is written, and so how it is called. */
const HOMES = ['module', 'arrow', 'closure', 'file', 'object', 'static', 'instance', 'hoisted'] as const;

export interface HelperOptions {
  /** Its name, and what the file and the class are called. */
  readonly base: string;
  /** The type that it gives back. */
  readonly returns: string;
  /** Parameters that are not inputs, with their arguments, and what callers who are not seen may pass; they come last. */
  readonly extra?: readonly {
    readonly parameter: string;
    readonly argument: string;
    readonly kind?: InputKind;
  }[];
  /** Words before it: `async`, or `*` behind `function`. */
  readonly kind?: 'plain' | 'async' | 'generator' | 'async generator';
  /** What the body gives back is no value: it has its own `return` statements, or none. */
  readonly isStatements?: boolean;
}

/**
 * Writes a function somewhere that the scope can reach, whose body is what `fill` adds and which gives back what `fill` gives back;
 * answers with a call of it.
 */
export function helper(scope: Scope, options: HelperOptions, fill: (body: Scope) => string): string {
  const { writer } = scope;
  const { base, extra = [], kind = 'plain' } = options;
  const isGenerator = kind.endsWith('generator');
  const isAsync = kind.startsWith('async');
  const home = writer.choices.pick(HOMES);
  writer.uses(`home:${home}`);
  const name = writer.name(base);
  const type = writer.type(options.returns);
  const given = extra.map(({ parameter }) => parameter);
  const handed = extra.map(({ argument }) => argument);
  const before = isAsync ? 'async ' : '';
  const linesOf = (body: Scope): Lines => {
    const result = fill(body);
    return options.isStatements === true ? body.lines : [...body.lines, `return ${result};`];
  };
  if (home === 'closure') {
    const body = scope.closure(isAsync);
    const lines = linesOf(body);
    const isArrow = !isGenerator && writer.choices.below(2) === 0;
    if (isArrow)
      scope.add(`const ${name} = ${before}(${given.join(', ')})${type} => {`, ...indented(lines), '};');
    else {
      scope.add(
        `${before}function${isGenerator ? '*' : ''} ${name}(${given.join(', ')})${type} {`,
        ...indented(lines),
        '}',
      );
    }
    return `${name}(${handed.join(', ')})`;
  }
  const module = home === 'file' ? writer.module(`${base}Lib`) : scope.module;
  const body = scope.callee(module, isAsync);
  const lines = indented(linesOf(body));
  const parameters = `(${[...body.parameters, ...given].join(', ')})${type}`;
  const args = `(${[...body.args, ...handed].join(', ')})`;
  const declared = [`${before}function${isGenerator ? '*' : ''} ${name}${parameters} {`, ...lines, '}'];
  const method = [`${before}${isGenerator ? '*' : ''}${name}${parameters} {`, ...lines, '}'];
  const Owner = `${base.charAt(0).toUpperCase()}${base.slice(1)}`;
  switch (home) {
    case 'module':
      module.declare(...declared);
      return name + args;
    case 'hoisted':
      module.declareLast(...declared);
      return name + args;
    case 'arrow':
      if (isGenerator) module.declare(`const ${name} = ${declared[0] ?? ''}`, ...lines, '};');
      else module.declare(`const ${name} = ${before}${parameters} => {`, ...lines, '};');
      return name + args;
    case 'file':
      module.export(name, declared);
      scope.module.import(name, module);
      // what asks the service asks it for whoever calls
      if (options.returns !== 'string' && !options.returns.startsWith('string |')) {
        const others = extra.flatMap((one) => one.kind ?? []);
        if (others.length === extra.length) writer.opens(module, name, [...body.kinds, ...others]);
      }
      return name + args;
    case 'object': {
      const object = writer.name(`${base}Helpers`);
      module.declare(`const ${object} = {`, ...indented([...method.slice(0, -1), '},']), '};');
      return `${object}.${name}${args}`;
    }
    case 'static': {
      const owner = writer.name(Owner);
      const [first = '', ...rest] = method;
      module.declare(`class ${owner} {`, ...indented([`static ${first}`, ...rest]), '}');
      return `${owner}.${name}${args}`;
    }
    case 'instance': {
      const owner = writer.name(Owner);
      module.declare(`class ${owner} {`, ...indented(method), '}');
      return `new ${owner}().${name}${args}`;
    }
  }
}
