/** Two multipliers, odd and large, so that each half of the hash mixes the text in its own way. */
const [LEFT, RIGHT] = [0x01000193, 0x5bd1e995];

/** Gives 16 hexadecimal digits for a text, always the same ones: to know a text again, not to keep it secret. */
export function hashOf(text: string): string {
  let [left, right] = [0x811c9dc5, 0x9747b28c];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    left = Math.imul(left ^ unit, LEFT);
    right = Math.imul(right ^ unit, RIGHT);
    right ^= right >>> 15;
  }
  return hex(left) + hex(right);
}

function hex(number: number): string {
  return (number >>> 0).toString(16).padStart(8, '0');
}
