/** Two multipliers, odd and large, so that each half of the hash mixes the text in its own way. */
const [LEFT, RIGHT] = [0x01000193, 0x5bd1e995];

/** Gives 16 hexadecimal digits for a text, always the same ones: to know a text again, not to keep it secret. */
export function hashOf(text: string): string {
  const [left, right] = halves(text);
  return hex(left) + hex(right);
}

/** Gives a whole number of 53 bits for a text, as {@link hashOf}. */
export function hashNumber(text: string): number {
  const [left, right] = halves(text);
  return left * 2 ** 21 + (right >>> 11);
}

function halves(text: string): readonly [left: number, right: number] {
  let [left, right] = [0x811c9dc5, 0x9747b28c];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    left = Math.imul(left ^ unit, LEFT);
    right = Math.imul(right ^ unit, RIGHT);
    right ^= right >>> 15;
  }
  return [left >>> 0, right >>> 0];
}

function hex(number: number): string {
  return number.toString(16).padStart(8, '0');
}
