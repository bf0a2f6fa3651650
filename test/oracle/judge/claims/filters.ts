import { comparisonsOf, sides } from '../../../../src/core/odata/comparisons.ts';
import { exclusion } from '../../../../src/core/shape/exclusion.ts';
import { isKeyName } from '../../../../src/core/shape/shape.ts';
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

/** A claim about what the service reads; of a query that the service rejects runs cannot tell. */
function ofReading(isSo: (sent: Sent) => boolean): Claim {
  return ofEach('list', (call) => {
    const sent = readSent(call.filter);
    return sent.isRejected ? undefined : isSo(sent);
  });
}

const orOver = (key: string): Claim =>
  ofReading(({ classification: { cause } }) => cause?.kind === 'or-over-key' && cause.key === key);

/** A key is compared with what is no text. Which type other properties are of, runs can't tell. */
const otherThanText: Claim = (finding, visits) =>
  finding.messageId === 'key'
    ? ofReading(({ parsed }) =>
        comparisonsOf(parsed.filter).some((comparison) => {
          const found = sides(comparison);
          if (found === undefined || !isKeyName(found.property)) return false;
          return found.value.kind === 'literal' && found.value.value.type !== 'String';
        }),
      )(finding, visits)
    : undefined;

/** What rules claim of the filters that are sent. */
export const filterClaims: Claims = [
  [
    'invalid-filter',
    ofFilter(({ parsed }, { severity }) =>
      parsed.errors.some(({ certainty }) => severity !== 'error' || certainty === 'documented'),
    ),
  ],
  ['filter-type-mismatch', whereTyped(otherThanText)],
  ['table-scan', ofReading(({ fits }) => fits.includes('table-scan'))],
  ['partition-key-or', orOver('PartitionKey')],
  ['row-key-or', orOver('RowKey')],
  ['partition-scan', ofReading(({ fits }) => fits.includes('partition-scan'))],
  ['partition-range-scan', ofReading(({ fits }) => fits.includes('partition-range'))],
  ['open-row-range', ofReading(({ fits }) => fits.includes('row-range'))],
  ['point-query-as-list', ofReading(({ fits }) => fits.includes('point'))],
  [
    'contradictory-filter',
    ofFilter(
      ({ parsed, shape }) =>
        shape === 'empty' || (parsed.filter !== undefined && exclusion(parsed.filter) !== undefined),
    ),
  ],
  ['unescaped-interpolation', whereTyped(ofFilter(({ parsed }) => parsed.errors.length > 0))],
  // an empty value leaves a quote that nobody asked for
  [
    'odata-composed-literal',
    whereTyped(
      ofEach('list', ({ filter = '' }) => filter.includes("''") || readSent(filter).parsed.errors.length > 0),
    ),
  ],
];
