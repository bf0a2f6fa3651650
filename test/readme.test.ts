import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { pageReadme } from '../scripts/lib/page-readme.ts';
import { rules } from '../src/lens/rules/registry.ts';
import { sampleDesign } from './support/sample-design.ts';
import { read } from './support/samples.ts';

const readme = read('README.md');

describe('the README', () => {
  it('lists every rule, each once', () => {
    const [, table = ''] = /^\| about \| rules \|\n((?:\|.*\n)+)/m.exec(readme) ?? [];
    const listed = [...table.matchAll(/`([a-z\d-]+)`/g)].map(([, id]) => id);
    assert.deepEqual(
      listed.toSorted(),
      rules.map(({ id }) => id).toSorted(),
      'Add a new rule to the row of its family in the table of README.md.',
    );
    assert.match(readme, /\*\*Over seventy rules\*\*/);
    assert.ok(rules.length > 70 && rules.length < 80, `${rules.length} rules`);
  });

  it('shows what the command line says of the sample', () => {
    const [, line = '', , text = ''] =
      /samples\/bad\/src\/staff\.ts:(\d+):(\d+): .*\n.*\n> \d+ \| (.*)/.exec(readme) ?? [];
    assert.equal(read('samples/bad/src/staff.ts').split('\n')[Number(line) - 1], text);
  });

  it('shows what the command line says of the design of the sample', async () => {
    const [, block = ''] =
      /^\$ node dist\/cli\.js design samples\/bad\n([^]*?)^```$/m.exec(read('docs/table-design.md')) ?? [];
    const { out } = await sampleDesign('samples/bad');
    const pieces = block.split(/^…\n/m).filter((piece) => piece !== '');
    assert.ok(pieces.length > 2);
    for (const piece of pieces)
      assert.ok(out.includes(piece), `docs/table-design.md shows what isn't said:\n${piece}`);
  }).timeout(30_000);

  it('has no paragraph of more than four lines, and leads to each rule’s page', () => {
    const paragraphs = readme.replaceAll(/^```[^]*?^```$/gm, '').split(/\n{2,}/);
    const long = paragraphs.filter((text) => !text.startsWith('|') && text.trim().split('\n').length > 4);
    assert.ok(paragraphs.length > 30);
    assert.deepEqual(long, []);
    assert.deepEqual(
      rules.filter(({ id }) => !readme.includes(`[\`${id}\`](src/lens/rules/${id}/page.md)`)),
      [],
    );
  });

  it('has pictures and links that lead somewhere', () => {
    const relative = targets(readme).filter((target) => !target.startsWith('https:'));
    assert.ok(relative.filter((target) => target.endsWith('.webp')).length >= 3, relative.join());
    for (const target of relative) assert.ok(existsSync(new URL(`../${target}`, import.meta.url)), target);
  });

  it('becomes a page that VS Code can show while the repository has no address', () => {
    const page = pageReadme(readme, drawingOf);
    for (const image of ['problems', 'sidebar', 'grid', 'design']) {
      assert.ok(page.includes(drawingOf(`media/screenshots/${image}.webp`).trimEnd()), image);
    }
    assert.deepEqual(
      targets(page).filter((target) => !target.startsWith('https:')),
      [],
    );
    assert.equal(page.split('The walkthrough shows all of this in pictures').length, 2);
    const told = (text: string): readonly string[] => text.match(/^(#+ .*|\*\*[^*]+\*\*)/gm) ?? [];
    assert.deepEqual(told(page), told(readme));
  });

  it('keeps on that page what no link is', () => {
    const page = pageReadme(
      '# A\n\nSee [b](b.md) and [c](https://c.example/d).\n\n[e](e.md) · [f](f)\n\n![h](i.png)\n\n- [g](#g)\n',
      (image) => `drawn ${image}\n`,
    );
    assert.match(
      page,
      /^# A\n\nSee b and \[c\]\(https:\/\/c\.example\/d\)\.\n\ndrawn i\.png\n\n\*h\*\n\n.+\n\n- \[g\]\(#g\)\n$/,
    );
  });
});

/** An image of the README in text. */
function drawingOf(image: string): string {
  return read(image.replace(/\.webp$/, '.md'));
}

/** Where the links and pictures of a Markdown text lead. */
function targets(text: string): readonly string[] {
  return [...text.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = '']) => target);
}
