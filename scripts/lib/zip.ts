/** One file of a ZIP archive, its size in bytes. */
export interface ZipEntry {
  readonly name: string;
  readonly size: number;
}

// The layout is that of PKWARE's APPNOTE, sections 4.3.12 (central directory) and 4.3.16 (its end).
const endSignature = 0x06054b50;
const endLength = 22;
const entrySignature = 0x02014b50;
const entryLength = 46;

/** Lists a ZIP archive's central directory. Throws when the bytes are no ZIP archive. Knows no ZIP64. */
export function listZip(archive: Buffer): readonly ZipEntry[] {
  let end = archive.length - endLength;
  while (end >= 0 && archive.readUInt32LE(end) !== endSignature) end--;
  if (end < 0) throw new Error('not a ZIP archive: it has no end record');
  const entries: ZipEntry[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (archive.readUInt32LE(at) !== entrySignature) throw new Error(`no ZIP entry at byte ${at}`);
    const nameEnd = at + entryLength + archive.readUInt16LE(at + 28);
    entries.push({
      name: archive.toString('utf8', at + entryLength, nameEnd),
      size: archive.readUInt32LE(at + 24),
    });
    at = nameEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return entries;
}
