import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/lib/paths.ts';
import { type Compared, compared, pageOf } from './bench/rubis/page.ts';

describe('the designs for the RUBiS auction site', function () {
  this.timeout(20_000);
  let all: readonly Compared[];
  before(() => {
    all = compared();
  });

  it('cost no more than those of the expert in any mix', () => {
    for (const { mix, explored, expert } of all) assert.ok(explored <= expert, mix);
  });

  it('cost a tenth of the baseline while people browse, and a fifth while they bid', () => {
    const [browsing, bidding] = all.map(({ explored, baseline }) => baseline / explored);
    assert.ok(browsing !== undefined && browsing > 10);
    assert.ok(bidding !== undefined && bidding > 5);
  });

  it('change with the writes, and cost less for it', () => {
    const heavy = all.find(({ mix }) => mix === 'write_heavy');
    assert(heavy !== undefined);
    assert.ok(heavy.explored < heavy.forBidding.reads + heavy.forBidding.writes);
    const copies = ({ first }: Compared): number =>
      first.kinds.flatMap(({ structures }) => structures).filter(({ role }) => role === 'copy').length;
    const [bidding] = all.filter(({ mix }) => mix === 'bidding');
    assert.ok(bidding !== undefined && copies(heavy) < copies(bidding));
  });

  it('are those that the page shows', () => {
    const page = readFileSync(join(root, 'docs/RUBIS.md'), 'utf8').replaceAll('\r\n', '\n');
    assert.ok(
      page.endsWith(pageOf(all).join('\n')),
      'npm run bench -- --design prints what docs/RUBIS.md should end with',
    );
  });
});
