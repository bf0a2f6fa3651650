import { once } from 'node:events';

/**
 * The heap that the Node process behind an inspector's port uses, in bytes, once what nobody holds any more is collected.
 * Rejects when nothing can be inspected there.
 */
export async function heapInUse(port: number): Promise<number> {
  const list = await fetch(`http://127.0.0.1:${port}/json/list`);
  const [target] = (await list.json()) as { webSocketDebuggerUrl: string }[];
  if (target === undefined) throw new Error(`nothing to inspect at port ${port}`);
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await once(socket, 'open');
  try {
    await ask(socket, 'HeapProfiler.collectGarbage');
    const { usedSize } = (await ask(socket, 'Runtime.getHeapUsage')) as { usedSize: number };
    return usedSize;
  } finally {
    socket.close();
  }
}

/** One question at a time; events that come meanwhile are passed over. */
async function ask(socket: WebSocket, method: string): Promise<unknown> {
  socket.send(JSON.stringify({ id: 1, method }));
  for (;;) {
    const [event] = (await once(socket, 'message')) as [MessageEvent];
    const answer = JSON.parse(String(event.data)) as { id?: number; result?: unknown };
    if (answer.id === 1) return answer.result;
  }
}
