/** How a module that an assist writes is written. */
export interface Language {
  readonly isTypeScript: boolean;
  readonly isCommonJs: boolean;
}

/** Text that only one of the languages has. */
export function only(isWanted: boolean): (text: string) => string {
  return (text) => (isWanted ? text : '');
}

/** A comment of the kind that the language's tools read, with the types that TypeScript has in the code. */
export function comment(text: string, tags: readonly string[], { isTypeScript }: Language): string {
  if (isTypeScript || tags.length === 0) return `/** ${text} */`;
  return ['/**', ` * ${text}`, ' *', ...tags.map((tag) => ` * ${tag}`), ' */'].join('\n');
}

/** What is before a function that other modules call. */
export function exportsOf({ isCommonJs }: Language): string {
  return isCommonJs ? '' : 'export ';
}

/** A line that takes names from a module. */
export function importCode(what: string, from: string, { isCommonJs }: Language): string {
  return isCommonJs ? `const ${what} = require('${from}');` : `import ${what} from '${from}';`;
}

/** What is at the end of a CommonJS module. */
export function exportsCode(names: readonly string[], { isCommonJs }: Language): readonly string[] {
  return isCommonJs ? [`module.exports = {\n${names.map((name) => `  ${name},\n`).join('')}};\n`] : [];
}

/** An error as one that the service may have sent. */
export function serviceError({ isTypeScript }: Language): string {
  return isTypeScript ? 'error as { statusCode?: number }' : '/** @type {{ statusCode?: number }} */ (error)';
}
