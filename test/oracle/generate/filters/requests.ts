import { condition, constantFilter, writtenFilter } from '../conditions.ts';
import type { Scope } from '../scope.ts';
import { test, testOperand } from '../tests.ts';
import { operand } from '../text.ts';
import { indented } from '../writer.ts';
import type { Maker } from './maker.ts';

/** What a request asks for, by name: as a Map, or as the language has it for addresses. */
const askedFor = (scope: Scope): string =>
  scope.variable(
    'params',
    scope.writer.choices.pick([
      `new URLSearchParams(Object.entries(${scope.need('query')}))`,
      `new Map(Object.entries(${scope.need('query')}))`,
    ]),
    'const',
    'any',
  );

/** A function of the program's own that escapes a text. */
const escaping = (scope: Scope): string => {
  const { writer, module } = scope;
  const name = writer.name('escapeOData');
  const t = writer.type('string');
  const body = writer.choices.pick([
    "value.replace(/'/g, \"''\")",
    "String(value).replace(/'/g, \"''\")",
    "(value ?? '').replaceAll(\"'\", \"''\")",
    'value.split("\'").join("\'\'")',
  ]);
  module.declare(
    ...writer.choices.pick([
      [`const ${name} = (value${t})${t} => ${body};`],
      [`function ${name}(value${t})${t} {`, `  return ${body};`, '}'],
    ]),
  );
  return name;
};

