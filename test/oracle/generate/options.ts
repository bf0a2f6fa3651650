import type { Scope } from './scope.ts';
import { operand } from './text.ts';

const TYPE = '{ queryOptions: { filter?: string | undefined; select?: string[] } }';

/** How a filter gets into the options of a query: the text of the argument. */
const OPTIONS: Readonly<Record<string, (scope: Scope, filter: string) => string>> = {
  inline: (_, filter) => `{ queryOptions: { filter: ${filter} } }`,
  shorthand: (scope, filter) => {
    const name = /^[\w$]+$/.test(filter) ? filter : scope.variable('where', filter);
    if (name === 'filter') return '{ queryOptions: { filter } }';
    return `{ queryOptions: { filter: ${name} } }`;
  },
  variable: (scope, filter) => scope.variable('options', `{ queryOptions: { filter: ${filter} } }`),
  queryOptions: (scope, filter) => {
    const name = scope.variable('queryOptions', `{ filter: ${filter} }`);
    return name === 'queryOptions' ? '{ queryOptions }' : `{ queryOptions: ${name} }`;
  },
  setLater: (scope, filter) => {
    const name = scope.variable('options', '{ queryOptions: {} }', 'const', TYPE);
    scope.add(`${name}.queryOptions.filter = ${filter};`);
    return name;
  },
  setWhole: (scope, filter) => {
    const name = scope.variable(
      'options',
      '{}',
      'const',
      '{ queryOptions?: { filter?: string | undefined } }',
    );
    scope.add(`${name}.queryOptions = { filter: ${filter} };`);
    return name;
  },
  setIfThere: (scope, filter) => {
    const value = scope.variable('where', filter);
    const name = scope.variable('options', '{ queryOptions: {} }', 'const', TYPE);
    scope.add(`if (${value}) ${name}.queryOptions.filter = ${value};`);
    return name;
  },
  throughAlias: (scope, filter) => {
    const name = scope.variable('options', '{ queryOptions: {} }', 'const', TYPE);
    const alias = scope.writer.choices.oneIn(2)
      ? scope.variable('inner', `${name}.queryOptions`)
      : `${scope.variable('same', name)}.queryOptions`;
    scope.add(`${alias}.filter = ${filter};`);
    return name;
  },
  assigned: (scope, filter) => {
    const name = scope.variable('options', '{ queryOptions: {} }', 'const', TYPE);
    scope.add(`Object.assign(${name}.queryOptions, { filter: ${filter} });`);
    return name;
  },
  spread: (scope, filter) => {
    const base = scope.writer.name('DEFAULTS');
    scope.module.declare(
      `const ${base} = { queryOptions: { select: ['partitionKey', 'rowKey', 'timestamp', 'title', 'status', 'author', 'shelf', 'count', 'price', 'isActive'] } };`,
    );
    return `{ ...${base}, queryOptions: { ...${base}.queryOptions, filter: ${filter} } }`;
  },
  spreadOverridden: (scope, filter) => {
    const base = scope.variable('base', `{ queryOptions: { filter: ${filter} } }`);
    return `{ ...${base} }`;
  },
  perhaps: (scope, filter) => {
    const value = scope.variable('where', filter);
    return `${value} ? { queryOptions: { filter: ${value} } } : ${scope.writer.choices.pick(['undefined', '{}'])}`;
  },
  spreadPerhaps: (scope, filter) => {
    const value = scope.variable('where', filter);
    return `{ queryOptions: { ...(${value} ? { filter: ${value} } : {}) } }`;
  },
  made: (scope, filter) => {
    const name = scope.writer.name('optionsFor');
    scope.module.declare(
      `function ${name}(filter${scope.writer.type('string | undefined')}) {`,
      '  return { queryOptions: { filter } };',
      '}',
    );
    return `${name}(${filter})`;
  },
  setByHelper: (scope, filter) => {
    const name = scope.writer.name('limitTo');
    scope.module.declare(
      `function ${name}(options${scope.writer.type(TYPE)}, filter${scope.writer.type('string | undefined')})${scope.writer.type('void')} {`,
      '  options.queryOptions.filter = filter;',
      '}',
    );
    const options = scope.variable('options', '{ queryOptions: {} }', 'const', TYPE);
    scope.add(`${name}(${options}, ${filter});`);
    return options;
  },
  selected: (_, filter) =>
    `{ queryOptions: { filter: ${filter}, select: ['partitionKey', 'rowKey', 'timestamp', 'title', 'status', 'author', 'shelf', 'count', 'price', 'isActive'] } }`,
  frozen: (scope, filter) =>
    scope.variable('options', `Object.freeze({ queryOptions: { filter: ${filter} } })`),
  cloned: (scope, filter) => {
    const name = scope.variable('options', `{ queryOptions: { filter: ${filter} } }`);
    return `structuredClone(${name})`;
  },
  getter: (scope, filter) => {
    const value = scope.variable('where', filter);
    return scope.variable('options', `{ get queryOptions() { return { filter: ${value} }; } }`);
  },
  fromList: (scope, filter) => {
    const name = scope.variable('all', `[{ queryOptions: { filter: ${filter} } }]`);
    return `${name}[0]`;
  },
  spreadArguments: (scope, filter) => {
    const type = scope.writer.typed(' as const');
    const name = scope.variable('args', `[{ queryOptions: { filter: ${filter} } }]${type}`);
    return `...${name}`;
  },
  builtByClass: (scope, filter) => {
    const { writer, module } = scope;
    const name = writer.name('ListOptions');
    const t = writer.type('string | undefined');
    module.declare(
      `class ${name} {`,
      `  queryOptions${writer.type('{ filter?: string | undefined }')} = {};`,
      `  where(filter${t}) {`,
      writer.choices.pick([
        '    this.queryOptions.filter = filter;',
        '    this.queryOptions = { ...this.queryOptions, filter };',
      ]),
      '    return this;',
      '  }',
      '}',
    );
    return `new ${name}().where(${filter})`;
  },
  defaulted: (scope, filter) => {
    const name = scope.writer.name('withDefaults');
    scope.module.declare(
      `const ${name} = ({ filter = ${scope.writer.choices.pick(['undefined', `"status eq 'open'"`])} }${scope.writer.type('{ filter?: string | undefined }')} = {}) => ({ queryOptions: { filter } });`,
    );
    return `${name}({ filter: ${filter} })`;
  },
  merged: (scope, filter) => {
    const base = scope.variable('base', `{ queryOptions: { filter: "status eq 'open'" } }`, 'const', TYPE);
    const over = scope.variable('over', `{ filter: ${filter} }`);
    return scope.writer.choices.pick([
      `{ ...${base}, queryOptions: { ...${base}.queryOptions, ...${over} } }`,
      `Object.assign({}, ${base}, { queryOptions: ${over} })`,
    ]);
  },
  computed: (scope, filter) => {
    const key = scope.variable('key', "'filter'");
    return `{ queryOptions: { [${key}]: ${filter} } }`;
  },
  deletedIfEmpty: (scope, filter) => {
    const name = scope.variable('options', `{ queryOptions: { filter: ${filter} } }`, 'const', TYPE);
    scope.add(`if (!${name}.queryOptions.filter) delete ${name}.queryOptions.filter;`);
    return name;
  },
  nullish: (_, filter) => `{ queryOptions: { filter: ${operand(filter)} ?? undefined } }`,
};

const NAMES = Object.keys(OPTIONS);

/** The argument of a `listEntities` call with this filter. */
export function optionsOf(scope: Scope, filter: string): string {
  const name = scope.writer.choices.oneIn(2) ? 'inline' : scope.writer.choices.pick(NAMES);
  scope.writer.uses(`options.${name}`);
  return OPTIONS[name]?.(scope, filter) ?? '';
}
