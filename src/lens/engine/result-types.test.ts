import { check, checkSilent } from '../../../test/support/rule-fixtures.ts';

const WELLS = `
import { TableClient } from '@azure/data-tables';
import { errAsync, okAsync, ResultAsync, safeTry } from 'neverthrow';
interface Well { depth: number; owner: string; note: string }
const wells = new TableClient(url, 'Wells', credential);
const byOwner = new TableClient(url, 'WellsByOwner', credential);
const attempt = <T>(work: Promise<T>) => ResultAsync.fromPromise(work, (error) => error as Error);
const read = (field: string, id: string) => attempt(wells.getEntity<Well>(field, id));
`;

describe('results of neverthrow', () => {
  it('are followed in chains, generators and tests', () => {
    check(`${WELLS}
export const deepen = (field: string, id: string, by: number) =>
  read(field, id)
    .andThen((well) => (well.depth < 900 ? okAsync(well) : errAsync(new Error('too deep'))))
    .andThen((well) => attempt(wells.updateEntity({ partitionKey: field, rowKey: id, depth: well.depth + by }, 'Merge')));
    //                               ^^^^^^^^^^^^ warning lost-update
export const halve = (field: string, id: string) =>
  safeTry(async function* () {
    const well = yield* read(field, id);
    return attempt(wells.updateEntity({ partitionKey: field, rowKey: id, depth: well.depth / 2 }, 'Merge'));
    //                   ^^^^^^^^^^^^ warning lost-update
  });
export async function fill(field: string, id: string, by: number) {
  const found = await read(field, id);
  if (found.isErr()) throw found.error;
  await wells.updateEntity({ partitionKey: field, rowKey: id, depth: found.value.depth - by }, 'Merge');
  //          ^^^^^^^^^^^^ warning lost-update
}
`);
  });

  it('say what is done where a read failed', () => {
    check(`${WELLS}
export const claim = (field: string, id: string, owner: string) =>
  read(field, id)
    .andThen(() => errAsync<void, Error>(new Error('taken')))
    .orElse((error) => {
      if (error.message === 'taken') return errAsync(error);
      return attempt(wells.upsertEntity({ partitionKey: field, rowKey: id, owner }, 'Replace'));
      //                   ^^^^^^^^^^^^ warning create-race
    });
`);
    checkSilent(
      'create-race',
      `${WELLS}
export const claim = (field: string, id: string, owner: string) =>
  read(field, id)
    .orElse((error) => errAsync(error))
    .andThen(() => attempt(wells.upsertEntity({ partitionKey: field, rowKey: id, owner }, 'Replace')));
`,
    );
  });

  it('are one step after the other of the function around them', () => {
    check(`${WELLS}
export const add = (field: string, id: string, owner: string, note: string) =>
  attempt(wells.createEntity({ partitionKey: field, rowKey: id, owner, note, state: 'open' }))
    .andThen(() => attempt(byOwner.createEntity({ partitionKey: owner, rowKey: id, field, note, state: 'open' })));
    //                             ^^^^^^^^^^^^ information non-atomic-multi-write/other-table
export const close = (field: string, id: string) =>
  attempt(wells.updateEntity({ partitionKey: field, rowKey: id, state: 'closed' }, 'Merge'));
  //            ^^^^^^^^^^^^ warning stale-copy/changed-copy: state
`);
  });

  it('keep the etag, and are no entities themselves', () => {
    const source = (body: string): string => `${WELLS}
export async function one(field: string, id: string, by: number) {
  ${body}
}
`;
    for (const body of [
      `return read(field, id).andThen((well) =>
    attempt(wells.updateEntity({ partitionKey: field, rowKey: id, depth: well.depth + by }, 'Merge', { etag: well.etag })));`,
      `return read(field, id).andThen((well) =>
    attempt(byOwner.updateEntity({ partitionKey: well.owner, rowKey: id, depth: well.depth }, 'Merge')));`,
    ])
      checkSilent('lost-update', source(body));
    checkSilent(
      'unknown-property',
      source(`const found = await read(field, id);
  return found.isOk() ? found.value.depth : found.error.message;`),
    );
  });
});
