import assert from 'node:assert/strict';
import { applyEdits } from '../../../core/text/edit.ts';
import { inlineConstants } from './inlined-constants.ts';

/** The text with the constants of its one call of `list` in that; undefined where nothing is inlined. */
function inlined(text: string): string | undefined {
  const start = text.indexOf('client.list(');
  let [end, depth] = [start, 0];
  do {
    if (text[end] === '(') depth += 1;
    if (text[end] === ')') depth -= 1;
    end += 1;
  } while (depth > 0 || text[end - 1] !== ')');
  const edits = inlineConstants('/a.ts', text, { start, end });
  return edits && applyEdits(text, edits);
}

describe('inlineConstants', () => {
  it('writes the constants of a call into it, and those of their values', () => {
    assert.equal(
      inlined(`async function f(id: string) {
  const filter = odata\`PartitionKey eq \${id}\`;
  const queryOptions = { filter, select: ['a'] };
  const all = [];
  let count: number | undefined;
  for await (const one of client.list({ queryOptions })) all.push(one);
  return all;
}
`),
      `async function f(id: string) {
  const all = [];
  let count: number | undefined;
  for await (const one of client.list({ queryOptions: { filter: odata\`PartitionKey eq \${id}\`, select: ['a'] } })) all.push(one);
  return all;
}
`,
    );
  });

  it('does it for a call whose pages are read, or that is named', () => {
    assert.equal(
      inlined('const o = { a: f(1) };\nconst pages = client.list(o).byPage();\n'),
      'const pages = client.list({ a: f(1) }).byPage();\n',
    );
    assert.equal(
      inlined('const rowKey = of.rowKey;\nawait client.list({ rowKey: rowKey });\n'),
      'await client.list({ rowKey: of.rowKey });\n',
    );
    assert.equal(inlined("const o = 'a'; return client.list(o);"), " return client.list('a');");
  });

  const left: Readonly<Record<string, string>> = {
    'a constant that others use': 'const o = { a: 1 };\nlog(o);\nclient.list(o);',
    'a constant that is used twice in the call': 'const o = { a: 1 };\nclient.list(o, o);',
    'a variable': 'let o = { a: 1 };\nclient.list(o);',
    'an exported constant': 'export const o = { a: 1 };\nclient.list(o);',
    'one of a type that has to be imported': 'const o: Options = { a: 1 };\nclient.list(o);',
    'one behind which something runs': 'const o = { a: id };\nid = next();\nclient.list(o);',
    'one behind which something is waited for':
      'const o = { a: x.id };\nconst y = await next();\nclient.list(o);',
    'one that is used in a function': 'const o = { a: 1 };\nconst f = () => client.list(o);',
    'one that is used in a function of the call': 'const o = { a: 1 };\nclient.list(() => o);',
    'one that is used in a loop': 'const o = { a: next() };\nwhile (more) { client.list(o); }',
    'one that a function of the call uses, and itself': 'const o = () => o();\nclient.list(o);',
    'one of which a property is used': 'const o = { a: 1 };\nclient.list(o.a);',
    'one behind which a function is called': 'const o = { a: x.id };\nconst y = next();\nclient.list(o);',
    'one that is used after something of the same statement':
      'const o = { a: next() };\nboth(next(), client.list(o));',
  };
  for (const [what, text] of Object.entries(left)) {
    it(`leaves ${what}`, () => {
      assert.equal(inlined(text), undefined);
    });
  }
});
