import type { TableClient } from '@azure/data-tables';

/** What all repositories have in common. */
export class Repository {
  protected readonly client: TableClient;

  constructor(client: TableClient) {
    this.client = client;
  }

  async createTable(): Promise<void> {
    await this.client.createTable();
  }

  protected async query<T extends object>(filter: string): Promise<T[]> {
    const results: T[] = [];
    for await (const entity of this.client.listEntities<T>({ queryOptions: { filter } })) {
      results.push(entity);
    }
    return results;
  }
}
