import type { TableClient } from '@azure/data-tables';
import { emailKey } from './keys.ts';

/** What employees tell about themselves, the badges that open their doors, and the keys that they borrow. */
export class Profiles {
  private readonly table: TableClient;

  constructor(table: TableClient) {
    this.table = table;
  }

  async setSkills(department: string, email: string, skills: string[]): Promise<void> {
    const partitionKey = `profiles_${department}`;
    await this.table.upsertEntity({ partitionKey, rowKey: emailKey(email), skills: JSON.stringify(skills) });
  }

  async addLink(department: string, email: string, url: string): Promise<void> {
    const rowKey = `${emailKey(email)}_${encodeURIComponent(url)}`;
    await this.table.createEntity({ partitionKey: `links_${department}`, rowKey, email });
  }

  async setBadge(department: string, email: string, badge: bigint, issued: Date): Promise<void> {
    await this.table.upsertEntity({
      partitionKey: `badges_${department}`,
      rowKey: emailKey(email),
      badge,
      issued,
    });
  }

  async badgeOf(department: string, email: string): Promise<string> {
    const { badge } = await this.table.getEntity<{ badge: bigint }>(`badges_${department}`, emailKey(email));
    return String(badge);
  }

  /** In one partition, so that both rows are written or none. */
  async lendKey(department: string, key: string, email: string): Promise<void> {
    const partitionKey = `keys_${department}`;
    await this.table.submitTransaction([
      ['upsert', { partitionKey, rowKey: `key_${key}`, email }],
      ['upsert', { partitionKey, rowKey: `lent_${emailKey(email)}`, key }],
    ]);
  }
}
