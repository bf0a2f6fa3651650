/** What containers are asked with for an instance of a class: `container.resolve(Service)`, `inject(Service)`. */
const ASKING: ReadonlySet<string> = new Set(['resolve', 'get', 'inject']);

/** Whether a function or method is called as those of containers are. */
export function isAsking(name: string): boolean {
  return ASKING.has(name);
}

/** Types of what has instances of classes by these. */
const CONTAINERS = /^(?:Container|DependencyContainer|Injector|ModuleRef|I?NestApplication(?:Context)?)$/;

/**
 * Whether a call asks a container for what it has by its first argument: a function or method of a package, or of a value that is
 * called or declared as a container. A map has \`get\` too.
 */
export function asksContainer(name: string, receiver: Container): boolean {
  if (!isAsking(name)) return false;
  if (receiver.kind === 'external') return true;
  const isContainer = receiver.kind === 'typed' && CONTAINERS.test(receiver.type.name);
  return isContainer || (receiver.kind !== 'typed' && name === 'resolve');
}

/** What a method is called on. */
type Container =
  | { readonly kind: 'external' | 'unknown' }
  | { readonly kind: 'typed'; readonly type: { readonly name: string } };
