import { checkDepth } from '../depth.ts';
import { codeOf } from '../script-blocks.ts';
import { scriptKind } from '../parse.ts';
import * as ts from '../typescript.ts';
import { DECLARATIONS } from './declarations.ts';

/** Files with TypeScript's checker over them. It reads no file, and knows of the language and of the SDK what is declared here. */
export interface TypedProgram {
  readonly checker: ts.TypeChecker;
  readonly sources: readonly ts.SourceFile[];
  /** What is declared beside the language and the SDK. */
  readonly own: ts.SourceFile | undefined;
}

const OWN = '/__declared.d.ts';

const ENDINGS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];

/** `resolve` gives the file that a module's name means, of those files. What is nested too deep, or is no script, has no types. */
export function typedProgram(
  files: ReadonlyMap<string, string>,
  declarations: string,
  resolve: (from: string, module: string) => string | undefined,
): TypedProgram {
  const options: ts.CompilerOptions = {
    ...{ noLib: true, noResolve: false, types: [], allowJs: true, strict: true, noEmit: true },
    target: ts.ScriptTarget.Latest,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    jsx: ts.JsxEmit.Preserve,
  };
  const sources = new Map<string, ts.SourceFile>();
  const add = (file: string, text: string): void => {
    try {
      const source = ts.createSourceFile(
        file,
        codeOf(file, text),
        ts.ScriptTarget.Latest,
        true,
        scriptKind(file, text),
      );
      checkDepth(source);
      sources.set(file, source);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  };
  for (const [file, text] of files) add(file, text);
  const own = [...sources.keys()];
  add(OWN, DECLARATIONS + declarations);
  const host: ts.CompilerHost = {
    getSourceFile: (file) => sources.get(file),
    getDefaultLibFileName: () => OWN,
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (file) => file,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (file) => sources.has(file),
    readFile: () => undefined,
    writeFile: () => undefined,
    directoryExists: () => false,
    getDirectories: () => [],
    resolveModuleNameLiterals: (literals, from) =>
      literals.map(({ text }) => {
        const resolvedFileName = text.includes('data-tables') ? undefined : resolve(from, text);
        const extension = ENDINGS.find((ending) => resolvedFileName?.endsWith(ending));
        const isKnown = resolvedFileName !== undefined && sources.has(resolvedFileName);
        return {
          resolvedModule: isKnown && extension !== undefined ? { resolvedFileName, extension } : undefined,
        };
      }),
  };
  const program = ts.createProgram({ rootNames: [OWN, ...own], options, host });
  return {
    checker: program.getTypeChecker(),
    sources: own.flatMap((file) => sources.get(file) ?? []),
    own: sources.get(OWN),
  };
}
