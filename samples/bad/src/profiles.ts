import { staffTable, type TableFactory } from './table-factory.ts';

/** What employees tell about themselves, and the badges that open their doors. */
export function createProfiles(factory: TableFactory) {
  const table = staffTable(factory);

  async function setSkills(department: string, email: string, skills: string[]): Promise<void> {
    await table.upsertEntity({ partitionKey: `profiles_${department}`, rowKey: email, skills });
  }

  async function addLink(department: string, email: string, url: string): Promise<void> {
    await table.createEntity({ partitionKey: `links_${department}`, rowKey: `${email}${url}`, email });
  }

  async function setBadge(department: string, email: string, badge: bigint, issued: Date): Promise<void> {
    const partitionKey = `badges_${department}`;
    await table.upsertEntity({ partitionKey, rowKey: email, badge: Number(badge), timestamp: issued });
  }

  async function badgeOf(department: string, email: string): Promise<string> {
    const { badge } = await table.getEntity<{ badge: unknown }>(`badges_${department}`, email);
    return String(badge);
  }

  async function lendKey(department: string, key: string, email: string): Promise<void> {
    await table.submitTransaction([
      ['upsert', { partitionKey: `keys_${department}`, rowKey: key, email }],
      ['upsert', { partitionKey: `lent_${department}`, rowKey: email, key }],
    ]);
  }

  return { setSkills, addLink, setBadge, badgeOf, lendKey };
}