/** A client's question becomes a filter: parameters of a request, what they are when they are missing, what is wanted beside them. */
export const requests: Readonly<Record<string, Maker>> = {
  parameters: (scope) => {
    const params = askedFor(scope);
    return scope.writer.choices.pick([
      `\`PartitionKey eq '\${${params}.get('shelf') || 'Books'}'\``,
      `\`PartitionKey eq '\${${params}.get('shelf') ?? 'Books'}' and status eq 'open'\``,
      `${params}.has('author') ? \`author eq '\${${params}.get('author')}'\` : ${constantFilter(scope)}`,
      `${params}.get('shelf') ? \`PartitionKey eq '\${${params}.get('shelf')}'\` : undefined`,
    ]);
  },
  parametersAppended: (scope) => {
    const params = askedFor(scope);
    const key = scope.variable('shelf', `${params}.get('shelf')`);
    const name = scope.variable('filter', `"PartitionKey eq 'Books'"`, 'let', 'string');
    scope.add(`if (${key}) ${name} += \` and RowKey eq '\${${key}.replace(/'/g, "''")}'\`;`);
    if (scope.writer.choices.oneIn(2))
      scope.add(
        `if (${params}.has('author')) ${name} += \` and (author eq '\${${params}.get('author')}' or owner eq 'a')\`;`,
      );
    return name;
  },
  wantedOrAll: (scope) => {
    const wanted = scope.variable(
      'wanted',
      `${scope.writer.choices.pick([scope.need('maybeText'), `${scope.need('query')}.shelf`])} || 'all'`,
    );
    return scope.writer.choices.pick([
      `${wanted} === 'all' ? "PartitionKey eq 'Books'" : \`PartitionKey eq 'Books' and status eq '\${${wanted}}'\``,
      `${wanted} !== 'all' ? \`PartitionKey eq '\${${wanted}}'\` : undefined`,
      `${wanted} === 'all' ? '' : \`RowKey eq '\${${wanted}}'\``,
    ]);
  },
  severalLines: (scope) => {
    const lines = [`\``, `    PartitionKey eq 'Books'`];
    lines.push(`    and status eq '\${${scope.need('text')}}'`);
    if (scope.writer.choices.oneIn(2)) lines.push("    and RowKey ge 'b'");
    const text = `${lines.join('\n')}\n  \``;
    return scope.writer.choices.pick([`${text}.trim().replace(/\\s+/g, ' ')`, `${text}.trim()`, text]);
  },
  numbersOfText: (scope) => {
    const text = scope.need('digits');
    const least = scope.variable(
      'least',
      scope.writer.choices.pick([`Number(${text}) || 0`, `parseInt(${text}, 10)`, `Number(${text})`]),
    );
    return scope.writer.choices.pick([
      `\`PartitionKey eq 'Books' and count ge \${${least}}\``,
      `Number.isNaN(${least}) ? "PartitionKey eq 'Books'" : \`count ge \${${least}} and count le \${${least} + 10}\``,
      `${least} > 0 ? \`count gt \${${least}}\` : ${constantFilter(scope)}`,
    ]);
  },
  wordsOfFlag: (scope) =>
    scope.writer.choices.pick([
      `\`PartitionKey eq 'Books' and isActive eq \${${scope.need('flag')} ? 'true' : 'false'}\``,
      `"isActive eq " + String(${scope.need('flag')})`,
      `\`\${${scope.need('flag')} ? '' : 'not '}(PartitionKey eq 'Books')\``,
      `\`status \${${scope.need('flag')} ? 'eq' : 'ne'} 'open'\``,
    ]),
  negated: (scope) =>
    scope.writer.choices.pick([
      `"PartitionKey ne 'Books'"`,
      `"PartitionKey eq 'Books' and not (status eq 'closed')"`,
      `\`PartitionKey eq 'Books' and RowKey ne '\${${scope.need('text')}}'\``,
      `\`not (\${${condition(scope)}})\``,
    ]),
  appendedGiven: (scope, sub) => {
    const given = scope.variable('given', sub(scope), 'const', 'string | undefined');
    const name = scope.variable('filter', constantFilter(scope), 'let', 'string');
    scope.add(
      scope.writer.choices.pick([
        `if (${given}) ${name} += \` and \${${given}}\`;`,
        `if (${given}) ${name} = \`(\${${name}}) and (\${${given}})\`;`,
        `${name} = ${given} ? \`\${${name}} and (\${${given}})\` : ${name};`,
        `${name} = [${name}, ${given}].filter(Boolean).join(' and ');`,
      ]),
    );
    return name;
  },
  escapedByHelper: (scope) => {
    const escape = escaping(scope);
    const text = scope.need('text');
    return scope.writer.choices.pick([
      `\`PartitionKey eq '\${${escape}(${text})}'\``,
      `"PartitionKey eq 'Books' and RowKey eq '" + ${escape}(${text}) + "'"`,
      `[\`PartitionKey eq '\${${escape}(${text})}'\`, ${testOperand(scope)} && \`author eq '\${${escape}(${scope.need('text')})}'\`].filter(Boolean).join(' and ')`,
      `${scope.need('list')}.map((each) => \`RowKey eq '\${${escape}(each)}'\`).join(' or ')`,
    ]);
  },
  tidied: (scope) => {
    const key = scope.variable(
      'key',
      scope.writer.choices.pick([
        `(${scope.need('maybeText')} ?? '').trim()`,
        `${scope.need('query')}.shelf?.trim() ?? ''`,
        `String(${scope.need('text')}).toLowerCase()`,
      ]),
    );
    return scope.writer.choices.pick([
      `${key} ? \`PartitionKey eq '\${${key}}'\` : ${constantFilter(scope)}`,
      `${key} === '' ? undefined : \`PartitionKey eq '\${${key}}'\``,
      `${key}.length > 0 ? \`PartitionKey eq 'Books' and RowKey eq '\${${key}}'\` : "PartitionKey eq 'Books'"`,
    ]);
  },
  smallWords: (scope) => {
    const { writer, module } = scope;
    const [eq, and] = [writer.name('eq'), writer.name('and')];
    const t = writer.type('string');
    const parts = writer.type('(string | false | undefined)[]');
    module.declare(
      `const ${eq} = (name${t}, value${t})${t} => \`\${name} eq '\${value}'\`;`,
      `const ${and} = (...parts${parts})${t} => parts.filter(Boolean).join(' and ');`,
    );
    const first = `${eq}('PartitionKey', ${writer.choices.pick(["'Books'", scope.need('text')])})`;
    return writer.choices.pick([
      `${and}(${first}, ${testOperand(scope)} && ${eq}('RowKey', ${scope.need('text')}))`,
      `${and}(${testOperand(scope)} ? ${first} : undefined, ${eq}('status', 'open'))`,
      `${and}(${first}, ${condition(scope)})`,
    ]);
  },
  chainOfWishes: (scope) => {
    const query = scope.need('query');
    return scope.writer.choices.pick([
      `${query}.shelf ? \`PartitionKey eq '\${${query}.shelf}'\` : ${query}.author ? \`author eq '\${${query}.author}'\` : undefined`,
      `${query}.shelf && ${query}.author ? \`PartitionKey eq '\${${query}.shelf}' and RowKey eq '\${${query}.author}'\` : "PartitionKey eq 'Books'"`,
      `(${query}.shelf && \`PartitionKey eq '\${${query}.shelf}'\`) || ${constantFilter(scope)}`,
    ]);
  },
  keyOfParts: (scope) => {
    const key = scope.variable(
      'partition',
      scope.writer.choices.pick([
        `\`\${${scope.need('text')}}_\${${scope.need('count')}}\``,
        `[${scope.need('text')}, 'books'].join('|')`,
        `'shelf-' + ${scope.need('text')}`,
      ]),
    );
    return scope.writer.choices.pick([
      `\`PartitionKey eq '\${${key}}'\``,
      `\`PartitionKey eq '\${${key}}' and RowKey ge 'a' and RowKey lt 'a\\uFFFF'\``,
      `\`PartitionKey ge '\${${key}}' and PartitionKey lt '\${${key}}~'\``,
    ]);
  },
  checkedThenBuilt: (scope) => {
    const { writer } = scope;
    const build = writer.name('buildFilter');
    const [query, t] = [scope.need('query'), writer.type('string | undefined')];
    scope.module.declare(
      `function ${build}({ shelf, author }${writer.type('{ shelf?: string; author?: string }')})${t} {`,
      ...indented([
        `const conditions${writer.type('string[]')} = [];`,
        writer.choices.pick([
          "if (shelf) conditions.push(`PartitionKey eq '${shelf}'`);",
          "if (shelf !== undefined) conditions.push(`PartitionKey eq '${shelf}'`);",
          "conditions.push(`PartitionKey eq '${shelf ?? 'Books'}'`);",
        ]),
        "if (author) conditions.push(`author eq '${author.replace(/'/g, \"''\")}'`);",
        writer.choices.pick([
          "return conditions.length > 0 ? conditions.join(' and ') : undefined;",
          "if (conditions.length === 0) return undefined;\n  return conditions.join(' and ');",
          "return conditions.join(' and ') || undefined;",
        ]),
      ]),
      '}',
    );
    return `${build}(${query})`;
  },
  perKind: (scope) => {
    const mode = scope.need('mode');
    const table = scope.variable(
      'byKind',
      `{ a: ${operand(writtenFilter(scope))}, b: (${test(scope)}) ? ${operand(condition(scope))} : undefined }`,
      'const',
      'Record<string, string | undefined>',
    );
    return scope.writer.choices.pick([
      `${table}[${mode}] ?? ${constantFilter(scope)}`,
      `${mode} in ${table} ? ${table}[${mode}] : undefined`,
      `Object.hasOwn(${table}, ${mode}) ? ${table}[${mode}] : ${constantFilter(scope)}`,
    ]);
  },
};
