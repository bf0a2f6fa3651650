import { check, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'non-atomic-multi-write';
const HEAD = `
import { TableClient } from '@azure/data-tables';
const carts = new TableClient(url, 'Carts', credential);
const placed = new TableClient(url, 'PlacedOrders', credential);
const again = async <T>(work: () => Promise<T>): Promise<T> => work().catch(work);
const place = (user: string, id: string) => ({ partitionKey: user, rowKey: id, items: '' });
`;

describe('the function that an operation is run in', () => {
  it('is the one around what is handed over to be tried, and around the steps of a chain', () => {
    check(`${HEAD}
export async function order(user: string, id: string) {
  await again(() => placed.createEntity(place(user, id)));
  await again(() => carts.deleteEntity(user, 'cart'));
  //                      ^^^^^^^^^^^^ information non-atomic-multi-write/other-table
}
export const buy = (user: string, id: string) =>
  placed.createEntity(place(user, id)).then(() => carts.deleteEntity(user, 'cart'));
  //                                                    ^^^^^^^^^^^^ information non-atomic-multi-write/other-table
`);
  });

  it('is none of two handlers, nor of two branches', () => {
    for (const source of [
      `export function routes(app: App) {
  app.post('/orders', (user: string, id: string) => placed.createEntity(place(user, id)));
  app.delete('/carts', (user: string) => carts.deleteEntity(user, 'cart'));
}`,
      `export async function connect(user: string, id: string, socket: Socket) {
  await placed.createEntity(place(user, id));
  const timer = setInterval(() => carts.deleteEntity(user, 'cart'), 20_000);
  socket.on('close', () => clearInterval(timer));
}`,
      `export async function listen(user: string, id: string, socket: Socket) {
  await placed.createEntity(place(user, id));
  socket.on('close', () => carts.deleteEntity(user, 'cart'));
}`,
      `export async function either(user: string, id: string, isPlaced: boolean) {
  if (isPlaced) await again(() => placed.createEntity(place(user, id)));
  else await again(() => carts.deleteEntity(user, 'cart'));
}`,
    ])
      checkSilent(ID, HEAD + source);
  });
});
