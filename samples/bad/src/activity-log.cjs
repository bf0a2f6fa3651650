'use strict';

const { odata, TableClient } = require('@azure/data-tables');

let lines = 0;

function createLog(connectionString) {
  const table = TableClient.fromConnectionString(connectionString, 'Activities', {
    allowInsecureConnection: !connectionString.includes('https'),
  });

  async function append({ source, number, time, text }) {
    lines++;
    await table.createEntity({
      partitionKey: 'log',
      rowKey: 'line-' + lines,
      source,
      number,
      time,
      text,
    });
  }

  async function latest(source, count) {
    const filter = "PartitionKey eq 'log' and source eq '" + source + "'";
    const found = [];
    for await (const line of table.listEntities({ queryOptions: { filter } })) found.push(line);
    found.sort((a, b) => b.time - a.time);
    return found.slice(0, count).map((line) => line.text);
  }

  async function clear(source) {
    const filter = odata`PartitionKey eq 'log' and source eq ${source}`;
    for await (const line of table.listEntities({ queryOptions: { filter } })) {
      await table.deleteEntity('log', line.rowKey);
    }
  }

  return { createTable: () => table.createTable(), append, latest, clear };
}

module.exports = { createLog };
