/** What scrolling through the grid took. */
export interface Scrolling {
  readonly screens: number;
  readonly rowsInView: number;
  readonly mostRows: number;
  /** As the browser tells of them, in milliseconds on the clock. */
  readonly longTasks: readonly number[];
}

/** Runs in the page: scrolls a screen every other frame, and counts. */
export const SCROLLING = `(async () => {
  const view = document.querySelector('.ag-grid-viewport');
  const frame = () => new Promise(requestAnimationFrame);
  const longTasks = [];
  const note = (list) => longTasks.push(...list.map(({ duration }) => Math.round(duration)));
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'longtask' });
  let mostRows = 0;
  let screens = 0;
  for (; screens < 110; screens++) {
    view.scrollTop += view.clientHeight;
    await frame();
    await frame();
    mostRows = Math.max(mostRows, document.querySelectorAll('[role=row][row-id]').length);
  }
  note(observer.takeRecords());
  observer.disconnect();
  return { screens, rowsInView: Math.ceil(view.clientHeight / 24), mostRows, longTasks };
})()`;
