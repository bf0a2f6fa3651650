/** Where the page's parts are, as addresses that a panel may load. */
export interface PageParts {
  readonly script: string;
  readonly style: string;
  /** The language of the texts, for who has them read aloud. */
  readonly language: string;
  readonly title: string;
  /** Random, made anew for each page. */
  readonly nonce: string;
}

/**
 * The panel's page: nothing in it may run, be styled or be loaded but what carries the nonce, from nowhere else. What stands
 * in it comes later, as messages.
 */
export function pageHtml({ script, style, language, title, nonce }: PageParts): string {
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="${escaped(language)}">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <link rel="stylesheet" nonce="${nonce}" href="${escaped(style)}">
    <title>${escaped(title)}</title>
  </head>
  <body>
    <script nonce="${nonce}" src="${escaped(script)}"></script>
  </body>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
