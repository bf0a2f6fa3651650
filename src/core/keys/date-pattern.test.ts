import assert from 'node:assert/strict';
import { faultOfPattern } from './date-pattern.ts';

describe('faultOfPattern', () => {
  it('tells patterns that do not sort', () => {
    for (const pattern of [
      'DD-MM-YYYY',
      'D.M.YYYY',
      'dd-MM-yyyy',
      'd.M.yyyy',
      'MM/DD/YYYY',
      'MMddyyyy',
      'YYYY-M-D H:mm',
      'YYYY-MM-DD H:mm',
      'yyyy-MMM-dd',
      'DD MMM YYYY',
      'YYYY-MM-DD hh:mm A',
      'yyyy-MM-dd h:mm a',
      'HH:mm YYYY-MM-DD',
      'Do MMMM YYYY',
      'YYYY-MM-Do',
      'EEE, dd MMM yyyy',
      'EEE yyyy-MM-dd',
    ])
      assert.equal(faultOfPattern(pattern), 'unsorted', pattern);
  });

  it('tells hours that are written alike', () => {
    for (const pattern of ['YYYY-MM-DD hh:mm', 'yyyyMMddhhmmss', 'YYYY-MM-DD[T]hh:mm:ss', 'YYYY-MM-DDThh:mm'])
      assert.equal(faultOfPattern(pattern), 'ambiguous', pattern);
  });

  it('says nothing of those that sort, and of what it does not know', () => {
    for (const pattern of [
      'YYYY-MM-DD',
      'yyyy-MM-dd',
      'YYYYMMDDHHmmssSSS',
      'YYYY-MM-DDTHH:mm:ssZ',
      "yyyy-MM-dd'T'HH:mm:ssxxx",
      'YYYY-MM-DD[ at ]HH:mm',
      'YYYY',
      'YYYY-[W]WW',
      'HH:mm',
      'DD',
      'X',
      'LLLL',
      'iso',
      'local',
      'ulid',
      'yyyy-DD',
      'YYYY-MM-dd',
      'yyyy-MM-dd EEE',
    ])
      assert.equal(faultOfPattern(pattern), undefined, pattern);
  });
});
