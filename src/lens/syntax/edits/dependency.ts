import { modify, parse } from 'jsonc-parser';
import type { TextEdit } from '../../../core/text/edit.ts';
import { isNestedTooDeep } from '../../../core/config/json-nesting.ts';

/** The range of versions that a `package.json` wants of a package, whether to run or to be developed; undefined where it names none. */
export function dependencyIn(manifest: string, name: string): string | undefined {
  if (isNestedTooDeep(manifest)) return undefined;
  const root = recordOf(parse(manifest));
  for (const list of ['dependencies', 'peerDependencies', 'devDependencies']) {
    const range = recordOf(root[list])[name];
    if (typeof range === 'string') return range;
  }
  return undefined;
}

/** The edits that let a `package.json` want a package to run, among the others by its name. */
export function withDependency(manifest: string, name: string, range: string): readonly TextEdit[] {
  if (isNestedTooDeep(manifest)) return [];
  const [lead = '  '] = /(?<=\n)[ \t]+(?=")/.exec(manifest) ?? [];
  const edits = modify(manifest, ['dependencies', name], range, {
    formattingOptions: {
      insertSpaces: !lead.startsWith('\t'),
      tabSize: lead.length,
      eol: manifest.includes('\r\n') ? '\r\n' : '\n',
    },
    getInsertionIndex: (names) => {
      const after = names.findIndex((one) => one > name);
      return after < 0 ? names.length : after;
    },
  });
  return edits.map(({ offset, length, content }) => ({
    span: { start: offset, end: offset + length },
    text: content,
  }));
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
