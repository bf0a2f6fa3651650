/** Requests that run at the same time: enough to hide the round trips, few for a partition's limits. */
const AT_ONCE = 20;

/** Does something for each of a list, for so many of them at a time, and gives the results in order. */
export async function inParts<T, R>(list: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let start = 0; start < list.length; start += AT_ONCE) {
    const part = list.slice(start, start + AT_ONCE);
    done.push(...(await Promise.all(part.map((one) => work(one)))));
  }
  return done;
}
