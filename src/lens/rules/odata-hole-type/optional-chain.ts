/**
 * Whether `code`, an expression of a file, is an optional chain of which the file nowhere makes sure. A guess from
 * the text: whatever looks like a question for the same value only ever makes the rule silent.
 */
export function mayBeUndefined(source: string, code: string): boolean {
  const withoutArguments = code.replace(/\([^()]*\)/g, '()');
  if (!/^[\w$.]+\?\.[\w$.?()]+$/.test(withoutArguments)) return false;
  const base = code.slice(0, code.indexOf('?.'));
  const asked = [code, base].map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  const before = String.raw`(?:!|\bif\s*\(|&&|\|\||\()\s*(?:${asked})\s*(?:\)|&&|\|\||[!=]==?|\?(?![.?]))`;
  const after = String.raw`(?:${asked})\s*(?:[!=]==?|&&|\?\s)`;
  return !new RegExp(`${before}|${after}`).test(source);
}
