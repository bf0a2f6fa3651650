import { nounOf, withArticle, wordsOf } from '../../design/words.ts';
import { camelOf, pascalOf, wordsIn } from '../sites/code-names.ts';
import type { KeyNames } from './module-code.ts';

/** Ways to name the functions, of which a program may have taken some. */
export const NAMINGS = [0, 1] as const;

/** Names after the table and the property: `reviewKey`, and `reviewKeyOfEmployee` where that is taken. */
export function keyNames(table: string, attribute: string, naming: (typeof NAMINGS)[number]): KeyNames {
  const { one, many } = nounOf(table);
  const words = wordsOf(attribute);
  const module = [...wordsIn(many), 'by', ...wordsIn(words), 'key'].join('-').toLowerCase();
  const key = `${camelOf(one)}Key${naming === 0 ? '' : `Of${pascalOf(words)}`}`;
  return {
    ...{ module, move: `${module}-move`, key, end: `${key}End`, many },
    one: withArticle(one),
  };
}
