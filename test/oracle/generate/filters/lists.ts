import { comparedWith, condition, constantFilter } from '../conditions.ts';
import type { Scope } from '../scope.ts';
import { test, testOperand } from '../tests.ts';
import { operand } from '../text.ts';
import type { Maker } from './maker.ts';

const clausesOf = (scope: Scope, first = '[]'): string =>
  scope.variable('clauses', first, 'const', 'string[]');

/** How a list of conditions becomes a text. */
const joined = (scope: Scope, list: string, word = ' and '): string =>
  scope.writer.choices.pick([
    `${list}.join('${word}')`,
    `${list}.join('${word}')`,
    `${list}.length > 0 ? ${list}.join('${word}') : undefined`,
    `${list}.length ? ${list}.join('${word}') : ''`,
    `${list}.join('${word}') || undefined`,
    `${list}.map((clause) => \`(\${clause})\`).join('${word}')`,
  ]);

const pushIf = (scope: Scope, list: string): void => {
  const push = `${list}.push(${condition(scope)});`;
  if (scope.writer.choices.oneIn(2)) scope.add(`if (${test(scope)}) ${push}`);
  else {
    scope.block(`if (${test(scope)}) {`, () => {
      scope.add(push);
    });
  }
};

/** Lists of conditions that are joined. */
export const lists: Readonly<Record<string, Maker>> = {
  pushed: (scope) => {
    const list = clausesOf(scope);
    scope.add(`${list}.push(${condition(scope)});`);
    pushIf(scope, list);
    return joined(scope, list);
  },
  pushedPerhaps: (scope) => {
    const list = clausesOf(scope);
    pushIf(scope, list);
    pushIf(scope, list);
    return joined(scope, list);
  },
  pushedBehind: (scope) => {
    const list = clausesOf(scope, `[${condition(scope)}]`);
    pushIf(scope, list);
    return joined(scope, list);
  },
  pushedMany: (scope) => {
    const list = clausesOf(scope);
    scope.add(`${list}.push(${condition(scope)}, ${condition(scope)});`);
    return joined(scope, list);
  },
  pushedInLoop: (scope) => {
    const list = clausesOf(scope);
    const each = scope.writer.name('each');
    scope.block(`for (const ${each} of ${scope.need('list')}) {`, () => {
      if (scope.writer.choices.oneIn(3)) scope.add(`if (!${each}) continue;`);
      scope.add(`${list}.push(${comparedWith(scope, each)});`);
    });
    return joined(scope, list, ' or ');
  },
  pushedByEach: (scope) => {
    const list = clausesOf(scope);
    scope.add(`${scope.need('list')}.forEach((each) => ${list}.push(${comparedWith(scope, 'each')}));`);
    return joined(scope, list, ' or ');
  },
  mapped: (scope) => `${scope.need('list')}.map((each) => ${comparedWith(scope, 'each')}).join(' or ')`,
  mappedNamed: (scope) => {
    const name = scope.writer.name('byId');
    const type = scope.writer.type('string');
    scope.module.declare(`const ${name} = (each${type})${type} => ${comparedWith(scope, 'each')};`);
    return `${scope.need('list')}.map(${name}).join(' or ')`;
  },
  mappedFiltered: (scope) =>
    `${scope.need('list')}.filter((each) => each !== '').map((each) => ${comparedWith(scope, 'each')}).join(' or ')`,
  mappedFilteredAfter: (scope) =>
    `${scope.need('list')}.map((each) => (each ? ${operand(comparedWith(scope, 'each'))} : '')).filter(Boolean).join(' or ')`,
  mappedInBrackets: (scope) => {
    const list = scope.variable(
      'byIds',
      `${scope.need('list')}.map((each) => ${comparedWith(scope, 'each')})`,
    );
    return `${list}.length > 0 ? ${operand(condition(scope))} + ' and (' + ${list}.join(' or ') + ')' : ${constantFilter(scope)}`;
  },
  mappedCut: (scope) =>
    `${scope.need('list')}.slice(0, ${scope.writer.choices.pick(['1', '2', scope.need('count')])}).map((each) => ${comparedWith(scope, 'each')}).join(' or ')`,
  mappedConstants: (scope) =>
    `['x', 'y'].map((each) => ${comparedWith(scope, 'each')}).join(' ${scope.writer.choices.pick(['or', 'and'])} ')`,
  mappedIndexed: (scope) =>
    `${scope.need('list')}.map((each, index) => (index > 0 ? ' or ' : '') + ${operand(comparedWith(scope, 'each'))}).join('')`,
  flatMapped: (scope) =>
    `${scope.need('list')}.flatMap((each) => (each ? [${comparedWith(scope, 'each')}] : [])).join(' or ')`,
  reduced: (scope) =>
    `${scope.need('list')}.reduce((sum, each) => sum + (sum ? ' or ' : '') + ${operand(comparedWith(scope, 'each'))}, '')`,
  reducedIndexed: (scope) =>
    `${scope.need('list')}.reduce((sum, each, index) => (index === 0 ? '' : sum + ' or ') + ${operand(comparedWith(scope, 'each'))}, '')`,
  reducedFromStart: (scope) =>
    `${scope.need('list')}.reduce((sum, each) => \`\${sum} or \${${comparedWith(scope, 'each')}}\`, ${condition(scope)})`,
  reducedClauses: (scope) => `[${condition(scope)}, ${condition(scope)}].reduce((a, b) => a + ' and ' + b)`,
  piecesFiltered: (scope) => {
    const piece = (): string => `${testOperand(scope)} && ${operand(condition(scope))}`;
    const first = scope.writer.choices.oneIn(2) ? condition(scope) : piece();
    return `[${first}, ${piece()}].filter(Boolean).join(' and ')`;
  },
  piecesFilteredTernary: (scope) => {
    const piece = (): string =>
      `${testOperand(scope)} ? ${operand(condition(scope))} : ${scope.writer.choices.pick(["''", 'undefined', 'null'])}`;
    return `[${piece()}, ${piece()}].filter((piece) => ${scope.writer.choices.pick(['piece', 'Boolean(piece)', '!!piece'])}).join(' and ')`;
  },
  spreadPerhaps: (scope) =>
    `[${condition(scope)}, ...(${test(scope)} ? [${condition(scope)}] : [])].join(' and ')`,
  concatenated: (scope) => {
    const list = clausesOf(scope, `[${condition(scope)}]`);
    return `${list}.concat(${test(scope)} ? [${condition(scope)}] : []).join(' and ')`;
  },
  spreadLists: (scope) => {
    const [a, b] = [clausesOf(scope, `[${condition(scope)}]`), clausesOf(scope)];
    pushIf(scope, b);
    return joined(scope, `[...${a}, ...${b}]`);
  },
  fromEntries: (scope) => {
    const type = scope.writer.typed(' as string');
    return `Object.entries(${scope.need('query')}).map(([name, value]) => \`\${name} eq '\${value${type}}'\`).join(' and ')`;
  },
  fromKeys: (scope) => {
    const query = scope.need('query');
    const list = clausesOf(scope);
    const key = scope.writer.name('key');
    scope.block(`for (const ${key} of Object.keys(${query})) {`, () => {
      scope.add(
        `${list}.push(\`\${${key}} eq '\${${query}[${key}${scope.writer.typed(" as 'shelf'")}]}'\`);`,
      );
    });
    return joined(scope, list);
  },
  unshifted: (scope) => {
    const list = clausesOf(scope, `[${condition(scope)}]`);
    scope.add(`if (${test(scope)}) ${list}.unshift(${condition(scope)});`);
    return joined(scope, list);
  },
  byLength: (scope) => {
    const list = clausesOf(scope);
    scope.add(`${list}[${list}.length] = ${condition(scope)};`);
    pushIf(scope, list);
    return joined(scope, list);
  },
  popped: (scope) => {
    const list = clausesOf(scope, `[${condition(scope)}, ${condition(scope)}]`);
    scope.add(`if (${test(scope)}) ${list}.pop();`);
    return joined(scope, list);
  },
  setOfClauses: (scope) => {
    const set = scope.variable('clauses', `new Set${scope.writer.typed('<string>')}()`);
    scope.add(`${set}.add(${condition(scope)});`, `if (${test(scope)}) ${set}.add(${condition(scope)});`);
    return scope.writer.choices.pick([`[...${set}].join(' and ')`, `Array.from(${set}).join(' and ')`]);
  },
  uniqueValues: (scope) =>
    `[...new Set(${scope.need('list')})].map((each) => ${comparedWith(scope, 'each')}).join(' or ')`,
  onlyOne: (scope) => {
    const list = clausesOf(scope, `[${condition(scope)}]`);
    pushIf(scope, list);
    return `${list}.length === 1 ? ${list}[0] : '(' + ${list}.join(') and (') + ')'`;
  },
  arrayFrom: (scope) =>
    `Array.from({ length: ${scope.need('count')} }, (_, index) => \`RowKey eq 'r\${index}'\`).join(' or ')`,
  reversed: (scope) => {
    const list = clausesOf(scope, `[${condition(scope)}, ${condition(scope)}]`);
    return `${list}.reverse().join(' and ')`;
  },
  pushedElsewhere: (scope) => {
    const list = clausesOf(scope);
    const name = scope.writer.name('addTo');
    const body = scope.callee();
    body.add(`clauses.push(${condition(body)});`);
    pushIf(body, 'clauses');
    const parameters = [`clauses${scope.writer.type('string[]')}`, ...body.parameters].join(', ');
    scope.module.declare(
      `function ${name}(${parameters})${scope.writer.type('void')} {`,
      ...body.lines.map((line) => `  ${line}`),
      '}',
    );
    scope.add(`${name}(${[list, ...body.args].join(', ')});`);
    return joined(scope, list);
  },
};
