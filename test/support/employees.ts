import { type AppliedPrograms, withoutVersion } from './applied-programs.ts';

/** What each program of employees exports that finds them by their address. */
export interface Employees {
  readonly hire: (department: string, id: string, employee: object) => Promise<void>;
  readonly change: (department: string, id: string, changes: object) => Promise<void>;
  readonly put: (department: string, id: string, employee: object) => Promise<void>;
  readonly dismiss: (department: string, id: string) => Promise<void>;
  readonly find: (department: string, email: string) => Promise<unknown>;
  readonly ages: (department: string) => Promise<number[]>;
}

/** A program of employees with a pattern applied, or as it was. */
export async function loadEmployees(applied: AppliedPrograms, name: string): Promise<Employees> {
  return (await applied.load(name)) as Employees;
}

/** All rows of a department, without what the service gives them. */
export async function rowsOf(
  { client }: Pick<AppliedPrograms, 'client'>,
  department: string,
): Promise<Record<string, unknown>[]> {
  const rows = [];
  const filter = `PartitionKey eq '${department}'`;
  for await (const row of client.listEntities({ queryOptions: { filter } })) rows.push(withoutVersion(row));
  return rows;
}

/** A day in a department: what each question gives. Addresses are of the department, which a question need not name. */
export async function day(program: Employees, department: string): Promise<unknown> {
  const at = (name: string): string => `${name}@${department}.org`;
  const found = async (name: string): Promise<unknown> => {
    const one = await program.find(department, at(name));
    return one === undefined ? undefined : withoutVersion(one as object);
  };
  await program.hire(department, '1', { email: at('ada'), age: 36 });
  await program.hire(department, '2', { email: at("o'neill/#1"), age: 41 });
  await program.put(department, '3', { email: at('new'), age: 20 });
  const results = [await found('ada'), await found("o'neill/#1"), await found('nobody')];
  await program.change(department, '1', { age: 37 });
  results.push(await found('ada'));
  await program.change(department, '1', { email: at('countess') });
  results.push(await found('ada'), await found('countess'));
  await program.put(department, '3', { email: at('newer'), age: 21 });
  results.push(await found('new'), await found('newer'), await program.ages(department));
  await program.dismiss(department, '2');
  results.push(await found("o'neill/#1"), await program.ages(department));
  for (const act of [
    () => program.dismiss(department, '2'),
    () => program.change(department, '9', { age: 1 }),
    () => program.hire(department, '1', { email: at('again'), age: 1 }),
  ])
    results.push(await act().then(String, (error: unknown) => (error as { statusCode: number }).statusCode));
  return JSON.parse(JSON.stringify(results).replaceAll(department, 'department'));
}
