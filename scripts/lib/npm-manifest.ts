/** What the npm package takes of the manifest in package.json, which is VS Code's. */
export interface SourceManifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly engines: { readonly node: string };
  readonly keywords: readonly string[];
  readonly repository?: object;
}

/** The manifest of the npm package: no scripts, no dependencies. Published from a build of the repository, it says from which. */
export function npmManifest(source: SourceManifest): object {
  const { name, version, license, engines, keywords, repository } = source;
  return {
    name,
    version,
    description: 'Finds mistakes and costly queries in code that uses Azure Table storage.',
    license,
    keywords: [...keywords, 'lint', 'sarif'],
    ...(repository !== undefined && { repository }),
    engines: { node: engines.node },
    bin: { [name]: 'dist/cli.js' },
    main: './dist/index.js',
    types: './dist/analyze.d.ts',
    exports: {
      '.': { types: './dist/analyze.d.ts', default: './dist/index.js' },
      './package.json': './package.json',
    },
    publishConfig: { access: 'public', provenance: true },
  };
}
