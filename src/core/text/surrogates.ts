/** Whether a text has half a character, a surrogate without its other half: JSON can hold such ones, UTF-8 and addresses cannot. */
export function isIllFormed(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}
