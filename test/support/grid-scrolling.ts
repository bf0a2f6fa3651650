/** What scrolling through the grid took. */
export interface Scrolling {
  /** Those that showed rows which were not drawn before. */
  readonly screens: number;
  readonly rowsInView: number;
  readonly mostRows: number;
  /** As the browser tells of them, in milliseconds on the clock. */
  readonly longTasks: readonly number[];
}

/** Runs in the page: scrolls a screen every other frame, once the one before is drawn, and counts. */
export const SCROLLING = `(async () => {
  const view = document.querySelector('.ag-grid-viewport');
  const frame = () => new Promise(requestAnimationFrame);
  const longTasks = [];
  const note = (list) => longTasks.push(...list.map(({ duration }) => Math.round(duration)));
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'longtask' });
  const lastRow = () => [...document.querySelectorAll('[role=row][row-id]')]
    .reduce((last, row) => Math.max(last, Number(row.getAttribute('row-index'))), 0);
  let mostRows = 0;
  let screens = 0;
  for (let step = 0; step < 110; step++) {
    const before = lastRow();
    view.scrollTop += view.clientHeight;
    // beside other work the rows are drawn some frames later
    for (let frames = 0; frames < 2 || (frames < 100 && lastRow() <= before); frames++) await frame();
    if (lastRow() > before) screens++;
    mostRows = Math.max(mostRows, document.querySelectorAll('[role=row][row-id]').length);
  }
  note(observer.takeRecords());
  observer.disconnect();
  return { screens, rowsInView: Math.ceil(view.clientHeight / 24), mostRows, longTasks };
})()`;
