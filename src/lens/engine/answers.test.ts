import assert from 'node:assert/strict';
import type { TypeAnswer } from '../model/operations/oracle.ts';
import { createAnswers } from './answers.ts';
import { createEngine } from './create.ts';
import type { Engine } from './engine.ts';

const CLIENT: TypeAnswer = { kind: 'table-client' };
const OTHER: TypeAnswer = { kind: 'other', type: 'SearchClient', file: '/node_modules/search/index.d.ts' };
const FILE = '/a.ts';

describe('answers of the oracle', () => {
  const after = (text: string, edited: string): readonly number[] => {
    const answers = createAnswers();
    const offsets = [...text.matchAll(/[A-Z]/g)].map(({ index }) => index);
    answers.set(FILE, text, new Map(offsets.map((offset) => [offset, CLIENT])));
    return [...answers.of(FILE, edited).keys()];
  };

  it('move with the text, but for what was edited', () => {
    assert.deepEqual(after('aXbYcZ', 'aXbYcZ'), [1, 3, 5]);
    assert.deepEqual(after('aXbYcZ', 'aXb..YcZ'), [1, 5, 7]);
    assert.deepEqual(after('aXbYcZ', 'aXcZ'), [1, 3]);
    assert.deepEqual(after('aXbYcZ', ''), []);
    assert.deepEqual(after('YY', 'YYY'), [0, 1]);
  });

  it('are news only when they differ from what held already', () => {
    const answers = createAnswers();
    assert.equal(answers.set(FILE, 'aX', new Map([[1, CLIENT]])), true);
    assert.equal(answers.set(FILE, 'aaX', new Map([[2, CLIENT]])), false);
    assert.equal(answers.set(FILE, 'aaX', new Map([[2, OTHER]])), true);
    assert.equal(answers.set(FILE, 'aaX', new Map([[0, CLIENT]])), true);
    assert.deepEqual([...answers.of(FILE, 'aaX').keys()].sort(), [0, 2]);
    assert.equal(answers.set(FILE, 'aaX', new Map([[2, undefined]])), true);
    assert.equal(answers.set(FILE, 'aaX', new Map([[2, undefined]])), false);
    assert.deepEqual([...answers.of(FILE, 'aaX').keys()], [0]);
  });
});

describe('an engine with an oracle', () => {
  const IMPORT = `import { TableClient } from '@azure/data-tables';\n`;
  const engineOver = (text: string): Engine => {
    const engine = createEngine({ rules: [], onRuleError: (rule) => assert.fail(rule) });
    engine.setFile(FILE, text);
    return engine;
  };
  const evidence = (engine: Engine): (readonly [string, string])[] =>
    engine.operations(FILE).map((operation) => [operation.evidence, operation.because]);

  const asked: readonly (readonly [code: string, at: string | undefined])[] = [
    ['const f = (x) => x.listEntities();', 'x.list'],
    ['const f = (x) => x.y.listEntities();', 'y.list'],
    ['const f = async (x) => (await x.client()).listEntities();', 'client()'],
    ['const f = (x, i) => x.clients[i]!.listEntities();', 'clients'],
    ['const f = (x) => (x as unknown as Thing).listEntities();', 'x as'],
    ["const f = () => new TableClient(u, 'A', k).listEntities();", undefined],
    ['const f = () => ({ listEntities() {} }).listEntities();', undefined],
    ['const f = (x) => x.listEntities({ queryOptions: {} });', undefined],
  ];
  for (const [code, at] of asked) {
    it(`asks ${at === undefined ? 'nothing' : `about ${at}`} in ${code}`, () => {
      const text = IMPORT + code;
      assert.deepEqual(engineOver(text).undecided(FILE), at === undefined ? [] : [text.lastIndexOf(at)]);
    });
  }

  it('knows what it was told, takes it back, and asks on', () => {
    const text = 'const f = (x) => x.listEntities();';
    const at = text.indexOf('x.list');
    const engine = engineOver(text);
    const [[before] = ['']] = evidence(engine);
    assert.equal(before, 'shape-only');
    assert.equal(engine.setAnswers(FILE, text, new Map([[at, CLIENT]])), true);
    assert.deepEqual(evidence(engine), [
      ['proved', 'TypeScript says that its type is TableClient of @azure/data-tables'],
    ]);
    assert.equal(engine.setAnswers(FILE, text, new Map([[at, OTHER]])), true);
    assert.deepEqual(evidence(engine), [
      ['rejected', 'TypeScript says that its type is SearchClient, declared in index.d.ts'],
    ]);
    assert.deepEqual(engine.undecided(FILE), [at]);
    assert.equal(engine.setAnswers(FILE, text, new Map([[at, undefined]])), true);
    assert.equal(evidence(engine)[0]?.[0], 'shape-only');
  });

  it('keeps an answer while the text around changes, and takes none about another text', () => {
    const text = 'const f = (x) => x.listEntities();';
    const engine = engineOver(text);
    engine.setAnswers(FILE, text, new Map([[text.indexOf('x.list'), CLIENT]]));
    engine.setFile(FILE, `// a comment\n${text}`);
    assert.equal(evidence(engine)[0]?.[0], 'proved');
    assert.equal(engine.setAnswers(FILE, text, new Map([[text.indexOf('x.list'), undefined]])), false);
    assert.equal(evidence(engine)[0]?.[0], 'proved');
  });

  it('says what all files know of a table', () => {
    const engine = engineOver(`${IMPORT}new TableClient(u, 'A', k).listEntities();`);
    engine.setFile('/b.ts', `${IMPORT}new TableClient(u, 'a', k).createEntity({});`);
    assert.deepEqual(
      engine.table('A')?.operations.map(({ file, method }) => [file, method]),
      [
        ['/a.ts', 'listEntities'],
        ['/b.ts', 'createEntity'],
      ],
    );
    assert.equal(engine.table('C'), undefined);
  });
});
