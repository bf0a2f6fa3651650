import { odata, RestError, type TableClient } from '@azure/data-tables';
import { emailKey, employeeKey } from './keys.ts';

interface Department {
  managerId: number;
  deputyId: number;
}

export interface Employee {
  department: string;
  id: number;
  name: string;
  email: string;
}

interface EmployeeEntity {
  id: number;
  name: string;
  email: string;
}

/** Departments and their employees, a partition for each department. */
export class Employees {
  private readonly table: TableClient;

  constructor(table: TableClient) {
    this.table = table;
  }

  async createTable(): Promise<void> {
    await this.table.createTable();
  }

  /** Writes the employee under both keys by which it is looked up, or under none. */
  async add({ department, id, name, email }: Employee): Promise<void> {
    const entity = { partitionKey: department, id, name, email };
    await this.table.submitTransaction([
      ['create', { ...entity, rowKey: employeeKey(id) }],
      ['create', { ...entity, rowKey: `email_${emailKey(email)}` }],
    ]);
  }

  async find(department: string, id: number): Promise<Employee | undefined> {
    return this.get(department, employeeKey(id));
  }

  async findByEmail(department: string, email: string): Promise<Employee | undefined> {
    return this.get(department, `email_${emailKey(email)}`);
  }

  /** Manager and deputy of a department. */
  async leaders(department: string): Promise<Employee[]> {
    const { managerId, deputyId } = await this.table.getEntity<Department>(department, 'department');
    const found = await Promise.all([this.find(department, managerId), this.find(department, deputyId)]);
    return found.filter((employee) => employee !== undefined);
  }

  /** Employees with an id from `first` to `last`, in the order of their ids. */
  async range(department: string, first: number, last: number): Promise<Employee[]> {
    const entities = this.table.listEntities<EmployeeEntity>({
      queryOptions: {
        filter: odata`PartitionKey eq ${department} and RowKey ge ${employeeKey(first)} and RowKey le ${employeeKey(last)}`,
        select: ['id', 'name', 'email'],
      },
    });
    const employees: Employee[] = [];
    for await (const { id, name, email } of entities) employees.push({ department, id, name, email });
    return employees;
  }

  private async get(department: string, rowKey: string): Promise<Employee | undefined> {
    try {
      const { id, name, email } = await this.table.getEntity<EmployeeEntity>(department, rowKey);
      return { department, id, name, email };
    } catch (error) {
      if (error instanceof RestError && error.statusCode === 404) return undefined;
      throw error;
    }
  }
}
