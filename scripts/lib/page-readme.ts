/** `[text](target)` and `![text](target)`, with a target inside the repository. */
const RELATIVE = /(!?)\[([^\][]*)\]\(((?!#|\w+:)[^()\s]+)\)/g;

const POINTER =
  'The walkthrough shows all of this in pictures: run *Welcome: Open Walkthrough…* and choose Partition Lens.';

/**
 * The README as the extension's page shows it while the repository has no public address: VS Code shows no image there but from
 * an https address, and follows no relative link. An image gives way to the drawing of the same in text, which `drawingOf` gives for
 * its path, the first one with a sentence that says where the images are; links give way to their text, and a line of nothing but
 * links goes.
 */
export function pageReadme(readme: string, drawingOf: (image: string) => string): string {
  let pointed = false;
  const paragraphs = readme.trimEnd().split('\n\n');
  const kept = paragraphs.flatMap((paragraph) => {
    const rest = paragraph.replaceAll(RELATIVE, '').replaceAll(/[\s·]/g, '');
    if (rest !== '') return [paragraph.replaceAll(RELATIVE, (_, mark, text: string) => (mark ? '' : text))];
    const [[, , caption = '', image = ''] = []] = paragraph.startsWith('!')
      ? paragraph.matchAll(RELATIVE)
      : [];
    if (image === '') return [];
    const pointer = pointed ? [] : [POINTER];
    pointed = true;
    return [drawingOf(image).trimEnd(), `*${caption}*`, ...pointer];
  });
  return `${kept.join('\n\n')}\n`;
}
