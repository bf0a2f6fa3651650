/** The SDK of Azure Tables. */
export const PACKAGE = '@azure/data-tables';

/** What sources, and manifests of packages, have in them that use Azure Tables: the SDK, the retired one, a binding of Azure Functions. */
const NAMES: readonly string[] = [PACKAGE, 'azure-storage', 'input.table'];

/** Whether a text names something by which code gets at Azure Tables. */
export function namesTables(text: string): boolean {
  return NAMES.some((name) => text.includes(name));
}
