import assert from 'node:assert/strict';
import { rules } from '../rules/registry.ts';
import { createEngine } from './create.ts';

const WRAPPER = `import { TableClient } from '@azure/data-tables';
const client = new TableClient(u, 'Employees', k);
export const find = (filter: string) => client.listEntities({ queryOptions: { filter } });
`;

describe('findings about calls of a wrapper', () => {
  const related = (call: string): (readonly [string, string])[] => {
    const text = WRAPPER + call;
    const engine = createEngine({ rules, onRuleError: (rule) => assert.fail(rule) });
    engine.setFile('/a.ts', text);
    const findings = engine.analyze('/a.ts').findings.filter(({ rule }) => rule === 'table-scan');
    assert.equal(findings.length, 1);
    return findings.flatMap((finding) =>
      finding.related.map(
        ({ place, message }) => [text.slice(place.span.start, place.span.end), message] as const,
      ),
    );
  };

  for (const call of ["find('Age gt 30');", "const filter = 'Age gt 30';\nfind(filter);"]) {
    it(`lead to the call of the SDK: ${call.split('\n')[0] ?? ''}`, () => {
      assert.deepEqual(related(call).at(-1), ['listEntities', 'find calls listEntities here.']);
    });
  }

  it('do so only for the wrapper', () => {
    assert.deepEqual(related("client.listEntities({ queryOptions: { filter: 'Age gt 30' } });"), []);
  });
});
