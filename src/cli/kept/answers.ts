import { noting } from '../../lens/workspace/noted.ts';
import type { Answers } from '../../lens/workspace/still-so.ts';

/**
 * Does work and gives its result with all that the disk said to it. `isOne` is false where the same question had two answers, as the disk
 * changed meanwhile.
 */
export async function withAnswers<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly answers: Answers; readonly isOne: boolean }> {
  const found = new Map<string, Answers[number]>();
  let isOne = true;
  const result = await noting((question, answer) => {
    const key = `${question.ask} ${question.limit} ${question.path}`;
    const known = found.get(key);
    if (known !== undefined && known[1] !== answer) isOne = false;
    found.set(key, [question, answer]);
  }, work);
  return { result, answers: [...found.values()], isOne };
}
