import { regionOf } from '../../api/region.ts';
import type { Region } from '../../api/types.ts';
import type { Place } from '../../core/text/segments.ts';
import type { WriterContext } from './writer.ts';

/** A place of any file that a command has read, with the name of the file. */
export async function placeOf(
  { linesOf, nameOf }: WriterContext['found'],
  { file, span }: Place,
): Promise<Region & { readonly file: string }> {
  return { file: nameOf(file), ...regionOf(await linesOf(file), span) };
}
