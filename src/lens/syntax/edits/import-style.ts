import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';

/** How a file takes modules of its own program in. */
export interface ImportStyle {
  /** What stands behind the name of a module: nothing, `.js`, `.ts` … */
  readonly ending: string;
  /** It says `require` and `module.exports`. */
  readonly isCommonJs: boolean;
}

/**
 * The style that the file's own relative imports have, or else that its project needs. `textOf` gives the text of the files that say
 * so: `package.json` and `tsconfig.json` of the folders above.
 */
export function importStyleOf(
  file: string,
  text: string,
  textOf: (file: string) => string | undefined,
): ImportStyle {
  const modules = modulesOf(file, text);
  const isTypeScript = /\.[cm]?tsx?$/.test(file);
  const isCommonJs = !isTypeScript && !modules.hasImports && (modules.hasRequires || /\.c[jt]s$/.test(file));
  const [relative] = modules.names.filter((name) => name.startsWith('.'));
  if (relative !== undefined) return { ending: /\.[cm]?[jt]s$/.exec(relative)?.[0] ?? '', isCommonJs };
  const special = /\.([cm])[jt]s$/.exec(file)?.[1];
  if (special !== undefined) return { ending: `.${special}js`, isCommonJs };
  return { ending: isCommonJs ? '' : isTypeScript ? endingIn(file, textOf) : '.js', isCommonJs };
}

interface Modules {
  readonly names: readonly string[];
  readonly hasImports: boolean;
  readonly hasRequires: boolean;
}

function modulesOf(file: string, text: string): Modules {
  const names: string[] = [];
  let [hasImports, hasRequires] = [false, false];
  for (const statement of parseSource(file, text).statements) {
    if (ts.isExportDeclaration(statement) || ts.isExportAssignment(statement)) hasImports = true;
    if (ts.isImportDeclaration(statement)) {
      hasImports = true;
      if (ts.isStringLiteral(statement.moduleSpecifier)) names.push(statement.moduleSpecifier.text);
    }
    if (!ts.isVariableStatement(statement)) continue;
    for (const { initializer } of statement.declarationList.declarations) {
      const call =
        initializer && ts.isPropertyAccessExpression(initializer) ? initializer.expression : initializer;
      if (call === undefined || !ts.isCallExpression(call) || !ts.isIdentifier(call.expression)) continue;
      if (call.expression.text !== 'require') continue;
      hasRequires = true;
      const [name] = call.arguments;
      if (name !== undefined && ts.isStringLiteral(name)) names.push(name.text);
    }
  }
  return { names, hasImports, hasRequires };
}

/** What modules of TypeScript need behind their names, as the nearest settings have it: an ending where Node finds them. */
function endingIn(file: string, textOf: (file: string) => string | undefined): string {
  for (let end = file.lastIndexOf('/'); end >= 0; end = file.lastIndexOf('/', end - 1)) {
    const folder = file.slice(0, end);
    const { allowImportingTsExtensions, module, moduleResolution = module } = settingsIn(folder, textOf);
    if (allowImportingTsExtensions === true) return '.ts';
    if (typeof moduleResolution === 'string')
      return /^node(?:16|18|20|next)$/i.test(moduleResolution) ? '.js' : '';
    const manifest = jsonOf(`${folder}/package.json`, textOf);
    if (manifest !== undefined) return manifest.type === 'module' ? '.js' : '';
    if (end === 0) return '';
  }
  return '';
}

function settingsIn(
  folder: string,
  textOf: (file: string) => string | undefined,
): Readonly<Record<string, unknown>> {
  const options = jsonOf(`${folder}/tsconfig.json`, textOf)?.compilerOptions;
  return typeof options === 'object' && options !== null ? (options as Record<string, unknown>) : {};
}

function jsonOf(
  file: string,
  textOf: (file: string) => string | undefined,
): Readonly<Record<string, unknown>> | undefined {
  const text = textOf(file);
  if (text === undefined) return undefined;
  const { config } = ts.parseConfigFileTextToJson(file, text) as { config?: unknown };
  return typeof config === 'object' && config !== null ? (config as Record<string, unknown>) : undefined;
}
