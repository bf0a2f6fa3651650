/** Bytes that are looked at to tell text from what is none, as editors do. */
const PROBE = 512;

/**
 * The text of a file's bytes, without its byte order mark: UTF-16 with one, else UTF-8. Undefined for what has as many zeros as
 * UTF-16 without a mark has, and data that are no text.
 */
export function decode(bytes: Buffer): string | undefined {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return bytes.toString('utf8', 3);
  if (first === 0xff && second === 0xfe) return bytes.toString('utf16le', 2);
  if (first === 0xfe && second === 0xff) {
    const even = bytes.length - (bytes.length % 2);
    return Buffer.from(bytes.subarray(2, even)).swap16().toString('utf16le');
  }
  const probe = bytes.subarray(0, PROBE);
  return zerosIn(probe) > probe.length / 4 ? undefined : bytes.toString('utf8');
}

function zerosIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, at + 1)) count += 1;
  return count;
}
