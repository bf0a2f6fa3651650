import { type Claims, ofEach } from './claim.ts';

/** What rules claim of requests that run at the same time. */
export const parallelClaims: Claims = [
  [
    'unbounded-parallel',
    (finding, visits) =>
      ofEach('read', ({ pending }) => pending > 0)(finding, visits) ??
      ofEach('write', ({ pending }) => pending > 0)(finding, visits),
  ],
];
