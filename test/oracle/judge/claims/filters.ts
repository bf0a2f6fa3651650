import { exclusion } from '../../../../src/core/shape/exclusion.ts';
import type { Finding } from '../../../../src/lens/engine/finding.ts';
import { readSent, type Sent } from '../../sent.ts';
import { type Claim, type Claims, ofEach } from './claim.ts';

/** A claim about every filter that is sent. */
function ofFilter(isSo: (sent: Sent, finding: Finding) => boolean): Claim {
  return ofEach('list', (call, finding) => isSo(readSent(call.filter), finding));
}

/** Without types nobody knows that an input is a number: it could as well be a text with a quote in it. */
function whereTyped(claim: Claim): Claim {
  return (finding, visits) => {
    const answer = claim(finding, visits);
    return answer === 'never' && finding.file.endsWith('.js') ? undefined : answer;
  };
}

const orOver = (key: string): Claim =>
  ofFilter(({ classification: { cause } }) => cause?.kind === 'or-over-key' && cause.key === key);

/** What rules claim of the filters that are sent. */
export const filterClaims: Claims = [
  [
    'invalid-filter',
    ofFilter(({ parsed }, { severity }) =>
      parsed.errors.some(({ certainty }) => severity !== 'error' || certainty === 'documented'),
    ),
  ],
  ['table-scan', ofFilter(({ fits }) => fits.includes('table-scan'))],
  ['partition-key-or', orOver('PartitionKey')],
  ['row-key-or', orOver('RowKey')],
  ['partition-scan', ofFilter(({ fits }) => fits.includes('partition-scan'))],
  ['partition-range-scan', ofFilter(({ fits }) => fits.includes('partition-range'))],
  ['open-row-range', ofFilter(({ fits }) => fits.includes('row-range'))],
  ['point-query-as-list', ofFilter(({ fits }) => fits.includes('point'))],
  [
    'contradictory-filter',
    ofFilter(
      ({ parsed, shape }) =>
        shape === 'empty' || (parsed.filter !== undefined && exclusion(parsed.filter) !== undefined),
    ),
  ],
  ['unescaped-interpolation', whereTyped(ofFilter(({ parsed }) => parsed.errors.length > 0))],
  ['odata-composed-literal', ofFilter(({ parsed }) => parsed.errors.length > 0)],
];
