import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../scripts/lib/paths.ts';

/** Characters of a finding's message that the Problems panel shows: docs/STYLE.md. */
const LONGEST = 100;

/** Words of a sentence: docs/STYLE.md. */
const MOST_WORDS = 30;

/** A row of the table of words: forms that texts must not have, and what may contain such a form all the same. */
interface WordRow {
  readonly allowed: readonly string[];
  readonly banned: readonly string[];
}

/** The table of words in docs/STYLE.md whose head is "write ✔". */
function wordRows(): readonly WordRow[] {
  const guide = readFileSync(join(root, 'docs/STYLE.md'), 'utf8');
  const [, rows = ''] = /^\| write ✔ \| not \|\n\|.*\n((?:\|.*\n)+)/m.exec(guide) ?? [];
  return rows
    .trimEnd()
    .split('\n')
    .map((row) => {
      const [, write = '', not = ''] = row.split('|');
      return { allowed: coded(write), banned: coded(not) };
    });
}

const coded = (cell: string): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, form = '']) => form);

/** The forms that a text has and must not have. */
function bannedIn(text: string, { allowed, banned }: WordRow): readonly string[] {
  const rest = allowed.reduce((left, form) => left.replace(asWords(form), ' '), text);
  return banned.filter((form) => asWords(form).test(rest));
}

/** A form as whole words, in any case; one that a test makes anew, as it keeps no place in a text. */
const asWords = (form: string): RegExp => new RegExp(`(?<![\\w-])${form}(?![\\w-])`, 'gi');

/** Every text that people read: the bundle's, whose keys are the English, and the manifest's. */
function userTexts(): readonly string[] {
  const read = (name: string): object => JSON.parse(readFileSync(join(root, name), 'utf8')) as object;
  return [
    ...Object.keys(read('l10n/bundle.l10n.json')),
    ...Object.values(read('package.nls.json')).map(String),
  ];
}

/** The pages behind findings and patterns, the changes, and the documents for users, by their names in the repository. */
function pagesOfUsers(): readonly string[] {
  const pages = ['src/lens/rules', 'src/lens/patterns'].flatMap((area) =>
    readdirSync(join(root, area), { recursive: true, encoding: 'utf8' })
      .map((name) => `${area}/${name.replaceAll('\\', '/')}`)
      .filter((name) => name.endsWith('/page.md')),
  );
  const documents = ['api', 'assistants', 'command-line', 'patterns', 'table-design'];
  return [...pages, 'README.md', 'CHANGELOG.md', ...documents.map((name) => `docs/${name}.md`)];
}

/** The paragraphs, list entries and cells of a Markdown text, without code and addresses. */
function proseOf(markdown: string): readonly string[] {
  return markdown
    .replace(/^```[^]*?^```/gm, '')
    .replace(/`[^`\n]+`/g, '…')
    .replace(/\]\([^)]*\)/g, ']')
    .split(/\n\s*\n|\n(?=\s*(?:- |\d+\. |\|))|\|/)
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '');
}

/** The texts that messages are made of, by where they are. */
function messagesIn(file: string): readonly string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'message') {
      const [text] = ts.isCallExpression(node.initializer) ? node.initializer.arguments : [];
      assert.ok(text !== undefined && ts.isStringLiteralLike(text), `${file}: ${node.getText()}`);
      found.push(text.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe('the words of findings (docs/STYLE.md)', () => {
  const rules = join(root, 'src/lens/rules');
  const files = readdirSync(rules, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(rules, name, 'messages.ts'))
    .filter((file) => readdirSync(join(file, '..')).includes('messages.ts'));

  it('are a sentence that the Problems panel shows whole', () => {
    const messages = files.flatMap(messagesIn);
    assert.ok(messages.length > 100, 'the messages were not found');
    assert.deepEqual(
      messages.filter((text) => text.length > LONGEST || !/[.?]$/.test(text)),
      [],
    );
  });
});

describe('the texts that people read (docs/STYLE.md)', () => {
  const texts = userTexts();
  const rows = wordRows();

  it('are found, and so are the words that they must not have', () => {
    assert.ok(texts.length > 1500, `${texts.length} texts`);
    assert.ok(
      rows.length > 20 && rows.every(({ banned }) => banned.length > 0),
      'the table of words was not read',
    );
    const said = (text: string): readonly string[] => rows.flatMap((row) => bannedIn(text, row));
    assert.deepEqual(said('This Is no JSON: it cannot be read anew.'), ['is no', 'cannot', 'anew']);
    assert.deepEqual(said('There is no table, it is no longer a list, and it returns a hint.'), []);
  });

  it('have the words of the guide', () => {
    const found = texts.flatMap((text) =>
      rows.flatMap((row) => bannedIn(text, row)).map((form) => `“${form}” in: ${text}`),
    );
    assert.deepEqual(found, []);
  });

  it('have them in pages and documents, too', () => {
    const pages = pagesOfUsers();
    assert.ok(pages.length > 60, `${pages.length} pages`);
    const found = pages.flatMap((page) =>
      proseOf(readFileSync(join(root, page), 'utf8')).flatMap((text) =>
        rows.flatMap((row) => bannedIn(text, row)).map((form) => `${page}: “${form}” in: ${text}`),
      ),
    );
    assert.deepEqual(found, []);
  });

  it('are short sentences in the pages of rules and patterns', () => {
    const long = pagesOfUsers()
      .filter((page) => page.endsWith('page.md'))
      .flatMap((page) =>
        proseOf(readFileSync(join(root, page), 'utf8'))
          .flatMap((text) => text.split(/(?<=[.?:;!])\s+/))
          .filter((sentence) => sentence.split(/\s+/).length > MOST_WORDS)
          .map((sentence) => `${page}: ${sentence}`),
      );
    assert.deepEqual(long, []);
  });

  it('have short sentences', () => {
    const sentences = texts.flatMap((text) => text.split(/(?<=[.?:;!])\s+/));
    assert.deepEqual(
      sentences.filter((sentence) => sentence.split(/\s+/).length > MOST_WORDS),
      [],
    );
  });
});
