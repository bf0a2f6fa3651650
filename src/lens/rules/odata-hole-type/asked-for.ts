/** `user?.id`: a chain of names and calls without anything that stands in for undefined. */
export function isOptionalChain(code: string): boolean {
  return /^[\w$.]+\?\.[\w$.?()]+$/.test(code.replace(/\([^()]*\)/g, '()'));
}

/**
 * Whether the code around anywhere asks for a value, or gives it another one. A guess from the text: whatever looks like it, a
 * call with nothing but the value as well, only ever makes the rule silent.
 */
export function isAskedFor(source: string, code: string): boolean {
  const [base = code] = code.split('?.');
  const value = [code, base].map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  const asked = String.raw`(?:!|\bif\s*\(|&&|\|\||\(|\btypeof)\s*(?:${value})\s*(?:\)|&&|\|\||[!=]==?|\?(?![.?:]))`;
  const replaced = String.raw`(?<![\w$.])(?:${value})\s*(?:[!=]==?|&&|\|\||\?\?|\?\s|=(?![=>]))`;
  return new RegExp(`${asked}|${replaced}`).test(source);
}
