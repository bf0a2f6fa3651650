import { TableClient } from '@azure/data-tables';

/** A client of one table; plain HTTP only towards an emulator on this machine. */
export function openTable(connectionString: string, name: string): TableClient {
  const isEmulator = /UseDevelopmentStorage=true|http:\/\/127\.0\.0\.1/.test(connectionString);
  return TableClient.fromConnectionString(connectionString, name, { allowInsecureConnection: isEmulator });
}
