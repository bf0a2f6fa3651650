import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { readMarks } from '../support/carets.ts';
import { until } from './until.ts';

describe('the samples', () => {
  const extension = vscode.extensions.getExtension('partition-lens.partition-lens');

  it('give the marked findings in the bad version, and none in the good one', async () => {
    assert.ok(extension, 'the extension is not there');
    const fixture = vscode.Uri.joinPath(extension.extensionUri, 'test/fixtures/bad-sample.carets.txt');
    const marks = readMarks(await textOf(fixture));
    const expected = marks.map(
      ({ file, line, start, end, rule }) => `bad/${file}:${line}:${start}-${end} ${rule}`,
    );
    // good ones first: what is open is checked in turn, so that their findings would come first too
    for (const folder of ['good/src', 'bad/src']) await openAll(folder);
    const found = await until(() => {
      const all = findings();
      return all.length >= expected.length ? all : undefined;
    }, `${expected.length} findings`);
    assert.deepEqual(found, expected.sort());
  });
});

/** Every finding in the samples, as `file:line:start-end rule`, also those that are shown with another one. */
function findings(): string[] {
  const samples = vscode.languages
    .getDiagnostics()
    .filter(([uri]) => /^(good|bad)\//.test(vscode.workspace.asRelativePath(uri)));
  const found = samples.flatMap(([uri, diagnostics]) =>
    diagnostics
      .filter(({ source }) => source === 'Partition Lens')
      .flatMap(({ range, code, message }) => {
        const place = `${vscode.workspace.asRelativePath(uri)}:${range.start.line + 1}`;
        const rule = typeof code === 'object' ? code.value : code;
        const also = / Also: (.+)\.$/.exec(message)?.[1]?.split(', ') ?? [];
        return [rule, ...also].map(
          (id) => `${place}:${range.start.character}-${range.end.character} ${id ?? ''}`,
        );
      }),
  );
  return found.sort();
}

async function openAll(folder: string): Promise<void> {
  const root = vscode.workspace.workspaceFolders?.[0];
  assert.ok(root, 'no folder is open');
  const uri = vscode.Uri.joinPath(root.uri, folder);
  for (const [name] of await vscode.workspace.fs.readDirectory(uri)) {
    await vscode.workspace.openTextDocument(vscode.Uri.joinPath(uri, name));
  }
}

async function textOf(uri: vscode.Uri): Promise<string> {
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}
