import { odata } from '@azure/data-tables';
import { Repository } from './repository.ts';

export interface Employee {
  department: string;
  id: number;
  name: string;
  email: string;
}

interface Department {
  managerId: number;
  deputyId: number;
}

export class StaffRepository extends Repository {
  async add(employee: Employee): Promise<void> {
    await this.client.createEntity({
      partitionKey: employee.department,
      rowKey: `empid_${employee.id}`,
      id: employee.id,
      name: employee.name,
      email: employee.email,
    });
  }

  async find(department: string, id: number): Promise<Employee | undefined> {
    const rowKey = 'empid_' + id;
    const entities = this.client.listEntities<Employee>({
      queryOptions: { filter: odata`PartitionKey eq ${department} and RowKey eq ${rowKey}` },
    });
    for await (const entity of entities) {
      return toEmployee(department, entity);
    }
    return undefined;
  }

  async findByEmail(department: string, email: string): Promise<Employee | undefined> {
    const queryOptions = { filter: odata`email eq ${email}` };
    let found: Employee | undefined;
    for await (const entity of this.client.listEntities<Employee>({ queryOptions })) {
      if (entity.partitionKey === department) found = toEmployee(department, entity);
    }
    return found;
  }

  async leaders(department: string): Promise<Employee[]> {
    const { managerId, deputyId } = await this.client.getEntity<Department>(department, 'department');
    const manager = 'empid_' + managerId;
    const deputy = 'empid_' + deputyId;
    const entities = this.client.listEntities<Employee>({
      queryOptions: {
        filter: odata`PartitionKey eq ${department} and (RowKey eq ${manager} or RowKey eq ${deputy})`,
      },
    });
    const employees: Employee[] = [];
    for await (const entity of entities) employees.push(toEmployee(department, entity));
    return employees.sort((a, b) => rank(a) - rank(b));

    function rank(employee: Employee): number {
      return employee.id === managerId ? 0 : 1;
    }
  }

  async range(department: string, first: number, last: number): Promise<Employee[]> {
    const staff: Employee[] = [];
    const queryOptions = { filter: `PartitionKey eq '${department}'` };
    for await (const entity of this.client.listEntities<Employee>({ queryOptions })) {
      staff.push(entity);
    }
    return staff
      .filter(({ id }) => id >= first && id <= last)
      .sort((a, b) => a.id - b.id)
      .map((entity) => toEmployee(department, entity));
  }
}

function toEmployee(department: string, { id, name, email }: Employee): Employee {
  return { department, id, name, email };
}
