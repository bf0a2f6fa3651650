/** That of the texts, where no other is wanted. */
let language: string | undefined = 'en';

/** From now on numbers are written as in this language (BCP 47); as the machine has them where it is none. */
export function writeNumbersAs(wanted: string): void {
  try {
    [language] = Intl.NumberFormat.supportedLocalesOf(wanted);
  } catch {
    language = undefined;
  }
}

/** A number with its thousands set apart, as the language has it. */
export function grouped(count: number): string {
  return count.toLocaleString(language);
}

/** A number with one decimal digit. */
export function rounded(value: number): string {
  return value.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}
