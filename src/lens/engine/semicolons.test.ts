import assert from 'node:assert/strict';
import { applyEdits } from '../../core/text/edit.ts';
import { checkFix } from '../../../test/support/rule-fixtures.ts';
import { inStyleOf } from './semicolons.ts';

const PLAIN = 'const a = 1\nconst b = 2\nHERE\nuse(a, b)\n';

/** `PLAIN`, or another text, with a line in the place of HERE. */
function replaced(added: string, text = PLAIN): string {
  const start = text.indexOf('HERE');
  const fix = { title: '', edits: [{ span: { start, end: start + 4 }, text: added }] };
  return applyEdits(text, inStyleOf(text)(fix).edits);
}

describe('semicolons of fixes', () => {
  const cases: readonly (readonly [what: string, added: string, expected: string, text?: string])[] = [
    ['are left out at the ends of lines', 'one();\ntwo();', 'one()\ntwo()'],
    [
      'stay in the head of a loop',
      'for (let i = 0; i < 1; i++) {\n  one();\n}',
      'for (let i = 0; i < 1; i++) {\n  one()\n}',
    ],
    [
      'stay where the next line would go on with the statement',
      'one();\n[2].map(f);\ntwo();',
      'one();\n[2].map(f)\ntwo()',
    ],
    ['stay where the next line of the file would', 'one();', 'one();', PLAIN.replace('use', '(use)')],
    ['stay where the line goes on', 'one();', 'one();', PLAIN.replace('HERE', 'HERE two()')],
    ['stay in a file that has them', 'one();', 'one();', `${PLAIN}use(a);\n`],
    ['stay where there is too little to tell', 'one();', 'one();', 'HERE'],
  ];
  for (const [what, added, expected, text = PLAIN] of cases) {
    it(what, () => {
      assert.equal(replaced(added, text), text.replace('HERE', expected));
    });
  }

  it('are left out of a fix that is offered', () => {
    checkFix(
      'writes-in-loop',
      `
import { TableClient } from '@azure/data-tables'
const client = new TableClient(url, 'Employees', credential)
export async function add(all: Employee[]) {
  for (const one of all) {
    await client.createEntity({ partitionKey: 'all', rowKey: one.id })
  }
}
`,
      `
import { TableClient } from '@azure/data-tables'
const client = new TableClient(url, 'Employees', credential)
export async function add(all: Employee[]) {
  for (let start = 0; start < all.length; start += 100) {
    await client.submitTransaction(
      all.slice(start, start + 100).map((one) => ['create', { partitionKey: 'all', rowKey: one.id }]),
    )
  }
}
`,
    );
  });
});
