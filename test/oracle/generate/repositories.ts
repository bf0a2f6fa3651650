import { constantFilter } from './conditions.ts';
import { consume } from './consume.ts';
import { helper } from './helper.ts';
import { listed } from './listed.ts';
import type { Scope } from './scope.ts';
import { test } from './tests.ts';
import { indented } from './writer.ts';

/** Tests that let no text with a quote in it pass, or that do. */
const CHECKS: readonly ((text: string) => string)[] = [
  (text) => `if (!/^[a-z]+$/.test(${text})) return [];`,
  (text) => `if (!/^(a|ab)$/.test(${text})) throw new RangeError(${text});`,
  (text) => `if (${text}.includes("'")) return [];`,
  (text) => `if (!['a', 'b'].includes(${text})) return [];`,
  (text) => `if (!new Set(['a', 'b']).has(${text})) return [];`,
  (text) => `if (${text} === '') return [];`,
  (text) => `if (${text}.length > 5) return [];`,
];

/** A query that a function makes with a text that it looks at first. */
export function behindCheck(scope: Scope): string {
  return `await ${helper(scope, { base: 'load', returns: 'Promise<unknown>', kind: 'async' }, (body) => {
    const text = body.need('word');
    body.add(body.writer.choices.pick(CHECKS)(text));
    return consume(body, listed(body, `\`PartitionKey eq '\${${text}}'\``));
  })}`;
}

/** A query of a class whose members other classes, or other code, may have otherwise. */
export function inRepository(scope: Scope): string {
  const { writer, module } = scope;
  const { choices } = writer;
  const [base, wide] = [writer.name('Repository'), writer.name('Wide')];
  const text = writer.type('string');
  const [first, other] = [constantFilter(scope), constantFilter(scope)];
  const kind = choices.pick(['field', 'method', 'part', 'getter'] as const);
  const member = (filter: string, part: string): readonly string[] => {
    switch (kind) {
      case 'field':
        return [`filter${text} = ${filter};`];
      case 'method':
        return [`where()${text} {`, `  return ${filter};`, '}'];
      case 'getter':
        return [`get filter()${text} {`, `  return ${filter};`, '}'];
      case 'part':
        return [`extra${text} = ${part};`];
    }
  };
  const PART = choices.pick([`" or status eq 'open'"`, "' and count gt 5'"]);
  const asked = {
    field: 'this.filter',
    getter: 'this.filter',
    method: 'this.where()',
    part: `${first} + this.extra`,
  };
  const body = scope.callee(module, true);
  const result = consume(body, listed(body, asked[kind]));
  const declared = (name: string, lines: readonly string[]): void => {
    module.declare(`class ${name} {`, ...indented(lines), '}');
  };
  declared(base, [
    ...member(first, "''"),
    `async all(${body.parameters.join(', ')})${writer.type('Promise<unknown>')} {`,
    ...indented([...body.lines, `return ${result};`]),
    '}',
  ]);
  const args = `(${body.args.join(', ')})`;
  const change = choices.pick(['none', 'extended', 'assigned', 'widened'] as const);
  const isAssignable = kind === 'field' || kind === 'part';
  if (change === 'none' || (change !== 'extended' && !isAssignable)) return `await new ${base}().all${args}`;
  const name = kind === 'part' ? 'extra' : 'filter';
  const value = kind === 'part' ? PART : other;
  switch (change) {
    case 'extended':
      declared(`${wide} extends ${base}`, member(other, PART));
      break;
    case 'widened':
      declared(`${wide} extends ${base}`, [
        'constructor() {',
        '  super();',
        `  this.widen();`,
        '}',
        'widen() {',
        `  this.${name} = ${value};`,
        '}',
      ]);
      break;
    case 'assigned': {
      const made = scope.variable('repository', `new ${base}()`);
      scope.add(`if (${test(scope)}) ${made}.${name} = ${value};`);
      return `await ${made}.all${args}`;
    }
  }
  const made = scope.variable('repository', `${testOf(scope)} ? new ${wide}() : new ${base}()`);
  return `await ${made}.all${args}`;
}

function testOf(scope: Scope): string {
  return `(${test(scope)})`;
}
