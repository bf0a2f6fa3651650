import type { Place } from '../../core/text/segments.ts';
import { type Abstract, alternativesOf, type ArrayElement, toValue } from '../link/abstract.ts';
import type { Linker } from '../link/linker.ts';
import { constantText } from '../link/text.ts';
import { keysOf, valuesOf } from './entity.ts';
import type { TransactionAction } from './operation.ts';

/**
 * The actions that `submitTransaction` is given, as far as they are seen, in order; undefined where its argument is
 * not seen to be a list. `here` stands for actions that are made elsewhere.
 */
export function actionsOf(
  linker: Linker,
  list: Abstract,
  here: Place,
): readonly TransactionAction[] | undefined {
  const lists = alternativesOf(list);
  if (!lists.every((choice) => choice.value.kind === 'array')) return undefined;
  return lists.flatMap((choice) =>
    choice.value.kind === 'array' ? choice.value.elements.flatMap((one) => actionOf(linker, one, here)) : [],
  );
}

function actionOf(linker: Linker, element: ArrayElement, here: Place): readonly TransactionAction[] {
  const { many, when } = element;
  const place = element.place ?? here;
  return alternativesOf(element.value).map(({ value }): TransactionAction => {
    const common = { place, many, ...(when !== undefined && { when }) };
    if (value.kind !== 'array') return { ...common, isTuple: value.kind === 'object' ? false : undefined };
    const [kind, entity] = value.elements;
    const written = entity?.value;
    const at = entity?.place ?? place;
    const name = kind && constantText(kind.value);
    return {
      ...common,
      isTuple: true,
      ...(name !== undefined && { kind: name }),
      ...(written?.kind === 'object' && keysOf(linker, written, at)),
      entityPlace: at,
      values: () => valuesOf(linker, written),
      ...(value.elements[2] && { options: toValue(value.elements[2].value) }),
    };
  });
}
