import type { TableFactory } from './table-factory.ts';

export declare function createReports(factory: TableFactory): {
  newest(employeeId: number): Promise<string | undefined>;
  totals(employeeId: number, purposes: string[]): Promise<Record<string, number>>;
  contacts(one: string, other: string): Promise<string[]>;
  saveTotals(department: string, totals: Record<string, number>): Promise<void>;
};
