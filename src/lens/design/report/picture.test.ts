import assert from 'node:assert/strict';
import fc from 'fast-check';
import { SVG_ATTRIBUTES, SVG_TAGS, svgFile, type SvgNode } from '../../../core/text/svg.ts';
import type { KindData, StructureData } from './data.ts';
import { marksOf } from './marks.ts';
import { PICTURE_STYLE, pictureOf } from './picture.ts';

const kind = (name: string, more: Partial<KindData> = {}): KindData => ({
  name,
  partitionKey: '{department}',
  rowKey: '{id}',
  properties: ['email', 'name'],
  hasMore: false,
  isReadOnly: false,
  isPlanned: false,
  ...more,
});
const structure = (of: string, more: Partial<StructureData> = {}): StructureData => ({
  kind: of,
  role: 'base',
  partitionKey: '{department}',
  rowKey: 'empid_{id:6}',
  isNew: false,
  keysAsToday: true,
  carries: [],
  atomic: true,
  ...more,
});
const drawn = (structures: readonly StructureData[], kinds: readonly KindData[]): SvgNode => {
  const picture = pictureOf('Employees', structures, kinds, marksOf(kinds));
  assert.ok(picture, 'nothing is drawn');
  return picture;
};
const nodesIn = (node: SvgNode): readonly SvgNode[] => [
  node,
  ...node.children.flatMap((child) => (typeof child === 'string' ? [] : nodesIn(child))),
];
const withClass = (picture: SvgNode, name: string): readonly SvgNode[] =>
  nodesIn(picture).filter(({ attributes }) =>
    String(attributes.class ?? '')
      .split(' ')
      .includes(name),
  );
const textsOf = (picture: SvgNode, name: string): readonly string[] =>
  withClass(picture, name).map(({ children }) =>
    children.filter((child) => typeof child === 'string').join(''),
  );

describe('the picture of a table', () => {
  it('has rows in the order of their keys, each with the letter and color of its kind', () => {
    const kinds = [kind('employee'), kind('department', { rowKey: 'department' })];
    const picture = drawn([structure('employee'), structure('department', { rowKey: 'department' })], kinds);
    assert.deepEqual(textsOf(picture, 'key'), ['PartitionKey {department}', 'department', 'empid_{id:6}']);
    assert.deepEqual(textsOf(picture, 'letter'), ['B', 'A']);
    assert.deepEqual(
      withClass(picture, 'badge').map(({ attributes }) => attributes.class),
      ['badge kind-1', 'badge kind-0'],
    );
    assert.deepEqual(textsOf(picture, 'words'), ['department: email, name', 'employee: email, name']);
  });

  it('ties a copy to what it copies, and puts one that is written later into a table of its own', () => {
    const copies = [
      structure('employee', { role: 'copy', rowKey: 'email_{email}', isNew: true }),
      structure('employee', { role: 'copy', partitionKey: '{email}', isNew: true, atomic: false }),
    ];
    const picture = drawn([structure('employee'), ...copies], [kind('employee')]);
    assert.deepEqual(textsOf(picture, 'letter'), ['A2', 'A', 'A3']);
    assert.deepEqual(textsOf(picture, 'frame-title'), ['Employees', 'A table of its own, written later']);
    const rows = withClass(picture, 'row').map(
      ({ attributes: { y, height } }) => Number(y) + Number(height) / 2,
    );
    const ends = withClass(picture, 'tie').map(({ attributes }) =>
      [.../[MV] (?:[\d.]+ )?([\d.]+)/g[Symbol.matchAll](String(attributes.d))].map(([, y]) => Number(y)),
    );
    const [copy, base, later] = rows;
    assert.deepEqual(ends, [
      [copy, base],
      [later, base],
    ]);
  });

  it('tells one partition from many', () => {
    const one = drawn([structure('entry', { partitionKey: 'log' })], [kind('entry')]);
    assert.deepEqual(textsOf(one, 'dim'), ['one partition for all', '⋮']);
    assert.equal(withClass(one, 'behind').length, 0);
    const many = drawn([structure('entry')], [kind('entry')]);
    assert.deepEqual(textsOf(many, 'dim'), ['one partition for each department', '⋮']);
    assert.equal(withClass(many, 'behind').length, 2);
  });

  it('is not there where nothing is known', () => {
    assert.equal(pictureOf('Employees', [], [], new Map()), undefined);
  });

  it('is small whatever the names are, and nothing in them is more than a text', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constantFrom('<img src=x onerror=alert(1)>', '"]]><script>1</script>', "'&amp;\u202Egnp", ']('),
    );
    const parts = fc.record({
      kind: name,
      partitionKey: name,
      rowKey: name,
      isNew: fc.boolean(),
      atomic: fc.boolean(),
    });
    fc.assert(
      fc.property(
        name,
        fc.array(parts, { minLength: 1, maxLength: 70 }),
        fc.array(name),
        (table, given, properties) => {
          const structures = given.map((one) => structure(one.kind, one));
          const kinds = given.map((one) => kind(one.kind, { properties }));
          const picture = pictureOf(table, structures, kinds, marksOf(kinds));
          assert.ok(picture);
          assert.ok(Number(picture.attributes.width) < 1_600);
          for (const { tag, attributes } of nodesIn(picture)) {
            assert.ok(SVG_TAGS.includes(tag));
            for (const [attribute, value] of Object.entries(attributes)) {
              assert.ok(SVG_ATTRIBUTES.some((each) => each === attribute));
              assert.match(String(value), /^[\w .-]*$/);
            }
          }
          const file = svgFile(picture, PICTURE_STYLE);
          const elements = [...file.matchAll(/<([a-z]+)/g)].map(([, tag]) => tag);
          assert.equal(elements.length, nodesIn(picture).length + 1);
          assert.doesNotMatch(file, /<(?:img|script)/);
        },
      ),
      { numRuns: 60 },
    );
  });
});
