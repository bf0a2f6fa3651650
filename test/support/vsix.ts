import { readFile } from 'node:fs/promises';
import JSZip from 'jszip';

/** What is inside a VSIX. */
export interface Vsix {
  /** The paths of its files, sorted; those of the extension begin with `extension/`. */
  readonly names: readonly string[];
  /** The bytes of a file; rejects when there is none of that name. */
  readonly bytes: (name: string) => Promise<Uint8Array>;
  /** The same as UTF-8 text. */
  readonly text: (name: string) => Promise<string>;
}

/** Reads the central directory of a VSIX, which is a ZIP archive; rejects when it is none. */
export async function openVsix(path: string): Promise<Vsix> {
  const { files } = await JSZip.loadAsync(await readFile(path));
  const bytes = async (name: string): Promise<Uint8Array> => {
    const file = files[name];
    if (file === undefined) throw new Error(`The VSIX has no file ${name}.`);
    return file.async('uint8array');
  };
  return {
    names: Object.values(files)
      .filter(({ dir }) => !dir)
      .map(({ name }) => name)
      .sort(),
    bytes,
    text: async (name) => new TextDecoder('utf-8', { fatal: true }).decode(await bytes(name)),
  };
}
