import { check, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'retired-sdk';

describe(ID, () => {
  it('underlines what makes the client, once in a file', () => {
    check(`
import * as azure from 'azure-storage';
const tables = azure.createTableService(connection);
//                   ^^^^^^^^^^^^^^^^^^ information retired-sdk/deprecated: azure-storage
const others = azure.createTableService(other);
tables.insertEntity('Orders', { PartitionKey: azure.TableUtilities.entityGenerator.String('p') }, done);
`);
    check(`
const { createTableService } = require('azure-storage');
module.exports = createTableService();
//               ^^^^^^^^^^^^^^^^^^ information retired-sdk
`);
    check(`
// file: main.js
const azure = require('azure-storage');
function connect() {
  return azure.createTableService();
  //           ^^^^^^^^^^^^^^^^^^ information retired-sdk
}
`);
  });

  it('is silent for its other services, and for functions of that name', () => {
    checkSilent(
      ID,
      `
import azure from 'azure-storage';
import { TableClient } from '@azure/data-tables';
import { createTableService } from './tables.ts';
const blobs = azure.createBlobService(connection);
const tables = createTableService(new TableClient(url, 'Orders', credential));
const seats = restaurant.createTableService(4);
`,
    );
  });
});
