import { comment, exportsOf, type Language, only } from '../code/language.ts';

/** What the module of the key has. */
export interface NewestKey {
  readonly name: string;
  /** Entities, in words of a comment: "readings". */
  readonly many: string;
}

/** Ticks of 100 ns in the service's dates: at 1970, and at the end of 9999 (.NET, `DateTime.MaxValue`). */
const EPOCH = '621_355_968_000_000_000n';
const LAST = '3_155_378_975_999_999_999n';

/** The module with the function that makes the RowKey, in two spaces, single quotes and semicolons. */
export function newestKeyCode({ name, many }: NewestKey, language: Language): string {
  const t = only(language.isTypeScript);
  const crypto = language.isCommonJs
    ? "const { randomUUID } = require('node:crypto');\n"
    : "import { randomUUID } from 'node:crypto';\n";
  const text = [
    `The RowKey of one of the ${many} of that time, now if not given: the newest of a partition come first. It begins with`,
    'the ticks (100 ns) that are left until the end of the year 9999, in 19 digits. The end tells apart those of one time.',
    'Throws a RangeError for a text that is no time.',
  ];
  const tags = ['@param {Date | string | number} [time]', '@param {string} [end]', '@returns {string}'];
  const doc = language.isTypeScript
    ? ['/**', ...text.map((line) => ` * ${line}`), ' */'].join('\n')
    : comment(text.join('\n * '), tags, language);
  return `${crypto}
${doc}
${exportsOf(language)}function ${name}(time${t(': Date | string | number')} = new Date(), end = randomUUID()${t('')})${t(': string')} {
  const ticks = BigInt(new Date(time).getTime()) * 10_000n + ${EPOCH};
  return \`\${String(${LAST} - ticks).padStart(19, '0')}_\${end}\`;
}
${language.isCommonJs ? `\nmodule.exports = { ${name} };\n` : ''}`.replace(
    'end = randomUUID()',
    language.isTypeScript ? 'end: string = randomUUID()' : 'end = randomUUID()',
  );
}
