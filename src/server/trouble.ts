/** Tells of errors that must cost nobody anything else. */
export type Trouble = (where: string, error: unknown) => void;

/**
 * Logs each trouble once, by its place in the code. The error's message stays out: it may quote source text.
 */
export function createTrouble(log: (line: string) => void): Trouble {
  const told = new Set<string>();
  return (where, error) => {
    const line = `${where}: ${describe(error)}`;
    if (told.has(line)) return;
    told.add(line);
    log(line);
  };
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [error.name, ...frames.slice(0, 8)].join('\n');
}
