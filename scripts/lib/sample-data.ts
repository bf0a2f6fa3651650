import { answersAsTableService, startAzurite, type Azurite } from '../../test/azurite.ts';
import { seed } from '../../samples/seed.ts';

const port = 10002;
const endpoint = `http://127.0.0.1:${port}/devstoreaccount1`;

/**
 * Puts the sample's data behind the default development endpoint, where the sidebar looks: into an Azurite of
 * our own, which it returns, or into a table endpoint that is there already. Says what it found.
 */
export async function serveData(): Promise<Azurite | undefined> {
  if (await answersAsTableService(endpoint)) {
    console.log(`A table endpoint answers on port ${port} already: the sample's tables go into that one.`);
    await seed('UseDevelopmentStorage=true');
    return undefined;
  }
  let azurite: Azurite;
  try {
    azurite = await startAzurite(port);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.log(`No data in the sidebar: Azurite does not start on port ${port}. ${reason}`);
    return undefined;
  }
  const { entities } = await seed(azurite.connectionString);
  console.log(`Azurite runs on port ${port}, in memory, with ${entities} entities of the sample.`);
  return azurite;
}
