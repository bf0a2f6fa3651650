/** For promises whose failure is told, or mended, elsewhere: each place says where. */
export function noop(): void {
  // nothing is to be done
}
