/** A text as it is, and as tokens and keys hold it. Base64 shifts with what stands before: the middle is looked for, three times. */
export function formsOf(text: string): string[] {
  const encodings = (['utf8', 'utf16le'] as const).flatMap((encoding) =>
    [0, 1, 2].map((offset) => Buffer.from(text, encoding).subarray(offset).toString('base64').slice(0, 16)),
  );
  return [text, ...encodings];
}
