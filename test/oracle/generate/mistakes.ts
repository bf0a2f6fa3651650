import { moduleClient } from './clients.ts';
import { helper } from './helper.ts';
import type { Scope } from './scope.ts';
import { test, testOperand } from './tests.ts';
import { operand } from './text.ts';

/** Texts that keys may not have, or may after all: an expression of one of them. */
const TEXTS: readonly ((scope: Scope) => string)[] = [
  () => "'a/b'",
  () => "'a?b'",
  () => "'plain'",
  () => "'a\\tb'",
  (scope) => `\`\${${scope.need('text')}}/x\``,
  (scope) => `${scope.need('text')} || 'none'`,
  (scope) => `${scope.need('list')}.join('#')`,
  () => "['a', 'b'].join('/')",
  () => "'a/b'.replace('/', '_')",
  () => "'a/b/c'.replace('/', '_')",
  () => "'a/b/c'.replaceAll('/', '_')",
  () => "'a/b/c'.split('/').join('-')",
  () => "'a/b?c'.split('?')[0]",
  () => "'a/b#c'.split(/[/#]/).at(-1)",
  () => "encodeURIComponent('a/b')",
  () => "decodeURIComponent('a%2Fb')",
  () => "'a/b'.slice(0, 1)",
  () => "'a/b'.substring(1)",
  () => "`${'a'}${'/'}b`.trim()",
  () => "JSON.stringify(['a/b'])",
  () => "'a/b'.replace(/[/?#\\\\]/g, '')",
  () => "'a\\\\b'.toUpperCase()",
  () => "'x'.repeat(600)",
  () => "'x'.repeat(600).slice(0, 500)",
  () => "''.padEnd(513, 'x')",
  () => "['2026', '01', '02'].join('/').replaceAll('/', '-')",
  () => "new Date(0).toISOString().replace(/[:.]/g, '/')",
  () => "'https://example.org/a'.includes('/') ? 'has' : 'hasnt'",
];

const text = (scope: Scope): string => scope.writer.choices.pick(TEXTS)(scope);

/** A key that is made on the way, on some ways another one. */
const KEYS: readonly ((scope: Scope) => string)[] = [
  text,
  (scope) => scope.variable('key', text(scope)),
  (scope) => `${testOperand(scope)} ? ${operand(text(scope))} : ${operand(text(scope))}`,
  (scope) => {
    const key = scope.variable('key', text(scope), 'let');
    scope.add(`if (${test(scope)}) ${key} = ${text(scope)};`);
    return key;
  },
  (scope) => {
    const key = scope.variable('key', text(scope), 'let');
    scope.add(`if (/[/\\\\#?]/.test(${key})) ${key} = ${key}.replace(/[/\\\\#?]/g, '_');`);
    return key;
  },
  (scope) => {
    const key = scope.variable('key', text(scope), 'let');
    scope.add(
      'try {',
      `  if (${test(scope)}) throw new Error(${key});`,
      `  ${key} = ${text(scope)};`,
      '} catch {',
      `  ${key} = ${text(scope)};`,
      '}',
    );
    return key;
  },
  (scope) => {
    const name = scope.writer.name('clean');
    const t = scope.writer.type('string');
    scope.module.declare(
      `const ${name} = (value${t})${t} => value${scope.writer.choices.pick(['', ".replaceAll('/', '_')", ".replace(/[^\\w-]/g, '_')", '.toLowerCase()'])};`,
    );
    return `${name}(${text(scope)})`;
  },
  (scope) =>
    helper(scope, { base: 'keyOf', returns: 'string', isStatements: true }, (body) => {
      body.add(`if (${test(body)}) return ${text(body)};`, `return ${text(body)};`);
      return '';
    }),
];

const key = (scope: Scope): string => {
  const made = scope.writer.choices.pick(KEYS)(scope);
  return made === '' ? "'none'" : made;
};

