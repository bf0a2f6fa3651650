const HEX = '0123456789ABCDEF';

/** Characters that are put together at a time. */
const CHUNK = 8_192;

/**
 * The hexadecimal digits of the bytes that Base64 stands for; undefined for what is not written as it is in JSON of OData (RFC 4648, with its
 * padding, without blanks, unused bits zero).
 */
export function hexOfBase64(base64: string): string | undefined {
  if (base64.length % 4 !== 0) return undefined;
  let bytes: string;
  try {
    bytes = atob(base64);
  } catch {
    return undefined;
  }
  // it reads blanks over, and bits that stand for nothing
  if (btoa(bytes) !== base64) return undefined;
  const digits = new Uint8Array(bytes.length * 2);
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes.charCodeAt(index);
    digits[index * 2] = HEX.charCodeAt(byte >> 4);
    digits[index * 2 + 1] = HEX.charCodeAt(byte & 15);
  }
  return new TextDecoder().decode(digits);
}

/** The Base64 of bytes that are given as hexadecimal digits. */
export function base64OfHex(hex: string): string {
  const pieces: string[] = [];
  for (let start = 0; start < hex.length; start += CHUNK) {
    const end = Math.min(hex.length, start + CHUNK);
    const units: number[] = [];
    for (let at = start; at < end; at += 2) {
      units.push((digitOf(hex.charCodeAt(at)) << 4) | digitOf(hex.charCodeAt(at + 1)));
    }
    pieces.push(String.fromCharCode(...units));
  }
  return btoa(pieces.join(''));
}

/** The value of a hexadecimal digit, upper case or lower. */
function digitOf(unit: number): number {
  return unit <= 0x39 ? unit - 0x30 : (unit & 0xdf) - 0x37;
}
