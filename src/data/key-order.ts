/**
 * Negative, zero or positive as a key comes before, is, or comes after another in the order of the service; undefined where that depends on
 * whether it sorts UTF-16 units or characters, which nobody here has seen: a character beyond U+FFFF against one from U+E000 on.
 */
export function compareKeys(a: string, b: string): number | undefined {
  if (a === b) return 0;
  let index = 0;
  while (index < a.length && a[index] === b[index]) index += 1;
  const [left, right] = [unitAt(a, index), unitAt(b, index)];
  if (left >= 0xd800 && right >= 0xd800 && isSurrogate(left) !== isSurrogate(right)) return undefined;
  return left - right;
}

/** Below all units where the key ends. */
function unitAt(key: string, index: number): number {
  return index < key.length ? key.charCodeAt(index) : -1;
}

function isSurrogate(unit: number): boolean {
  return unit <= 0xdfff;
}
