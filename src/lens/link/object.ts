import {
  type Abstract,
  alternativesOf,
  choose,
  type Choice,
  type ObjectValue,
  type Overlay,
  unknown,
} from './abstract.ts';
import type { Linker } from './linker.ts';

/** A property of an object of the workspace; `nothing` where it is seen to be absent. */
export function propertyOf(linker: Linker, object: ObjectValue, name: string): Abstract {
  const base = literalProperty(linker, object, name);
  return object.overlays
    .filter((overlay) => overlay.path[0] === name)
    .reduce((value, overlay) => withOverlay(value, overlay, object), base);
}

function literalProperty(linker: Linker, object: ObjectValue, name: string): Abstract {
  for (const property of [...object.properties].reverse()) {
    const value = (): Abstract => linker.evaluate(property.value, object.context);
    if (property.kind === 'property') {
      if (property.name === name) return value();
      continue;
    }
    const spread = spreadProperty(linker, value(), name);
    if (spread === undefined) continue;
    // `...(x && { filter })`: present on one branch, looked for further on the other
    const rest = spread.some((choice) => choice.value.kind === 'nothing')
      ? literalProperty(linker, { ...object, properties: before(object, property) }, name)
      : undefined;
    return choose(
      spread.flatMap((choice) =>
        choice.value.kind === 'nothing' && rest !== undefined
          ? alternativesOf(rest).map((inner) => ({ value: inner.value, ...whenOf(choice, inner) }))
          : [choice],
      ),
    );
  }
  return { kind: 'nothing' };
}

function before(object: ObjectValue, property: ObjectValue['properties'][number]): ObjectValue['properties'] {
  return object.properties.slice(0, object.properties.indexOf(property));
}

function whenOf(a: Choice, b: Choice): { readonly when?: string } {
  const when = [a.when, b.when].filter((text) => text !== undefined).join(' && ');
  return when === '' ? {} : { when };
}

function spreadProperty(linker: Linker, spread: Abstract, name: string): readonly Choice[] | undefined {
  const found = alternativesOf(spread).map((choice): Choice => {
    const { value } = choice;
    if (value.kind === 'object') return { ...choice, value: propertyOf(linker, value, name) };
    const isEmpty = value.kind === 'nothing' || value.kind === 'boolean';
    return { ...choice, value: isEmpty ? { kind: 'nothing' } : unknown('property', name) };
  });
  return found.every((choice) => choice.value.kind === 'nothing') ? undefined : found;
}

function withOverlay(value: Abstract, overlay: Overlay, object: ObjectValue): Abstract {
  const rest = overlay.path.slice(1);
  const changed: Abstract =
    rest.length === 0 ? overlay.value : below(value, { ...overlay, path: rest }, object);
  if (overlay.when === undefined) return changed;
  return choose([{ value }, { value: changed, when: overlay.when }]);
}

function below(value: Abstract, overlay: Overlay, object: ObjectValue): Abstract {
  const { when: _, ...always } = overlay;
  if (value.kind === 'object') return { ...value, overlays: [...value.overlays, always] };
  return value.kind === 'nothing'
    ? { kind: 'object', properties: [], context: object.context, overlays: [always] }
    : unknown('too-complex');
}
