import { startAzurite, type Azurite } from '../../test/azurite.ts';
import { tableServiceAt } from '../../test/support/ports.ts';
import { provide } from '../../samples/provide.ts';

const port = 10002;
const endpoint = `http://127.0.0.1:${port}/devstoreaccount1`;

/**
 * Puts the sample's data behind the default development endpoint, where the sidebar looks: into an Azurite of
 * our own, which it returns, or into a table endpoint that is there already. Tables that are there already are
 * left as they are. Says what it found and did.
 */
export async function serveData(): Promise<Azurite | undefined> {
  const found = await tableServiceAt(endpoint);
  let azurite: Azurite | undefined;
  try {
    if (found === undefined) azurite = await startAzurite(port);
    const { written, left } = await provide('UseDevelopmentStorage=true');
    const where =
      found === undefined ? 'an Azurite that keeps it in memory' : `${found}, which was running already`;
    console.log(`The data of the sample is at 127.0.0.1:${port}, in ${where}.`);
    if (written.length > 0) console.log(`Tables written: ${written.join(', ')}.`);
    if (left.length > 0) console.log(`Tables that were there, left as they are: ${left.join(', ')}.`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.log(`The sidebar has no data of the sample. Port ${port}: ${reason}`);
  }
  return azurite;
}
