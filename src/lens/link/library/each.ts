/** What a function of a package does with the list that it is given first, and where it is given the function for its elements. */
export interface EachCall {
  /** The method of lists that does the like. */
  readonly method: 'map' | 'forEach' | 'filter';
  /** Where the function stands among the arguments. */
  readonly callback: number;
  /** It waits for each before the next begins. */
  readonly isInTurn?: true;
  /** The function may also be given what it calls when it is done, in place of an index. */
  readonly mayCallBack?: true;
}

const start = (method: EachCall['method']): EachCall => ({ method, callback: 1 });
const inTurn = (method: EachCall['method']): EachCall => ({ ...start(method), isInTurn: true });
const ofAsync = (each: EachCall): EachCall => ({ ...each, mayCallBack: true });
const limited = (method: EachCall['method']): EachCall => ofAsync({ method, callback: 2 });

/** Packages of one such function, which they export alone. */
const ALONE: ReadonlyMap<string, EachCall> = new Map([
  ['p-map', start('map')],
  ['p-filter', start('filter')],
  ['p-map-series', inTurn('map')],
  ['p-each-series', inTurn('forEach')],
]);

/** Packages of several, by their names. */
const NAMED: ReadonlyMap<string, ReadonlyMap<string, EachCall>> = new Map([
  [
    'bluebird',
    new Map([
      ['map', start('map')],
      ['filter', start('filter')],
      ['mapSeries', inTurn('map')],
      ['each', inTurn('forEach')],
    ]),
  ],
  [
    'async',
    new Map([
      ...['each', 'forEach'].map((name) => [name, ofAsync(start('forEach'))] as const),
      ...['eachSeries', 'forEachSeries'].map((name) => [name, ofAsync(inTurn('forEach'))] as const),
      ...['eachLimit', 'forEachLimit'].map((name) => [name, limited('forEach')] as const),
      ['map', ofAsync(start('map'))],
      ['mapSeries', ofAsync(inTurn('map'))],
      ['mapLimit', limited('map')],
      ['filter', ofAsync(start('filter'))],
      ['filterLimit', limited('filter')],
    ]),
  ],
]);

/** What a function of a package does for each element of a list; undefined for others. `path`: the names after the module, `default` first or not. */
export function eachCallOf(module: string, path: readonly string[]): EachCall | undefined {
  const [name, ...more] = path[0] === 'default' ? path.slice(1) : path;
  const alone = ALONE.get(module);
  // with `require`, older versions are the function, and later ones have it as their default
  if (alone !== undefined) return name === undefined || name === 'pMap' ? alone : undefined;
  if (name === undefined || more.length > 0) return undefined;
  return NAMED.get(module)?.get(name);
}
