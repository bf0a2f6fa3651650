import assert from 'node:assert/strict';

/** The command that links in hostile texts would run: whoever sees it run has found a way in. */
export const TARGET = 'workbench.action.quit';

/** Names, keys, filters and errors as somebody writes them to be more than texts in VS Code's window; `x` where a name needs a beginning. */
export const HOSTILE_TEXTS: readonly string[] = [
  `x [Repair](command:${TARGET})`,
  `x[Repair](command:${TARGET} "Repair")`,
  `x [Repair](command:${TARGET}?%5B%22a%22%5D) [b](COMMAND:${TARGET})`,
  'x [a](vscode://partition-lens.partition-lens/rules/a) [b](https://a.example/b) [c](file:///etc/passwd)',
  `x <command:${TARGET}> <https://a.example> https://a.example www.a.example ![i](https://a.example/i.png)`,
  `x [r][1]\n\n[1]: command:${TARGET}`,
  `x <a href="command:${TARGET}">Repair</a><img src="https://a.example/i.png" onerror="alert(1)">`,
  String.raw`x$(trash) \$(bug) \\$(sync~spin) $($(flame))`,
  'x\u202Egnp.exe\u2066a\u2069\u200E\u061C\u200Bb\uFEFF',
  'x\n\r\n# Heading\n\n- item\u2028line\u0085end\n```\ncode\n```',
  'x\0\x07\x1b[31mred\x7f',
  `x\`[Repair](command:${TARGET})\`\`|**a**|~~b~~`,
  `x${'y'.repeat(10_000)}`,
  `x[${'y'.repeat(4_000)}](command:${TARGET})${'z'.repeat(6_000)}`,
];

/** What VS Code's messages, prompts and progress take for a link (`linkedText.ts`), and its labels for an icon (`iconLabels.ts`), in 1.139. */
const LINK = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
const ICON = /\$\(([A-Za-z0-9-]+(?:~[A-Za-z0-9-]+)?)\)/;
/** What nobody sees, and what turns letters around; lines are ours. */
const UNSEEN = /[^\P{Cc}\n]|[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;

/** Fails for a text that VS Code's window would show as more than a text, or that is too long for it. */
export function assertPlain(text: string, where: string): void {
  for (const pattern of [LINK, ICON, UNSEEN]) {
    assert.doesNotMatch(text, pattern, `${where}: ${JSON.stringify(text.slice(0, 300))}`);
  }
  for (const line of text.split('\n')) assert.ok(line.length <= 2_000, `${where}: ${line.length} characters`);
}

/** Every text in a value that is handed to VS Code, but for what it never shows. */
export function textsIn(value: unknown, unseen: ReadonlySet<string> = NOT_SHOWN): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => (unseen.has(name) ? [] : textsIn(member, unseen)));
}

const NOT_SHOWN = new Set([
  'item',
  'arguments',
  'id',
  'command',
  'contextValue',
  'value',
  'filters',
  'defaultUri',
]);
