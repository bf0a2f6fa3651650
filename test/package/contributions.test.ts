import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { getLanguageService, type JSONSchema } from 'vscode-json-languageservice';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { vsixPath } from '../../scripts/lib/manifest.ts';
import { CONFIG_FILE } from '../../src/core/config/table-config.ts';
import { openVsix, type Vsix } from '../support/vsix.ts';

interface Command {
  readonly command: string;
  readonly title: string;
}

interface Step {
  readonly id: string;
  readonly description: string;
  readonly media: { readonly markdown: string };
  readonly completionEvents?: readonly string[];
}

/** What the manifest may contribute. A contribution of a new kind is not read here, so that it fails until it is. */
interface Contributions {
  readonly mcpServerDefinitionProviders: readonly { readonly id: string; readonly label: string }[];
  readonly languageModelTools: readonly {
    readonly name: string;
    readonly displayName: string;
    readonly modelDescription: string;
    readonly inputSchema: { readonly type: string; readonly properties: object };
  }[];
  readonly viewsContainers: {
    readonly activitybar: readonly { readonly id: string; readonly icon: string }[];
  };
  readonly views: Readonly<Record<string, readonly { readonly id: string; readonly icon: string }[]>>;
  readonly viewsWelcome: readonly { readonly view: string; readonly contents: string }[];
  readonly commands: readonly Command[];
  readonly menus: Readonly<Record<string, readonly { readonly command: string }[]>>;
  readonly walkthroughs: readonly { readonly steps: readonly Step[] }[];
  readonly languages: readonly { readonly id: string; readonly filenames: readonly string[] }[];
  readonly jsonValidation: readonly { readonly fileMatch: string; readonly url: string }[];
  readonly grammars: readonly { readonly scopeName: string; readonly path: string }[];
  readonly configuration: { readonly properties: Readonly<Record<string, JSONSchema>> };
}

interface Manifest {
  readonly main: string;
  readonly icon: string;
  readonly l10n: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly contributes: Contributions;
}

interface Grammar {
  readonly scopeName: string;
  readonly repository?: Readonly<Record<string, object>>;
}

