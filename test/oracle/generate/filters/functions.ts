import { comparedWith, condition, constantFilter, writtenFilter } from '../conditions.ts';
import { helper } from '../helper.ts';
import { test, testOperand } from '../tests.ts';
import { operand } from '../text.ts';
import { indented } from '../writer.ts';
import type { Maker } from './maker.ts';

/** Further functions that make filters: with a state of their own, with defaults in patterns, put together, asynchronous. */
export const functions: Readonly<Record<string, Maker>> = {
  counter: (scope) => {
    const name = scope.writer.name('counter');
    scope.module.declare(
      `function ${name}() {`,
      '  let count = 0;',
      `  return () => ${scope.writer.choices.pick(['++count', 'count++', '(count += 1)'])};`,
      '}',
    );
    const next = scope.variable('next', `${name}()`);
    if (scope.writer.choices.oneIn(2)) scope.add(`${next}();`);
    return scope.writer.choices.pick([
      `\`RowKey eq 'r\${${next}()}'\``,
      `${next}() > 1 ? ${operand(writtenFilter(scope))} : ${constantFilter(scope)}`,
      `[${condition(scope)}, ${condition(scope)}].map((clause) => (${next}() > 1 ? ' and ' : '') + clause).join('')`,
    ]);
  },
  once: (scope) => {
    const name = scope.writer.name('once');
    const t = scope.writer.type('() => string');
    scope.module.declare(
      `function ${name}(make${t})${t} {`,
      `  let made${scope.writer.type('string | undefined')};`,
      '  return () => (made ??= make());',
      '}',
    );
    const get = scope.variable('get', `${name}(() => ${operand(writtenFilter(scope))})`);
    return `${get}()`;
  },
  nestedDefaults: (scope) => {
    const name = scope.writer.name('toFilter');
    const type = scope.writer.type(
      '{ where?: { shelf?: string; row?: string }; limit?: number } | undefined',
    );
    scope.module.declare(
      `function ${name}({ where: { shelf = 'Books', row${scope.writer.choices.pick(['', " = 'b1'"])} } = {}, limit = 5 }${type} = {})${scope.writer.type('string')} {`,
      "  const filter = `PartitionKey eq '${shelf}'`;",
      "  return row && limit > 1 ? `${filter} and RowKey eq '${row}'` : filter;",
      '}',
    );
    return scope.writer.choices.pick([
      `${name}()`,
      `${name}({})`,
      `${name}({ where: { shelf: ${scope.need('text')} } })`,
      `${name}({ where: { row: ${scope.need('text')} }, limit: 1 })`,
      `${name}({ where: { shelf: ${scope.need('maybeText')}, row: 'b1' } })`,
    ]);
  },
  defaultOfEarlier: (scope) => {
    const name = scope.writer.name('between');
    const t = scope.writer.type('string');
    scope.module.declare(
      `const ${name} = (from${t}, to${t} = from + '~', { key = 'RowKey' } = {})${t} =>`,
      "  `PartitionKey eq 'Books' and ${key} ge '${from}' and ${key} lt '${to}'`;",
    );
    return scope.writer.choices.pick([
      `${name}('b')`,
      `${name}(${scope.need('text')})`,
      `${name}('b', 'c')`,
      `${name}('b', undefined, { key: 'PartitionKey' })`,
    ]);
  },
  partial: (scope) => {
    const name = scope.writer.name('partial');
    const any = scope.writer.type('any');
    scope.module.declare(
      `const ${name} = (make${any}, ...first${scope.writer.type('any[]')}) => (...rest${scope.writer.type('any[]')}) => make(...first, ...rest);`,
    );
    const compare = scope.writer.name('compare');
    scope.module.declare(
      `const ${compare} = (name${any}, operator${any}, value${any}) => \`\${name} \${operator} '\${value}'\`;`,
    );
    return `${name}(${compare}, 'PartitionKey', 'eq')(${scope.need('text')})`;
  },
  piped: (scope) => {
    const name = scope.writer.name('compose');
    const t = scope.writer.type('string');
    const type = scope.writer.type('((filter: string) => string)[]');
    scope.module.declare(
      `const ${name} = (...steps${type}) => (first${t})${t} => steps.${scope.writer.choices.pick(['reduce', 'reduceRight'])}((value, step) => step(value), first);`,
    );
    const [inBooks, open] = [scope.writer.name('inBooks'), scope.writer.name('open')];
    scope.add(
      `const ${inBooks} = (filter${t}) => \`\${filter} and PartitionKey eq 'Books'\`;`,
      `const ${open} = (filter${t}) => (${test(scope)} ? \`\${filter} and status eq 'open'\` : filter);`,
    );
    return `${name}(${inBooks}, ${open})(${condition(scope)})`;
  },
  argumentsObject: (scope) => {
    const name = scope.writer.name('either');
    scope.module.declare(
      `function ${name}(${scope.writer.typed('..._: string[]')}) {`,
      scope.writer.choices.pick([
        "  return arguments.length > 1 ? `PartitionKey eq '${arguments[0]}' and RowKey eq '${arguments[1]}'` : `PartitionKey eq '${arguments[0]}'`;",
        "  return [...arguments].join(' and ');",
      ]),
      '}',
    );
    return `${name}(${scope.writer.choices.pick([condition(scope), `${condition(scope)}, ${condition(scope)}`])})`;
  },
  ofOtherFile: (scope, sub) => {
    const { writer } = scope;
    const file = writer.module('conditions');
    const t = writer.type('string');
    const [eq, and] = [writer.name('eq'), writer.name('and')];
    file.export(eq, [
      `const ${eq} = (name${t}, value${t})${t} => \`\${name} eq '\${value${writer.choices.pick(['', '.replaceAll("\'", "\'\'")'])}}'\`;`,
    ]);
    file.export(and, [
      `function ${and}(...clauses${writer.type('(string | undefined | false)[]')})${t} {`,
      "  return clauses.filter(Boolean).join(' and ');",
      '}',
    ]);
    const more = operand(sub(scope));
    const all = writer.name('conditions');
    scope.module.importAll(all, file);
    return writer.choices.pick([
      `${all}.${and}(${all}.${eq}('PartitionKey', ${scope.need('text')}), ${testOperand(scope)} && ${all}.${eq}('RowKey', 'b1'))`,
      `${all}.${and}(${all}.${eq}('PartitionKey', 'Books'), ${more})`,
      `${all}.${eq}('PartitionKey', ${scope.need('text')})`,
    ]);
  },
  throughIndexFile: (scope) => {
    const { writer } = scope;
    if (writer.isCommonJs) return writtenFilter(scope);
    const [file, index] = [writer.module('keys'), writer.module('barrel')];
    const name = writer.name('byShelf');
    file.export(name, [
      `const ${name} = (shelf${writer.type('string')}) => \`PartitionKey eq '\${shelf}'\`;`,
    ]);
    index.declare(
      writer.choices.pick([
        `export * from '${writer.specifierOf(file)}';`,
        `export { ${name} } from '${writer.specifierOf(file)}';`,
      ]),
    );
    scope.module.import(name, index);
    return `${name}(${scope.need('text')})`;
  },
  taggedInOtherFile: (scope) => {
    const file = scope.writer.module('filters');
    const name = scope.writer.name('byKeys');
    const t = scope.writer.type('string');
    file.import('odata', '@azure/data-tables');
    file.export(name, [
      `function ${name}(shelf${t}, row${scope.writer.typed('?: string')})${t} {`,
      scope.writer.choices.pick([
        '  return row ? odata`PartitionKey eq ${shelf} and RowKey eq ${row}` : odata`PartitionKey eq ${shelf}`;',
        '  let filter = odata`PartitionKey eq ${shelf}`;\n  if (row) filter += odata` and RowKey eq ${row}`;\n  return filter;',
      ]),
      '}',
    ]);
    scope.module.import(name, file);
    return `${name}(${scope.need('text')}${scope.writer.choices.pick(['', ", 'b1'", `, ${scope.need('maybeText')}`])})`;
  },
  taggedEach: (scope) => {
    scope.module.import('odata', '@azure/data-tables');
    return scope.writer.choices.pick([
      `${scope.need('list')}.map((each) => odata\`RowKey eq \${each}\`).join(' or ')`,
      `[odata\`PartitionKey eq \${${scope.need('text')}}\`, ${testOperand(scope)} && odata\`count gt \${${scope.need('count')}}\`].filter(Boolean).join(' and ')`,
      `odata\`PartitionKey eq \${${scope.need('text')}} and isActive eq \${${scope.need('flag')}}\``,
    ]);
  },
  rejectedThenCaught: (scope) => {
    if (!scope.isAsync) return writtenFilter(scope);
    const call = helper(scope, { base: 'loadFilter', returns: 'Promise<string>', kind: 'async' }, (body) => {
      body.add(`if (${test(body)}) throw new Error('none');`);
      return writtenFilter(body);
    });
    return scope.writer.choices.pick([
      `await ${call}.catch(() => ${constantFilter(scope)})`,
      `await ${call}.then((filter) => filter, () => ${constantFilter(scope)})`,
      `await ${call}.catch(() => undefined).finally(() => console.log('done'))`,
    ]);
  },
  settled: (scope) => {
    if (!scope.isAsync) return writtenFilter(scope);
    return scope.writer.choices.pick([
      `(await Promise.all(${scope.need('list')}.map(async (each) => ${comparedWith(scope, 'each')}))).filter(Boolean).join(' or ')`,
      `(await Promise.race([Promise.resolve(${writtenFilter(scope)})]))`,
      `await new Promise${scope.writer.typed('<string>')}((resolve) => resolve(${writtenFilter(scope)}))`,
    ]);
  },
  awaitedInLoop: (scope) => {
    if (!scope.isAsync) return writtenFilter(scope);
    const list = scope.variable('clauses', '[]', 'const', 'string[]');
    scope.add(
      `for await (const clause of [Promise.resolve(${condition(scope)}), ${condition(scope)}]) ${list}.push(clause);`,
    );
    return `${list}.join(' and ')`;
  },
  generatorReturns: (scope) => {
    const call = helper(
      scope,
      { base: 'parts', returns: 'Generator<string, string>', kind: 'generator', isStatements: true },
      (body) => {
        body.add(`if (${test(body)}) return 'none';`, `yield ${condition(body)};`);
        body.add(`yield* [${condition(body)}];`, "return 'end';");
        return '';
      },
    );
    return scope.writer.choices.pick([
      `[...${call}].join(' and ')`,
      `${call}.next().value`,
      `Array.from(${call}).join(' and ')`,
    ]);
  },
  callbackPerhaps: (scope) => {
    const name = scope.writer.name('build');
    const t = scope.writer.typed('?: (filter: string) => string');
    scope.module.declare(
      `function ${name}(change${t})${scope.writer.type('string')} {`,
      `  const filter = ${constantFilter(scope)};`,
      '  return change?.(filter) ?? filter;',
      '}',
    );
    return scope.writer.choices.pick([
      `${name}()`,
      `${name}((filter) => filter + ' and count gt 1')`,
      `${name}(${test(scope)} ? (filter) => \`\${filter} and count gt 1\` : undefined)`,
    ]);
  },
  visitor: (scope) => {
    const { writer, module } = scope;
    const name = writer.name('print');
    const type = writer.name('Node');
    if (writer.isTyped)
      module.declare(
        `type ${type} = { kind: 'eq'; name: string; value: string } | { kind: 'and' | 'or'; left: ${type}; right: ${type} } | { kind: 'not'; inner: ${type} };`,
      );
    module.declare(
      `function ${name}(node${writer.type(type)})${writer.type('string')} {`,
      ...indented([
        'switch (node.kind) {',
        "  case 'eq':",
        "    return `${node.name} eq '${node.value}'`;",
        "  case 'not':",
        `    return \`not (\${${name}(node.inner)})\`;`,
        '  default:',
        `    return \`\${${name}(node.left)} \${node.kind} \${${name}(node.right)}\`;`,
        '}',
      ]),
      '}',
    );
    const eq = (property: string): string =>
      `{ kind: 'eq', name: '${property}', value: ${scope.need('text')} }`;
    return `${name}(${writer.choices.pick([
      eq('PartitionKey'),
      `{ kind: 'and', left: ${eq('PartitionKey')}, right: ${eq('RowKey')} }`,
      `{ kind: 'or', left: ${eq('PartitionKey')}, right: ${eq('RowKey')} }`,
      `{ kind: 'not', inner: ${eq('PartitionKey')} }`,
    ])})`;
  },
  partsOfText: (scope) => {
    const text = scope.need('text');
    const [key, row] = [scope.writer.name('key'), scope.writer.name('row')];
    scope.add(`const [${key}, ${row}] = ${text}.split('/');`);
    return scope.writer.choices.pick([
      `\`PartitionKey eq '\${${key}}'\``,
      `${row} ? \`PartitionKey eq '\${${key}}' and RowKey eq '\${${row}}'\` : \`PartitionKey eq '\${${key}}'\``,
      `\`PartitionKey eq '\${${text}.match(/^\\w+/)?.[0] ?? 'Books'}'\``,
      `\`PartitionKey eq '\${${text}.charAt(0).toUpperCase() + ${text}.slice(1)}'\``,
      `${text} ? \`RowKey ge '\${${text}.slice(0, 4)}'\` : ${constantFilter(scope)}`,
    ]);
  },
  compared: (scope) => {
    const text = scope.need('text');
    const ask = scope.writer.choices.pick([
      `${text} !== '' && ${text} < 'b'`,
      `${text}.localeCompare('') > 0`,
      `${text}.trim() === ''`,
      `${text}.endsWith('a')`,
      `${text}.length >= 1`,
      `Number.isNaN(Number(${text}))`,
      `!${text}?.trim()`,
    ]);
    return `${ask} ? ${operand(writtenFilter(scope))} : ${constantFilter(scope)}`;
  },
  withMistake: (scope) => {
    const call = helper(scope, { base: 'parse', returns: 'string', isStatements: true }, (body) => {
      body.add(`if (${test(body)}) throw new RangeError('no filter');`, `return ${constantFilter(body)};`);
      return '';
    });
    const name = scope.unset('filter');
    scope.block(
      'try {',
      () => {
        scope.add(`${name} = ${call};`);
      },
      '} catch (error) {',
    );
    scope.add(
      `  if (!(error instanceof ${scope.writer.choices.pick(['RangeError', 'TypeError', 'Error'])})) throw error;`,
      ...scope.writer.choices.pick([[], [`  ${name} = ${constantFilter(scope)};`]]),
      '}',
    );
    return name;
  },
  twoChecks: (scope) => {
    const check = (): string =>
      helper(scope, { base: 'check', returns: 'void', isStatements: true }, (body) => {
        body.add(`if (${test(body)}) throw new Error('not allowed');`);
        return '';
      });
    const name = scope.variable('filter', constantFilter(scope), 'let', 'string | undefined');
    const [a, b] = [check(), check()];
    const [first, second, third] = [writtenFilter(scope), constantFilter(scope), constantFilter(scope)];
    scope.add(
      'try {',
      `  ${a};`,
      '  try {',
      `    ${b};`,
      `    ${name} = ${first};`,
      '  } catch {',
      `    ${name} = ${second};`,
      '  }',
      '} catch {',
      `  ${name} = ${third};`,
      '}',
    );
    return name;
  },
  finallyDecides: (scope) =>
    helper(scope, { base: 'decide', returns: 'string', isStatements: true }, (body) => {
      const name = body.variable('filter', constantFilter(body), 'let');
      body.add(
        'try {',
        `  if (${test(body)}) return ${writtenFilter(body)};`,
        `  ${name} = ${writtenFilter(body)};`,
      );
      body.add('} finally {', `  ${name} = ${name} + ' and count gt 1';`, '}', `return ${name};`);
      return '';
    }),
  assignedIfUnset: (scope) => {
    const name = scope.variable('filter', `${testOperand(scope)} ? ${operand(condition(scope))} : ''`, 'let');
    scope.add(
      ...scope.writer.choices.pick([
        [`${name} &&= \`(\${${name}})\`;`, `${name} ||= ${writtenFilter(scope)};`],
        [`${name} ||= ${writtenFilter(scope)};`, `${name} &&= ${name} + ' and count gt 1';`],
        [`${name} &&= ${name} + ' and ';`, `${name} += ${condition(scope)};`],
      ]),
    );
    return name;
  },
};
