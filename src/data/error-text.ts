/** An error in the user's language: what happened, and what to do. */
export interface ErrorText {
  readonly message: string;
  readonly advice: string;
}
