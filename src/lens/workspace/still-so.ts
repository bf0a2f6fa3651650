import { kindOf, readFileBytes, realNameOf } from './disk.ts';
import { noting, type Question } from './noted.ts';
import { foldersIn } from './siblings.ts';
import { entriesIn } from './walk.ts';

/** What the disk was asked, with what it said. */
export type Answers = readonly (readonly [question: Question, answer: string])[];

/** How many questions are asked at once. */
const AT_ONCE = 32;

/** Whether the disk says today what it said: asks it all again, but nothing once an answer is another. */
export async function areStillSo(answers: Answers): Promise<boolean> {
  let next = 0;
  let isSo = true;
  const ask = async (): Promise<void> => {
    for (let at = answers[next++]; at !== undefined && isSo; at = answers[next++]) {
      if (!(await isStillSo(...at))) isSo = false;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  return isSo;
}

async function isStillSo(question: Question, answer: string): Promise<boolean> {
  let said: string | undefined;
  await noting(
    (_, found) => {
      said = found;
    },
    () => asked(question),
  );
  return said === answer;
}

function asked({ ask, path, limit }: Question): Promise<unknown> {
  switch (ask) {
    case 'bytes':
      return readFileBytes(path, limit);
    case 'kind':
      return kindOf(path);
    case 'real':
      return realNameOf(path);
    case 'entries':
      return entriesIn(path, limit);
    case 'folders':
      return foldersIn(path);
  }
}