/** Values of properties that the service takes, or does not. */
const VALUES: readonly ((scope: Scope) => string)[] = [
  () => "'text'",
  () => '1',
  () => "['a', 'b']",
  () => "{ city: 'x' }",
  () => "JSON.stringify({ city: 'x' })",
  () => "{ type: 'Int64', value: '12' }",
  () => 'new Date(0)',
  () => 'new Date(-1e14)',
  () => 'undefined',
  () => 'null',
  (scope) => scope.need('list'),
  (scope) => `${scope.need('list')}.join()`,
  (scope) => scope.need('query'),
  (scope) => `String(${scope.need('list')})`,
  (scope) => `${scope.need('list')}.length`,
  (scope) => `Object.keys(${scope.need('query')}).join()`,
  (scope) => `${scope.need('list')}.map((each) => each)`,
  (scope) => `${scope.need('list')}[0] ?? null`,
  (scope) => `[...${scope.need('list')}].toString()`,
  () => '() => 1',
  () => '(() => 1)()',
];

const value = (scope: Scope): string => {
  const { choices } = scope.writer;
  const one = choices.pick(VALUES)(scope);
  return choices.oneIn(3)
    ? `${testOperand(scope)} ? ${operand(one)} : ${operand(choices.pick(VALUES)(scope))}`
    : one;
};

/** An entity, as a literal or as it is put together before. */
const entity = (scope: Scope): string => {
  const { choices } = scope.writer;
  const keys = `partitionKey: ${choices.oneIn(3) ? key(scope) : "'Books'"}, rowKey: ${key(scope)}`;
  const type = scope.writer.type('any');
  switch (choices.below(7)) {
    case 0:
      return `{ ${keys} }`;
    case 1:
      return `{ ${keys}, extra: ${value(scope)} }`;
    case 2: {
      const made = scope.writer.name('entity');
      scope.add(`const ${made}${type} = { ${keys}, extra: ${value(scope)} };`);
      scope.add(
        choices.pick([
          `if (${test(scope)}) ${made}.extra = ${value(scope)};`,
          `if (typeof ${made}.extra === 'object') ${made}.extra = JSON.stringify(${made}.extra);`,
          `if (Array.isArray(${made}.extra)) delete ${made}.extra;`,
          `if (${test(scope)}) delete ${made}.extra;`,
          `if (${test(scope)}) ${made}.timestamp = new Date(0);`,
          `Object.assign(${made}, { extra: ${value(scope)} });`,
        ]),
      );
      return made;
    }
    case 3: {
      const more = scope.variable(
        'more',
        `{ extra: ${value(scope)}, other: ${value(scope)} }`,
        'const',
        'any',
      );
      return choices.pick([`{ ${keys}, ...${more} }`, `{ ...${more}, ${keys}, extra: 'text' }`]);
    }
    case 4: {
      const more = scope.variable('more', `{ extra: ${value(scope)}, other: 1 }`, 'const', 'any');
      const [extra, rest] = [scope.writer.name('extra'), scope.writer.name('rest')];
      scope.add(`const { extra: ${extra}, ...${rest} } = ${more};`);
      return `{ ${keys}, ...${rest} }`;
    }
    case 5:
      return `{ ${keys}, ...(${test(scope)} ? { extra: ${value(scope)} } : {}) }`;
    default:
      return `{ ${keys}, ...Object.fromEntries(Array.from({ length: ${choices.pick(['3', '252', '260'])} }, (_, i) => [\`p\${i}\`, i])) }`;
  }
};

