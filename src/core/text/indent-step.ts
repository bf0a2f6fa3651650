/** One level of indentation of a source: what most lines that are deeper than the one before have more; two spaces where there is none. */
export function indentStepOf(text: string): string {
  const counts = new Map<string, number>();
  let before = '';
  for (const line of text.split(/\r?\n/)) {
    const lead = /^[ \t]*/.exec(line)?.[0] ?? '';
    // the lines of a comment are one further in
    if (line.trim() === '' || line.startsWith('*', lead.length)) continue;
    if (lead.length > before.length && lead.startsWith(before)) {
      const step = lead.slice(before.length);
      counts.set(step, (counts.get(step) ?? 0) + 1);
    }
    before = lead;
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? '  ';
}
