import type { Scope } from '../scope.ts';
import { indented, type Lines } from '../writer.ts';
import { asks, collected, each, into, property, type Use } from './basics.ts';

/** The names that the statements of a body work with. */
interface Body {
  readonly scope: Scope;
  readonly row: string;
  readonly rows: string;
  readonly count: string;
  readonly last: string;
  /** What goes on to the next entity, and what ends, where the body is one of a loop or of a callback. */
  readonly next: string;
  readonly end: string | undefined;
}

type Statement = (body: Body, depth: number) => Lines;

/** Statements that stand for themselves: what they do with an entity is seen in the end. */
const SIMPLE: readonly ((body: Body) => string)[] = [
  ({ rows, row }) => `${rows}.push(${row}.title);`,
  ({ rows, row }) => `${rows}.push(${row});`,
  ({ count }) => `${count} += 1;`,
  ({ count }) => `${count}++;`,
  ({ count, row }) => `${count} += ${row}.count;`,
  ({ last, row, scope }) => `${last} = ${row}.${property(scope)};`,
  ({ last, row }) => `${last} = ${row};`,
  ({ scope, rows, row }) => `${asks(scope, row)} && ${rows}.push(${row}.title);`,
  ({ scope, rows, row }) => `${rows}.push(${asks(scope, row)} ? ${row}.title : 'other');`,
  ({ rows, row }) => `if (!${rows}.includes(${row}.shelf)) ${rows}.push(${row}.shelf);`,
  ({ last, row }) => `${last} ??= ${row}.title;`,
  ({ row }) => `console.log(${row}.rowKey);`,
  ({ count, row }) => `${count} = Math.max(${count}, ${row}.price);`,
  ({ rows, count }) => `${rows}.push(${count});`,
  ({ rows, row }) => `${rows}.push(\`\${${row}.title}\`);`,
];

const simple = (body: Body): string => body.scope.writer.choices.pick(SIMPLE)(body);

const STATEMENTS: readonly Statement[] = [
  (body) => [simple(body)],
  (body) => [simple(body)],
  (body) => [`if (${asks(body.scope, body.row)}) ${body.next}`],
  (body) => [`if (!(${asks(body.scope, body.row)})) ${body.next}`],
  (body, depth) => [`if (${asks(body.scope, body.row)}) {`, ...indented(statements(body, depth - 1)), '}'],
  (body) => [`if (${asks(body.scope, body.row)}) ${simple(body)}`, `else ${simple(body)}`],
  (body, depth) => [
    `if (${asks(body.scope, body.row)}) {`,
    ...indented(statements(body, depth - 1)),
    '} else {',
    ...indented(statements(body, depth - 1)),
    '}',
  ],
  (body) => [
    `switch (${body.row}.status) {`,
    "  case 'open':",
    `    ${simple(body)}`,
    ...body.scope.writer.choices.pick([['    break;'], []]),
    '  default:',
    `    ${simple(body)}`,
    '}',
  ],
  (body, depth) => ['try {', ...indented(statements(body, depth - 1)), '} catch {', `  ${simple(body)}`, '}'],
  ({ rows, end, next }) => [
    end === undefined ? `if (${rows}.length >= 2) ${next}` : `if (${rows}.length >= 2) ${end}`,
  ],
  (body) => {
    const title = body.scope.writer.name('title');
    return [`const ${title} = ${body.row}.title;`, `if (${title} === 'a') ${simple(body)}`];
  },
  (body) => [
    body.end === undefined
      ? simple(body)
      : `if (${asks(body.scope, body.row)}) { ${simple(body)} ${body.end} }`,
  ],
];

/** A few statements, one after the other. */
function statements(body: Body, depth: number): Lines {
  const { choices } = body.scope.writer;
  const few = depth <= 0 ? 1 : 1 + choices.below(3);
  return Array.from({ length: few }, () =>
    depth <= 0 ? [simple(body)] : choices.pick(STATEMENTS)(body, depth),
  ).flat();
}

/** What a body is about, outside of it. */
function around(scope: Scope): Pick<Body, 'scope' | 'rows' | 'count' | 'last'> {
  return {
    scope,
    rows: into(scope),
    count: scope.variable('sum', '0', 'let'),
    last: scope.variable('last', 'undefined', 'let', 'unknown'),
  };
}

/** Bodies of several statements that work on each entity, in any order. */
export const BODIES: Readonly<Record<string, Use>> = {
  body: (scope, listed) => {
    const outside = around(scope);
    each(scope, listed, (row) => {
      scope.add(...statements({ ...outside, row, next: 'continue;', end: 'break;' }, 2));
    });
    return `[${outside.rows}, ${outside.count}, ${outside.last}]`;
  },
  bodyLater: (scope, listed) => {
    const all = collected(scope, listed);
    const outside = around(scope);
    const row = scope.writer.name('book');
    const [head, next, end, tail] = scope.writer.choices.pick([
      [`for (const ${row} of ${all}) {`, 'continue;', 'break;', '}'],
      [`${all}.forEach((${row}) => {`, 'return;', undefined, '});'],
    ] as const);
    scope.add(head, ...indented(statements({ ...outside, row, next, end }, 2)), tail);
    const more = scope.writer.choices.pick([`${all}.length`, "''", `${all}[0]?.title`]);
    return `[${outside.rows}, ${outside.count}, ${outside.last}, ${more}]`;
  },
  steps: (scope, listed) => {
    const all = collected(scope, listed);
    let list = all;
    for (let step = 1 + scope.writer.choices.below(3); step > 0; step--)
      list = scope.writer.choices.pick(STEPS)(scope, list);
    const end = scope.writer.choices.pick(ENDS)(list);
    return scope.writer.choices.oneIn(3) ? `[${end}, ${all}.length]` : end;
  },
};

/** What makes a list of a list of entities. */
const STEPS: readonly ((scope: Scope, list: string) => string)[] = [
  (scope, list) => `${list}.filter((book) => ${asks(scope, 'book')})`,
  (scope, list) => scope.variable('some', `${list}.filter((book) => ${asks(scope, 'book')})`),
  (_, list) => `${list}.sort((a, b) => a.count - b.count)`,
  (_, list) => `${list}.slice(0, 2)`,
  (_, list) => `${list}.slice(1)`,
  (_, list) => `[...${list}].reverse()`,
  (scope, list) => `${list}.filter((book, i) => i > 0 || ${asks(scope, 'book')})`,
  (scope, list) => {
    const names = scope.variable('kept', '[]', 'const', 'any[]');
    scope.add(`for (const one of ${list}) if (${asks(scope, 'one')}) ${names}.push(one);`);
    return names;
  },
];

/** What becomes of a list of entities in the end. */
const ENDS: readonly ((list: string) => string)[] = [
  (list) => list,
  (list) => `${list}.map((book) => book.title)`,
  (list) => `${list}.length`,
  (list) => `${list}[0]`,
  (list) => `${list}[0]?.title`,
  (list) => `${list}.reduce((sum, { price }) => sum + price, 0)`,
  (list) => `${list}.map(({ title, price }) => ({ title, price }))`,
  (list) => `${list}.some((book) => book.count > 3)`,
  (list) => `${list}.every((book) => book.count > 0)`,
  (list) => `${list}.find((book) => book.title === 'a')?.price`,
  (list) => `Object.groupBy(${list}, (book) => book.status)`,
  (list) => `${list}.at(-1)?.rowKey`,
  (list) => `${list}.findIndex((book) => book.isActive)`,
];