/** The actions of a transaction that may be too many, of several partitions, or of one entity twice. */
const actions = (scope: Scope): string => {
  const { choices } = scope.writer;
  const type = scope.writer.type('any[]');
  const made = scope.writer.name('actions');
  const partition = choices.pick(["'p'", "'p'", `${testOperand(scope)} ? 'p' : 'q'`, scope.need('text')]);
  const row = choices.pick(["'1'", "'2'", `${testOperand(scope)} ? '1' : '2'`, scope.need('text')]);
  const more = `['create', { partitionKey: ${partition}, rowKey: ${row} || 'none' }]`.replace(
    /rowKey: (.*? \? .*?) \|\|/,
    'rowKey: ($1) ||',
  );
  const one = "['upsert', { partitionKey: 'p', rowKey: '1', count: 1 }]";
  const many = choices.pick(['90', '100', '101', '150', `${scope.need('count')} * 60`]);
  scope.add(
    ...choices.pick([
      [`const ${made}${type} = [${one}, ${more}];`],
      [`const ${made}${type} = [${one}];`, `if (${test(scope)}) ${made}.push(${more});`],
      [
        `const ${made}${type} = Array.from({ length: ${many} }, (_, i) => ['upsert', { partitionKey: 'p', rowKey: String(i) }]);`,
      ],
      [
        `const ${made}${type} = [];`,
        `for (let i = 0; i < ${many}; i++) ${made}.push(['upsert', { partitionKey: 'p', rowKey: String(i) }]);`,
      ],
      [
        `const ${made}${type} = ${scope.need('list')}.map((id) => ['upsert', { partitionKey: 'p', rowKey: id || 'none' }]);`,
        `${made}.push(${more});`,
      ],
    ]),
  );
  return choices.pick([
    made,
    made,
    `${made}.slice(0, 100)`,
    `${made}.filter(([, row]) => row.partitionKey === 'p')`,
    `[...new Map(${made}.map((action) => [action[1].rowKey, action])).values()]`,
    `${made}.length > 100 ? ${made}.slice(0, 100) : ${made}`,
  ]);
};

/** Writes of which the service may refuse some, on some ways: what is said of them as an error must always be so. */
export function mistakenWrites(scope: Scope): void {
  const { choices } = scope.writer;
  const client = moduleClient(scope);
  const cast = scope.writer.typed(' as any');
  for (let left = 1 + choices.below(2); left > 0; left--) {
    const form = choices.pick([
      'create',
      'upsert',
      'update',
      'delete',
      'read',
      'transaction',
      'chunks',
      'each',
    ] as const);
    scope.writer.uses(`mistakes.${form}`);
    const perhaps = choices.oneIn(4) ? `if (${test(scope)}) ` : '';
    switch (form) {
      case 'create':
        scope.add(`${perhaps}await ${client}.createEntity(${entity(scope)}${cast});`);
        break;
      case 'upsert':
        scope.add(`${perhaps}await ${client}.upsertEntity(${entity(scope)}${cast});`);
        break;
      case 'update':
        scope.add(
          `${perhaps}await ${client}.updateEntity(${entity(scope)}${cast}, ${choices.pick(["'Merge'", "'Replace'"])});`,
        );
        break;
      case 'delete':
        scope.add(`${perhaps}await ${client}.deleteEntity('Books', ${key(scope)});`);
        break;
      case 'read':
        scope.add(`await ${client}.getEntity('Books', ${key(scope)}).catch(() => undefined);`);
        break;
      case 'transaction':
        scope.add(`${perhaps}await ${client}.submitTransaction(${actions(scope)});`);
        break;
      case 'chunks': {
        const all = scope.variable('all', actions(scope));
        scope.add(
          `for (let i = 0; i < ${all}.length; i += 100) await ${client}.submitTransaction(${all}.slice(i, i + 100));`,
        );
        break;
      }
      case 'each': {
        const id = scope.writer.name('id');
        scope.block(`for (const ${id} of ${scope.need('list')}) {`, () => {
          const rowKey = choices.pick([
            `${id} || 'none'`,
            `\`a/\${${id}}\``,
            `\`a/\${${id}}\`.replace('/', '-')`,
            `${id}.replace(/\\W/g, '_') || 'x'`,
          ]);
          scope.add(`await ${client}.upsertEntity({ partitionKey: 'Books', rowKey: ${rowKey} });`);
        });
        break;
      }
    }
  }
}
