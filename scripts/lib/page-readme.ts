/** `[text](target)` and `![text](target)`, with a target inside the repository. */
const RELATIVE = /(!?)\[([^\][]*)\]\((?!#|\w+:)[^()\s]+\)/g;

const POINTER =
  'The walkthrough shows all of this in pictures: run *Welcome: Open Walkthrough…* and choose Partition Lens.';

/**
 * The README as the extension's page shows it while the repository has no public address: VS Code shows no picture there but from
 * an https address, and follows no relative link. Pictures give way to a sentence that says where they are, links to their text,
 * and a line of nothing but links goes.
 */
export function pageReadme(readme: string): string {
  let pointed = false;
  const paragraphs = readme.trimEnd().split('\n\n');
  const kept = paragraphs.flatMap((paragraph) => {
    const rest = paragraph.replaceAll(RELATIVE, '').replaceAll(/[\s·]/g, '');
    if (rest !== '') return [paragraph.replaceAll(RELATIVE, (_, mark, text: string) => (mark ? '' : text))];
    if (!paragraph.startsWith('!') || pointed) return [];
    pointed = true;
    return [POINTER];
  });
  return `${kept.join('\n\n')}\n`;
}
