import type { TableClient } from '@azure/data-tables';

export declare function createReports(
  staff: TableClient,
  expenses: TableClient,
): {
  newest(employeeId: number): Promise<string | undefined>;
  totals(employeeId: number, purposes: string[]): Promise<Record<string, number>>;
  contacts(one: string, other: string): Promise<string[]>;
  saveTotals(department: string, totals: Record<string, number>): Promise<void>;
};
