import { connectionVariables } from '../../syntax/edits/connection-variable.ts';
import { importedFrom } from '../../syntax/edits/imported-from.ts';
import type { World } from '../pattern.ts';
import type { BlobAccount } from './module-code.ts';

/** How the program reaches its account: as its table clients do, the files in the order given. `wanted` names a variable, or is `auto`. */
export function accountOf(world: Pick<World, 'text'>, files: readonly string[], wanted: string): BlobAccount {
  const texts = files.map((file) => [file, world.text(file) ?? ''] as const);
  const [variable] = texts.flatMap(([file, text]) => connectionVariables(file, text));
  const signsIn = texts.some(
    ([file, text]) => importedFrom(file, text, 'DefaultAzureCredential') === '@azure/identity',
  );
  const by = variable === undefined && signsIn ? 'identity' : 'connection';
  const usual = by === 'identity' ? 'AZURE_STORAGE_BLOB_URL' : 'AZURE_STORAGE_CONNECTION_STRING';
  return { by, variable: wanted === 'auto' ? (variable ?? usual) : wanted };
}
