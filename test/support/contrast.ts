/**
 * Run in a page: the texts on it that stand out from what is behind them by less than 4.5 to 1 (WCAG 2.2, 1.4.3), each with its ratio.
 * What is switched off may be pale. Colours are read as the browser paints them, through every half-transparent layer.
 */
export const PALE_TEXTS = `(() => {
  const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 })
    .getContext('2d', { willReadFrequently: true });
  const paint = (color, alpha = 1) => {
    context.globalAlpha = alpha;
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const luminance = (color) => color
    .map((value) => value / 255)
    .map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index], 0);
  const ratioOf = (element) => {
    const layers = [];
    for (let each = element; each !== null; each = each.parentElement) layers.unshift(getComputedStyle(each));
    paint(getComputedStyle(document.documentElement).getPropertyValue('--vscode-editor-background'));
    const behind = layers.map(({ backgroundColor }) => paint(backgroundColor)).at(-1);
    const alpha = layers.reduce((product, { opacity }) => product * Number(opacity), 1);
    const [less, more] = [behind, paint(layers.at(-1).color, alpha)].map(luminance).sort((a, b) => a - b);
    return (more + 0.05) / (less + 0.05);
  };
  return [...document.querySelectorAll('body *')]
    .filter((each) => [...each.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim() !== ''))
    .filter((each) => each.checkVisibility() && !each.closest('[aria-disabled=true], script, style'))
    .map((each) => [ratioOf(each), each.textContent.slice(0, 60)])
    .filter(([ratio]) => ratio < 4.5)
    .map(([ratio, text]) => ratio.toFixed(1) + ' ' + text);
})()`;
