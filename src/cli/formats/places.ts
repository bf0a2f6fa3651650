import { regionOf } from '../../api/region.ts';
import type { Region, Related } from '../../api/types.ts';
import type { Place } from '../../core/text/segments.ts';
import type { Finding } from '../../lens/engine/finding.ts';
import type { WriterContext } from './writer.ts';

/** A place of any file that a command has read, with the name of the file. */
export async function placeOf(
  { linesOf, nameOf }: WriterContext['found'],
  { file, span }: Place,
): Promise<Region & { readonly file: string }> {
  return { file: nameOf(file), ...regionOf(await linesOf(file), span) };
}

/** The places that have to do with a finding, as data. */
export async function relatedTo(
  found: WriterContext['found'],
  { related }: Pick<Finding, 'related'>,
): Promise<readonly Related[]> {
  const places: Related[] = [];
  for (const { place, message } of related) places.push({ ...(await placeOf(found, place)), message });
  return places;
}
