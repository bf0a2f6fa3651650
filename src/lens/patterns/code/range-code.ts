import type { Language } from './language.ts';

/** The type `Range` of a generated list: bounds of RowKeys. */
export function rangeCode({ isTypeScript }: Language): string {
  const bounds = ['ge', 'gt', 'le', 'lt'].map((one) => `${one}?: string`);
  return isTypeScript
    ? `/** Bounds of RowKeys, as filters have them. */\nexport interface Range {\n${bounds.map((one) => `  ${one};\n`).join('')}}\n`
    : `/**\n * Bounds of RowKeys, as filters have them.\n *\n * @typedef {{ ${bounds.join(', ')} }} Range\n */\n`;
}
