import assert from 'node:assert/strict';
import { plainText } from '../text/segments.ts';
import { parseFilter } from './parse.ts';
import { isUnfinishedAt } from './unfinished.ts';

/** Whether somebody is in the middle of a condition at the bar. */
function isUnfinished(marked: string): boolean {
  const flat = plainText(marked.replace('|', ''));
  return isUnfinishedAt(flat, parseFilter(flat), marked.indexOf('|'));
}

describe('a filter that is being written', () => {
  const whole = "PartitionKey eq 'Sales' and not (Age gt 30 or Active eq true)";

  it('is unfinished at the cursor until the condition could be complete', () => {
    const finished = Array.from({ length: whole.length }).flatMap((_, at) => {
      const typed = whole.slice(0, at + 1);
      return isUnfinished(`${typed}|`) ? [] : [typed];
    });
    assert.deepEqual(finished, ["PartitionKey eq 'Sales'", "PartitionKey eq 'Sales' ", whole]);
  });

  it('is unfinished before anything is written, and between quotes of a type until they hold a value', () => {
    for (const marked of ['|', ' |', "Since ge datetime'|'", "Since ge datetime'2026|'", "Id eq guid'12|'"])
      assert.equal(isUnfinished(marked), true, marked);
    for (const marked of ["PartitionKey eq '|'", "Since ge datetime'2026-01-02T03:04:05Z|'", 'Age gt 3|'])
      assert.equal(isUnfinished(marked), false, marked);
  });

  it('is unfinished in the middle of a condition that has others behind it', () => {
    assert.equal(isUnfinished("Age | and PartitionKey eq 'a'"), true);
    assert.equal(isUnfinished("Age gt | and PartitionKey eq 'a'"), true);
    assert.equal(isUnfinished("Age gt 3| and PartitionKey eq 'a'"), false);
  });

  it('is finished where the mistake stands elsewhere', () => {
    assert.equal(isUnfinished("Age and PartitionKey eq 'a'|"), false);
    assert.equal(isUnfinished("Age == 3 and PartitionKey eq 'a'|"), false);
  });
});
