'use strict';

const { odata, TableClient } = require('@azure/data-tables');

const MAX_TICKS = 3155378975999999999n;
const UNIX_EPOCH_TICKS = 621355968000000000n;

/** Inverted ticks of a moment, and the number of the line: the newest line sorts first. */
function rowKeyOf(time, number) {
  const ticks = UNIX_EPOCH_TICKS + BigInt(time.getTime()) * 10000n;
  return `${(MAX_TICKS - ticks).toString().padStart(19, '0')}_${String(number).padStart(6, '0')}`;
}

/** An append-only log, a partition for each source. */
class ActivityLog {
  constructor(connectionString) {
    const isEmulator = /UseDevelopmentStorage=true|http:\/\/127\.0\.0\.1/.test(connectionString);
    this.table = TableClient.fromConnectionString(connectionString, 'ActivityLog', {
      allowInsecureConnection: isEmulator,
    });
  }

  async createTable() {
    await this.table.createTable();
  }

  async append({ source, number, time, text }) {
    await this.table.createEntity({
      partitionKey: source,
      rowKey: rowKeyOf(time, number),
      text,
    });
  }

  /** The newest lines of a source, at most `count`. */
  async latest(source, count) {
    const pages = this.table
      .listEntities({ queryOptions: { filter: odata`PartitionKey eq ${source}`, select: ['text'] } })
      .byPage({ maxPageSize: count });
    const lines = [];
    for await (const page of pages) {
      for (const { text } of page) lines.push(text);
      if (lines.length >= count) break;
    }
    return lines.slice(0, count);
  }

  /** Deletes the lines of a source, up to 100 in a transaction. */
  async clear(source) {
    const queryOptions = { filter: odata`PartitionKey eq ${source}`, select: ['rowKey'] };
    for await (const page of this.table.listEntities({ queryOptions }).byPage({ maxPageSize: 100 })) {
      const actions = page.map(({ rowKey }) => ['delete', { partitionKey: source, rowKey }]);
      if (actions.length > 0) await this.table.submitTransaction(actions);
    }
  }
}

module.exports = { ActivityLog };
