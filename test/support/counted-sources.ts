import * as nodeModule from 'node:module';
import ts from 'typescript';

/** The calls of functions of `src/` since `countCalls`; undefined where that was not called. */
export function callsCounted(): number | undefined {
  return calls.__calls?.n;
}

interface Calls {
  n: number;
  /** Gives what it is given, and counts that a function goes on. */
  readonly resumed: <T>(value: T) => T;
}

const calls = globalThis as { __calls?: Calls };

interface Loaded {
  readonly format: string | null | undefined;
  readonly source?: unknown;
}

/** What the types of an older Node don't have. */
interface Hooks {
  readonly registerHooks: (hooks: {
    readonly load: (url: string, context: object, next: (url: string, context: object) => Loaded) => Loaded;
  }) => void;
}

/**
 * Has the functions of sources that are loaded from here on count their calls. V8 can count them, too, but optimizes nothing as long as it does,
 * which takes twice the processor time.
 */
export function countCalls(): void {
  const all: Calls = {
    n: 0,
    resumed: (value) => {
      all.n++;
      return value;
    },
  };
  calls.__calls = all;
  (nodeModule as unknown as Hooks).registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      const isOurs = url.includes('/src/') && url.endsWith('.ts') && !url.includes('/node_modules/');
      return isOurs ? { ...loaded, source: counted(String(loaded.source)) } : loaded;
    },
  });
}

/** A source whose functions count their calls, with each line where it was. As for V8, one that is entered again after it waited is called. */
export function counted(text: string): string {
  const source = ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest);
  const insertions: { readonly at: number; readonly text: string }[] = [];
  const visit = (node: ts.Node): void => {
    const body = ts.isFunctionLike(node) && 'body' in node ? node.body : undefined;
    if (body !== undefined && ts.isBlock(body)) {
      const isGenerator = 'asteriskToken' in node && node.asteriskToken !== undefined;
      const count = isGenerator ? '__calls.n += 2;' : '__calls.n++;';
      insertions.push({ at: body.getStart(source) + 1, text: count });
    } else if (body !== undefined) {
      insertions.push({ at: body.getStart(source), text: '(__calls.n++, ' }, { at: body.end, text: ')' });
    }
    if (ts.isYieldExpression(node) || ts.isAwaitExpression(node)) {
      insertions.push({ at: node.getStart(source), text: '__calls.resumed(' }, { at: node.end, text: ')' });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  insertions.sort((a, b) => a.at - b.at);
  let [made, from] = ['', 0];
  for (const { at, text: inserted } of insertions) {
    made += text.slice(from, at) + inserted;
    from = at;
  }
  return made + text.slice(from);
}
