import { startAzurite, tableServiceAt, type Azurite } from '../../test/azurite.ts';
import { seed } from '../../samples/seed.ts';

const port = 10002;
const endpoint = `http://127.0.0.1:${port}/devstoreaccount1`;

/**
 * Puts the sample's data behind the default development endpoint, where the sidebar looks: into an Azurite of
 * our own, which it returns, or into a table endpoint that is there already. Says what it found.
 */
export async function serveData(): Promise<Azurite | undefined> {
  const found = await tableServiceAt(endpoint);
  let azurite: Azurite | undefined;
  try {
    if (found === undefined) azurite = await startAzurite(port);
    const { entities } = await seed('UseDevelopmentStorage=true');
    const where = found === undefined ? 'An Azurite in memory' : `${found}, which runs already,`;
    console.log(`${where} has ${entities} entities of the sample (port ${port}).`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.log(`The sidebar has no data of the sample. Port ${port}: ${reason}`);
  }
  return azurite;
}
