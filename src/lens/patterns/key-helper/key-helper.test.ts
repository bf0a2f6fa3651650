import assert from 'node:assert/strict';
import { cells, refused } from '../../../../test/patterns/key-helper.ts';
import { compiledName, ranOn } from '../../../../test/support/applied.ts';
import { assist, compile, type Compiled, type Program } from '../../../../test/support/assisted.ts';

describe('key-helper', () => {
  for (const [name, { program, why }] of Object.entries(refused)) {
    it(`is not offered ${name}`, () => {
      const { outcome } = assist('key-helper', program);
      assert.equal(outcome?.kind === 'refused' ? outcome.why : outcome?.kind, why);
    });
  }

  it('has nothing to say of a key that is one value', () => {
    for (const rowKey of ['id', '`${id}`', "'a'"]) {
      const { outcome } = assist('key-helper', {
        'main.ts': `import { TableClient } from '@azure/data-tables';
const client = TableClient.fromConnectionString(process.env.TABLES!, 'Orders');
export const get = (id: string) => client./*here*/getEntity(id, ${rowKey});
`,
      });
      assert.equal(outcome, undefined);
    }
  });
});

describe('key-helper, applied', function () {
  this.timeout(120_000);

  let compiled: Compiled;

  before(async () => {
    const programs: Record<string, Program> = {};
    for (const [name, { program, module, code }] of Object.entries(cells)) {
      const { outcome, after } = assist('key-helper', program);
      assert.equal(outcome?.kind, 'change', `${name}: ${outcome?.kind === 'refused' ? outcome.why : ''}`);
      const made = after[module] ?? '';
      assert.ok(made.endsWith(code), `${name}: ${made}`);
      programs[name] = after;
      programs[`${name}-before`] = program;
    }
    compiled = await compile(programs);
  });

  after(() => compiled.remove());

  for (const [name, { program }] of Object.entries(cells)) {
    it(`asks and writes with the same keys: ${name}`, async () => {
      const file = compiledName(Object.keys(program).at(-1));
      const given = ['Ann', 9, new Date('2026-03-04T05:06:07.008Z')];
      const [one, other] = [
        await ranOn(compiled, `${name}-before`, file, ['Orders', []], ...given),
        await ranOn(compiled, name, file, ['Orders', []], ...given),
      ];
      assert.deepEqual(other, one);
      assert.ok(one.requests > 1 && !(one.result instanceof Error), String(one.result));
    });
  }
});