/** The packaged extension, as VS Code would use it. */
describe('the VSIX', () => {
  let vsix: Vsix;
  let manifest: Manifest;
  let contributes: Contributions;
  /** Texts of package.nls.json. */
  let texts: Readonly<Record<string, string>>;

  before(async () => {
    vsix = await openVsix(vsixPath);
    manifest = (await json('package.json')) as Manifest;
    ({ contributes } = manifest);
    texts = (await json('package.nls.json')) as typeof texts;
  });

  /** What uses each contribution. */
  const uses: { readonly [Kind in keyof Contributions]: () => void | Promise<void> } = {
    // that they start a server is seen in the host suite
    mcpServerDefinitionProviders: () => {
      const [only, ...others] = contributes.mcpServerDefinitionProviders;
      assert.deepEqual(others, []);
      assert.notEqual(textOf(only?.label ?? ''), '');
    },

    // that they run is seen in the host suite, and that they are the server's in test/manifest.test.ts
    languageModelTools: () => {
      assert.equal(contributes.languageModelTools.length, 8);
      for (const { name, displayName, modelDescription, inputSchema } of contributes.languageModelTools) {
        assert.match(name, /^partition_lens_[a-z_]+$/);
        assert.notEqual(textOf(displayName), '');
        assert.ok(modelDescription.length > 50 && inputSchema.type === 'object');
      }
    },

    viewsContainers: () => {
      for (const { icon } of contributes.viewsContainers.activitybar) assertHas(icon);
    },

    views: () => {
      const containers = contributes.viewsContainers.activitybar.map(({ id }) => id);
      assert.deepEqual(Object.keys(contributes.views), containers);
      for (const { icon } of Object.values(contributes.views).flat()) assertHas(icon);
    },

    viewsWelcome: () => {
      for (const { view, contents } of contributes.viewsWelcome) {
        assert.ok(viewIds().includes(view), view);
        assert.ok(commandsIn(textOf(contents)).length > 0);
        assertOwn(commandsIn(textOf(contents)));
      }
    },

    // that they are registered is seen in the host suite
    commands: () => {
      const ids = contributes.commands.map(({ command }) => command);
      assert.equal(new Set(ids).size, ids.length, 'a command twice');
      for (const { command, title } of contributes.commands) assert.notEqual(textOf(title), '', command);
    },

    menus: () => {
      const named = Object.values(contributes.menus).flat();
      assert.ok(named.length > 0);
      assertOwn(named.map(({ command }) => command));
    },

    walkthroughs: async () => {
      for (const { id, description, media, completionEvents = [] } of contributes.walkthroughs.flatMap(
        ({ steps }) => steps,
      )) {
        assertOwn(commandsIn(textOf(description)));
        for (const event of completionEvents) {
          const [, kind, name = ''] = /^on(Command|View):(.+)$/.exec(event) ?? [];
          if (kind === 'View') assert.ok(viewIds().includes(name), event);
          else assertOwn([name]);
        }
        const page = await vsix.text(inside(media.markdown));
        assert.match(page, /^## /, id);
        for (const target of targetsIn(page)) {
          await assertPicture(posix.join(posix.dirname(media.markdown), target));
        }
      }
    },

    languages: () => {
      assert.deepEqual(contributes.languages, [{ id: 'jsonc', filenames: [CONFIG_FILE] }]);
    },

    // what they say of the file is in schema.test.ts
    jsonValidation: async () => {
      const [only, ...others] = contributes.jsonValidation;
      assert.deepEqual(others, []);
      assert.equal(only?.fileMatch, CONFIG_FILE);
      assert.equal(typeof (await json(only.url)), 'object');
    },

    grammars: async () => {
      assert.ok(contributes.grammars.length > 0);
      for (const { scopeName, path } of contributes.grammars) {
        const grammar = (await json(path)) as Grammar;
        assert.equal(grammar.scopeName, scopeName);
        const included = [...JSON.stringify(grammar).matchAll(/"include":"([^"]+)"/g)].map(
          ([, name = '']) => name,
        );
        const own = included.filter((name) => name.startsWith('#')).map((name) => name.slice(1));
        assert.deepEqual(
          own.filter((name) => grammar.repository?.[name] === undefined),
          [],
        );
        const foreign = included.filter((name) => name.startsWith('source.odata'));
        const scopes = contributes.grammars.map((each) => each.scopeName);
        assert.deepEqual(
          foreign.filter((name) => !scopes.includes(name.replace(/#.*/, ''))),
          [],
        );
      }
    },

    configuration: async () => {
      const service = getLanguageService({});
      for (const [name, schema] of Object.entries(contributes.configuration.properties)) {
        const document = TextDocument.create('file:///a.json', 'json', 1, JSON.stringify(schema.default));
        const wrong = await service.doValidation(document, service.parseJSONDocument(document), {}, schema);
        assert.deepEqual(wrong, [], name);
      }
    },
  };

  for (const [kind, use] of Object.entries(uses)) it(`can be used: ${kind}`, use);

  it('contributes nothing that is not used here', () => {
    assert.deepEqual(Object.keys(contributes).sort(), Object.keys(uses).sort());
  });

  it('has every file that its manifest names', () => {
    const named = Object.values({ ...manifest.bin, main: manifest.main, icon: manifest.icon });
    const others = [...JSON.stringify(contributes).matchAll(/"(?:\.\/)?([\w.-]+(?:\/[\w.-]+)+\.\w+)"/g)];
    assert.ok(others.length >= 10, `only ${others.length} files are named`);
    for (const path of [...named, ...others.map(([, path = '']) => path)]) assertHas(path);
  });

  it('has the text of every key of its manifest', async () => {
    const used = [...(await vsix.text('extension/package.json')).matchAll(/"%([\w.-]+)%"/g)];
    assert.ok(used.length > 50);
    for (const [, key = ''] of used) assert.notEqual(texts[key] ?? '', '', key);
  });

  it('has texts that parse, in every language', async () => {
    const folder = inside(manifest.l10n);
    const bundles = vsix.names.filter((name) => name.startsWith(`${folder}/`));
    assert.ok(bundles.includes(`${folder}/bundle.l10n.json`));
    const manifests = vsix.names.filter((name) => /^extension\/package\.nls.*\.json$/.test(name));
    for (const name of [...bundles, ...manifests]) {
      const values = Object.values(JSON.parse(await vsix.text(name)) as Record<string, unknown>);
      assert.ok(values.length > 0 && values.every((value) => typeof value === 'string'), name);
    }
  });

  it('has what is not built as it is in the repository', async () => {
    const copied = vsix.names.filter((name) => /^extension\/(l10n|media|schemas|syntaxes)\//.test(name));
    assert.ok(copied.length > 10);
    for (const name of copied) {
      const source = readFileSync(new URL(`../../${name.slice('extension/'.length)}`, import.meta.url));
      assert.ok(source.equals(await vsix.bytes(name)), name);
    }
  });

  it('has a README without a picture or link that VS Code cannot show', async () => {
    const readme = await vsix.text('extension/readme.md');
    assert.match(readme, /^# Partition Lens/);
    assert.deepEqual(
      targetsIn(readme).filter((target) => !/^(https:\/\/|#)/.test(target)),
      [],
    );
    assert.doesNotMatch(readme, /<(img|a|video)\b/);
  });

  async function json(path: string): Promise<unknown> {
    return JSON.parse(await vsix.text(inside(path)));
  }

  function assertHas(path: string): void {
    assert.ok(vsix.names.includes(inside(path)), `${path} is not in the VSIX`);
  }

  async function assertPicture(path: string): Promise<void> {
    const head = new TextDecoder('latin1').decode((await vsix.bytes(inside(path))).subarray(0, 12));
    assert.match(head, /^RIFF[^]{4}WEBP$/, path);
  }

  /** The text that stands for a key of the manifest. */
  function textOf(key: string): string {
    return texts[key.replaceAll('%', '')] ?? '';
  }

  function viewIds(): readonly string[] {
    return Object.values(contributes.views)
      .flat()
      .map(({ id }) => id);
  }

  /** Commands of VS Code and those that it makes for views are looked for in the host suite. */
  function assertOwn(commands: readonly string[]): void {
    const own = contributes.commands.map(({ command }) => command);
    const others = viewIds().map((id) => `${id}.focus`);
    for (const command of commands.filter((each) => each.startsWith('partitionLens.'))) {
      assert.ok(own.includes(command) || others.includes(command), `there is no command ${command}`);
    }
  }
});

/** Where a path of the manifest is in the VSIX. */
function inside(path: string): string {
  return posix.join('extension', path);
}

/** The commands that the links of a text run. */
function commandsIn(text: string): readonly string[] {
  return [...text.matchAll(/\]\(command:([\w.]+)/g)].map(([, command = '']) => command);
}

/** Where the links and pictures of a Markdown text lead. */
function targetsIn(text: string): readonly string[] {
  return [...text.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = '']) => target);
}
